"""Scoring deal files: every line an answer, a line that cannot be read an error with its number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.dealfile import answer, parse_line
from engine.evaluate import evaluate
from engine.text import Language, PlainError


def score(lines: Iterable[str], language: Language = "en") -> Iterator[dict[str, object]]:
    """Yield one answer a deal, in order; empty lines are passed over.

    A line that cannot be read yields `{"line": number, "error": sentence}`, counted from 1, and the
    rest are still scored.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = parse_line(line)
        except PlainError as error:
            yield {"line": number, "error": error.text.in_language(language)}
        else:
            yield answer(record, evaluate(record))
