"""A watch over folders: every file that is written below them, and what was in it (inotify(7)).

A file that was gone again before it could be read is noted by its name alone. Another file system
that somebody mounted below a folder is none of it.
"""

from __future__ import annotations

import ctypes
import os
import re
import struct
import threading
import zipfile
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from select import select

IN_CLOSE_WRITE, IN_MOVED_TO, IN_CREATE, IN_MODIFY = 0x08, 0x80, 0x100, 0x02
IN_Q_OVERFLOW, IN_ISDIR = 0x4000, 0x40000000
_HEAD = struct.Struct("iIII")
_ROOM = 2**16

PICTURES = re.compile(
    rb"\xff\xd8\xff[\xdb\xe0\xe1]..|\x89PNG\r\n\x1a\n|GIF8[79]a|RIFF....(?:WEBP|AVI )"
    rb"|\x93NUMPY|\x1aE\xdf\xa3|ftyp(?:isom|mp4|qt  |avif|heic)|II\*\0....|MM\0\*...."
    rb"|\0\0\0\x0cjP  |P[56]\n\d+ \d+\n255\n|/9j/4[AQ]",
    re.DOTALL,
)
"""How pictures, films and arrays of numbers begin, wherever in a file; JPEG as base64 too."""
_AT_START = re.compile(rb"BM.{8}\x36\0\0\0", re.DOTALL)


def holds_pictures(data: bytes) -> bool:
    """Tell whether a picture, a film or an array stands in these bytes, packed ones included."""
    if PICTURES.search(data) or _AT_START.match(data):
        return True
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return any(holds_pictures(archive.read(name)) for name in archive.namelist())
    except zipfile.BadZipFile:
        return False


@dataclass
class Written:
    """What was seen of one file."""

    largest: int = 0
    pictures: bool = False
    read: bool = False


@dataclass
class FileWatch:
    """Watches folders with all below them, as long as it is entered."""

    roots: tuple[Path, ...]
    files: dict[Path, Written] = field(default_factory=dict)
    lost: bool = False
    """Whether anything was passed over: by the system, or because it is not to be read."""

    def __enter__(self) -> FileWatch:
        """Begin; what is there already is not noted."""
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._line = self._libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK)
        assert self._line >= 0
        self._folders: dict[int, Path] = {}
        self._stop, self._reading = threading.Event(), threading.Lock()
        for root in self.roots:
            self._follow(root, note=False, given=True)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End; everything that was written before is noted."""
        self._stop.set()
        self._thread.join()
        self.catch_up()
        os.close(self._line)

    def _follow(self, folder: Path, *, note: bool, given: bool = False) -> None:
        try:
            if not given and folder.is_mount():
                return
            self._folders[self._watched(folder)] = folder
            with os.scandir(folder) as entries:
                for entry in entries:
                    path = Path(entry.path)
                    if entry.is_dir(follow_symlinks=False):
                        self._follow(path, note=note)
                    elif note:
                        self._note(path)
        except OSError as error:
            self._unread(error)

    def _watched(self, folder: Path) -> int:
        """Return the number under which the system tells what happens in this folder.

        Raises:
            OSError: it does not, as where the folder is gone.
        """
        mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_MODIFY
        number: int = self._libc.inotify_add_watch(self._line, os.fsencode(folder), mask)
        if number < 0:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code))
        return number

    def _unread(self, error: OSError) -> None:
        """Take what cannot be read as passed over, unless it is gone again."""
        self.lost = self.lost or not isinstance(error, FileNotFoundError | NotADirectoryError)

    def _run(self) -> None:
        while not self._stop.is_set():
            if select([self._line], [], [], 0.1)[0]:
                self.catch_up()

    def catch_up(self) -> None:
        """Note everything that was written until now."""
        with self._reading:
            while select([self._line], [], [], 0.0)[0]:
                data = os.read(self._line, _ROOM)
                at = 0
                while at < len(data):
                    number, mask, _, length = _HEAD.unpack_from(data, at)
                    at += _HEAD.size + length
                    name = os.fsdecode(data[at - length : at].rstrip(b"\0"))
                    self._heard(number, mask, name)

    def _heard(self, number: int, mask: int, name: str) -> None:
        if mask & IN_Q_OVERFLOW:
            self.lost = True
        elif number in self._folders and name:
            path = self._folders[number] / name
            if not mask & IN_ISDIR:
                self._note(path)
            else:
                self._follow(path, note=True)

    def _note(self, path: Path) -> None:
        seen = self.files.setdefault(path, Written())
        try:
            if not path.is_file():
                return
            data = path.read_bytes()
        except OSError as error:
            self._unread(error)
            return  # its name is noted
        seen.read, seen.largest = True, max(seen.largest, len(data))
        seen.pictures = seen.pictures or holds_pictures(data)
