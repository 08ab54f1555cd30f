"""The journal's head beside the journal: how many events there are known to be, and their hash.

A log that lost its end is a sound log to SQLite; only somebody who knows how many events there were
can tell. `journal.sqlite.head` knows: it is written after each commit, so that it never says more
than there is. It holds the newest two heads, each in a block of its own with a checksum, written by
turns where it stands: a write that is cut off spoils the older one. That costs one flush an append;
a file written anew and renamed costs three.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from engine.files import write_whole
from engine.journal.database import GENESIS, SCHEMA_VERSION

HEAD_END = ".head"
"""What the file's name ends with, behind the journal's own."""
_BLOCK = 4096
"""Bytes; no disk writes less at once without touching its neighbours."""
_FORM = re.compile(rb"mehrkopf head 1 ([0-9]{1,3}) ([0-9]{1,15}) ([0-9a-f]{64}) ([0-9a-f]{16})\n")


@dataclass(frozen=True, slots=True, order=True)
class Head:
    """How many events a journal holds, and the hash over all of them."""

    seq: int = 0
    hash: str = GENESIS


@dataclass(frozen=True, slots=True)
class KeptHead:
    """What the file beside a journal says."""

    head: Head | None
    """None where there is no file, or nothing in it can be read."""
    whole: bool
    """False where a block of it is damaged."""
    schema: int = 0
    """Version of the journal's tables; a higher one in the file itself is damage."""


def head_path(journal: Path) -> Path:
    """Return where a journal's head is kept."""
    return journal.with_name(journal.name + HEAD_END)


def read_head(journal: Path) -> KeptHead:
    """Return what is known of a journal.

    Raises:
        OSError: the file is there and cannot be read.
    """
    path = head_path(journal)
    if not path.exists():
        return KeptHead(None, whole=True)
    body = path.read_bytes()
    blocks = [_read(body[at : at + _BLOCK]) for at in (0, _BLOCK)]
    known = [block for block in blocks if block is not None]
    if not known:
        return KeptHead(None, whole=False)
    head, schema = max(known)
    return KeptHead(head, len(known) == len(blocks) and len(body) == 2 * _BLOCK, schema)


def _read(block: bytes) -> tuple[Head, int] | None:
    found = _FORM.match(block)
    if found is None:
        return None
    schema, head = int(found[1]), Head(int(found[2]), found[3].decode())
    return (head, schema) if _written(head, schema) == block else None


def _written(head: Head, schema: int = SCHEMA_VERSION) -> bytes:
    said = f"mehrkopf head 1 {schema} {head.seq} {head.hash}"
    return f"{said} {sha256(said.encode()).hexdigest()[:16]}\n".encode().ljust(_BLOCK, b"\0")


class HeadFile:
    """The file of an open journal; used by the thread that owns the journal."""

    def __init__(self, journal: Path, head: Head) -> None:
        """Begin with what the journal holds.

        Raises:
            OSError: the file cannot be written.
        """
        path, body = head_path(journal), _written(head) * 2
        if not path.exists() or path.read_bytes() != body:
            write_whole(path, body)
        self._handle = os.open(path, os.O_RDWR)
        self._turn = 0

    def keep(self, head: Head) -> None:
        """Write the head of a journal whose events are on the disk; it is there on return.

        Raises:
            OSError: the disk refuses; the next call writes what this one could not.
        """
        body, at = memoryview(_written(head)), self._turn * _BLOCK
        while body:
            done = os.pwrite(self._handle, body, at)
            body, at = body[done:], at + done
        os.fdatasync(self._handle)
        self._turn = 1 - self._turn

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._handle)
