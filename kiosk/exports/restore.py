"""A backup read back: evenings that the table lacks are added, whole, and files put in.

Nothing that is there is overwritten. Names and remarks that a damaged journal had to go on without
come back where the backup still has them; who was forgotten stays so. A deck or rules of the same
name with other content come in under another name; settings of the table that exist stay. Before
anything changes the table as it is is backed up, so that there is a way back.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath

from engine.files import OWNER, write_whole
from engine.journal.check import check
from engine.journal.journal import Journal
from engine.journal.merging import add_to, merge, recorded_evenings
from engine.journal.opening import aside
from engine.journal.people import Lost
from engine.text import PlainError
from kiosk.exports.backup import BackupFile, back_up, read_backup
from kiosk.home.data_folder import Home, not_writable
from kiosk.table.resumption import state_of
from kiosk.words.backup import NOT_NOW

LOG = logging.getLogger("mehrkopf")


@dataclass(frozen=True, slots=True)
class Restored:
    """What came of it."""

    evenings: int
    """Added, or added to."""
    known: int
    """Evenings that the table held already."""
    differing: tuple[str, ...]
    """Days of evenings that went on otherwise here; those here stayed."""
    files: int
    """Put in."""
    renamed: Mapping[str, str]
    """Files that came in under another name, for one of that name was there."""
    left: tuple[str, ...]
    """Settings that differ and stayed as they are here."""
    names: int
    """Names and remarks that a damage had taken and that are back."""
    before: Path | None
    """Backup of the table as it was; None where there was nothing."""


def restore(home: Home, path: Path, now: datetime, program: str) -> Restored:
    """Read a backup into a data folder that no running program holds.

    Raises:
        PlainError: the backup cannot be read, an evening is going on, the journal is damaged, or
            the disk is full; what was there is still there.
    """
    found = read_backup(path)
    home.prepare()
    # Checked before it is backed up: a damaged journal is set aside first.
    journal = Journal.open(home.journal)
    try:
        before = _saved(home, journal, now, program)
        names, (evenings, known, differing) = _from_journal(home, journal, found)
    finally:
        journal.close()
    put, renamed, left = _files(home, found.files, found.backup.at[:10])
    return Restored(evenings, known, differing, put, renamed, left, names, before)


def _saved(home: Home, journal: Journal, now: datetime, program: str) -> Path | None:
    if not journal.last_seq:
        return None
    try:
        home.backups.mkdir(exist_ok=True)
    except OSError as error:
        raise not_writable(home.backups, error) from error
    return back_up(home, home.backups, now, program)


def _from_journal(
    home: Home, journal: Journal, found: BackupFile
) -> tuple[int, tuple[int, int, tuple[str, ...]]]:
    """Take names and evenings in; names first, for by them evenings are known."""
    if not found.journal:
        return 0, (0, 0, ())
    if not journal.last_seq:
        # Line by line as it was: printed head hashes stay true.
        journal.import_lines(found.journal)
        return 0, (len(journal.evenings()), 0, ())
    with closing(Journal.in_memory()) as other:
        other.import_lines(found.journal)
        lost = _lost(home, journal)
        return journal.fill_in(lost, other) if lost else 0, _evenings(journal, other)


def _lost(home: Home, journal: Journal) -> Lost:
    """Return which names and remarks went when the journal was damaged, as what lies aside tells.

    A journal laid aside that this one does not go on from is another table's by now.
    """
    lost = Lost()
    for folder in aside(home.journal):
        try:
            was = check(folder / home.journal.name)
        except PlainError as error:
            LOG.info("not looked through: %s", error)
            continue
        if was.whole and journal.head_at(was.whole) == was.head:
            lost |= was.lost
    return lost


def _evenings(journal: Journal, other: Journal) -> tuple[int, int, tuple[str, ...]]:
    lacking = merge(recorded_evenings(journal), recorded_evenings(other))
    if lacking.added and state_of(journal).running:
        raise PlainError(NOT_NOW)
    add_to(journal, lacking)
    added = len(lacking.added) + (lacking.longer is not None)
    return added, lacking.known, tuple(each.at[:10] for each in lacking.differing)


def _files(
    home: Home, files: Mapping[str, bytes], day: str
) -> tuple[int, dict[str, str], tuple[str, ...]]:
    put, renamed, left = 0, {}, []
    try:
        for name, content in files.items():
            place = home.root / name
            if place.exists() and place.read_bytes() == content:
                continue
            if place.exists() and "/" not in name:
                left.append(name)
                continue
            target = _free(place, content, day)
            if target is None:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            write_whole(target, content, OWNER)
            put += 1
            if target != place:
                renamed[PurePosixPath(name).name] = target.name
    except OSError as error:
        raise not_writable(home.root, error) from error
    return put, renamed, tuple(left)


def _free(place: Path, content: bytes, day: str) -> Path | None:
    """Return where the file can go; None where it lies already, under another name."""
    number, target = 1, place
    while target.exists():
        if target.read_bytes() == content:
            return None
        end = "" if number == 1 else f"-{number}"
        target = place.with_name(f"{place.stem}-{day}{end}{place.suffix}")
        number += 1
    return target
