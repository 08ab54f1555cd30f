"""A measurement, the bound it is held against, and how both are written."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.text import Language, Text

_REPEATS = 5
_LARGE = 10


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement; without a bound it is only for comparison."""

    name: str
    title: Text
    value: float | None
    """None where it could not be measured; `note` says why."""
    unit: str
    bound: float | None = None
    least: bool = True
    """Whether the bound is the least allowed; else it is the most."""
    note: Text | None = None

    @property
    def kept(self) -> bool:
        """Whether the bound is kept."""
        if self.value is None or self.bound is None:
            return True
        return self.value >= self.bound if self.least else self.value <= self.bound


def best(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the shortest of a few runs in seconds of a clock: the others were disturbed."""
    times = []
    for _ in range(_REPEATS):
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)


def object_of(figure: Figure) -> str:
    """Return the figure as one JSON object."""
    read: dict[str, object] = {
        "name": figure.name,
        "value": None if figure.value is None else round(figure.value, 3),
        "unit": figure.unit,
        "bound": figure.bound,
        "kept": figure.kept,
    }
    if figure.note is not None:
        read["note"] = figure.note.en
    return json.dumps(read)


def line_of(figure: Figure, language: Language) -> str:
    """Return the figure as a line for people."""
    title = figure.title.in_language(language)
    note = "" if figure.note is None else figure.note.in_language(language)
    if figure.value is None:
        return f"- {title:<44}{note}"
    digits = 1 if figure.value >= _LARGE else 3
    value = f"{figure.value:>12,.{digits}f} {figure.unit}"
    if figure.bound is None:
        return f"· {title:<44}{value}  {note}".rstrip()
    sign = "≥" if figure.least else "≤"
    mark = "✓" if figure.kept else "✗"
    return f"{mark} {title:<44}{value} ({sign} {figure.bound:,g})"


def tell(figures: Iterable[Figure], language: Language, as_json: bool) -> int:
    """Write each figure as soon as it is measured; return 1 where a bound is not kept, else 0."""
    status = 0
    for figure in figures:
        status = status if figure.kept else 1
        sys.stdout.write((object_of(figure) if as_json else line_of(figure, language)) + "\n")
        sys.stdout.flush()
    return status
