"""The journal: every event of every evening, kept through pulled plugs and careless edits.

One SQLite file in WAL mode with `synchronous=FULL`: an append that returned is on the disk. Rows
can only be added (triggers refuse the rest), `seq` grows by one, and each row carries the SHA-256
of the row before it and its own text, so that a change anywhere changes the head hash, which is
printed on result lists. A journal is checked from end to end when it is opened. Rows hold numbers
in place of people's names (`engine.journal.people`): whoever uses a journal sees names.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from engine.events import Envelope, Event
from engine.journal import codec, migration, people, transfer
from engine.journal.chain import GENESIS, Row, canonical, chained, next_hash
from engine.journal.people import Kept, Numbering, People, Person
from engine.journal.transfer import Export
from engine.text import PlainError, Text, os_reason

SCHEMA_VERSION = migration.VERSION
_APPLICATION = 0x4D4B5046
"""SQLite's `application_id` of our files: "MKPF"."""

_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    line TEXT NOT NULL,
    hash TEXT NOT NULL,
    type TEXT NOT NULL GENERATED ALWAYS AS (json_extract(line, '$.type')) VIRTUAL
) STRICT;
CREATE INDEX events_by_type ON events (type);
CREATE TRIGGER events_in_order BEFORE INSERT ON events
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events)
BEGIN SELECT RAISE(ABORT, 'events are added at the end only'); END;
{migration.NEVER_CHANGE};
CREATE TRIGGER events_never_go BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
{";".join(people.SCHEMA)};
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""

_SECOND_WRITER = Text(
    de="Das Journal {path} wird schon von einem anderen Mehrkopf geschrieben; erst dieses beenden.",
    en="Another mehrkopf already writes the journal {path}; stop it first.",
)
_CANNOT_OPEN = Text(
    de="Das Journal {path} lässt sich nicht öffnen ({why}); Rechte und Platz prüfen.",
    en="The journal {path} cannot be opened ({why}); check its permissions and free space.",
)
_DAMAGED = Text(
    de="Das Journal {path} ist beschädigt ({why}) und bleibt unverändert liegen; bitte die Datei "
    "umbenennen, neu starten und den letzten Export einlesen.",
    en="The journal {path} is damaged ({why}) and is left as it is; please rename the file, start "
    "again and import the last export.",
)
_FOREIGN = Text(
    de="Die Datei {path} ist kein Journal; bitte eine andere nennen.",
    en="The file {path} is no journal; please name another.",
)
_NEWER = Text(
    de="Das Journal {path} wurde mit einem neueren Mehrkopf geschrieben; bitte das Programm auf "
    "den neuesten Stand bringen.",
    en="The journal {path} was written by a newer mehrkopf; please update the program.",
)
_BAD_ROW = Text(de="ab Ereignis {seq} stimmt die Prüfsumme nicht", en="checksum fails at {seq}")


_REASONS = {
    sqlite3.SQLITE_FULL: Text(de="der Datenträger ist voll", en="the disk is full"),
    sqlite3.SQLITE_IOERR: Text(
        de="der Datenträger nimmt nichts mehr an", en="the disk takes nothing more"
    ),
    sqlite3.SQLITE_READONLY: Text(
        de="die Datei darf nicht geschrieben werden", en="the file may not be written"
    ),
    sqlite3.SQLITE_CANTOPEN: Text(
        de="Ordner oder Datei fehlt oder ist gesperrt", en="folder or file is missing or barred"
    ),
    sqlite3.SQLITE_NOTADB: Text(de="das ist kein Journal", en="that is no journal"),
    sqlite3.SQLITE_CORRUPT: Text(de="die Datei ist beschädigt", en="the file is damaged"),
    sqlite3.SQLITE_BUSY: Text(
        de="ein anderes Programm schreibt gerade hinein", en="another program is writing to it"
    ),
}
_OTHER_REASON = Text(de="Fehler {code} der Datenbank", en="database error {code}")


class DamagedError(PlainError):
    """The journal's file is damaged; it is left as it is."""


