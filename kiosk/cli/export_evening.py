"""`mehrkopf export --format xlsx|csv|...`: one evening as tables, or its course as a picture."""

from __future__ import annotations

import sys
from contextlib import closing
from itertools import pairwise
from pathlib import Path

from engine.fold import fold
from engine.journal import Journal
from engine.text import PlainError, Text
from kiosk.cli.common import PART, writing
from kiosk.cli.parser import Arguments, Parser
from kiosk.exports.book import book
from kiosk.exports.files import KINDS, Source, name_of
from kiosk.home import Home

FORMS = {
    "xlsx": Text(de="xlsx: Tabellen eines Abends", en="xlsx: tables of an evening"),
    "csv": Text(
        de="csv: dieselben als drei Dateien (.zip), einzeln spiele, stand, turnier",
        en="csv: the same as three files (.zip), one by one spiele, stand, turnier",
    ),
    "spiele": Text(de="spiele", en="spiele"),
    "stand": Text(de="stand", en="stand"),
    "turnier": Text(de="turnier", en="turnier"),
    "svg": Text(de="svg, png: das Bild des Verlaufs", en="svg, png: the picture of the course"),
    "png": Text(de="png", en="png"),
}
"""Word of `--format` and what it is."""
SHOWN = {key: FORMS[key] for key in ("xlsx", "csv", "svg")}
"""Those the help explains; the others stand in their sentences."""
_KINDS = {"svg": "verlauf", "png": "verlauf-png"}
_BY_SUFFIX = {".xlsx": "xlsx", ".zip": "csv", ".csv": "spiele", ".svg": "svg", ".png": "png"}
_EVENING = Text(
    de="welcher Abend, von 1 an gezählt (sonst der letzte)",
    en="which evening, counted from 1 (else the last one)",
)
_NUMBER = Text(de="NUMMER", en="NUMBER")
_NO_EVENING = Text(
    de="Den Abend {number} gibt es nicht; aufgezeichnet sind {count}.",
    en="There is no evening {number}; {count} are recorded.",
)
_ONLY_JOURNAL = Text(
    de="Tabellen und Bild gibt es nur von einem aufgezeichneten Abend; --deals oder --format "
    "weglassen.",
    en="Tables and picture are made of a recorded evening only; leave out --deals or --format.",
)


def option(parser: Parser) -> None:
    """Say which evening."""
    parser.option("--evening", metavar=_NUMBER, type=int, help_text=_EVENING)


def form_of(arguments: Arguments) -> str | None:
    """Return the form of a table or picture that is asked for, by word or by the file's name.

    Raises:
        PlainError: it is asked of a file of deals.
    """
    said: str | None = arguments.format
    if said is None and arguments.file is not None:
        said = _BY_SUFFIX.get(Path(arguments.file).suffix.casefold())
    if said not in FORMS:
        return None
    if arguments.deals is not None:
        raise PlainError(_ONLY_JOURNAL)
    return said


def export(arguments: Arguments, home: Home, journal: Journal, form: str) -> None:
    """Write the file; `journal` is closed afterwards.

    Raises:
        PlainError: there is no such evening, or the file cannot be written.
    """
    with closing(journal):
        source = _source(arguments, journal)
    key = _KINDS.get(form, form)
    content = KINDS[key].make(source)
    if arguments.file == "-":
        sys.stdout.buffer.write(content)
        return
    if arguments.file is None:
        home.prepare()
    target = home.exports if arguments.file is None else Path(arguments.file)
    if target.is_dir():
        target = target / name_of(key, source)
    part = target.with_name(target.name + PART)
    with writing(target):
        part.write_bytes(content)
        part.replace(target)
    sys.stdout.write(f"{target}\n")


def _source(arguments: Arguments, journal: Journal) -> Source:
    marks, envelopes = journal.evenings(), list(journal.events())
    number = len(marks) if arguments.evening is None else arguments.evening
    if not 1 <= number <= len(marks):
        raise PlainError(_NO_EVENING.format(number=number, count=len(marks)))
    spans = list(pairwise([*(mark.seq - 1 for mark in marks), len(envelopes)]))
    start, end = spans[number - 1]
    state = fold(envelopes[start:end])
    listed = book(state, began=marks[number - 1].at, head=journal.head_at(end))
    return Source(listed, state, arguments.language)
