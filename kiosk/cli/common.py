"""Options several commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType

from engine.cards import Card
from engine.text import Language, PlainError, Text, os_reason
from kiosk.cli.parser import FOLDER, HOME, Arguments, Parser
from kiosk.deal_formats import FORMATS
from kiosk.home import Home, find_home
from kiosk.packs import lacks

FILE = Text(de="DATEI", en="FILE")
IMAGE = Text(de="BILD", en="IMAGE")
SOURCE = Text(de="QUELLE", en="SOURCE")
"""How a help calls what is to be put there."""

_BLATT = Text(de="BLATT", en="DECK")
_DECK = Text(
    de="Kartenblatt: ein Name aus dem Datenordner, eine .deck-Datei oder „isar“",
    en='deck: a name in the data folder, a .deck file or "isar"',
)
_NOT_WRITTEN = Text(
    de="{path} kann nicht geschrieben werden ({why}); bitte Ordner und Rechte prüfen oder eine "
    "andere Datei nennen.",
    en="{path} cannot be written ({why}); please check folder and permissions or name another "
    "file.",
)
_NO_FOLDER = Text(
    de="Den Ordner {folder} gibt es nicht; bitte anlegen oder einen anderen nennen.",
    en="There is no folder {folder}; please make it or name another one.",
)
_INCOMPLETE = Text(
    de="Das Blatt „{deck}“ ist unvollständig: {lacks}. Was fehlt, liest die Kamera nicht; bitte "
    "von Hand legen oder mit „mehrkopf enrol {deck}“ einlernen.",
    en='The deck "{deck}" is incomplete: {lacks}. The camera does not read what is missing; please '
    'lay it by hand or enrol it with "mehrkopf enrol {deck}".',
)
PART = ".part"
"""Behind the name of a file that is not complete yet."""
_FORM = Text(
    de="Form: deals (Spieldatei, JSON Lines), mkn (Notation für Menschen), oneline (Schafkopf in "
    "einer Zeile); sonst nach der Endung .mkn, .txt",
    en="form: deals (deal file, JSON Lines), mkn (notation for people), oneline (Schafkopf on one "
    "line); else by the ending .mkn, .txt",
)
JOURNAL_FORM = {
    "journal": Text(
        de="journal: die ganze Aufzeichnung, wo sonst nichts gesagt ist",
        en="journal: the whole journal, where nothing else is said",
    )
}
_JSON = Text(de="ein JSON-Objekt je Zeile", en="one JSON object a line")


def home_option(parser: Parser) -> None:
    """Add `--home`."""
    parser.option("--home", metavar=FOLDER, type=Path, help_text=HOME)


def home_of(arguments: Arguments) -> Home:
    """Return the data folder.

    Raises:
        PlainError: one is named, and it is neither there nor can be made.
    """
    home = find_home(arguments.home, os.environ)
    if arguments.home is not None or os.environ.get("MEHRKOPF_HOME"):
        home.check()
    return home


def deck_option(parser: Parser, *, required: bool) -> None:
    """Add `--deck`."""
    parser.option("--deck", metavar=_BLATT, required=required, help_text=_DECK)


def form_option(
    parser: Parser,
    others: Mapping[str, Text] = MappingProxyType({}),
    more: Iterable[str] = (),
) -> None:
    """Add `--format`; `others` are forms beside those of deals, and what they are.

    `more` are words that may be said too and are explained among these.
    """
    de = "; ".join((_FORM.de, *(text.de for text in others.values())))
    en = "; ".join((_FORM.en, *(text.en for text in others.values())))
    parser.option(
        "--format",
        choices=tuple(dict.fromkeys((*others, *more, *FORMATS))),
        help_text=Text(de=de, en=en),
    )


def json_option(parser: Parser) -> None:
    """Add `--json`."""
    parser.option("--json", action="store_true", help_text=_JSON)


def target(word: str) -> Path:
    """Return the file or folder to write to; what ends with a slash is a folder that is there.

    Raises:
        PlainError: there is no such folder.
    """
    path = Path(word)
    if word.endswith("/") and not path.is_dir():
        raise PlainError(_NO_FOLDER.format(folder=path))
    return path


@contextmanager
def writing(target: Path) -> Iterator[None]:
    """Write a file that gets its name when it is complete; a failure is told by that name.

    Raises:
        PlainError: it cannot be written.
    """
    try:
        yield
    except OSError as error:
        if not target.parent.is_dir():
            raise PlainError(_NO_FOLDER.format(folder=target.parent)) from error
        with suppress(OSError):
            target.with_name(target.name + PART).unlink()
        raise PlainError(_NOT_WRITTEN.format(path=target, why=os_reason(error))) from error


def warn_of_gaps(deck: str, missing: Sequence[Card], language: Language) -> None:
    """Say on standard error that the camera will not read these cards."""
    said = _INCOMPLETE.format(deck=deck, lacks=lacks(missing))
    sys.stderr.write(f"mehrkopf: {said.in_language(language)}\n")
