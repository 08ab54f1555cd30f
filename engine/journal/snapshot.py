"""A journal looked at and taken into memory, whether or not another program is writing it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.files import is_locked
from engine.journal.chain import GENESIS
from engine.journal.check import Condition, check, check_beside
from engine.journal.database import (
    LOCK_END,
    SCHEMA_VERSION,
    cannot_open,
    sqlite_reason,
    version_of,
)
from engine.journal.head import read_head
from engine.journal.journal import Journal
from engine.journal.migration import migrate
from engine.text import PlainError, Text, os_reason

_UNREADABLE = Text(
    de="Das Journal {path} ist nicht lesbar ({why}); die Datei prüfen.",
    en="The journal {path} cannot be read ({why}); check the file.",
)
_WORDS = Text(de="ein Text darin ist unlesbar", en="a text in it is unreadable")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a journal held at one moment."""

    condition: Condition
    journal: Journal
    """In memory: all of a sound journal, what is whole of a damaged one."""


def snapshot(path: Path) -> Snapshot:
    """Return what a journal holds.

    Raises:
        PlainError: it is no journal, a newer program wrote it, or it cannot be read.
    """
    with ExitStack() as until_given:
        in_memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        memory = until_given.enter_context(closing(in_memory))
        written = _is_written(path)
        condition = _beside(path, memory) if written else check(path, memory)
        if not condition.sound and not written and _is_written(path):
            # A program has begun to write while the copy was taken.
            condition = _beside(path, memory)
        if condition.sound and condition.whole:
            if version_of(memory) < SCHEMA_VERSION:
                migrate(memory)
            journal = Journal(memory)
            until_given.pop_all()
            return Snapshot(condition, journal)
    return Snapshot(condition, Journal.of(condition.lines, condition.kept))


def _is_written(path: Path) -> bool:
    """Tell whether another program has the journal open for writing."""
    lock = path.with_name(path.name + LOCK_END)
    if not lock.exists():
        return False
    try:
        return is_locked(lock)
    except OSError as error:
        raise cannot_open(path, os_reason(error)) from error


def _beside(path: Path, memory: sqlite3.Connection) -> Condition:
    kept = read_head(path)
    with beside(path) as source:
        source.backup(memory)
    return check_beside(path, kept, memory)


@contextmanager
def open_beside(path: Path) -> Iterator[Journal]:
    """Open a journal for reading while another program may be writing it.

    One reading is one picture: what is written meanwhile does not show. It is not looked through,
    as whoever writes it has done so; that nothing is missing at its end is.

    Raises:
        PlainError: it cannot be read, or is damaged.
    """
    kept = read_head(path)
    with beside(path) as database:
        database.execute("BEGIN")
        journal = Journal(database)
        seq, known = (0, GENESIS) if kept.head is None else (kept.head.seq, kept.head.hash)
        if known not in (journal.head_at(seq), journal.former_head_at(seq)):
            damaged = sqlite3.DatabaseError()
            damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise damaged
        yield journal


@contextmanager
def beside(path: Path) -> Iterator[sqlite3.Connection]:
    """Connect to a journal's file for reading only.

    Raises:
        PlainError: it cannot be read, now or while it is.
    """
    try:
        address = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as database:
            yield database
    except sqlite3.Error as error:
        raise PlainError(_UNREADABLE.format(path=path, why=sqlite_reason(error))) from error
    except UnicodeDecodeError as error:
        raise PlainError(_UNREADABLE.format(path=path, why=_WORDS)) from error
