"""The journal: every event of every evening, kept through pulled plugs and careless edits.

A change anywhere changes the head hash, which is printed on result lists. A journal is checked from
end to end when it is opened, and against what is known to have been in it (`head`). Rows hold
numbers in place of people's names (`engine.journal.people`): whoever uses a journal sees names.
"""

from __future__ import annotations

import json
import sqlite3
import weakref
from bisect import bisect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from engine.events import Envelope, Event
from engine.journal import codec, migration, people, transfer
from engine.journal import database as db
from engine.journal.chain import GENESIS, Row, canonical, chained
from engine.journal.database import sqlite_reason
from engine.journal.head import Head
from engine.journal.opening import JournalFile, checkpoint, open_file
from engine.journal.people import Kept, Lost, Numbering, People, Person
from engine.journal.transfer import Export
from engine.text import PlainError, Text

Stamp = Callable[[], str]

_CANNOT_WRITE = Text(
    de="Der Abend lässt sich nicht speichern ({why}); Platz auf dem Datenträger schaffen, dann "
    "geht es weiter. Nichts davor ist verloren.",
    en="The evening cannot be saved ({why}); free some space on the disk and it will go on. "
    "Nothing before this is lost.",
)
_NOT_EMPTY = Text(
    de="In dieses Journal kann nicht eingelesen werden, es enthält schon Abende; bitte einen "
    "leeren Datenordner nennen.",
    en="This journal already holds evenings, so nothing can be imported into it; please name an "
    "empty data folder.",
)


@dataclass(frozen=True, slots=True)
class EveningMark:
    """Where an evening lies in the journal."""

    number: int
    """From 1, in the order of the journal."""
    seq: int
    """Of its begin."""
    last: int
    """`seq` of its last event: all up to the begin of the next one are its."""
    evening: str
    at: str
    """RFC 3339, when it began."""


