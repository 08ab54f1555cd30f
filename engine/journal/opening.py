"""A journal's file opened for writing: looked at, mended where nothing is lost, kept in its place.

What is damaged is set aside in a folder of its own, every part of it as it lies, and never deleted.
Going on with what is whole is one step: the new journal lies finished in that folder before the
first part of the old one is moved there, and a step that was broken off is finished at the next
opening.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from shutil import rmtree

from engine.files import settle
from engine.journal import database as db
from engine.journal.chain import chained
from engine.journal.check import Condition, check, refuse_damaged
from engine.journal.database import INDEX_END, LOG_END, cannot_open
from engine.journal.forgotten import FORGOTTEN_END, read_forgotten, remember_forgotten
from engine.journal.head import HEAD_END, Head, HeadFile, head_path, read_head
from engine.journal.migration import numbered
from engine.journal.people import Numbering, names_in
from engine.text import PlainError, Text, os_reason

_LOG = logging.getLogger("mehrkopf")
PARTS = ("", LOG_END, INDEX_END, FORGOTTEN_END, HEAD_END)
"""What the names of a journal's parts end with; the head goes last, for it knows of the others."""
_MENDED = "mended.sqlite"
"""The new journal, as long as the old one has not made room for it."""
_WHOLE_AGAIN = Text(
    de="Das Journal war beschädigt ({why}); alle {whole} Ereignisse sind heil, es ist neu "
    "geschrieben, das alte liegt in {folder}.",
    en="The journal was damaged ({why}); all {whole} events are intact, it is written anew, the "
    "old one is in {folder}.",
)
_HEAD_DAMAGED = Text(
    de="{file} war beschädigt und ist neu geschrieben.",
    en="{file} was damaged and is written anew.",
)
_HEAD_MISSING = Text(
    de="{file} hat gefehlt und ist angelegt.", en="{file} was missing and is made."
)
_CANNOT_MOVE = Text(
    de="Das beschädigte Journal {path} lässt sich nicht beiseitelegen ({why}); Rechte und Platz "
    "prüfen.",
    en="The damaged journal {path} cannot be set aside ({why}); check the permissions and "
    "free space.",
)


def parts(path: Path) -> tuple[Path, ...]:
    """Return the files that a journal consists of, as far as they are there."""
    return tuple(part for part in places(path) if part.exists() or part.is_symlink())


def places(path: Path) -> tuple[Path, ...]:
    """Return where the files of a journal lie, whether they are there or not."""
    return tuple(path.with_name(path.name + end) for end in PARTS)


def set_aside(path: Path) -> Path:
    """Move every part of a journal into a folder of its own; returns the folder.

    Raises:
        PlainError: they cannot be moved.
    """
    try:
        folder = _new_folder(path)
        _move(path, folder)
    except OSError as error:
        raise _cannot_move(path, error) from error
    return folder


def go_on(path: Path, condition: Condition) -> Path:
    """Set a journal aside and begin one with its whole events in its place; returns the folder.

    Raises:
        PlainError: the disk is full or fails; the journal is as it was.
    """
    lines, kept = condition.lines, condition.kept
    if any(names_in(line) for line in lines):
        # Of a program of before, which had names in its lines.
        numbering = Numbering()
        lines, kept = tuple(numbered(lines, numbering)), numbering.new
    rows = tuple(chained(lines))
    folder = _replace(path, lambda database: db.add(database, rows, kept))
    HeadFile(path, Head(rows[-1][0], rows[-1][2]) if rows else Head()).close()
    return folder


def _replace(path: Path, fill: Callable[[sqlite3.Connection], None]) -> Path:
    try:
        folder = _new_folder(path)
        draft = folder / "mended.part"
        try:
            with closing(db.connect(draft)) as database:
                fill(database)
                # One file, without a log: it is renamed by itself.
                database.execute("PRAGMA journal_mode = DELETE")
            draft.rename(folder / _MENDED)
        except BaseException:
            rmtree(folder)
            raise
        settle(folder)
        finish(path)
    except sqlite3.Error as error:
        raise cannot_open(path, db.sqlite_reason(error)) from error
    except OSError as error:
        raise _cannot_move(path, error) from error
    return folder


def finish(path: Path) -> None:
    """Put a new journal in its place where that was broken off.

    Raises:
        OSError: the folder cannot be written.
    """
    for mended in sorted(path.parent.glob(f"{_stem(path)}-*/{_MENDED}")):
        _move(path, mended.parent)
        mended.rename(path)
        settle(path.parent)


def _stem(path: Path) -> str:
    return f"{path.stem}-damaged"


def aside(path: Path) -> tuple[Path, ...]:
    """Return the folders in which damaged journals lie, the oldest first."""
    found = path.parent.glob(f"{_stem(path)}-*/")
    return tuple(sorted(found, key=lambda folder: (len(folder.name), folder.name)))


def forgotten(path: Path, first: str) -> frozenset[int]:
    """Return who was forgotten in a journal and in those of the same table that lie aside.

    Args:
        path: of the journal.
        first: hash after its first event.

    Raises:
        PlainError: a file cannot be read.
    """
    try:
        return read_forgotten(path, first).union(
            *(read_forgotten(folder / path.name, first) for folder in aside(path))
        )
    except OSError as error:
        raise cannot_open(path, os_reason(error)) from error


def _new_folder(path: Path) -> Path:
    number = 1
    while True:
        folder = path.with_name(f"{_stem(path)}-{number}")
        try:
            folder.mkdir(mode=0o750)
        except FileExistsError:
            number += 1
        else:
            settle(path.parent)
            return folder


