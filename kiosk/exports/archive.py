"""The evenings of a journal, read beside the running table: the one at hand and all before it.

The writer is not asked and not disturbed: SQLite's own snapshot of the file is read.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from threading import Lock
from typing import TypeVar, cast

from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.journal.journal import Journal
from engine.journal.snapshot import open_beside
from engine.text import Text

NO_SUCH_EVENING = Text(
    de="Diesen Abend gibt es hier nicht; bitte in der Liste der Abende wählen.",
    en="There is no such evening here; please choose one in the list of evenings.",
)


MOST_KEPT = 3
"""Evenings kept whole: one weighs a few megabytes."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Past:
    """One evening of the journal."""

    number: int
    """From 1, in the order of the journal."""
    seq: int
    """Of its begin; names the evening on the page."""
    last: int
    """`seq` of its last event."""
    at: str
    """RFC 3339, when it began."""
    state: TableState


@dataclass(frozen=True, slots=True)
class Span:
    """Where an evening lies in the journal."""

    number: int
    seq: int
    last: int
    at: str


class Archive:
    """The evenings of one journal file; where there is none, no evening but the one at hand.

    May be asked from any thread. Only the last few evenings asked for are kept whole.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._kept: OrderedDict[tuple[int, int], Past] = OrderedDict()
        self._told: dict[tuple[int, int], object] = {}
        self._gate = Lock()

    def began(self, seq: int) -> str:
        """Return when the evening began that event `seq` opened; empty where nobody knows."""
        with self._opened() as journal:
            marks = () if journal is None else journal.evenings()
        return next((mark.at for mark in marks if mark.seq == seq), "")

    def evening(self, seq: int) -> Past | None:
        """Return the evening that event `seq` opened, None where there is none.

        Raises:
            PlainError: the journal cannot be read, or a newer program wrote it.
        """
        with self._opened() as journal:
            if journal is None:
                return None
            span = next((each for each in _spans(journal) if each.seq == seq), None)
            return None if span is None else self._read(journal, span)

    def tell(self, tell: Callable[[Past], T]) -> tuple[T, ...]:
        """Return what `tell` says of every evening, the newest first.

        It is asked once for an evening that does not change; an archive serves one `tell` only.

        Raises:
            PlainError: the journal cannot be read, or a newer program wrote it.
        """
        with self._opened() as journal:
            spans = () if journal is None else _spans(journal)
            for span in spans:
                if (span.seq, span.last) not in self._told:
                    assert journal is not None
                    said = tell(self._read(journal, span))
                    with self._gate:
                        kept = {key: old for key, old in self._told.items() if key[0] != span.seq}
                        self._told = {**kept, (span.seq, span.last): said}
            return tuple(cast("T", self._told[span.seq, span.last]) for span in reversed(spans))

    def head(self, state: TableState) -> str:
        """Return the journal's head hash after all that counts of an evening.

        A deal that is still being played is left out: a list must not change with its cards.
        Empty where there is no journal.
        """
        last = state.last_seq if state.deal is None else state.deal.head.seq - 1
        with self._opened() as journal:
            return "" if journal is None else journal.head_at(last)

    def lines(self) -> Iterator[str]:
        """Yield the whole journal as JSON Lines, ends of lines included."""
        with self._opened() as journal:
            for line in () if journal is None else journal.export_lines():
                yield line + "\n"

    @contextmanager
    def _opened(self) -> Iterator[Journal | None]:
        """Open the journal where there is one."""
        if self.path is None or not self.path.exists():
            yield None
            return
        with open_beside(self.path) as journal:
            yield journal

    def _read(self, journal: Journal, span: Span) -> Past:
        key = (span.seq, span.last)
        with self._gate:
            known = self._kept.get(key)
        if known is not None:
            return known
        rows = takewhile(lambda each: each.seq <= span.last, journal.events(after=span.seq - 1))
        found = Past(span.number, span.seq, span.last, span.at, fold(rows))
        with self._gate:
            self._kept[key] = found
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found


def _spans(journal: Journal) -> tuple[Span, ...]:
    """Return where each evening lies, the oldest first."""
    marks = journal.evenings()
    ends = [*(mark.seq - 1 for mark in marks[1:]), journal.last_seq][: len(marks)]
    return tuple(
        Span(number, mark.seq, end, mark.at)
        for number, (mark, end) in enumerate(zip(marks, ends, strict=True), 1)
    )


def begun(state: TableState) -> int:
    """Return the `seq` with which the evening of a state began; 0 before the first."""
    return state.seatings[0][0] if state.seatings else 0