class Journal:
    """An open journal; owned by one thread at a time.

    >>> from engine.events import Note
    >>> journal = Journal.in_memory()
    >>> [envelope] = journal.append([Note("new cards")], "2026-01-06T20:00:00+01:00")
    >>> envelope.seq, journal.last_seq, len(journal.head)
    (1, 1, 64)
    """

    def __init__(self, database: sqlite3.Connection, file: JournalFile | None = None) -> None:
        """Use `open` or `in_memory` instead."""
        self._database = database
        self._file = file
        row = database.execute("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1").fetchone()
        self._seq: int = 0 if row is None else row[0]
        self._head: str = GENESIS if row is None else row[1]
        self._people = People(database)
        if file is None:
            # In memory there is nothing to lose: it is closed once nobody holds it any more.
            weakref.finalize(self, database.close).atexit = False

    @classmethod
    def open(cls, path: Path) -> Journal:
        """Open the journal at `path` for writing, making it where there is none.

        The whole file is checked against its hashes first.

        Raises:
            PlainError: another program writes it, it is damaged (it is left as it is), it is no
                journal, a newer program wrote it, or the folder cannot be written.
        """
        return cls(*open_file(path))

    @classmethod
    def in_memory(cls) -> Journal:
        """Return a journal that is gone with the program, for watching and for tests."""
        return cls(db.open_memory())

    @classmethod
    def of(cls, lines: Iterable[str], kept: Kept) -> Journal:
        """Return a journal in memory that holds whole lines of another, and what they stand for."""
        journal = cls.in_memory()
        journal._store(chained(lines), kept)
        return journal

    @property
    def head(self) -> str:
        """SHA-256 over everything so far, 64 hexadecimal digits."""
        return self._head

    def head_at(self, seq: int) -> str:
        """Return the head hash as it was after event `seq`; that of an empty journal before any."""
        row = self._database.execute(
            "SELECT hash FROM events WHERE seq <= ? ORDER BY seq DESC LIMIT 1", (seq,)
        ).fetchone()
        return GENESIS if row is None else str(row[0])

    @property
    def last_seq(self) -> int:
        """`seq` of the newest event; 0 in an empty journal."""
        return self._seq

    def append(self, events: Sequence[Event], at: str) -> tuple[Envelope, ...]:
        """Store events, all or none; they are on the disk when this returns.

        Args:
            events: in their order.
            at: RFC 3339 with offset; the engine has no clock.

        Raises:
            PlainError: the disk is full or fails; nothing was stored.
        """
        return self.append_dated([(at, event) for event in events])

    def append_dated(self, dated: Sequence[tuple[str, Event]]) -> tuple[Envelope, ...]:
        """Store events of another journal, each with its own time; else as `append`.

        Raises:
            PlainError: the disk is full or fails; nothing was stored.
        """
        envelopes = tuple(
            Envelope(self._seq + 1 + index, at, event) for index, (at, event) in enumerate(dated)
        )
        numbering = self._people.numbering()
        lines = [_line(envelope, numbering) for envelope in envelopes]
        self._store(chained(lines, self._seq, self._head), numbering.new)
        return envelopes

    def events(self, after: int = 0, until: int | None = None) -> Iterator[Envelope]:
        """Return the stored events with `seq` above `after`, and up to `until`, in order.

        Raises:
            PlainError: an event was written by a newer program.
        """
        rows = self._database.execute(
            "SELECT line FROM events WHERE seq > ? AND (? IS NULL OR seq <= ?) ORDER BY seq",
            (after, until, until),
        )
        for (line,) in rows:
            yield self._read(line)

    def evenings(self) -> tuple[EveningMark, ...]:
        """Return where each evening lies, oldest first; what is before the first is of none."""
        rows = self._database.execute(
            "SELECT row_number() OVER begins, seq, "
            "coalesce(lead(seq) OVER begins - 1, (SELECT max(seq) FROM events)), "
            "json_extract(line, '$.evening'), json_extract(line, '$.at') "
            "FROM events WHERE type = 'evening_started' WINDOW begins AS (ORDER BY seq)"
        )
        return tuple(EveningMark(*row) for row in rows)

    def events_of(self, evening: EveningMark) -> Iterator[Envelope]:
        """Return the events of an evening, in order.

        Raises:
            PlainError: an event was written by a newer program.
        """
        return self.events(evening.seq - 1, evening.last)

    def deal_ids(self) -> tuple[str, ...]:
        """Return the ids of all deals that ever began, oldest first."""
        rows = self._database.execute(
            "SELECT json_extract(line, '$.id') FROM events WHERE type = 'deal_started' ORDER BY seq"
        )
        return tuple(str(found) for (found,) in rows)

    def persons(self) -> tuple[Person, ...]:
        """Return everybody whom an event names, and the evenings they came to; by number."""
        return people.people_in(self._database)

    @property
    def forgotten(self) -> int:
        """How many people are forgotten: who keeps something with names in it makes it anew."""
        return sum(name is None for name in self._people.kept.names.values())

    def forget(self, numbers: Collection[int]) -> None:
        """Forget the names of people, all or none; they are out of the file when this returns.

        Events, their number and the head hash stay what they are.

        Raises:
            PlainError: the disk is full or fails; nothing was forgotten.
        """
        self.stay()
        if self._file is not None and numbers:
            self._file.remember_forgotten(self.head_at(1), numbers)
        try:
            self._people.forget(numbers)
        except sqlite3.Error as error:
            raise PlainError(_CANNOT_WRITE.format(why=sqlite_reason(error))) from error

    def fill_in(self, lost: Lost, other: Journal) -> int:
        """Give back names and remarks that were lost by damage and that another journal still has.

        Only as far as both hold the same events do numbers stand for the same; what was forgotten
        stays forgotten. Return how many came back.

        Raises:
            PlainError: the disk is full or fails; nothing was written.
        """
        try:
            return self._people.fill_in(self.found_again(lost, other))
        except sqlite3.Error as error:
            raise PlainError(_CANNOT_WRITE.format(why=sqlite_reason(error))) from error

    def found_again(self, lost: Lost, other: Journal) -> Kept:
        """Return what `fill_in` would give back."""
        numbers = people.numbers_up_to(self._database, self.shared(other))
        return people.found_again(lost, self._people.kept, other._people.kept, numbers)

    def lacking(self, lost: Lost) -> Lost:
        """Return what of it is still lost here; those who were forgotten are without a name too."""
        return people.lacking(lost, self._people.kept)

    def names_alike(self, other: Journal) -> Mapping[int, str | None]:
        """Return the other journal's names of those whose numbers stand for the same in both."""
        most, _ = people.numbers_up_to(self._database, self.shared(other))
        return {n: name for n, name in other._people.kept.names.items() if n <= most}

    def shared(self, other: Journal) -> int:
        """Return up to which event both journals are the same chain; 0: not from the first on."""
        most = min(self._seq, other._seq)
        return bisect(range(1, most + 1), False, key=lambda seq: not self._shares(other, seq))

    def _shares(self, other: Journal, seq: int) -> bool:
        return self.head_at(seq) == other.head_at(seq)

    def give_way(self, other: Journal) -> Path:
        """Hold from now on what another journal holds, line by line, in one step.

        Returns the folder in which the former files lie, every part of them as it was.

        Raises:
            PlainError: it cannot be written; this journal is as it was.
        """
        assert self._file is not None
        self.stay()
        former = self._database
        self._database, folder = self._file.renew(other._database, Head(other._seq, other._head))
        former.close()
        self._seq, self._head, self._people = other._seq, other._head, People(self._database)
        return folder

    def forgetting_since(self, at: str) -> str:
        """Return from when on days are counted after which names go; from `at` on where none is.

        So nobody is forgotten at once in a journal that was read in, or comes from an old program.

        Raises:
            PlainError: the disk is full or fails.
        """
        try:
            self._database.execute(
                "INSERT INTO forgetting SELECT ? WHERE NOT EXISTS (SELECT * FROM forgetting)", (at,)
            )
            row = self._database.execute("SELECT since FROM forgetting").fetchone()
        except sqlite3.Error as error:
            raise PlainError(_CANNOT_WRITE.format(why=sqlite_reason(error))) from error
        return str(row[0])

    def former_head_at(self, seq: int) -> str:
        """Return the head after event `seq` as lists showed it when names stood in the chain.

        Empty where it never was another, or somebody named up to there was forgotten since.
        """
        return self._former_heads().get(seq, "")

    def newest_former_head(self) -> tuple[int, str] | None:
        """Return the last event and the head as `former_head_at`; None where there never was one.

        Lists printed up to that event carry heads that are none of today's chain.
        """
        return max(self._former_heads().items(), default=None)

    def export_lines(self) -> Iterator[str]:
        """Return the journal as JSON Lines without line ends: a header, then one event a line.

        Names and remarks stand between, outside the chain.
        """
        rows = self._database.execute("SELECT line FROM events ORDER BY seq")
        lines = [line for (line,) in rows]
        v = transfer.VERSION if self._numbered else transfer.OLD
        yield from transfer.written(
            Export(v, self._head, lines, self._people.kept, self._former_heads())
        )

    def import_lines(self, lines: Iterable[str]) -> int:
        """Fill this empty journal from an export, all or nothing; return the number of events.

        The head hash is afterwards that of the exported journal; where that had names in its
        lines, it is a former head.

        Raises:
            PlainError: this journal is not empty, the lines are no complete and unaltered export,
                or the disk is full.
        """
        found = transfer.read(lines)
        if self._seq:
            raise PlainError(_NOT_EMPTY)
        stored, kept, former_heads = found.lines, found.kept, found.former_heads
        if found.v == transfer.OLD:
            numbering = self._people.numbering()
            former_heads = {seq: head for seq, _, head in chained(stored)}
            stored = list(migration.numbered(stored, numbering))
            kept = numbering.new
        self._store(chained(stored), kept, former_heads)
        return len(stored)

    @property
    def _numbered(self) -> bool:
        return db.version_of(self._database) == db.SCHEMA_VERSION

    def _former_heads(self) -> dict[int, str]:
        if not self._numbered:
            return {}
        return dict(self._database.execute("SELECT seq, hash FROM former_heads ORDER BY seq"))

    def stay(self) -> bool:
        """Write the journal anew where its files were moved or deleted; tell whether they were.

        Raises:
            PlainError: it cannot be written; nothing that was stored is lost yet.
        """
        if self._file is None:
            return False
        renewed = self._file.put_back(self._database, Head(self._seq, self._head))
        if renewed is None:
            return False
        self._database, self._people = renewed, People(renewed)
        return True

    def checkpoint(self) -> None:
        """Empty the log into the file; called where nobody waits. A failure is only logged."""
        if self._file is not None:
            checkpoint(self._database)

    def close(self) -> None:
        """Let go of the file; further calls fail."""
        self.checkpoint()
        self._database.close()
        if self._file is not None:
            self._file.close()
            self._file = None

    def _read(self, line: str) -> Envelope:
        try:
            return _envelope(self._people.kept.named(json.loads(line)))
        except (ValueError, RecursionError, KeyError, AssertionError) as error:
            raise PlainError(codec.UNREADABLE.format(what=line[:_SHOWN])) from error

    def _store(
        self, rows: Iterable[Row], new: Kept, former_heads: Mapping[int, str] = MappingProxyType({})
    ) -> None:
        stored = tuple(rows)
        self.stay()
        try:
            db.add(self._database, stored, new, former_heads)
        except sqlite3.Error as error:
            raise PlainError(_CANNOT_WRITE.format(why=sqlite_reason(error))) from error
        self._people.stored(new)
        if stored:
            self._seq, _, self._head = stored[-1]
        if self._file is not None:
            self._file.keep(Head(self._seq, self._head))


def _line(envelope: Envelope, numbering: Numbering) -> str:
    event = numbering.numbered(codec.to_json(envelope.event))
    return canonical({"seq": envelope.seq, "at": envelope.at, **event})


_SHOWN = 30


def _envelope(found: dict[str, object]) -> Envelope:
    seq, at = found["seq"], found["at"]
    assert isinstance(seq, int)
    assert isinstance(at, str)
    return Envelope(seq, at, codec.from_json(found))