def _move(path: Path, folder: Path) -> None:
    for part in parts(path):
        part.rename(folder / part.name)
    settle(folder)
    settle(path.parent)


def _cannot_move(path: Path, error: OSError) -> PlainError:
    return PlainError(_CANNOT_MOVE.format(path=path, why=os_reason(error)))


def _head_now(database: sqlite3.Connection, head: Head) -> Head:
    """Return the head of a journal just opened: another one where names have left its lines."""
    row = database.execute("SELECT hash FROM events WHERE seq = ?", (head.seq,)).fetchone()
    return head if row is None else Head(head.seq, row[0])


class JournalFile:
    """The files of a journal that is open for writing; owned by the journal's thread."""

    def __init__(self, path: Path) -> None:
        """Use `open_file` instead."""
        self._path = path
        self._lock = db.lock(path)
        self._head: HeadFile | None = None
        self._told = False

    def open(self) -> sqlite3.Connection:
        """Look at the journal and open it.

        Raises:
            PlainError: see `engine.journal.journal.Journal.open`.
        """
        path = self._path
        try:
            finish(path)
            condition, kept = check(path), read_head(path)
            if not condition.sound and condition.complete:
                said = {"why": condition.why, "whole": condition.whole}
                _warn(_WHOLE_AGAIN.format(**said, folder=go_on(path, condition)))
                condition = check(path)
            refuse_damaged(path, condition)
            if not kept.whole:
                _warn(_HEAD_DAMAGED.format(file=head_path(path)))
            elif condition.whole and kept.head is None:
                _warn(_HEAD_MISSING.format(file=head_path(path)))
            return self._connected(Head(condition.whole, condition.head))
        except OSError as error:
            raise cannot_open(path, os_reason(error)) from error

    def _connected(self, head: Head) -> sqlite3.Connection:
        database = db.connect(self._path)
        try:
            if self._head is not None:
                self._head.close()
            self._head = HeadFile(self._path, _head_now(database, head))
            self._stood = self._stands()
            checkpoint(database)
        except BaseException:
            database.close()
            raise
        return database

    def _stands(self) -> tuple[tuple[int, int] | None, ...]:
        return tuple(_inode(self._path, end) for end in ("", LOG_END, HEAD_END))

    def put_back(self, database: sqlite3.Connection, head: Head) -> sqlite3.Connection | None:
        """Write the journal anew where its files were moved or deleted meanwhile; else None.

        The open database still holds every event; it is closed afterwards. What lies in the
        journal's place is set aside.

        Raises:
            PlainError: it cannot be written; the open database goes on to hold every event.
        """
        if self._stands() == self._stood:
            return None
        renewed, folder = self.renew(database, head)
        database.close()
        _LOG.error("%s was moved or deleted and is written anew; see %s", self._path, folder)
        return renewed

    def renew(self, database: sqlite3.Connection, head: Head) -> tuple[sqlite3.Connection, Path]:
        """Write what an open database holds in the journal's place, in one step.

        Returns the new journal, and the folder in which lies what was there.

        Raises:
            PlainError: it cannot be written; the journal is as it was.
        """
        try:
            folder = _replace(self._path, database.backup)
            return self._connected(head), folder
        except OSError as error:
            raise _cannot_move(self._path, error) from error

    def remember_forgotten(self, first: str, numbers: Iterable[int]) -> None:
        """Keep who is forgotten, beside the journal.

        Raises:
            PlainError: it cannot be written.
        """
        try:
            remember_forgotten(self._path, first, numbers)
        except OSError as error:
            raise cannot_open(self._path, os_reason(error)) from error

    def keep(self, head: Head) -> None:
        """Keep the head of what is on the disk now; a disk that refuses is told once.

        What was appended is stored all the same, and the next head counts it.
        """
        try:
            assert self._head is not None
            self._head.keep(head)
        except OSError as error:
            if not self._told:
                _LOG.warning("the journal's head cannot be kept: %s", error)
            self._told = True
        else:
            self._told = False

    def close(self) -> None:
        """Let go of the files."""
        if self._head is not None:
            self._head.close()
        os.close(self._lock)


def _warn(said: Text) -> None:
    """Log what a person is meant to read; who writes the log may know the language."""
    _LOG.warning("%s", said.en, extra={"said": said})


def open_file(path: Path) -> tuple[sqlite3.Connection, JournalFile]:
    """Return the database and what keeps it in its place.

    Raises:
        PlainError: see `engine.journal.journal.Journal.open`.
    """
    file = JournalFile(path)
    try:
        return file.open(), file
    except BaseException:
        file.close()
        raise


def checkpoint(database: sqlite3.Connection) -> None:
    """Empty the log into the file, so that an evening does not live in the log.

    A failure is none of the journal's: the log holds everything, and it is tried again.
    """
    try:
        busy = _emptied(database)
    except sqlite3.Error as error:
        _LOG.warning("the journal's log cannot be emptied: %s", db.sqlite_reason(error).en)
    else:
        if busy:
            _LOG.info("the journal's log is being read and is emptied later")


def _emptied(database: sqlite3.Connection) -> bool:
    """Empty the log; tell whether somebody who reads it stands in the way. It waits for nobody."""
    waits: int = database.execute("PRAGMA busy_timeout").fetchone()[0]
    database.execute("PRAGMA busy_timeout = 0")
    try:
        return bool(database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])
    finally:
        database.execute(f"PRAGMA busy_timeout = {waits}")


def _inode(path: Path, end: str) -> tuple[int, int] | None:
    try:
        found = path.with_name(path.name + end).stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
