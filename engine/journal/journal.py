"""The journal: every event of every evening, kept through pulled plugs and careless edits.

One SQLite file in WAL mode with `synchronous=FULL`: an append that returned is on the disk. Rows
can only be added (triggers refuse the rest), `seq` grows by one, and each row carries the SHA-256
of the row before it and its own text, so that a change anywhere changes the head hash, which is
printed on result lists. A journal is checked from end to end when it is opened.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from engine.bounds import MOST_DEAL, json_of, too_deep
from engine.events import Envelope, Event
from engine.journal import codec
from engine.text import PlainError, Text, os_reason

GENESIS = "0" * 64
"""Head hash of an empty journal."""
SCHEMA_VERSION = 1
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
CREATE TRIGGER events_never_change BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_never_go BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
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


def next_hash(head: str, line: str) -> str:
    """Return the head hash after one more line: SHA-256 of the old head, a line feed, the line."""
    return sha256(f"{head}\n{line}".encode()).hexdigest()


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
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    application: int = database.execute("PRAGMA application_id").fetchone()[0]
    tables: int = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if application != _APPLICATION and (tables or application):
        raise PlainError(_FOREIGN.format(path=path))
    if version > SCHEMA_VERSION:
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


Stamp = Callable[[], str]

_CANNOT_WRITE = Text(
    de="Der Abend lässt sich nicht speichern ({why}); Platz auf dem Datenträger schaffen, dann "
    "geht es weiter. Nichts davor ist verloren.",
    en="The evening cannot be stored ({why}); free some space on the disk, then go on. "
    "Nothing before this is lost.",
)
_NO_EXPORT = Text(
    de="Zeile {line} ist nicht aus einem Export ({what}); bitte eine vollständige Exportdatei "
    "wählen. Nichts wurde eingelesen.",
    en="Line {line} is not from an export ({what}); please choose a complete export file. "
    "Nothing was imported.",
)
_NEWER_EXPORT = Text(
    de="Dieser Export wurde mit einem neueren Mehrkopf geschrieben; bitte das Programm auf den "
    "neuesten Stand bringen.",
    en="This export was written by a newer mehrkopf; please update the program.",
)
_BROKEN_CHAIN = Text(de="die Prüfsumme stimmt nicht", en="its checksum is wrong")
_NOT_JSON = Text(de="kein JSON", en="not JSON")
_LONG = Text(de="die Zeile ist zu lang", en="the line is too long")
_NO_HEAD = Text(de="der Kopf des Exports fehlt", en="the export's header is missing")
_CUT_OFF = Text(de="die Datei ist abgeschnitten", en="the file is cut off")
_NOT_EMPTY = Text(
    de="In dieses Journal kann nicht eingelesen werden, es enthält schon Abende; bitte einen "
    "leeren Datenordner nennen.",
    en="This journal already holds evenings, so nothing can be imported into it; please name an "
    "empty data folder.",
)
_EXPORT_VERSION = 1


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
        self._store(_line(envelope) for envelope in envelopes)
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
            yield _envelope(json.loads(line))

    def evenings(self) -> tuple[EveningMark, ...]:
        """Return where each evening begins, oldest first."""
        rows = self._database.execute(
            "SELECT seq, json_extract(line, '$.evening'), json_extract(line, '$.at') "
            "FROM events WHERE type = 'evening_started' ORDER BY seq"
        )
        return tuple(EveningMark(*row) for row in rows)

    def export_lines(self) -> Iterator[str]:
        """Return the journal as JSON Lines without line ends: a header, then one event a line."""
        header = {"journal": "mehrkopf", "v": _EXPORT_VERSION, "events": self._seq}
        yield _canonical({**header, "head": self._head})
        rows = self._database.execute("SELECT line FROM events ORDER BY seq")
        for (line,) in rows:
            yield line

    def import_lines(self, lines: Iterable[str]) -> int:
        """Fill this empty journal from an export, all or nothing; return the number of events.

        The head hash is afterwards that of the exported journal.

        Raises:
            PlainError: this journal is not empty, the lines are no complete and unaltered export,
                or the disk is full.
        """
        count, head, checked = _read_export(lines)
        if self._seq:
            raise PlainError(_NOT_EMPTY)
        self._store(checked, expected=head)
        return count

    def close(self) -> None:
        """Let go of the file; further calls fail."""
        self._database.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _store(self, lines: Iterable[str], expected: str | None = None) -> None:
        seq, head = self._seq, self._head
        rows: list[tuple[int, str, str]] = []
        for line in lines:
            seq += 1
            head = next_hash(head, line)
            rows.append((seq, line, head))
        if expected is not None and head != expected:
            raise PlainError(_NO_EXPORT.format(line=1, what=_BROKEN_CHAIN))
        try:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany(
                "INSERT INTO events (seq, line, hash) VALUES (?, ?, ?)", rows
            )
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise PlainError(_CANNOT_WRITE.format(why=sqlite_reason(error))) from error
        self._seq, self._head = seq, head


def _canonical(value: object) -> str:
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def _line(envelope: Envelope) -> str:
    event = codec.to_json(envelope.event)
    return _canonical({"seq": envelope.seq, "at": envelope.at, **event})


def _envelope(found: dict[str, object]) -> Envelope:
    seq, at = found["seq"], found["at"]
    assert isinstance(seq, int)
    assert isinstance(at, str)
    return Envelope(seq, at, codec.from_json(found))


def _read_export(lines: Iterable[str]) -> tuple[int, str, list[str]]:
    numbered = enumerate((line for line in lines if line.strip()), start=1)
    _, first = next(numbered, (1, ""))
    header = _parsed(1, first)
    count, head = header.get("events"), header.get("head")
    if header.get("journal") != "mehrkopf" or not isinstance(count, int):
        raise PlainError(_NO_EXPORT.format(line=1, what=_NO_HEAD))
    if header.get("v") != _EXPORT_VERSION:
        raise PlainError(_NEWER_EXPORT)
    checked: list[str] = []
    for number, line in numbered:
        found = _parsed(number, line)
        if found.get("seq") != len(checked) + 1 or not isinstance(found.get("at"), str):
            raise PlainError(_NO_EXPORT.format(line=number, what=f"seq {found.get('seq')}"))
        codec.from_json(found)
        checked.append(_canonical(found))
    if len(checked) != count:
        raise PlainError(_NO_EXPORT.format(line=len(checked) + 2, what=_CUT_OFF))
    return count, str(head), checked


def _parsed(number: int, line: str) -> dict[str, object]:
    if len(line) > MOST_DEAL:
        raise PlainError(_NO_EXPORT.format(line=number, what=_LONG))
    try:
        found = json_of(line)
    except ValueError as error:
        raise PlainError(_NO_EXPORT.format(line=number, what=_NOT_JSON)) from error
    if not isinstance(found, dict) or too_deep(found):
        raise PlainError(_NO_EXPORT.format(line=number, what=_NOT_JSON))
    return found
