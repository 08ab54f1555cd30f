"""The way from a journal with names in its lines (version 1) to one with numbers (version 2).

Every line is written anew and the chain worked out anew, all in one transaction: a program killed
in the middle leaves the journal as it was. The heads of before, which were printed on lists, are
kept by `seq` as long as nobody named before them is forgotten.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import islice

from engine.journal import people
from engine.journal.chain import canonical, chained

OLD_VERSION, VERSION = 1, 2
"""SQLite's `user_version` of a journal with names in its lines, and of one with numbers."""
_STEP = 1000
"""Lines in the memory at once."""
_TYPES = tuple(f'"type":"{type_}"' for type_ in {**people.NAMES, **people.REMARKS})
NEVER_CHANGE = """CREATE TRIGGER events_never_change BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END"""


def migrate(database: sqlite3.Connection) -> None:
    """Bring a whole journal of version 1 to version 2; where that fails it stays as it is.

    What is overwritten does not stay behind in the file: `secure_delete`, which the connection was
    opened with (`engine.journal.database.prepare`), fills it with zeros; the log is emptied.

    Raises:
        sqlite3.Error: the disk is full or fails.
    """
    database.execute("BEGIN IMMEDIATE")
    try:
        for statement in people.SCHEMA:
            database.execute(statement)
        database.execute("INSERT INTO former_heads SELECT seq, hash FROM events")
        database.execute("DROP TRIGGER events_never_change")
        numbering = people.Numbering()
        rows = chained(numbered(_lines(database), numbering))
        while step := [(line, head, seq) for seq, line, head in islice(rows, _STEP)]:
            database.executemany("UPDATE events SET line = ?, hash = ? WHERE seq = ?", step)
        people.add(database, numbering.new)
        database.execute(NEVER_CHANGE)
        database.execute(f"PRAGMA user_version = {VERSION}")
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    people.sweep(database)


def numbered(lines: Iterable[str], numbering: people.Numbering) -> Iterator[str]:
    """Yield lines of version 1 with numbers in place of names and remarks."""
    for line in lines:
        concerned = any(type_ in line for type_ in _TYPES)
        yield canonical(numbering.numbered(json.loads(line))) if concerned else line


def _lines(database: sqlite3.Connection) -> Iterator[str]:
    after = 0
    while rows := database.execute(
        "SELECT seq, line FROM events WHERE seq > ? ORDER BY seq LIMIT ?", (after, _STEP)
    ).fetchall():
        after = rows[-1][0]
        yield from (line for _, line in rows)
