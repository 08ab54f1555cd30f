"""Reading a recording from a file: a journal's export, or deals in one of their forms."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from engine.text import PlainError, Text, os_reason
from kiosk.deal_formats import DEALS, format_of

JOURNAL = "journal"

_UNREADABLE = Text(
    de="Die Exportdatei {file} ist nicht lesbar ({why}); Pfad und Rechte prüfen.",
    en="The export file {file} cannot be read ({why}); check its path and permissions.",
)


def form_of(name: str, lines: list[str]) -> str:
    """Return the form of a file; a deal file and an export are both lines of JSON."""
    form = format_of(name)
    first = next((line for line in lines if line.strip()), "")
    return DEALS if form == DEALS and _is_deal(first) else JOURNAL if form == DEALS else form


def lines_of(name: str) -> Iterator[str]:
    """Yield the lines of a file, `-` is the standard input.

    Raises:
        PlainError: it cannot be read.
    """
    if name == "-":
        yield from sys.stdin
        return
    try:
        with open(name, encoding="utf-8-sig", errors="replace") as file:
            yield from file
    except OSError as error:
        raise PlainError(_UNREADABLE.format(file=name, why=os_reason(error))) from error


def _is_deal(line: str) -> bool:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "game" in found and JOURNAL not in found
