"""Deals in the forms people exchange: deal file, notation for people, one-line Schafkopf records.

Which form a file has follows from the end of its name, where nothing else is said: `.mkn` is the
notation, `.txt` one-line records, everything else the deal file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.dealfile import parse_line, to_json
from engine.evaluate import evaluate
from engine.notation import read, write
from engine.oneline import read_lines
from engine.oneline_out import write_line
from engine.record import DealRecord
from engine.text import PlainError, Text, os_reason

DEALS, MKN, ONELINE = "deals", "mkn", "oneline"
FORMATS = (DEALS, MKN, ONELINE)

_BY_SUFFIX = {".mkn": MKN, ".txt": ONELINE}
_UNREADABLE = Text(
    de="Die Spieldatei {file} ist nicht lesbar ({why}); Pfad und Rechte prüfen.",
    en="The deal file {file} cannot be read ({why}); check its path and permissions.",
)


@dataclass(frozen=True, slots=True)
class Found:
    """One deal of a file, or one mistake in it."""

    line: int
    """From 1."""
    record: DealRecord | None
    error: Text | None = None
    column: int | None = None
    """From 1; None where the form has no columns to tell."""


def format_of(name: str | Path, said: str | None = None) -> str:
    """Return the form of a file: what was said, else what its name says."""
    return said or _BY_SUFFIX.get(Path(name).suffix.casefold(), DEALS)


def lines_of(name: str) -> Iterator[str]:
    """Yield the lines of a file, or of the standard input for `-`.

    Raises:
        PlainError: the file cannot be read.
    """
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


def read_deals(lines: Iterable[str], form: str) -> Iterator[Found]:
    """Yield every deal of a text and every mistake in it, in their order."""
    if form == MKN:
        for deal in read("".join(lines)):
            for problem in deal.problems:
                yield Found(problem.line, None, problem.text, problem.column)
            if deal.record is not None:
                yield Found(deal.line, deal.record)
    elif form == ONELINE:
        for line in read_lines([each.rstrip("\r\n") for each in lines]):
            for text in line.problems:
                yield Found(line.line, None, text)
            if line.record is not None:
                yield Found(line.line, line.record)
    else:
        yield from _read_deal_file(lines)


def _read_deal_file(lines: Iterable[str]) -> Iterator[Found]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield Found(number, parse_line(line))
        except PlainError as error:
            yield Found(number, None, error.text)


def write_deal(record: DealRecord, form: str) -> tuple[str, Text | None]:
    """Return the deal as it stands in a file, and what of it the form does not say (a list).

    Raises:
        PlainError: the form cannot hold the deal.
    """
    if form == MKN:
        return write(record, evaluate(record)) + "\n", None
    if form == ONELINE:
        line = write_line(record)
        de = ", ".join(each.de for each in line.lost)
        en = ", ".join(each.en for each in line.lost)
        return line.text + "\n", Text(de=de, en=en) if line.lost else None
    return json.dumps(to_json(record), ensure_ascii=False, separators=(",", ":")) + "\n", None
