"""The backup: everything a table must not lose in one file, checked after it is written.

A zip archive with a manifest, the journal as its export, and the files of the data folder as they
lie there: decks, house rules, settings, exports. Not in it: the page's signing key, clips and the
filmed evening. `docs/BACKUP.md` tells people what to do with it.
"""

from __future__ import annotations

import io
import json
import logging
import re
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from engine.files import OWNER, write_whole
from engine.journal.chain import GENESIS
from engine.journal.check import refuse_damaged
from engine.journal.clock import shown
from engine.journal.journal import Journal
from engine.journal.opening import forgotten
from engine.journal.people import Lost
from engine.journal.snapshot import snapshot
from engine.text import PlainError, Text, os_reason
from kiosk.exports.files import Stick
from kiosk.home.data_folder import Home

LOG = logging.getLogger("mehrkopf")

VERSION = 1
MANIFEST = "backup.json"
JOURNAL = "journal.jsonl"
KEPT = 10
"""Backups that stay in one folder: the last ones of this table."""
STICK_FOLDER = "mehrkopf-backups"
"""A stick that has this folder is this table's: each evening's backup is put there too."""
MOST_BYTES = 2**30
"""Of all files of a backup, unpacked: far more than any table has, little enough to be read."""
_FOLDERS = ("decks", "rules", "exports")
PREFIX = "mehrkopf-"
"""What the usual name of a backup begins with; date, time and table follow."""
_NAME = re.compile(PREFIX + r"\d{4}-\d{2}-\d{2}-\d{6}-[0-9a-f]{8}\.zip")

_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    # Another way of packing, or a password.
    NotImplementedError,
    RuntimeError,
    ValueError,
)
"""What the reading of an archive ends on that is damaged."""

_NOT_WRITTEN = Text(
    de="Die Sicherung {file} ließ sich nicht schreiben ({why}); bitte Platz und Stick prüfen. Die "
    "Abende selbst sind davon nicht berührt.",
    en="The backup {file} could not be written ({why}); please check the free space and the "
    "stick. The evenings themselves are not affected.",
)
_NOTHING = Text(
    de="Hier gibt es noch nichts zu sichern: keinen Abend, kein Blatt, keine Einstellung.",
    en="There is nothing to back up here yet: no evenings, no decks, no settings.",
)
_NO_TARGET = Text(
    de="{file} ist kein Ordner, kein Stick und keine Sicherung; bitte einen Ordner nennen, der da "
    "ist, oder eine neue Datei, die auf .zip endet. Geändert wurde nichts.",
    en="{file} is not a folder, a stick or a backup; please name an existing folder, or a new "
    "file ending in .zip. Nothing was changed.",
)
_UNREADABLE = Text(
    de="Die Sicherung {file} ist nicht lesbar ({why}); bitte eine andere wählen. Geändert wurde "
    "nichts.",
    en="The backup {file} cannot be read ({why}); please choose another. Nothing was changed.",
)
_NO_BACKUP = Text(de="das ist keine Sicherung", en="it is not a backup")
_CUT_OFF = Text(de="sie ist abgeschnitten oder beschädigt", en="it is cut off or damaged")
_NEWER = Text(
    de="sie ist von einem neueren Mehrkopf; bitte erst das Programm erneuern",
    en="it is from a newer version of mehrkopf; please update the program first",
)
_ALTERED = Text(de="„{name}“ darin ist beschädigt", en='"{name}" in it is damaged')
_TOO_BIG = Text(de="sie ist viel zu groß", en="it is far too big")
_ODD_NAME = Text(de="„{name}“ gehört in keine Sicherung", en='"{name}" does not belong in a backup')


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup says of itself."""

    at: str
    """RFC 3339, when it was made."""
    program: str
    """Version of the program that made it."""
    table: str
    """Eight digits that stay the same for one journal."""
    evenings: int
    events: int
    head: str
    """Head hash of the journal in it."""


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A backup that was read and checked."""

    backup: Backup
    journal: tuple[str, ...]
    """Lines of the journal's export; empty where the table had no journal."""
    files: Mapping[str, bytes]
    """By their place in the data folder, with forward slashes."""


