"""What several commands share: options, sentences, files to read and to write, a progress bar."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Self

import click

from engine.cards import Card
from engine.dealfile.lines import deals_in, looks_like_json
from engine.files import DRAFT
from engine.text import Language, PlainError, Text, os_reason
from kiosk.cli.command import Arguments, Option
from kiosk.exports.deals import DEALS, FORMATS, form_of
from kiosk.home.data_folder import Home, find_home
from kiosk.home.packs import cards_lacking
from kiosk.home.texts import read_text

FILE = Text(de="DATEI", en="FILE")
INPUT = Text(de="der Standardeingabe", en="the standard input")
"""What stands in place of a file's name for `-`."""
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
    en="{path} cannot be written ({why}); please check the folder and its "
    "permissions or name another file.",
)
_NO_FOLDER = Text(
    de="Den Ordner {folder} gibt es nicht; bitte anlegen oder einen anderen nennen.",
    en="There is no folder {folder}; please create it or name another one.",
)
_INCOMPLETE = Text(
    de="Das Blatt „{deck}“ ist unvollständig: {lacks}. Was fehlt, liest die Kamera nicht; bitte "
    "von Hand legen oder mit „mehrkopf enrol {deck}“ einlernen.",
    en='The deck "{deck}" is incomplete: {lacks}. The camera cannot read the missing '
    'cards; please enter them by hand or enrol them with "mehrkopf enrol {deck}".',
)
_FORM = Text(
    de="Form: deals (Spieldatei, JSON Lines), mkn (Notation für Menschen), oneline (Schafkopf in "
    "einer Zeile); sonst nach der Endung .mkn, .txt",
    en="format: deals (deal file, JSON Lines), mkn (notation for people), oneline "
    "(Schafkopf on one line); default: by the ending .mkn, .txt",
)
JOURNAL_FORM = {
    "journal": Text(
        de="journal: die ganze Aufzeichnung, wo sonst nichts gesagt ist",
        en="journal: the whole journal, unless told otherwise",
    )
}
JSON = Option(
    "--json", is_flag=True, text=Text(de="ein JSON-Objekt je Zeile", en="one JSON object per line")
)
CONFIG = Option(
    "--config",
    value=FILE,
    type=Path,
    text=Text(de="Einstellungen (table.toml)", en="configuration (table.toml)"),
)


def say(text: Text, language: Language) -> None:
    """Write one line on standard output at once."""
    sys.stdout.write(text.in_language(language) + "\n")
    sys.stdout.flush()


def warn(text: Text, language: Language) -> None:
    """Write one sentence on standard error."""
    sys.stderr.write(f"mehrkopf: {text.in_language(language)}\n")
    sys.stderr.flush()


def home_of(arguments: Arguments) -> Home:
    """Return the data folder.

    Raises:
        PlainError: one is named, and it is neither there nor can be made.
    """
    home = find_home(arguments.home, os.environ)
    if arguments.home is not None or os.environ.get("MEHRKOPF_HOME"):
        home.check()
    return home


def deck_option(*, required: bool) -> Option:
    """Return `--deck`."""
    return Option("--deck", value=_BLATT, required=required, text=_DECK)


def form_option(
    others: Mapping[str, Text] = MappingProxyType({}), more: Iterable[str] = ()
) -> Option:
    """Return `--format`; `others` are forms beside those of deals, and what they are.

    `more` are words that may be said too and are explained among these.
    """
    de = "; ".join((_FORM.de, *(text.de for text in others.values())))
    en = "; ".join((_FORM.en, *(text.en for text in others.values())))
    forms = tuple(dict.fromkeys((*others, *more, *FORMATS)))
    return Option("--format", type=click.Choice(forms), text=Text(de=de, en=en))


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
            target.with_name(target.name + DRAFT).unlink()
        raise PlainError(_NOT_WRITTEN.format(path=target, why=os_reason(error))) from error


def warn_of_gaps(deck: str, missing: Sequence[Card], language: Language) -> None:
    """Say on standard error that the camera will not read these cards."""
    warn(_INCOMPLETE.format(deck=deck, lacks=cards_lacking(missing)), language)


_WIDTH = 30
_LEAST_S = 0.1


class Progress:
    """Shows how much of `total` is done; without a terminal only what `mark` says."""

    def __init__(self, what: str, total: float) -> None:
        self._what = what
        self._total = total
        self._shown = sys.stderr.isatty() and total > 0
        self._last = 0.0

    def __call__(self, done: float, note: str = "") -> None:
        """Say how much is done, and what `note` says beside it."""
        now = time.monotonic()
        if not self._shown or now - self._last < _LEAST_S:
            return
        self._last = now
        share = min(1.0, done / self._total)
        bar = "█" * round(share * _WIDTH)
        beside = f" · {note}" if note else ""
        sys.stderr.write(f"\r{self._what} {bar:<{_WIDTH}} {share:4.0%}{beside}\x1b[K")
        sys.stderr.flush()

    def mark(self, said: str) -> None:
        """Say in a line how far it is, where no bar shows it, such as in a log."""
        if not self._shown:
            sys.stderr.write(f"{self._what} · {said}\n")
            sys.stderr.flush()

    def clear(self) -> None:
        """Make room for a sentence; the bar is drawn again with the next step."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()


JOURNAL = "journal"

_UNREADABLE = Text(
    de="Die Exportdatei {file} ist nicht lesbar ({why}); Pfad und Rechte prüfen.",
    en="The export file {file} cannot be read ({why}); check its path and permissions.",
)


def journal_or_deals(name: str, text: str, said: str | None) -> str:
    """Return the form of a file; a deal file and a journal's export are both JSON."""
    form = form_of(name, text, said)
    return JOURNAL if said is None and form == DEALS and not _has_deals(text) else form


def export_text(name: str) -> str:
    """Return the text of an export or a file of deals, `-` is the standard input.

    Raises:
        PlainError: it cannot be read, or is no text.
    """
    return read_text(name, _UNREADABLE)


def _has_deals(text: str) -> bool:
    """Tell whether JSON is deals and no journal, also where its beginning is broken."""
    first = next(deals_in(text), None)
    if first is None or not first.fields:
        return looks_like_json(text) and '"game"' in text[:_BEGINNING]
    return "game" in first.fields and JOURNAL not in first.fields


_BEGINNING = 2000
"""Characters in which a deal has named its game."""
