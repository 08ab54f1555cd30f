"""The one check of a journal: is everything there that is known to have been?

Whoever opens a journal looks here first. SQLite may change a file by opening it, so that a copy in
memory is opened; file, log and index stay byte for byte as they lie. A journal that another program
is writing is read beside it, through SQLite.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copyfile, disk_usage
from tempfile import TemporaryDirectory

from engine.journal import people
from engine.journal.chain import GENESIS, next_hash
from engine.journal.database import (
    APPLICATION,
    LOG_END,
    SCHEMA_VERSION,
    cannot_open,
    open_memory,
    prepare,
    sqlite_reason,
)
from engine.journal.head import Head, KeptHead, read_head
from engine.journal.migration import OLD_VERSION
from engine.journal.pages import longest_chain, remains
from engine.text import PlainError, Text, os_reason

_MEMORY = Path("/dev/shm")
"""A folder that is no disk, where there is one."""
_TRIED = '{"type":"note"}'
_TROUBLE = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_CANTOPEN,
)
"""What SQLite says where the machine lacks something and the file may be sound."""

_DAMAGED = Text(
    de="Das Journal {path} ist beschädigt ({why}): heil sind {whole} von {known} Ereignissen. Es "
    "bleibt unverändert liegen; „mehrkopf doctor --mend“ macht mit den heilen weiter.",
    en="The journal {path} is damaged ({why}): {whole} of {known} events are intact. It is "
    'left as it is; "mehrkopf doctor --mend" goes on with the intact ones.',
)
_FOREIGN = Text(
    de="Die Datei {path} ist kein Journal; bitte eine andere nennen.",
    en="The file {path} is not a journal; please name another.",
)
_NEWER = Text(
    de="Das Journal {path} wurde mit einem neueren Mehrkopf geschrieben; bitte das Programm auf "
    "den neuesten Stand bringen.",
    en="The journal {path} was written by a newer version of mehrkopf; please update the program.",
)
_BAD_ROW = Text(
    de="ab Ereignis {seq} stimmt die Prüfsumme nicht",
    en="the checksum is wrong from event {seq} on",
)
_UNREADABLE = Text(de="Ereignis {seq} ist nicht lesbar", en="event {seq} cannot be read")
_FEWER = Text(
    de="aufgeschrieben waren {known} Ereignisse, da sind {count}",
    en="{known} events were recorded, {count} are there",
)
_ANOTHER = Text(
    de="bei Ereignis {known} steht etwas anderes als aufgeschrieben wurde",
    en="event {known} is not what was recorded",
)
_GONE = Text(de="die Datei fehlt", en="the file is missing")
_EMPTY = Text(de="die Datei ist leer", en="the file is empty")
_NONE_WHOLE = Text(
    de="Das Journal {path} ist beschädigt ({why}): von {known} Ereignissen ist keines heil. Es "
    "bleibt unverändert liegen; „mehrkopf doctor --mend“ legt es beiseite, danach holt „mehrkopf "
    "restore“ die letzte Sicherung.",
    en="The journal {path} is damaged ({why}): none of its {known} events is intact. It is "
    'left as it is; "mehrkopf doctor --mend" sets it aside, then "mehrkopf restore" brings '
    "back the last backup.",
)
_TABLES = Text(
    de="die Tabellen sind nicht mehr, wie sie waren", en="its tables are not what they were"
)
_VERSION = Text(
    de="die Kennung des Programms darin stimmt nicht", en="the program's ID in it is wrong"
)
_BROKEN = Text(de="die Datei ist in sich nicht stimmig", en="the file is inconsistent")


@dataclass(frozen=True, slots=True)
class Condition:
    """How it stands with a journal."""

    whole: int
    """Events from the first on that are as they were recorded."""
    known: int
    """Events that are known to have been."""
    head: str = GENESIS
    """Hash after the whole ones."""
    why: Text | None = None
    """What is damaged; None: the journal is sound."""
    certain: bool = True
    """Whether a kept head vouches for what is there, and says what is missing."""
    lines: tuple[str, ...] = field(default=(), repr=False)
    """The whole events of a damaged journal."""
    kept: people.Kept = field(default_factory=people.Kept, repr=False)
    """What their numbers stand for; what is lost of that counts as forgotten."""
    lost: people.Lost = field(default_factory=people.Lost)
    """Names and remarks of whole events that are lost."""

    @property
    def sound(self) -> bool:
        """Whether the journal can be opened as it is."""
        return self.why is None

    @property
    def missing(self) -> int:
        """Events that are lost, as far as anybody knows."""
        return max(0, self.known - self.whole)

    @property
    def complete(self) -> bool:
        """Whether every event is whole, although the file is damaged."""
        return self.certain and not self.missing and not self.lost


class DamagedError(PlainError):
    """The journal's file is damaged; it is left as it is."""

    def __init__(self, path: Path, condition: Condition) -> None:
        said = _DAMAGED if condition.whole else _NONE_WHOLE
        super().__init__(
            said.format(path=path, why=condition.why, whole=condition.whole, known=condition.known)
        )
        self.path = path
        self.condition = condition


