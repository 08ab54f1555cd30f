"""A backup read back: evenings that the table lacks are added, whole, and files put in.

Nothing that is there is overwritten. Names and remarks that a damaged journal had to go on without
come back where the backup still has them; who was forgotten stays so. A deck or rules of the same
name with other content come in under another name; settings of the table that exist stay. Before
anything changes the table as it is is backed up, so that there is a way back.

Where a damage left the beginning of what the backup holds and nothing was played since, the backup
takes the journal's place line by line; what was there is set aside.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path, PurePosixPath

from engine.events import Envelope, EveningEnded
from engine.files import OWNER, write_whole
from engine.journal.clock import shown
from engine.journal.journal import Journal
from engine.journal.merging import Merge, add_to, merge, recorded_evenings
from engine.journal.opening import forgotten
from engine.journal.people import Lost
from engine.text import PlainError, Text
from kiosk.exports.backup import Backup, BackupFile, back_up, read_backup
from kiosk.exports.lost_names import damages, forget_in, lost_by
from kiosk.home.data_folder import Home, not_writable
from kiosk.table.notes import tells_damage
from kiosk.table.person_names import distinct
from kiosk.table.resumption import state_of
from kiosk.table.salvage import note_backup
from kiosk.words.backup import IN_PLACE, NOT_NOW


@dataclass(frozen=True, slots=True)
class Restored:
    """What came of it."""

    evenings: int = 0
    """Added, or added to."""
    known: int = 0
    """Evenings that the table held already."""
    differing: tuple[str, ...] = ()
    """Days of evenings that went on otherwise here; those here stayed."""
    files: int = 0
    """Put in."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Files that came in under another name, for one of that name was there."""
    left: tuple[str, ...] = ()
    """Settings that differ and stayed as they are here."""
    damaged: tuple[str, ...] = ()
    """Settings that no table could read and were left out."""
    names: int = 0
    """Names and remarks that a damage had taken and that are back."""
    before: Path | None = None
    """Backup of the table as it was; None where there was nothing."""
    in_place: tuple[Text, ...] = ()
    """What is said where the backup took the place of what a damage had left."""
    joined: tuple[str, ...] = ()
    """Names that both another table's evenings and this one's had: each is one person now."""


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
        came = _from_journal(home, journal, found, now)
    finally:
        journal.close()
    damaged = tuple(name for name, content in found.files.items() if _is_damaged(name, content))
    sound = {name: content for name, content in found.files.items() if name not in damaged}
    put, renamed, left = _files(home, sound, found.backup.at[:10])
    return replace(came, before=before, files=put, renamed=renamed, left=left, damaged=damaged)


def _is_damaged(name: str, content: bytes) -> bool:
    """Tell whether it is a settings file that would keep the table from starting."""
    if "/" in name:
        return False
    try:
        tomllib.loads(content.decode())
    except (ValueError, RecursionError):
        return True
    return False


def _saved(home: Home, journal: Journal, now: datetime, program: str) -> Path | None:
    if not journal.last_seq:
        return None
    try:
        home.backups.mkdir(exist_ok=True)
    except OSError as error:
        raise not_writable(home.backups, error) from error
    return back_up(home, home.backups, now, program)


def _from_journal(home: Home, journal: Journal, found: BackupFile, now: datetime) -> Restored:
    """Take names and evenings in; names first, for by them evenings are known."""
    if not found.journal:
        return Restored()
    with closing(Journal.in_memory()) as other:
        other.import_lines(found.journal)
        forget_in(other, forgotten(home.journal, other.head_at(1)))
        if not journal.last_seq:
            # Line by line as it was: printed head hashes stay true.
            journal.import_lines(other.export_lines())
            return Restored(len(journal.evenings()))
        taken = damages(home, journal)
        lost = lost_by(taken)
        if _only_damage_left(journal, other):
            known = taken[-1].known if taken else 0
            return _in_its_place(journal, other, lost, known, found.backup, now)
        names = journal.fill_in(lost, other) if lost else 0
        return replace(_evenings(journal, other), names=names)


def _only_damage_left(journal: Journal, other: Journal) -> bool:
    """Tell whether a damage left the beginning of the other journal here and nothing came after."""
    shared = journal.shared(other)
    return _left_by_damage(journal.events(shared)) and (
        shared < other.last_seq and not _left_by_damage(other.events(shared))
    )


def _left_by_damage(events: Iterable[Envelope]) -> bool:
    """Tell whether it is the table's own notes of a damage, and the end of the evening it cut."""
    said = [each.event for each in events]
    return (
        bool(said)
        and tells_damage(said[0])
        and all(tells_damage(each) or isinstance(each, EveningEnded) for each in said)
    )


def _in_its_place(
    journal: Journal, other: Journal, lost: Lost, known: int, backup: Backup, now: datetime
) -> Restored:
    """Let the backup's journal take this one's place; whoever was forgotten here stays so."""
    shared, names = journal.shared(other), journal.found_again(lost, other)
    nameless = {each.number for each in journal.persons() if each.name is None}
    forget_in(other, nameless - lost.names)
    with closing(Journal.in_memory()) as clean:
        # Written anew, nothing of a forgotten name stays behind in what is free.
        clean.import_lines(other.export_lines())
        folder = journal.give_way(clean)
    said = [IN_PLACE.format(folder=folder.name)]
    if journal.last_seq < known:
        at = now.isoformat(timespec="milliseconds")
        made = shown(datetime.fromisoformat(backup.at))
        said.append(note_backup(journal, folder, made, at))
    here = sum(mark.last <= shared for mark in journal.evenings())
    return Restored(
        len(journal.evenings()) - here,
        here,
        names=len(names.names) + len(names.remarks),
        in_place=tuple(said),
    )


def _evenings(journal: Journal, other: Journal) -> Restored:
    lacking = merge(recorded_evenings(journal), recorded_evenings(other))
    if lacking.added and state_of(journal).running:
        raise PlainError(NOT_NOW)
    joined = () if journal.shared(other) else _joined(journal, other, lacking)
    add_to(journal, lacking)
    added = len(lacking.added) + (lacking.longer is not None)
    return Restored(
        added,
        lacking.known,
        tuple(each.at[:10] for each in lacking.differing),
        joined=joined,
    )


def _joined(journal: Journal, other: Journal, lacking: Merge) -> tuple[str, ...]:
    """Return the names of another table's evenings that somebody here has too."""
    here = {each.name for each in journal.persons()}
    added = {each.start for each in lacking.added}
    came = (each for each in other.persons() if not added.isdisjoint(each.evenings))
    return distinct(each.name for each in came if each.name is not None and each.name in here)


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
