"""Many cards at once: thrown in, shown, counted, shuffled. None of that is a play.

While it lasts nothing is read; it is over when the table looks as empty as before, or when what
is left lies still and holds no card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from vision.reading.stack import overlap
from vision.sighting import TableContext
from vision.watching.explain import Found
from vision.watching.trick import Lying

FEW = 2
"""Cards that may come to lie between two rests while nobody plays."""
_HEAP_SHARE = 0.7
_HEAP_CARDS = 2
_BESIDE = 0.15
"""More than this share of a card hangs together with a card that lies in a fan or a packet."""
_MANY_ROOM = 1
_MANY_OVER = 2
LEFT_SECONDS = 4.0
"""What lies still this long after a commotion, and holds no card, belongs to the table."""


@dataclass(slots=True)
class Commotion:
    """Whether there is one, and since when."""

    on: bool = False
    looked: float = 0.0

    def begin(self, t: float) -> None:
        """Read nothing from now on."""
        self.on, self.looked = True, t

    def end(self) -> None:
        """The table is empty again."""
        self.on = False


def idle(context: TableContext | None) -> bool:
    """Whether nobody plays: no deal runs, or all its cards lie."""
    return context is not None and context.seat is None


def many_at_once(found: Found, trick: Sequence[Lying], context: TableContext | None) -> bool:
    """Whether what one look found is no play: more than fits a trick, or a growing heap."""
    new = len(found.new)
    if new == 0:
        return False
    if _heap(found, trick) and not _room(context, len(trick) + new):
        return True
    if context is None:
        return False
    if idle(context) and not trick and new > FEW:
        return True
    size = context.trick_size
    return new > size - len(trick) % size + _MANY_ROOM or len(trick) + new > size + _MANY_OVER


def hangs_together(found: Found, trick: Sequence[Lying], context: TableContext | None) -> bool:
    """Whether a first card, laid while nobody plays, is part of a fan, a packet or a hand."""
    return bool(found.new) and not trick and idle(context) and found.beside > _BESIDE


def _room(context: TableContext | None, cards: int) -> bool:
    """Whether so many cards may be a trick that is being played, one laid right on the other."""
    return context is not None and not idle(context) and cards <= context.trick_size


def _heap(found: Found, trick: Sequence[Lying]) -> bool:
    """Whether card after card was laid right onto the last."""
    poses = [lying.pose for lying in trick] + [reading.pose for reading in found.new]
    onto = sum(overlap(a, b) >= _HEAP_SHARE for a, b in pairwise(poses))
    return onto >= _HEAP_CARDS
