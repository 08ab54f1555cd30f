"""`mehrkopf score FILE|-`: referee and settle deal files, one answer a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.score import score
from engine.text import PlainError, Text, os_reason
from kiosk.cli.common import FILE
from kiosk.cli.parser import Arguments, Parser

_FILE = Text(
    de="Spieldatei (JSON Lines), - für die Standardeingabe",
    en="deal file (JSON Lines), - for standard input",
)
_UNREADABLE = Text(
    de="Die Spieldatei {file} ist nicht lesbar ({why}); Pfad und Rechte prüfen.",
    en="The deal file {file} cannot be read ({why}); check its path and permissions.",
)


def arguments(parser: Parser) -> None:
    """Say what the command takes."""
    parser.option("file", metavar=FILE, help_text=_FILE)


def execute(arguments: Arguments) -> int:
    """Write one JSON object a deal; status 1 when a line could not be read."""
    bad = False
    for answer in score(_lines(arguments.file), arguments.language):
        bad = bad or "error" in answer
        sys.stdout.write(json.dumps(answer, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()
    return 1 if bad else 0


def _lines(name: str) -> Iterator[str]:
    if name == "-":
        for number, line in enumerate(sys.stdin.buffer):
            # Editors on Windows begin a file with a mark that says it is UTF-8.
            yield line.decode("utf-8" if number else "utf-8-sig", "replace")
        return
    try:
        with Path(name).open(encoding="utf-8-sig", errors="replace") as file:
            yield from file
    except OSError as error:
        raise PlainError(_UNREADABLE.format(file=name, why=os_reason(error))) from error