def back_up(home: Home, target: Path, now: datetime, program: str) -> Path:
    """Write a backup and read it again; return the file.

    Args:
        home: the table's data folder; a running program is not disturbed.
        target: a new file `.zip`, a backup to be written over, or a folder in which it gets its
            usual name.
        now: with an offset.
        program: version of this program.

    Raises:
        PlainError: something else lies there, the journal is
            damaged, or the file cannot be written or read again.
    """
    if not target.is_dir() and (target.suffix != ".zip" or _is_other(target)):
        raise PlainError(_NO_TARGET.format(file=target))
    lines, backup = _of_journal(home, now, program)
    path = target / _name(backup, now) if target.is_dir() else target
    files = _files(home)
    try:
        write_whole(path, _packed(backup, lines, files), OWNER)
    except OSError as error:
        raise PlainError(_NOT_WRITTEN.format(file=path, why=os_reason(error))) from error
    read_backup(path)
    return path


def check_something(home: Home) -> None:
    """Make sure that there is anything to back up.

    Raises:
        PlainError: there is nothing.
    """
    if not home.journal.exists() and not _files(home):
        raise PlainError(_NOTHING)


def _is_other(path: Path) -> bool:
    """Tell whether something lies there that is no backup, and stays."""
    if not path.exists() and not path.is_symlink():
        return False
    return not path.is_file() or not is_backup(path)


def is_backup(path: Path) -> bool:
    """Tell whether a file is a backup, sound or not."""
    if not zipfile.is_zipfile(path):
        return False
    with zipfile.ZipFile(path) as packed:
        return MANIFEST in packed.namelist()


def _of_journal(home: Home, now: datetime, program: str) -> tuple[tuple[str, ...], Backup]:
    at = now.isoformat(timespec="seconds")
    found = snapshot(home.journal)
    with closing(found.journal) as journal:
        refuse_damaged(home.journal, found.condition)
        if not found.condition.whole:
            return (), Backup(at, program, "0" * 8, 0, 0, GENESIS)
        lines = tuple(journal.export_lines())
        table = journal.head_at(1)[:8]
        evenings = len(journal.evenings())
        return lines, Backup(at, program, table, evenings, journal.last_seq, journal.head)


def _name(backup: Backup, now: datetime) -> str:
    return f"{PREFIX}{now:%Y-%m-%d-%H%M%S}-{backup.table}.zip"


def _files(home: Home) -> dict[str, Path]:
    places = [path for path in home.root.glob("*.toml") if path.is_file()]
    for folder in _FOLDERS:
        places += [path for path in (home.root / folder).rglob("*") if path.is_file()]
    return {path.relative_to(home.root).as_posix(): path for path in sorted(places)}


def _packed(backup: Backup, lines: Sequence[str], files: Mapping[str, Path]) -> bytes:
    body = io.BytesIO()
    sums: dict[str, str] = {}
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as packed:

        def put(name: str, content: bytes) -> None:
            sums[name] = sha256(content).hexdigest()
            packed.writestr(name, content)

        if lines:
            put(JOURNAL, "".join(line + "\n" for line in lines).encode())
        for name, path in files.items():
            try:
                put(name, path.read_bytes())
            except FileNotFoundError:
                # It went away while the others were read: an export that somebody deleted.
                LOG.info("not backed up, it is gone: %s", path.name)
        manifest = {"format": "mehrkopf-backup", "v": VERSION, **asdict(backup), "files": sums}
        packed.writestr(MANIFEST, json.dumps(manifest, indent=1))
    return body.getvalue()


