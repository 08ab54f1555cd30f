"""What lies beside the journal in use and may hold names: backups, journals set aside, exports.

Each is told with what it holds, and deleted by itself. Of a journal set aside the numbers of who
was forgotten stay: without them an older backup would bring a name back.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path, PurePosixPath
from shutil import rmtree

from engine.files import settle
from engine.journal.forgotten import FORGOTTEN_END
from engine.journal.journal import Journal
from engine.journal.merging import merge, recorded_evenings
from engine.journal.opening import aside
from engine.journal.people import Lost
from engine.journal.snapshot import snapshot
from engine.text import PlainError, os_reason
from kiosk.exports.backup import journal_of, made, said_of
from kiosk.exports.lost_names import still_lost
from kiosk.home.data_folder import Home
from kiosk.home.traces import traces
from kiosk.table.person_names import distinct
from kiosk.words.menu import NOT_CLEARED

LOG = logging.getLogger("mehrkopf")


class Kind(Enum):
    """What a thing is."""

    BACKUP = "backup"
    ASIDE = "aside"
    EXPORT = "export"


@dataclass(frozen=True, slots=True)
class Lying:
    """A backup, a journal set aside, or the exported files of an evening."""

    kind: Kind
    path: Path
    at: datetime
    """When it was made."""
    size: int
    """Bytes."""
    evenings: int | None = None
    """As a backup says of itself; None where nothing says so at a look."""

    @property
    def key(self) -> str:
        """What names it in an address; a backup here and its like on a stick are two."""
        return "/".join(self.path.parts[-3:])


@dataclass(frozen=True, slots=True)
class Holding:
    """What one of them holds."""

    names: tuple[str, ...]
    unread: tuple[str, ...] = ()
    """Files that cannot be looked through for names."""
    evenings: int | None = None
    """None: it is no journal."""
    alone: bool = False
    """Whether nothing else that can be read has all of it."""
    tells_lost: bool = False
    """Whether only with it the table knows which names a damage took that are lost still."""


def all_lying(home: Home, backups: Iterable[Path]) -> tuple[Lying, ...]:
    """Return everything that lies there, by kind, the newest first."""
    found = [
        *map(_backup, backups),
        *(_entry(Kind.ASIDE, folder) for folder in aside(home.journal) if any(_goes(folder))),
        *(_entry(Kind.EXPORT, path) for path in home.exports.glob("*")),
    ]
    kinds = [*Kind]
    return tuple(sorted(found, key=lambda each: (kinds.index(each.kind), -each.at.timestamp())))


def _backup(path: Path) -> Lying:
    said = said_of(path)
    return Lying(
        Kind.BACKUP, path, made(path), _size(path), None if said is None else said.evenings
    )


def _entry(kind: Kind, path: Path) -> Lying:
    at = datetime.fromtimestamp(path.lstat().st_mtime).astimezone()
    return Lying(kind, path, at, _size(path))


def _size(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(each.lstat().st_size for each in files if each.is_file())


def _goes(folder: Path) -> Iterator[Path]:
    """Yield what goes with a journal set aside."""
    return (each for each in folder.iterdir() if not each.name.endswith(FORGOTTEN_END))


def holding(home: Home, thing: Lying, backups: Iterable[Path]) -> Holding:
    """Return what a thing holds, held against the journal in use and the other backups.

    Raises:
        PlainError: it cannot be read.
    """
    if thing.kind is Kind.EXPORT:
        with closing(snapshot(home.journal).journal) as journal:
            known = _named(journal)
        found = (name for name in known if traces(home, name, within=thing.path).holding)
        unread = traces(home, within=thing.path).unread
        return Holding(tuple(found), tuple(PurePosixPath(each).name for each in unread))
    with closing(_journal(thing.path)) as journal, closing(snapshot(home.journal).journal) as used:
        lost = still_lost(home, used)
        again = used.found_again(lost, journal)
        only = Lost(frozenset(again.names), frozenset(again.remarks))
        others = (path for path in backups if path != thing.path)
        return Holding(
            _named(journal),
            evenings=len(journal.evenings()),
            alone=not (_has(used, journal, only) or _in_backup(others, journal, only)),
            tells_lost=bool(lost) and thing.kind is Kind.ASIDE,
        )


def _named(journal: Journal) -> tuple[str, ...]:
    return distinct(each.name for each in journal.persons() if each.name is not None)


def _journal(path: Path) -> Journal:
    """Return the journal in a backup or a folder, as far as it is whole; in memory.

    Raises:
        PlainError: it cannot be read.
    """
    if path.is_dir():
        return snapshot(path / "journal.sqlite").journal
    return journal_of(path)


def _in_backup(backups: Iterable[Path], journal: Journal, only: Lost) -> bool:
    for path in backups:
        try:
            with closing(_journal(path)) as other:
                if _has(other, journal, only):
                    return True
        except PlainError as error:
            LOG.info("%s", error)
    return False


def _has(other: Journal, journal: Journal, only: Lost) -> bool:
    """Tell whether another journal has every event of this one, and these names and remarks."""
    if other.lacking(only):
        return False
    if other.head_at(journal.last_seq) == journal.head:
        return True
    lacking = merge(recorded_evenings(other), recorded_evenings(journal))
    return not (lacking.added or lacking.longer or lacking.differing)


def delete(thing: Lying) -> None:
    """Delete it; of a journal set aside who was forgotten stays, and the folder for that.

    Raises:
        PlainError: it cannot be deleted.
    """
    try:
        for path in tuple(_goes(thing.path)) if thing.kind is Kind.ASIDE else (thing.path,):
            if path.is_dir() and not path.is_symlink():
                rmtree(path)
            else:
                path.unlink(missing_ok=True)
        if thing.kind is Kind.ASIDE and not any(thing.path.iterdir()):
            thing.path.rmdir()
        settle(thing.path.parent)
    except OSError as error:
        raise PlainError(NOT_CLEARED.format(why=os_reason(error))) from error
