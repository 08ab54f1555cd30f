"""`mehrkopf report-clip list|show|save|delete`: clips that were kept by a tap on the page.

Only the page makes one: the last seconds are in the memory of the running table alone.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from engine.text import PlainError, Text
from kiosk.cli.command import FOLDER, HOME, Argument, Arguments, command, group
from kiosk.cli.common import home_of, say, target
from kiosk.exports.files import sticks
from kiosk.home.clips import ClipFolder
from kiosk.words import clips as w
from vision.reading.deck_archive import BROKEN, MOST_BYTES

_NAME = Text(
    de="Name des Ausschnitts, wie „list“ ihn zeigt", en='the clip\'s name as "list" has it'
)
_TARGET = Text(
    de="Ordner, wohin (sonst auf den Stick)", en="folder to write to (default: the stick)"
)
_NONE = Text(
    de="Kein Ausschnitt ist behalten. Neue entstehen nur an der Seite des Tischs: bei einer "
    "Karte auf „Ausschnitt ansehen“ tippen.",
    en="No clips kept. New ones come only from the table’s page: tap “Watch the clip” at a card.",
)
_ROW = Text(de="{name}: {size:.1f} MB", en="{name}: {size:.1f} MB")
_SHOWN = Text(
    de="{path}: {pictures} Bilder, {seconds:.1f} Sekunden, Blatt „{deck}“, gelesen: {cards}",
    en='{path}: {pictures} pictures, {seconds:.1f} seconds, deck "{deck}", read: {cards}',
)
_NO_CARDS = Text(de="keine Karte", en="no card")
_DAMAGED = Text(
    de="{path} ist beschädigt; bitte mit „mehrkopf report-clip delete {name}“ löschen.",
    en='{path} is damaged; please delete it with "mehrkopf report-clip delete {name}".',
)
_NO_STICK = Text(
    de="Kein Stick da; bitte einen anstecken oder einen Ordner nennen.",
    en="There is no stick; please plug one in or name a folder.",
)
_NO_FOLDER = Text(
    de="Den Ordner {folder} gibt es nicht; bitte anlegen oder einen anderen nennen.",
    en="There is no folder {folder}; please create it or name another one.",
)
_SAVED = Text(de="{path} geschrieben.", en="{path} written.")
_CLIP_NAME = Argument("name", "NAME", _NAME)


@command(HOME)
def _list(arguments: Arguments) -> int:
    clips = ClipFolder(home_of(arguments)).all()
    for clip in clips:
        say(_ROW.format(name=clip.name, size=clip.size / 1e6), arguments.language)
    if not clips:
        say(_NONE, arguments.language)
    return 0


@command(_CLIP_NAME, HOME)
def _show(arguments: Arguments) -> int:
    clip = ClipFolder(home_of(arguments)).find(arguments.name)
    try:
        with zipfile.ZipFile(clip.path) as file:
            if file.getinfo("readings.json").file_size > MOST_BYTES:
                raise ValueError(clip.path)
            told = json.loads(file.read("readings.json"))
            pictures = sum(name.endswith(".jpg") for name in file.namelist())
        times, readings = told["t"], told["readings"]
        seconds, deck = times[-1] - times[0], told["deck"]
        cards = " ".join(each["card"] for each in readings if each["type"] == "card_seen")
    except BROKEN as error:
        raise PlainError(_DAMAGED.format(path=clip.path, name=clip.name)) from error
    named: Text | str = cards or _NO_CARDS
    said = {"path": clip.path, "pictures": pictures, "seconds": seconds, "deck": deck}
    say(_SHOWN.format(**said, cards=named), arguments.language)
    return 0


@command(_CLIP_NAME, Argument("folder", FOLDER, _TARGET, required=False, type=target), HOME)
def _save(arguments: Arguments) -> int:
    clips = ClipFolder(home_of(arguments))
    clip = clips.find(arguments.name)
    folder: Path | None = arguments.folder or next((each.folder for each in sticks()), None)
    if folder is None:
        raise PlainError(_NO_STICK)
    if not folder.is_dir():
        raise PlainError(_NO_FOLDER.format(folder=folder))
    path = clips.save(clip.path.read_bytes(), clip.name, folder)
    say(_SAVED.format(path=path), arguments.language)
    return 0


@command(_CLIP_NAME, HOME)
def _delete(arguments: Arguments) -> int:
    ClipFolder(home_of(arguments)).delete(arguments.name)
    say(w.DELETED.format(name=arguments.name), arguments.language)
    return 0


execute = group(
    {
        "list": (Text(de="alle behaltenen Ausschnitte", en="all clips kept"), _list),
        "show": (
            Text(de="wo einer liegt und was er zeigt", en="where a clip is, and what it shows"),
            _show,
        ),
        "save": (
            Text(
                de="einen in einen Ordner oder auf den Stick schreiben",
                en="write a clip to a folder or to the stick",
            ),
            _save,
        ),
        "delete": (Text(de="einen löschen", en="delete a clip"), _delete),
    }
)