def check(path: Path, into: sqlite3.Connection | None = None) -> Condition:
    """Return how it stands with a journal that nobody is writing; nothing of it is touched.

    A sound journal is copied `into` another database, where one is given.

    Raises:
        PlainError: it is no journal, a newer program wrote it, or it cannot be read.
    """
    try:
        kept = read_head(path)
        with _copied(path) as copy:
            if copy is None:
                count, head = 0, GENESIS
                why = None if kept.head in (None, Head()) else _GONE
            else:
                count, head, why = _opened(copy, kept, path, into)
            return _judged(path, kept, why, Head(count, head))
    except OSError as error:
        raise cannot_open(path, os_reason(error)) from error


def check_beside(path: Path, kept: KeptHead, snapshot: sqlite3.Connection) -> Condition:
    """Return how it stands with a journal that another program may be writing.

    Args:
        path: of the journal.
        kept: its head, read before the snapshot was taken: there may be more by then, never less.
        snapshot: a copy of it.

    Raises:
        PlainError: it is no journal, a newer program wrote it, or it cannot be read.
    """
    count, head, why = _looked_through(snapshot, kept, path)
    return _judged(path, kept, why, Head(count, head))


def refuse_damaged(path: Path, condition: Condition) -> None:
    """Make sure that a journal is sound.

    Raises:
        DamagedError: it is not.
    """
    if not condition.sound:
        raise DamagedError(path, condition)


@contextmanager
def _copied(path: Path) -> Iterator[Path | None]:
    """Copy file and log; the index is made anew from them. None where there is neither."""
    parts = [part for part in (path, path.with_name(path.name + LOG_END)) if part.exists()]
    if not parts:
        yield None
        return
    needed = 2 * sum(part.stat().st_size for part in parts)
    roomy = _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and disk_usage(_MEMORY).free > needed
    with TemporaryDirectory(prefix="mehrkopf-", dir=_MEMORY if roomy else None) as folder:
        for part in parts:
            copyfile(part, Path(folder) / part.name)
        yield Path(folder) / path.name


def _opened(
    copy: Path, kept: KeptHead, path: Path, into: sqlite3.Connection | None
) -> tuple[int, str, Text | None]:
    if not copy.exists() or copy.stat().st_size == 0:
        # SQLite throws the log of an empty file away.
        log = copy.with_name(copy.name + LOG_END)
        lost = log.exists() and log.stat().st_size > 0
        why = _EMPTY if copy.exists() else _GONE
        return 0, GENESIS, why if lost or kept.head not in (None, Head()) else None
    with closing(sqlite3.connect(copy, isolation_level=None)) as database:
        found = _looked_through(database, kept, path, writes=True)
        if found[2] is None and into is not None:
            database.backup(into)
        return found


def _looked_through(
    database: sqlite3.Connection, kept: KeptHead, path: Path, *, writes: bool = False
) -> tuple[int, str, Text | None]:
    """Return how many events SQLite shows before anything is wrong, their hash, and what is."""
    head, known, why = Head(), kept.head, None
    told, database.text_factory = database.text_factory, bytes
    try:
        why = _kind(database, kept, path)
        why = why or _contradiction(database)
        for row in database.execute("SELECT seq, line, hash FROM events ORDER BY seq"):
            after = _followed(head, *row)
            if isinstance(after, Text):
                why = after
                break
            head = after
            if known is not None and head.seq == known.seq and head.hash != known.hash:
                why = why or _other_head(database, known)
        if why is None and known is not None and head.seq < known.seq:
            why = _FEWER.format(known=known.seq, count=head.seq)
        database.text_factory = told
        why = why or people.fault(database)
        if why is None and writes:
            _try_to_add(database, head)
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in _TROUBLE:
            raise cannot_open(path, sqlite_reason(error)) from error
        corrupt = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        why = why or (sqlite_reason(error) if corrupt else _TABLES)
    except UnicodeDecodeError:
        # SQLite complains in the words of the file.
        why = why or _TABLES
    finally:
        database.text_factory = told
    return head.seq, head.hash, why


