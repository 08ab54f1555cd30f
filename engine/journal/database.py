"""The journal's database: its tables, the chain of hashes, the lock, what its failures mean.

One SQLite file in WAL mode with `synchronous=FULL`: an append that returned is on the disk. Rows
can only be added (triggers refuse the rest), `seq` grows by one, and each row carries the SHA-256
of the row before it and its own text.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from engine.files import settle
from engine.journal import migration, people
from engine.journal.chain import Row
from engine.text import PlainError, Text, os_reason

SCHEMA_VERSION = migration.VERSION
APPLICATION = 0x4D4B5046
"""SQLite's `application_id` of our files: "MKPF"."""
LOG_END, INDEX_END, LOCK_END = "-wal", "-shm", ".lock"
"""What the names of SQLite's log, of the log's index, and of the file that the writing program
locks end with, behind the journal's own."""

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
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""

_SECOND_WRITER = Text(
    de="Das Journal {path} wird schon von einem anderen Mehrkopf geschrieben; erst dieses beenden.",
    en="Another mehrkopf is already writing to the journal {path}; stop that one first.",
)
_CANNOT_OPEN = Text(
    de="Das Journal {path} lässt sich nicht öffnen ({why}); Rechte und Platz prüfen.",
    en="The journal {path} cannot be opened ({why}); check its permissions and free space.",
)

_REASONS = {
    sqlite3.SQLITE_FULL: Text(de="der Datenträger ist voll", en="the disk is full"),
    sqlite3.SQLITE_IOERR: Text(
        de="der Datenträger nimmt nichts mehr an", en="nothing more can be written to the disk"
    ),
    sqlite3.SQLITE_READONLY: Text(
        de="in die Datei darf nicht geschrieben werden", en="the file is read-only"
    ),
    sqlite3.SQLITE_CANTOPEN: Text(
        de="Ordner oder Datei fehlt oder ist gesperrt",
        en="the folder or file is missing or access is denied",
    ),
    sqlite3.SQLITE_NOTADB: Text(de="das ist kein Journal", en="it is not a journal"),
    sqlite3.SQLITE_CORRUPT: Text(de="die Datei ist beschädigt", en="the file is damaged"),
    sqlite3.SQLITE_BUSY: Text(
        de="ein anderes Programm schreibt gerade hinein", en="another program is writing to it"
    ),
}
_OTHER_REASON = Text(de="Fehler {code} der Datenbank", en="database error {code}")


def sqlite_reason(error: sqlite3.Error) -> Text:
    """Return in plain words why SQLite failed."""
    # Text that is no UTF-8 is told without a code.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    return _REASONS.get(code, _OTHER_REASON.format(code=code))


def cannot_open(path: Path, why: Text) -> PlainError:
    """Return the sentence for a journal that cannot be had just now."""
    return PlainError(_CANNOT_OPEN.format(path=path, why=why))


def open_memory() -> sqlite3.Connection:
    """Return an empty journal in memory."""
    database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    database.executescript(_SCHEMA)
    return database


def lock(path: Path) -> int:
    """Keep other writers out; returns the handle that holds the lock.

    Raises:
        PlainError: another program writes the journal, or the folder cannot be written.
    """
    # A file of its own: closing a second handle of the database would drop SQLite's own locks.
    try:
        handle = os.open(path.with_name(path.name + LOCK_END), os.O_CREAT | os.O_RDWR, 0o644)
    except OSError as error:
        raise cannot_open(path, os_reason(error)) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise PlainError(_SECOND_WRITER.format(path=path)) from None
    return handle


def connect(path: Path) -> sqlite3.Connection:
    """Open a journal that was looked at, for writing; where there is none it is made.

    One of an older program is brought to today's tables.

    Raises:
        PlainError: it cannot be opened.
    """
    try:
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise cannot_open(path, sqlite_reason(error)) from error
    try:
        prepare(database)
        if version_of(database) < SCHEMA_VERSION:
            migration.migrate(database)
        settle(path.parent)
    except sqlite3.Error as error:
        database.close()
        raise cannot_open(path, sqlite_reason(error)) from error
    except OSError as error:
        database.close()
        raise cannot_open(path, os_reason(error)) from error
    return database


def version_of(database: sqlite3.Connection) -> int:
    """Return the version of a journal's tables."""
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version


def prepare(database: sqlite3.Connection) -> None:
    """Have every commit brought to the disk, and make the tables of an empty journal.

    Raises:
        sqlite3.Error: the file refuses.
    """
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    # A forgotten name does not stay behind in what is free.
    database.execute("PRAGMA secure_delete = ON")
    if not database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
        database.executescript(_SCHEMA)


def add(
    database: sqlite3.Connection,
    rows: Iterable[Row],
    new: people.Kept,
    former_heads: Mapping[int, str] = MappingProxyType({}),
) -> None:
    """Add events, the names and remarks that are new with them, and former heads; all or none.

    Raises:
        sqlite3.Error: the file refuses; none was added.
    """
    try:
        database.execute("BEGIN IMMEDIATE")
        database.executemany("INSERT INTO events (seq, line, hash) VALUES (?, ?, ?)", rows)
        people.add(database, new)
        database.executemany("INSERT INTO former_heads VALUES (?, ?)", former_heads.items())
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