def read_backup(path: Path) -> BackupFile:
    """Read a backup and check every file in it, the journal against its hashes.

    Raises:
        PlainError: it cannot be read, is none, is damaged, or a newer program made it.
    """
    try:
        with path.open("rb") as file:
            if file.read(2) != b"PK":
                raise _unreadable(path, _NO_BACKUP)
            return _read(file, path)
    except OSError as error:
        raise _unreadable(path, os_reason(error)) from error
    except _BROKEN as error:
        raise _unreadable(path, _CUT_OFF) from error


def _read(file: BinaryIO, path: Path) -> BackupFile:
    with zipfile.ZipFile(file) as packed:
        manifest = _manifest(packed, path)
        files: dict[str, bytes] = {}
        for name, expected in manifest["files"].items():
            if name != JOURNAL and not _fits(name):
                raise _unreadable(path, _ODD_NAME.format(name=name))
            try:
                content = packed.read(name)
            except (KeyError, *_BROKEN) as error:
                raise _unreadable(path, _ALTERED.format(name=name)) from error
            if sha256(content).hexdigest() != expected:
                raise _unreadable(path, _ALTERED.format(name=name))
            files[name] = content
    backup = _backup(manifest)
    lines = tuple(files.pop(JOURNAL, b"").decode().splitlines())
    _check_journal(lines, backup, path)
    return BackupFile(backup, lines, files)


