"""`mehrkopf deck list|export|import|remove`: the enrolled decks of this table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from engine.text import PlainError, Text
from kiosk.cli.command import HOME, Argument, Arguments, Option, command, group
from kiosk.cli.common import FILE, home_of, say, target, writing
from kiosk.home import deck_files
from kiosk.home.data_folder import Home, locked
from kiosk.home.deck_files import (
    BAD_NAME,
    BUNDLED,
    SUFFIX,
    deck_names,
    find_deck,
    is_deck_name,
    open_deck,
    open_file,
    remove_deck,
)
from kiosk.home.packs import cards_lacking, gaps
from kiosk.home.prints import PRINTS, text_in_print
from vision.reading.nets import load_nets
from vision.reading.profile import Profile, WithoutPicturesError, load_profile

_NAME = Text(de="Name des Blatts", en="the deck's name")
_OUT = Text(
    de="Datei oder Ordner, wohin (sonst in den Ordner exports)",
    en="file or folder to write to (default: the folder exports)",
)
_FORCE = Text(
    de="die Datei überschreiben, wenn es sie gibt", en="overwrite the file if there is one"
)
_IN = Text(de="Datei aus „mehrkopf deck export“", en='file from "mehrkopf deck export"')
_CALL_IT = Text(de="das Blatt so nennen", en="call the deck this")
_THERE = Text(
    de="Die Datei {path} gibt es schon; bitte eine andere nennen oder mit --force überschreiben.",
    en="The file {path} exists already; please name another one or overwrite it with --force.",
)
_TAKEN = Text(
    de="Ein Blatt „{name}“ gibt es schon; mit --name anders nennen oder erst „mehrkopf deck remove "
    "{name}“.",
    en='There is already a deck "{name}"; give another name with --name, or run '
    '"mehrkopf deck remove {name}" first.',
)
_OURS = Text(
    de="„{name}“ heißt ein Blatt, das zum Programm gehört; bitte mit --name einen anderen Namen "
    "wählen.",
    en='"{name}" is a deck that comes with the program; please choose another name with --name.',
)
_NOTHING_TO_REMOVE = Text(
    de="Ein Blatt „{name}“ gibt es nicht ({known}); gelöscht wurde nichts.",
    en='There is no deck "{name}" ({known}); nothing was deleted.',
)
_NOT_OURS = Text(
    de="Das Blatt „{name}“ gehört zum Programm und bleibt.",
    en='The deck "{name}" comes with the program and stays.',
)
_NO_FILE = Text(
    de="Die Datei {path} gibt es nicht; den Pfad prüfen.",
    en="There is no file {path}; check the path.",
)
_FOLDER = Text(
    de="{path} ist ein Ordner; bitte die .deck-Datei darin nennen.",
    en="{path} is a folder; please name the .deck file in it.",
)
_NOT_A_DECK = Text(
    de="{path} ist kein Blatt aus „mehrkopf deck export“, oder die Datei ist beschädigt.",
    en='{path} is not a deck from "mehrkopf deck export", or the file is damaged.',
)
_OTHER_NET = Text(
    de="{path} wurde mit einem anderen Programmstand geschrieben und hat keine Bilder; bitte dort "
    "und hier dieselbe Version verwenden oder das Blatt hier einlernen.",
    en="{path} was written by another version of the program and holds no pictures; "
    "please use the same version on both tables, or enrol the deck here.",
)
_EXPORTED = Text(
    de="{path}: {count} Karten, ohne Bilder. Einlesen mit „mehrkopf deck import“.",
    en='{path}: {count} cards, without pictures. Use "mehrkopf deck import" to read it in.',
)
_SAME = Text(
    de="{path}: Dort liegt dieses Blatt schon ebenso ({count} Karten); nichts war zu ändern.",
    en="{path}: this very deck is there already ({count} cards); nothing had to be changed.",
)
_IMPORTED = Text(
    de="„{name}“ ist übernommen: {count} Karten.", en='"{name}" is imported: {count} cards.'
)
_REMOVED = Text(de="„{name}“ ist gelöscht.", en='"{name}" is deleted.')
_ROW = Text(de="{name}: {count} Karten{rest}", en="{name}: {count} cards{rest}")
_INCOMPLETE = Text(de=", unvollständig ({lacks})", en=", incomplete ({lacks})")
_PRINTED = Text(de=", {title}", en=", {title}")
_BUNDLED = Text(de=", mitgeliefert", en=", bundled")
_NO_PICTURES = Text(de=", ohne Bilder übernommen", en=", imported without pictures")
_DRAFT = Text(
    de="{name}: angefangen, {count} Karten; weiter mit „mehrkopf enrol {name} --source …“",
    en='{name}: started, {count} cards; continue with "mehrkopf enrol {name} --source …"',
)


_DECK_NAME = Argument("name", "NAME", _NAME)


@command(HOME)
def _list(arguments: Arguments) -> int:
    """Name what is there; a damaged deck is told in its line and hides no other."""
    home = home_of(arguments)
    nets = load_nets()
    for name in deck_names(home):
        try:
            row = _row(name, open_deck(name, home, nets), home)
        except PlainError as error:
            row = error.text
        say(row, arguments.language)
    for path in sorted(home.decks.glob(f"*{deck_files.DRAFT_SUFFIX}")):
        try:
            count = len(load_profile(path, nets.embedding).cards)
            row = _DRAFT.format(name=path.stem, count=count)
        except PlainError as error:
            row = error.text
        say(row, arguments.language)
    return 0


def _row(name: str, profile: Profile, home: Home) -> Text:
    rest = []
    if missing := gaps(profile.cards):
        lacks = text_in_print(cards_lacking(missing), profile.printed)
        rest.append(_INCOMPLETE.format(lacks=lacks))
    if profile.printed in PRINTS:
        rest.append(_PRINTED.format(title=PRINTS[profile.printed].title))
    if find_deck(name, home).parent == BUNDLED:
        rest.append(_BUNDLED)
    if not profile.pictured:
        rest.append(_NO_PICTURES)
    said = Text(de="".join(text.de for text in rest), en="".join(text.en for text in rest))
    return _ROW.format(name=name, count=len(profile.cards), rest=said)


@command(
    _DECK_NAME,
    Argument("file", FILE, _OUT, required=False, type=target),
    Option("--force", is_flag=True, text=_FORCE),
    HOME,
)
def _export(arguments: Arguments) -> int:
    home = home_of(arguments)
    profile = open_deck(arguments.name, home, load_nets()).without_pictures()
    path: Path | None = arguments.file
    if path is None:
        home.prepare()
        path = home.exports
    if path.is_dir():
        path = path / f"{profile.name}{SUFFIX}"
    said = _EXPORTED
    if path.exists() and not arguments.force:
        if not _holds(path, profile):
            raise PlainError(_THERE.format(path=path))
        said = _SAME
    else:
        with writing(path):
            profile.save(path)
    say(said.format(path=path, count=len(profile.cards)), arguments.language)
    return 0


def _holds(path: Path, profile: Profile) -> bool:
    """Whether a file is an export of just this deck, so that nothing need be written."""
    try:
        there = open_file(path, load_nets())
    except PlainError:
        return False
    return (there.name, there.cards) == (profile.name, profile.cards) and np.array_equal(
        there.prototypes, profile.prototypes
    )


@command(
    Argument("file", FILE, _IN, type=Path), Option("--name", value="NAME", text=_CALL_IT), HOME
)
def _import(arguments: Arguments) -> int:
    path, home = arguments.file.expanduser(), home_of(arguments)
    if path.is_dir():
        raise PlainError(_FOLDER.format(path=path))
    if not path.is_file():
        raise PlainError(_NO_FILE.format(path=path))
    profile = _read(path)
    name = profile.name if arguments.name is None else arguments.name
    if not is_deck_name(name):
        raise PlainError(BAD_NAME.format(name=name))
    with locked(home):
        if (BUNDLED / f"{name}{SUFFIX}").exists():
            raise PlainError(_OURS.format(name=name))
        if name in deck_names(home):
            raise PlainError(_TAKEN.format(name=name))
        deck_files.save_deck(replace(profile, name=name), home)
    say(_IMPORTED.format(name=name, count=len(profile.cards)), arguments.language)
    return 0


def _read(path: Path) -> Profile:
    """Read a deck from elsewhere.

    Raises:
        PlainError: it is none, is damaged, or fits no net that is here.
    """
    try:
        return open_file(path, load_nets())
    except WithoutPicturesError:
        raise PlainError(_OTHER_NET.format(path=path)) from None
    except PlainError:
        raise PlainError(_NOT_A_DECK.format(path=path)) from None


@command(_DECK_NAME, HOME)
def _remove(arguments: Arguments) -> int:
    name, home = arguments.name, home_of(arguments)
    if not is_deck_name(name):
        raise PlainError(BAD_NAME.format(name=name))
    path = find_deck(name, home, _NOTHING_TO_REMOVE)
    if path.parent == BUNDLED:
        raise PlainError(_NOT_OURS.format(name=name))
    with locked(home):
        remove_deck(name, home)
    say(_REMOVED.format(name=name), arguments.language)
    return 0


execute = group(
    {
        "list": (
            Text(de="alle Blätter dieses Tischs zeigen", en="list all decks on this table"),
            _list,
        ),
        "export": (
            Text(
                de="ein Blatt ohne Bilder für einen anderen Tisch schreiben",
                en="export a deck, without pictures, for another table",
            ),
            _export,
        ),
        "import": (
            Text(
                de="ein Blatt von einem anderen Tisch übernehmen",
                en="import a deck from another table",
            ),
            _import,
        ),
        "remove": (
            Text(de="ein eingelerntes Blatt löschen", en="delete an enrolled deck"),
            _remove,
        ),
    }
)
