"""The initramfs: a cpio archive ("newc") of a few files, written without a tool.

Format: the kernel's Documentation/driver-api/early-userspace/buffer-format.rst.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from pathlib import Path

_FOLDER, _FILE, _LINK = 0o040755, 0o100755, 0o120777
_MAGIC = "070701"
_END = "TRAILER!!!"


@dataclass(frozen=True, slots=True)
class Entry:
    """One file, link or folder of the archive."""

    name: str
    """Path without a leading slash."""
    content: bytes = b""
    mode: int = _FILE


def folder(name: str) -> Entry:
    """Return a folder."""
    return Entry(name, mode=_FOLDER)


def link(name: str, target: str) -> Entry:
    """Return a symbolic link."""
    return Entry(name, target.encode(), _LINK)


def write_archive(path: Path, entries: tuple[Entry, ...]) -> None:
    """Write the archive, compressed; folders stand before what lies in them."""
    with gzip.open(path, "wb", compresslevel=1) as file:
        for number, entry in enumerate((*entries, Entry(_END, mode=0)), start=1):
            file.write(_packed(number, entry))


def _packed(number: int, entry: Entry) -> bytes:
    name = entry.name.encode() + b"\0"
    links = 2 if entry.mode == _FOLDER else 1
    # inode, mode, uid, gid, links, mtime, size, four device numbers, length of the name, no sum
    fields = (
        number, entry.mode, 0, 0, links, 0, len(entry.content), 0, 0, 0, 0, len(name), 0,
    )  # fmt: skip
    head = _MAGIC + "".join(f"{field:08x}" for field in fields)
    return _filled(head.encode() + name) + _filled(entry.content)


def _filled(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 4)