def _manifest(packed: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    if MANIFEST not in packed.namelist():
        raise _unreadable(path, _NO_BACKUP)
    if sum(each.file_size for each in packed.infolist()) > MOST_BYTES:
        raise _unreadable(path, _TOO_BIG)
    found = json.loads(packed.read(MANIFEST))
    if not isinstance(found, dict) or found.get("format") != "mehrkopf-backup":
        raise _unreadable(path, _NO_BACKUP)
    version = found.get("v")
    if not isinstance(version, int) or version > VERSION:
        raise _unreadable(path, _NEWER)
    kinds = {"evenings": int, "events": int, "files": dict}
    if any(
        not isinstance(found.get(name), kinds.get(name, str))
        for name in (*Backup.__dataclass_fields__, "files")
    ):
        raise _unreadable(path, _CUT_OFF)
    return found


def _backup(manifest: Mapping[str, Any]) -> Backup:
    return Backup(**{name: manifest[name] for name in Backup.__dataclass_fields__})


def _fits(name: str) -> bool:
    """Tell whether a file of that name may be put into a data folder."""
    place = PurePosixPath(name)
    parts = place.parts
    if place.is_absolute() or ".." in parts or "\\" in name or "\0" in name:
        return False
    if len(parts) == 1:
        return place.suffix == ".toml"
    return parts[0] in _FOLDERS


def _check_journal(lines: Sequence[str], backup: Backup, path: Path) -> None:
    if not lines:
        if backup.events:
            raise _unreadable(path, _ALTERED.format(name=JOURNAL))
        return
    journal = Journal.in_memory()
    try:
        journal.import_lines(lines)
        if (journal.last_seq, journal.head) != (backup.events, backup.head):
            raise _unreadable(path, _ALTERED.format(name=JOURNAL))
    finally:
        journal.close()


def _unreadable(path: Path, why: Text) -> PlainError:
    return PlainError(_UNREADABLE.format(file=path.name, why=why))


def backups_in(folder: Path) -> tuple[Path, ...]:
    """Return the backups in a folder by their usual names, the newest first."""
    try:
        names = sorted((each.name for each in folder.iterdir()), reverse=True)
    except OSError:
        return ()
    return tuple(folder / name for name in names if _NAME.fullmatch(name))


def table_of(path: Path) -> str:
    """Return which table a backup of the usual name is of."""
    return path.stem.rpartition("-")[2]


def made_at(path: Path, among: Iterable[Path] = ()) -> Text:
    """Return when a backup was made: by the table's clock, as its usual name says.

    To the second, where another one of `among` is of the same minute.
    """
    moment = made(path)
    others = {made(each) for each in among} - {moment}
    alike = any(each.replace(second=0) == moment.replace(second=0) for each in others)
    return shown(moment, seconds=alike)


def made(path: Path) -> datetime:
    """Return when a backup was made, as its usual name says."""
    return datetime.strptime(path.name, f"{PREFIX}%Y-%m-%d-%H%M%S-{table_of(path)}.zip")


def said_of(path: Path) -> Backup | None:
    """Return what a backup says of itself, at a look; None where it cannot be read."""
    try:
        with zipfile.ZipFile(path) as packed:
            return _backup(_manifest(packed, path))
    except (PlainError, OSError, *_BROKEN):
        return None


def fullest(found: Sequence[Path], table: str = "") -> Path | None:
    """Return the backup of a table with the most events, of several the one found first.

    Args:
        found: the newest first.
        table: eight digits; empty: that of the first one with an evening, else with anything.
    """
    said = [(path, each) for path in found if (each := said_of(path)) is not None]
    first = next((each for _, each in said if each.evenings), said[0][1] if said else None)
    if first is None:
        return None
    mine = [one for one in said if one[1].table == (table or first.table)]
    return max(mine, key=lambda one: one[1].events, default=(None,))[0]


def prune(home: Home, folder: Path, kept: Path) -> None:
    """Delete all but the last backups of the table that `kept` is of.

    One that holds events, names or remarks which no later one does stays: a damage may have taken
    them since. Of names those do not count that were forgotten at this table.

    Raises:
        PlainError: one cannot be deleted.
    """
    mine = [path for path in backups_in(folder) if table_of(path) == table_of(kept)]
    later = [kept]
    for old in mine[KEPT:]:
        if not any(_holds(home, each, old) for each in later):
            later.append(old)
            continue
        try:
            old.unlink(missing_ok=True)
        except OSError as error:
            raise PlainError(_NOT_WRITTEN.format(file=old, why=os_reason(error))) from error


def _holds(home: Home, later: Path, old: Path) -> bool:
    """Tell whether a backup has all that an older one has: none where it cannot be read.

    An older one that cannot be read has nothing to take back.
    """
    try:
        before = journal_of(old)
    except PlainError as error:
        LOG.info("%s", error)
        return True
    with closing(before):
        try:
            after = journal_of(later)
        except PlainError as error:
            LOG.info("%s", error)
            return False
        with closing(after):
            people = {each.number for each in after.persons()}
            gone = forgotten(home.journal, after.head_at(1))
            # More than there are: what stands for nothing in both is none.
            texts = frozenset(range(1, after.last_seq + 1))
            lost = after.lacking(Lost(frozenset(people - gone), texts))
            back = after.found_again(lost, before)
            return after.head_at(before.last_seq) == before.head and not (
                back.names or back.remarks
            )


def journal_of(path: Path) -> Journal:
    """Return a backup's journal in memory.

    Raises:
        PlainError: the backup cannot be read.
    """
    lines, journal = read_backup(path).journal, Journal.in_memory()
    if lines:
        journal.import_lines(lines)
    return journal


def places(home: Home, sticks: Sequence[Stick]) -> tuple[Path, ...]:
    """Return where an evening's backup goes: beside the journal and on the table's sticks."""
    marked = [stick.folder / STICK_FOLDER for stick in sticks]
    return (home.backups, *(folder for folder in marked if folder.is_dir()))


def back_up_all(
    home: Home, folders: Sequence[Path], now: datetime, program: str
) -> tuple[tuple[Path, ...], tuple[PlainError, ...]]:
    """Write a backup into each folder, keep the last ones there; return files and failures."""
    written, failed = [], []
    for folder in folders:
        try:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                why = os_reason(error)
                raise PlainError(_NOT_WRITTEN.format(file=folder, why=why)) from error
            path = back_up(home, folder, now, program)
            prune(home, folder, path)
        except PlainError as error:
            failed.append(error)
        else:
            written.append(path)
    return tuple(written), tuple(failed)
