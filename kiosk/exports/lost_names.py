"""Names and remarks that a damage took: which they are, and which of the backups still has them.

The events stay as they are. Backups are looked through from the newest back, until nothing is
lost any more: those made after the damage lack the same, and one that cannot be read is passed
over. Whoever was forgotten stays so.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from engine.journal.check import Condition, check
from engine.journal.journal import Journal
from engine.journal.opening import aside, forgotten
from engine.journal.people import Lost
from engine.text import PlainError
from kiosk.exports.backup import read_backup
from kiosk.home.data_folder import Home

LOG = logging.getLogger("mehrkopf")


@dataclass(frozen=True, slots=True)
class NamesBack:
    """What came back, and what did not."""

    came: dict[Path, Lost] = field(default_factory=dict)
    """By the backup it came from, the newest first."""
    left: Lost = field(default_factory=Lost)
    """What no backup has that could be read."""
    looked: int = 0
    """Backups that were read."""
    passed: tuple[Path, ...] = ()
    """Backups that cannot be read."""


def still_lost(home: Home, journal: Journal, *found: Condition) -> Lost:
    """Return the names and remarks that are lacking by damage; whoever was forgotten is not one.

    Args:
        home: the table's data folder.
        journal: in memory what is whole, where its file is damaged.
        found: how it stands with that file.

    Raises:
        PlainError: what lies aside cannot be read.
    """
    return _still(home, journal, (*damages(home, journal), *found))


def bring_names_back(home: Home, backups: Iterable[Path]) -> NamesBack:
    """Fill in what is lost from the backups that still have it; no running program holds the table.

    Args:
        home: the table's data folder.
        backups: the newest first; they are read one by one, as long as anything is lost.

    Raises:
        PlainError: the journal is damaged, or the disk is full or fails; what came back until then
            stays.
    """
    came, passed, looked = dict[Path, Lost](), list[Path](), 0
    with closing(Journal.open(home.journal)) as journal:
        taken = damages(home, journal)
        for path in backups:
            lost = _still(home, journal, taken)
            if not lost:
                break
            try:
                lines = read_backup(path).journal
            except PlainError as error:
                LOG.info("%s", error)
                passed.append(path)
                continue
            looked += 1
            if lines:
                found = _filled_in(home, journal, lines, taken, lost)
                if found:
                    came[path] = found
        left = _still(home, journal, taken)
    return NamesBack(came, left, looked, tuple(passed))


def would_come_back(home: Home, condition: Condition, backups: Iterable[Path]) -> bool:
    """Tell whether a backup has anything of what a damage took; nothing is changed.

    Args:
        home: the table's data folder.
        condition: of its journal, which nobody has gone on from as yet.
        backups: the newest first.

    Raises:
        PlainError: what is whole cannot be read, or a newer program wrote it.
    """
    with closing(Journal.of(condition.lines, condition.kept)) as journal:
        taken = (*damages(home, journal), condition)
        for path in backups:
            lost = _still(home, journal, taken)
            if not lost:
                return False
            try:
                lines = read_backup(path).journal
            except PlainError as error:
                LOG.info("%s", error)
                continue
            if lines and _filled_in(home, journal, lines, taken, lost):
                return True
    return False


def _still(home: Home, journal: Journal, taken: Iterable[Condition]) -> Lost:
    lost = journal.lacking(lost_by(taken))
    return Lost(lost.names - forgotten(home.journal, journal.head_at(1)), lost.remarks)


def _filled_in(
    home: Home, journal: Journal, lines: Iterable[str], taken: Iterable[Condition], lost: Lost
) -> Lost:
    """Fill in what a backup's journal has of what is lost; return what came back."""
    with closing(Journal.in_memory()) as other:
        other.import_lines(lines)
        if gone := lost.names & _forgotten_before(taken, journal, other):
            # What the damage took is also that they were forgotten: now it is known again.
            journal.forget(gone)
        forget_in(other, forgotten(home.journal, other.head_at(1)))
        journal.fill_in(lost, other)
    left = journal.lacking(lost)
    return Lost(lost.names - left.names, lost.remarks - left.remarks)


def _forgotten_before(
    taken: Iterable[Condition], journal: Journal, other: Journal
) -> frozenset[int]:
    """Return who is nameless in a journal from before the damage: nobody but people took the name.

    A damage is noted behind the last whole event; whoever has that note has lost the same.
    """
    shared, none = journal.shared(other), frozenset[int]()
    before = none.union(*(was.lost.names for was in taken if shared <= was.whole))
    since = none.union(*(was.lost.names for was in taken if shared > was.whole))
    names = journal.names_alike(other)
    return frozenset(n for n in before - since if n in names and names[n] is None)


def lost_by(taken: Iterable[Condition]) -> Lost:
    """Return what damages took."""
    lost = Lost()
    for was in taken:
        lost |= was.lost
    return lost


def damages(home: Home, journal: Journal) -> tuple[Condition, ...]:
    """Return how it stands with what lies aside, the oldest first: it tells what a damage took.

    A journal laid aside that this one does not go on from is another table's by now.
    """
    found = []
    for folder in aside(home.journal):
        try:
            was = check(folder / home.journal.name)
        except PlainError as error:
            LOG.info("not looked through: %s", error)
            continue
        if not was.sound and journal.head_at(was.whole) == was.head:
            found.append(was)
    return tuple(found)


def forget_in(other: Journal, numbers: Iterable[int]) -> None:
    """Forget in the backup's journal who was forgotten here after it was made."""
    there = {each.number for each in other.persons() if each.name is not None}
    other.forget(there.intersection(numbers))
