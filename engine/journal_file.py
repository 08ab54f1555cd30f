"""Opening a journal's file: its layout, its lock, and the check that it is whole."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from hashlib import sha256
from pathlib import Path

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


def reason(error: sqlite3.Error) -> Text:
    """Return in plain words why SQLite failed."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return _REASONS.get(code, _OTHER_REASON.format(code=code))


def chained(head: str, line: str) -> str:
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
        PlainError: see `engine.journal.Journal.open`.
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
        raise PlainError(_CANNOT_OPEN.format(path=path, why=reason(error))) from error
    try:
        _prepare(database, path)
        _check(database, path)
    except sqlite3.DatabaseError as error:
        database.close()
        damaged = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        if damaged:
            raise DamagedError(_DAMAGED.format(path=path, why=reason(error))) from error
        raise PlainError(_CANNOT_OPEN.format(path=path, why=reason(error))) from error
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
        head = chained(head, line)
        if seq != expected or head != stored:
            raise DamagedError(_DAMAGED.format(path=path, why=_BAD_ROW.format(seq=expected)))
