"""Many cards at once, thrown in, shown, counted or shuffled, are no play; and the table's activity.

While it lasts nothing is read; it is over when the table looks as empty as before, or when what
is left lies still and holds no card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from vision.reading.pose import overlap
from vision.sighting import TableActivity, TableContext
from vision.watching.explaining import Explanation
from vision.watching.thresholds import THRESHOLDS
from vision.watching.trick import LyingCard

_COMMOTION = THRESHOLDS.commotion


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


def card_may_come(context: TableContext | None, trick: Sequence[LyingCard]) -> bool:
    """Tell whether a card of a trick may come next; a deal may begin with the first two."""
    if context is None:
        return False
    return len(trick) < (_COMMOTION.few if idle(context) else context.trick_size)


def many_at_once(
    found: Explanation, trick: Sequence[LyingCard], context: TableContext | None
) -> bool:
    """Whether what one look found is no play: more than fits a trick, or a growing heap."""
    new = len(found.new)
    if new == 0:
        return False
    if _heap(found, trick) and not _room(context, len(trick) + new):
        return True
    if context is None:
        return False
    if idle(context) and not trick and new > _COMMOTION.few:
        return True
    size = context.trick_size
    room = size - len(trick) % size + _COMMOTION.more_than_room
    return new > room or len(trick) + new > size + _COMMOTION.more_than_trick


def hangs_together(
    found: Explanation, trick: Sequence[LyingCard], context: TableContext | None
) -> bool:
    """Whether a first card, laid while nobody plays, is part of a fan, a packet or a hand."""
    return bool(found.new) and not trick and idle(context) and found.beside > _COMMOTION.beside


def _room(context: TableContext | None, cards: int) -> bool:
    """Whether so many cards may be a trick that is being played, one laid right on the other."""
    return context is not None and not idle(context) and cards <= context.trick_size


def _heap(found: Explanation, trick: Sequence[LyingCard]) -> bool:
    """Whether card after card was laid right onto the last."""
    poses = [lying.pose for lying in trick] + [reading.pose for reading in found.new]
    onto = sum(overlap(a, b) >= _COMMOTION.heap_share for a, b in pairwise(poses))
    return onto >= _COMMOTION.heap_cards


def activity_in_motion(starting: bool, commotion: Commotion) -> TableActivity:
    """Return what to call a table where something moves; `starting` before the first rest."""
    if starting:
        return TableActivity.STARTING
    return TableActivity.SWEPT if commotion.on else TableActivity.MOVING


def activity_at_rest(commotion: Commotion, unread: bool, cards: int) -> TableActivity:
    """Return what to call a table at rest with so many cards, some of it `unread` or not."""
    if commotion.on:
        return TableActivity.SWEPT
    if unread:
        return TableActivity.HAND
    return TableActivity.STABLE if cards else TableActivity.EMPTY
