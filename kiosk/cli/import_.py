"""`mehrkopf import FILE|-`: fill an empty data folder from an export."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from engine.journal import Journal
from engine.text import PlainError, Text, os_reason
from kiosk.cli.common import FILE, home_of, home_option
from kiosk.cli.parser import Arguments, Parser
from kiosk.home import locked

_FILE = Text(de="Exportdatei, - für die Standardeingabe", en="export file, - for standard input")
_UNREADABLE = Text(
    de="Die Exportdatei {file} ist nicht lesbar ({why}); Pfad und Rechte prüfen.",
    en="The export file {file} cannot be read ({why}); check its path and permissions.",
)
_DONE = Text(de="{count} Ereignisse eingelesen.", en="{count} events imported.")


def arguments(parser: Parser) -> None:
    """Say what the command takes."""
    parser.option("file", metavar=FILE, help_text=_FILE)
    home_option(parser)


def execute(arguments: Arguments) -> int:
    """Read the export in, all of it or nothing."""
    home = home_of(arguments)
    with locked(home):
        journal = Journal.open(home.journal)
        try:
            count = journal.import_lines(_lines(arguments.file))
        finally:
            journal.close()
    sys.stdout.write(_DONE.format(count=count).in_language(arguments.language) + "\n")
    return 0


def _lines(name: str) -> Iterator[str]:
    if name == "-":
        yield from sys.stdin
        return
    try:
        with open(name, encoding="utf-8", errors="replace") as file:
            yield from file
    except OSError as error:
        raise PlainError(_UNREADABLE.format(file=name, why=os_reason(error))) from error
