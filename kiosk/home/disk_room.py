"""How much room the disk has left, in evenings; what may be thrown away to make some."""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.text import PlainError, Text, os_reason
from kiosk.home.data_folder import Home
from kiosk.words import menu as w

LOG = logging.getLogger("mehrkopf")

EVENING_BYTES = 1_000_000
"""What an evening writes: 25 deals with the scores of every card take 400,000 bytes in the journal,
and as much may lie in the log beside it for a while."""
LOW = 100
"""Evenings; from here on down the page says so."""
SCARCE = 5
_AGAIN_S = 20.0
"""So often the disk is asked; pages come more often."""


@dataclass(frozen=True, slots=True)
class Space:
    """What is free."""

    free: int
    """Bytes."""

    @property
    def evenings(self) -> int:
        """For how many evenings it does."""
        return self.free // EVENING_BYTES

    @property
    def low(self) -> bool:
        """Whether people should do something soon."""
        return self.evenings < LOW

    @property
    def scarce(self) -> bool:
        """Whether this evening may not be written to its end."""
        return self.evenings < SCARCE

    def words(self) -> Text | None:
        """Return what is to be said; None where there is room enough."""
        if not self.low:
            return None
        sentence = w.ROOM_SCARCE if self.scarce else w.ROOM_LOW
        return sentence.format(size=size_text(self.free), n=self.evenings)


@dataclass(frozen=True, slots=True)
class StoredHeap:
    """Something that takes room."""

    key: str
    title: Text
    size: int
    files: int
    goes: bool
    """Whether it may be thrown away from the page."""


class DiskRoom:
    """The disk under a data folder; without one there is always room.

    `usage` tells the free bytes; asked from any thread.
    """

    def __init__(
        self,
        home: Home | None = None,
        usage: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._home = home
        self._usage = usage
        self._clock = clock
        self._known: tuple[float, Space | None] = (-_AGAIN_S, None)

    def space(self) -> Space | None:
        """Return what is free; None where it cannot be told."""
        at, known = self._known
        now = self._clock()
        if self._home is None or now - at < _AGAIN_S:
            return known
        try:
            known = Space(self._usage(self._home.root))
        except OSError as error:
            LOG.warning("the free space cannot be told: %s", error)
            known = None
        self._known = now, known
        return known

    def words(self) -> Text | None:
        """Return what is to be said about the room; None where there is nothing."""
        space = self.space()
        return None if space is None else space.words()

    def heaps(self) -> tuple[StoredHeap, ...]:
        """Return what takes room in the data folder, the journal first."""
        if self._home is None:
            return ()
        return tuple(
            StoredHeap(key, title, sum(map(_size, files)), len(files), goes=key in _GOES)
            for key, title in w.HEAPS.items()
            for files in (_files(self._home, key),)
        )

    def clear(self, key: str) -> int:
        """Throw a heap away; returns how many bytes that freed.

        Raises:
            PlainError: there is no such heap, or it cannot be thrown away.
        """
        if self._home is None or key not in _GOES:
            raise PlainError(w.NO_HEAP)
        freed = 0
        for path in _files(self._home, key):
            size = _size(path)
            try:
                path.unlink()
            except OSError as error:
                raise PlainError(w.NOT_CLEARED.format(why=os_reason(error))) from error
            freed += size
        self._known = (-_AGAIN_S, None)
        return freed


_GOES = frozenset({"exports", "sample"})
"""What can be made again: files that were exported, and the filmed evening's own journal."""


def _files(home: Home, key: str) -> list[Path]:
    places = {
        "journal": list(home.root.glob("journal.sqlite*")),
        "decks": list(home.decks.glob("*")),
        "exports": [path for path in home.exports.rglob("*") if path.is_file()],
        "sample": list(home.root.glob("sample.sqlite*")),
    }
    return places[key]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        # It went away while it was looked at.
        return 0


def size_text(size: int) -> str:
    """Return a size for people: 12 MB, 3 GB."""
    for unit, least in (("GB", 10**9), ("MB", 10**6), ("KB", 10**3)):
        if size >= least:
            return f"{size // least} {unit}"
    return f"{size} B"
