"""The evenings of a journal, read beside the running table: the one at hand and all before it.

The writer is not asked and not disturbed: SQLite's own snapshot of the file is read.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TypeVar, cast

from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.journal.journal import EveningMark, Journal
from engine.journal.people import Person
from engine.journal.snapshot import open_beside
from engine.text import Text

NO_SUCH_EVENING = Text(
    de="Diesen Abend gibt es hier nicht; bitte in der Liste der Abende wählen.",
    en="There is no such evening here; please choose one from the list of evenings.",
)


MOST_KEPT = 3
"""Evenings kept whole: one weighs a few megabytes."""

T = TypeVar("T")
_Key = tuple[int, int, int]


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


class PastEvenings:
    """The evenings of one journal file; where there is none, no evening but the one at hand.

    May be asked from any thread. Only the last few evenings asked for are kept whole.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._kept: OrderedDict[_Key, Past] = OrderedDict()
        self._told: dict[_Key, object] = {}
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
            mark = next((each for each in journal.evenings() if each.seq == seq), None)
            return None if mark is None else self._read(journal, mark)

    def tell(self, tell: Callable[[Past], T]) -> tuple[T, ...]:
        """Return what `tell` says of every evening, the newest first.

        It is asked once for an evening that does not change; one object serves one `tell` only.

        Raises:
            PlainError: the journal cannot be read, or a newer program wrote it.
        """
        with self._opened() as journal:
            if journal is None:
                return ()
            marks = journal.evenings()
            keys = [_key(journal, mark) for mark in marks]
            for key, mark in zip(keys, marks, strict=True):
                if key not in self._told:
                    said = tell(self._read(journal, mark))
                    with self._gate:
                        kept = {old: told for old, told in self._told.items() if old[0] != mark.seq}
                        self._told = {**kept, key: said}
            return tuple(cast("T", self._told[key]) for key in reversed(keys))

    def people(self) -> tuple[Person, ...]:
        """Return everybody whom an event names, and the evenings they came to; by number."""
        with self._opened() as journal:
            return () if journal is None else journal.persons()

    def known(self) -> tuple[str, ...]:
        """Return the names that are not forgotten."""
        return tuple(each.name for each in self.people() if each.name is not None)

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

    def _read(self, journal: Journal, mark: EveningMark) -> Past:
        key = _key(journal, mark)
        with self._gate:
            known = self._kept.get(key)
        if known is not None:
            return known
        state = fold(journal.events_of(mark))
        found = Past(mark.number, mark.seq, mark.last, mark.at, state)
        with self._gate:
            self._kept[key] = found
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found


def _key(journal: Journal, mark: EveningMark) -> _Key:
    """Return what is the same as long as the evening reads the same: nobody else is forgotten."""
    return mark.seq, mark.last, journal.forgotten


def begun(state: TableState) -> int:
    """Return the `seq` with which the evening of a state began; 0 before the first."""
    return state.seatings[0][0] if state.seatings else 0