def _other_head(database: sqlite3.Connection, known: Head) -> Text | None:
    """Return that another head is known, unless it is the one of before names left the lines."""
    row = people.former_head(database, known.seq)
    return None if row == known.hash else _ANOTHER.format(known=known.seq)


def _contradiction(database: sqlite3.Connection) -> Text | None:
    try:
        found: bytes = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.OperationalError:
        # A line that is no JSON has no type, which the index asks for.
        return _BROKEN
    return None if found == b"ok" else _BROKEN


def _followed(head: Head, seq: object, line: object, stored: object) -> Head | Text:
    """Return the head after one more row, or what is wrong with the row."""
    next_seq = head.seq + 1
    if not isinstance(line, bytes):
        return _UNREADABLE.format(seq=next_seq)
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return _UNREADABLE.format(seq=next_seq)
    after = next_hash(head.hash, text)
    if seq != next_seq or after.encode() != stored:
        return _BAD_ROW.format(seq=next_seq)
    # A chain can be made up; that the line is JSON, the index has asked.
    if f'"seq":{next_seq}' not in text or '"at":"' not in text:
        return _UNREADABLE.format(seq=next_seq)
    return Head(next_seq, after)


def _kind(database: sqlite3.Connection, kept: KeptHead, path: Path) -> Text | None:
    """Return what is wrong with the file as a whole.

    Raises:
        PlainError: it is no journal, or a newer program wrote it.
    """
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    application: int = database.execute("PRAGMA application_id").fetchone()[0]
    tables = _tables(database)
    empty_file = not database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if empty_file and not application and kept.head in (None, Head()):
        prepare(database)
        return None
    if application != APPLICATION:
        if kept.head is None:
            raise PlainError(_FOREIGN.format(path=path))
        return _TABLES
    if version > SCHEMA_VERSION and (kept.head is None or version <= kept.schema):
        raise PlainError(_NEWER.format(path=path))
    with closing(open_memory()) as empty:
        empty.text_factory = bytes
        expected = _tables(empty)
    if version == OLD_VERSION:
        expected = [each for each in expected if each[0] == b"events"]
    if tables != expected or version < OLD_VERSION:
        return _TABLES
    return None if version <= SCHEMA_VERSION else _VERSION


def _tables(database: sqlite3.Connection) -> list[tuple[bytes, ...]]:
    """Return how events and what stands beside them are kept; other tables stand for themselves."""
    rows = database.execute("SELECT tbl_name, type, name, sql FROM sqlite_schema ORDER BY 2, 3")
    ours = {name.encode() for name in ("events", *people.TABLES)}
    return [row for row in rows if row[0] in ours]


def _try_to_add(database: sqlite3.Connection, head: Head) -> None:
    """Make sure that the file takes an event; nothing stays.

    Raises:
        sqlite3.Error: it does not.
    """
    prepare(database)
    database.execute("BEGIN IMMEDIATE")
    row = (head.seq + 1, _TRIED, next_hash(head.hash, _TRIED))
    database.execute("INSERT INTO events (seq, line, hash) VALUES (?, ?, ?)", row)
    database.execute("ROLLBACK")


def _judged(path: Path, kept: KeptHead, why: Text | None, seen: Head) -> Condition:
    if why is None:
        return Condition(seen.seq, seen.seq, seen.hash)
    log = path.with_name(path.name + LOG_END)
    bodies = [each.read_bytes() if each.exists() else b"" for each in (path, log)]
    found = remains(*bodies)
    lines = longest_chain(found, kept.head)
    if kept.head is None:
        known = max(seen.seq, len(lines), *found.lines)
    else:
        # What was never acknowledged may lie about too.
        known = max(kept.head.seq, seen.seq)
        lines = lines[:known]
    head, passed = Head(), {Head()}
    for line in lines:
        head = Head(head.seq + 1, next_hash(head.hash, line))
        passed.add(head)
    certain = kept.head in passed and why is not _VERSION
    names, lost = people.completed(people.found_in(*bodies), lines)
    return Condition(head.seq, known, head.hash, why, certain, lines, names, lost)