def sqlite_reason(error: sqlite3.Error) -> Text:
    """Return in plain words why SQLite failed."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return _REASONS.get(code, _OTHER_REASON.format(code=code))


def open_memory() -> sqlite3.Connection:
    """Return an empty journal in memory."""
    database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    database.executescript(_SCHEMA)
    return database


def open_file(path: Path) -> tuple[sqlite3.Connection, int]:
    """Return the database and the lock that keeps other writers out.

    Raises:
        PlainError: see `engine.journal.journal.Journal.open`.
    """
    lock = _lock(path)
    try:
        return _open_database(path), lock
    except BaseException:
        os.close(lock)
        raise


def _lock(path: Path) -> int:
    # A file of its own: closing a second handle of the database would drop SQLite's own locks.
    beside = path.with_name(path.name + ".lock")
    try:
        lock = os.open(beside, os.O_CREAT | os.O_RDWR, 0o644)
    except OSError as error:
        raise PlainError(_CANNOT_OPEN.format(path=path, why=os_reason(error))) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise PlainError(_SECOND_WRITER.format(path=path)) from None
    return lock


def _open_database(path: Path) -> sqlite3.Connection:
    try:
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise PlainError(_CANNOT_OPEN.format(path=path, why=sqlite_reason(error))) from error
    try:
        _prepare(database, path)
        _check(database, path)
        _migrate(database)
    except sqlite3.DatabaseError as error:
        database.close()
        damaged = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        if damaged:
            raise DamagedError(_DAMAGED.format(path=path, why=sqlite_reason(error))) from error
        raise PlainError(_CANNOT_OPEN.format(path=path, why=sqlite_reason(error))) from error
    except PlainError:
        database.close()
        raise
    return database


def _prepare(database: sqlite3.Connection, path: Path) -> None:
    application: int = database.execute("PRAGMA application_id").fetchone()[0]
    tables: int = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if application != _APPLICATION and (tables or application):
        raise PlainError(_FOREIGN.format(path=path))
    if _version(database) > SCHEMA_VERSION:
        raise PlainError(_NEWER.format(path=path))
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    if not tables:
        database.executescript(_SCHEMA)
        _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _check(database: sqlite3.Connection, path: Path) -> None:
    found: str = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise DamagedError(_DAMAGED.format(path=path, why=found.splitlines()[-1]))
    head = GENESIS
    rows = database.execute("SELECT seq, line, hash FROM events ORDER BY seq")
    for expected, (seq, line, stored) in enumerate(rows, start=1):
        head = next_hash(head, line)
        if seq != expected or head != stored:
            raise DamagedError(_DAMAGED.format(path=path, why=_BAD_ROW.format(seq=expected)))
    wrong = people.fault(database)
    if wrong is not None:
        raise DamagedError(_DAMAGED.format(path=path, why=wrong))


def _migrate(database: sqlite3.Connection) -> None:
    if _version(database) < SCHEMA_VERSION:
        migration.migrate(database)


def _version(database: sqlite3.Connection) -> int:
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version


Stamp = Callable[[], str]

_CANNOT_WRITE = Text(
    de="Der Abend lässt sich nicht speichern ({why}); Platz auf dem Datenträger schaffen, dann "
    "geht es weiter. Nichts davor ist verloren.",
    en="The evening cannot be stored ({why}); free some space on the disk, then go on. "
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
    """Where an evening begins in the journal."""

    seq: int
    evening: str
    at: str


class Journal:
    """An open journal; owned by one thread at a time.

    >>> from engine.events import Note
    >>> journal = Journal.in_memory()
    >>> [envelope] = journal.append([Note("new cards")], "2026-01-06T20:00:00+01:00")
    >>> envelope.seq, journal.last_seq, len(journal.head)
    (1, 1, 64)
    """

    def __init__(self, database: sqlite3.Connection, lock: int | None) -> None:
        """Use `open` or `in_memory` instead."""
        self._database = database
        self._lock = lock
        row = database.execute("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1").fetchone()
        self._seq: int = 0 if row is None else row[0]
        self._head: str = GENESIS if row is None else row[1]
        self._people = People(database)

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
        return cls(open_memory(), None)

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
        envelopes = tuple(
            Envelope(self._seq + 1 + index, at, event) for index, event in enumerate(events)
        )
        numbering = self._people.numbering()
        lines = [_line(envelope, numbering) for envelope in envelopes]
        self._store(chained(lines, self._seq, self._head), numbering.new)
        return envelopes

    def events(self, after: int = 0) -> Iterator[Envelope]:
        """Return the stored events with `seq` above `after`, in order.

        Raises:
            PlainError: an event was written by a newer program.
        """
        rows = self._database.execute(
            "SELECT line FROM events WHERE seq > ? ORDER BY seq", (after,)
        )
        for (line,) in rows:
            yield _envelope(self._people.kept.named(json.loads(line)))

    def evenings(self) -> tuple[EveningMark, ...]:
        """Return where each evening begins, oldest first."""
        rows = self._database.execute(
            "SELECT seq, json_extract(line, '$.evening'), json_extract(line, '$.at') "
            "FROM events WHERE type = 'evening_started' ORDER BY seq"
        )
        return tuple(EveningMark(*row) for row in rows)

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
        try:
            self._people.forget(numbers)
        except sqlite3.Error as error:
            raise PlainError(_CANNOT_WRITE.format(why=sqlite_reason(error))) from error

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

    def export_lines(self) -> Iterator[str]:
        """Return the journal as JSON Lines without line ends: a header, then one event a line.

        Names and remarks stand between, outside the chain.
        """
        rows = self._database.execute("SELECT line FROM events ORDER BY seq")
        lines = [line for (line,) in rows]
        v = transfer.VERSION if _version(self._database) == SCHEMA_VERSION else transfer.OLD
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

    def _former_heads(self) -> dict[int, str]:
        if _version(self._database) < SCHEMA_VERSION:
            return {}
        return dict(self._database.execute("SELECT seq, hash FROM former_heads ORDER BY seq"))

    def close(self) -> None:
        """Let go of the file; further calls fail."""
        self._database.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _store(
        self, rows: Iterable[Row], new: Kept, former_heads: Mapping[int, str] = MappingProxyType({})
    ) -> None:
        stored = list(rows)
        try:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany(
                "INSERT INTO events (seq, line, hash) VALUES (?, ?, ?)", stored
            )
            people.add(self._database, new)
            self._database.executemany(
                "INSERT INTO former_heads VALUES (?, ?)", former_heads.items()
            )
            self._database.execute("COMMIT")
        except BaseException as error:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            if not isinstance(error, sqlite3.Error):
                raise
            raise PlainError(_CANNOT_WRITE.format(why=sqlite_reason(error))) from error
        self._people.stored(new)
        if stored:
            self._seq, _, self._head = stored[-1]


def _line(envelope: Envelope, numbering: Numbering) -> str:
    event = numbering.numbered(codec.to_json(envelope.event))
    return canonical({"seq": envelope.seq, "at": envelope.at, **event})


def _envelope(found: dict[str, object]) -> Envelope:
    seq, at = found["seq"], found["at"]
    assert isinstance(seq, int)
    assert isinstance(at, str)
    return Envelope(seq, at, codec.from_json(found))
