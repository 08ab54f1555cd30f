"""Clips that people kept: one zip each in the folder `clips`, its owner's alone, deletable.

Nothing writes here but a tap on the page. So that the journal never lacks room for them there are
at most `MOST`, and none is written where the disk is nearly full.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engine.files import DRAFT, EVERYBODY, OWNER, write_whole
from engine.text import PlainError, os_reason
from kiosk.home.data_folder import Home
from kiosk.words import clips as w

MOST = 20
SUFFIX = ".zip"
_NAME = re.compile(r"clip-[0-9]{8}-[0-9]{6}(-[0-9]{1,2})?", re.ASCII)
_LEFT = 100 * 2**20
"""Bytes that stay free: the evening goes on after the clip."""


@dataclass(frozen=True, slots=True)
class KeptClip:
    """One clip: its name and its size in bytes."""

    name: str
    path: Path
    size: int


def _free(folder: Path) -> int:
    return shutil.disk_usage(folder).free


class ClipFolder:
    """The clips of one data folder."""

    def __init__(self, home: Home, free: Callable[[Path], int] = _free) -> None:
        self._folder = home.clips
        self._free = free

    def all(self) -> tuple[KeptClip, ...]:
        """Return every clip, the newest first."""
        found = sorted(self._folder.glob(f"*{SUFFIX}"), key=lambda path: path.stem, reverse=True)
        return tuple(
            KeptClip(path.stem, path, path.stat().st_size)
            for path in found
            if _NAME.fullmatch(path.stem) and path.is_file() and not path.is_symlink()
        )

    def find(self, name: str) -> KeptClip:
        """Return the clip of this name.

        Raises:
            PlainError: there is none.
        """
        found = next((clip for clip in self.all() if clip.name == name), None)
        if found is None:
            raise PlainError(w.UNKNOWN.format(name=name[:40]))
        return found

    def keep(self, body: bytes, now: datetime) -> KeptClip:
        """Keep a clip on this device.

        Raises:
            PlainError: there are too many, or there is no room, or it cannot be written.
        """
        there = {clip.name for clip in self.all()}
        if len(there) >= MOST:
            raise PlainError(w.TOO_MANY.format(most=MOST))
        name = name_of(now)
        again = (name, *(f"{name}-{number}" for number in range(2, MOST + 2)))
        free = next(each for each in again if each not in there)
        path = self._folder / f"{free}{SUFFIX}"
        self._write(path, body, OWNER)
        return KeptClip(free, path, len(body))

    def save(self, body: bytes, name: str, target: Path) -> Path:
        """Write a clip into another folder, a stick's; one of this name there is replaced.

        Raises:
            PlainError: there is no room, or it cannot be written.
        """
        path = target / f"mehrkopf-{name}{SUFFIX}"
        self._write(path, body, EVERYBODY)
        return path

    def delete(self, name: str) -> None:
        """Delete the clip of this name.

        Raises:
            PlainError: there is none, or it cannot be deleted.
        """
        clip = self.find(name)
        try:
            clip.path.unlink(missing_ok=True)
            clip.path.with_name(clip.path.name + DRAFT).unlink(missing_ok=True)
        except OSError as error:
            raise _not_saved(clip.path.parent, error) from error

    def _write(self, path: Path, body: bytes, rights: int) -> None:
        folder = path.parent
        try:
            if folder == self._folder:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._free(folder) < len(body) + _LEFT:
                raise PlainError(w.NO_ROOM.format(folder=folder.name))
            write_whole(path, body, rights)
        except OSError as error:
            raise _not_saved(folder, error) from error


def name_of(now: datetime) -> str:
    """Return what a clip of this moment is called: "clip-20261120-213005"."""
    return f"clip-{now:%Y%m%d-%H%M%S}"


def _not_saved(folder: Path, error: OSError) -> PlainError:
    return PlainError(w.NOT_SAVED.format(folder=folder.name, why=os_reason(error)))
