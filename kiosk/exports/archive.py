"""The evenings of a journal, read beside the running table: the one at hand and all before it.

The writer is not asked and not disturbed: SQLite's own snapshot of the file is read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from threading import Lock

from engine.fold import fold
from engine.journal import Journal
from engine.journal_file import reason
from engine.state import TableState
from engine.text import PlainError, Text

_UNREADABLE = Text(
    de="Das Journal {path} ist nicht lesbar ({why}); die Datei prüfen.",
    en="The journal {path} cannot be read ({why}); check the file.",
)
NO_SUCH_EVENING = Text(
    de="Diesen Abend gibt es hier nicht; bitte in der Liste der Abende wählen.",
    en="There is no such evening here; please choose one in the list of evenings.",
)


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


class Archive:
    """The evenings of one journal file; where there is none, no evening but the one at hand.

    May be asked from any thread. An evening that has not changed is worked out once.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._kept: dict[tuple[int, int], Past] = {}
        self._gate = Lock()

    def evenings(self) -> tuple[Past, ...]:
        """Return every evening, the newest first.

        Raises:
            PlainError: the journal cannot be read, or a newer program wrote it.
        """
        if self.path is None or not self.path.exists():
            return ()
        with open_beside(self.path) as journal:
            marks = journal.evenings()
            ends = [*(mark.seq - 1 for mark in marks[1:]), journal.last_seq][: len(marks)]
            found = [
                self._one(journal, number, (mark.seq, end), mark.at)
                for number, (mark, end) in enumerate(zip(marks, ends, strict=True), 1)
            ]
        return tuple(reversed(found))

    def evening(self, seq: int) -> Past:
        """Return the evening that began with event `seq`.

        Raises:
            PlainError: there is none, or the journal cannot be read.
        """
        found = next((past for past in self.evenings() if past.seq == seq), None)
        if found is None:
            raise PlainError(NO_SUCH_EVENING)
        return found

    def head(self, state: TableState) -> str:
        """Return the journal's head hash after all that counts of an evening.

        A deal that is still being played is left out: a list must not change with its cards.
        Empty where there is no journal.
        """
        if self.path is None or not self.path.exists():
            return ""
        last = state.last_seq if state.deal is None else state.deal.head.seq - 1
        with open_beside(self.path) as journal:
            return journal.head_at(last)

    def lines(self) -> Iterator[str]:
        """Yield the whole journal as JSON Lines, ends of lines included."""
        if self.path is None or not self.path.exists():
            return
        with open_beside(self.path) as journal:
            for line in journal.export_lines():
                yield line + "\n"

    def _one(self, journal: Journal, number: int, span: tuple[int, int], at: str) -> Past:
        seq, last = span
        with self._gate:
            known = self._kept.get((seq, last))
        if known is not None:
            return known
        rows = takewhile(lambda envelope: envelope.seq <= last, journal.events(after=seq - 1))
        found = Past(number, seq, last, at, fold(rows))
        with self._gate:
            # An evening that goes on is kept as it stands now and no more as it stood.
            self._kept = {key: past for key, past in self._kept.items() if key[0] != seq}
            self._kept[seq, last] = found
        return found


@contextmanager
def open_beside(path: Path) -> Iterator[Journal]:
    """Open a journal for reading while another connection may be writing it.

    One reading is one picture: what is written meanwhile does not show.

    Raises:
        PlainError: it cannot be read.
    """
    try:
        address = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as database:
            database.execute("BEGIN")
            yield Journal(database, None)
    except sqlite3.Error as error:
        raise PlainError(_UNREADABLE.format(path=path, why=reason(error))) from error


def begun(state: TableState) -> int:
    """Return the `seq` with which the evening of a state began; 0 before the first."""
    return state.seatings[0][0] if state.seatings else 0
