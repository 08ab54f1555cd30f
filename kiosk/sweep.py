"""A trick was swept: did it hold as many cards as a trick has?

One card too few: one was missed; its place is filled by an unseen card, where all that is known of
the trick says it was (`kiosk.slots`). One too many: something was read twice or was none; the play
goes without which the rest fits best. Both are the director's guesses (`by` decoder) and can be
corrected by a tap.
"""

from __future__ import annotations

import math

from engine.events import CardRemoved, Event, TrickTaken
from engine.state import DealState
from kiosk.lead import led_anew
from kiosk.reading import Reader, Reading
from kiosk.running import swept_plays, total_cards, trick_size
from kiosk.slots import after, filled, weigh


def repairs(
    deal: DealState,
    read: Reading,
    reader: Reader,
    angles: tuple[float, ...],
    taker: int | None = None,
) -> tuple[Event, ...]:
    """Return what has to change before the cards since the last sweep are whole tricks.

    `taker` is the seat they were seen to go to.
    """
    size = trick_size(deal)
    start = swept_plays(deal)
    lying = len(deal.seqs) - start
    over = lying % size
    room = total_cards(deal) - len(deal.seqs)
    if changes := led_anew(deal, taker, reader, angles):
        return changes
    if over == 0 and room >= 0:
        return ()
    if room < size - over or (over == 1 and lying > size):
        extra = worst(deal, start, read)
        if lying == size + 1 and read.decoding.best[extra] is not None:
            extra = _least_fitting(deal, start, read, reader, angles, TrickTaken(taker))
        return (CardRemoved(deal.seqs[extra], "decoder"),)
    return filled(deal, start + lying - over, taker, reader, angles)


def _least_fitting(
    deal: DealState,
    start: int,
    read: Reading,
    reader: Reader,
    angles: tuple[float, ...],
    taken: TrickTaken,
) -> int:
    """Return the play from `start` on without which all that is known of the trick fits best."""

    def without(index: int) -> float:
        best = read.decoding.best[index]
        own = 0.0 if best is None else read.rows[index][read.cards.index(best)]
        removed = CardRemoved(deal.seqs[index], "decoder")
        return weigh(after(deal, (removed, taken)), reader, angles) - own

    loose = [at for at in range(start, len(deal.laid)) if not deal.laid[at].fixed]
    return max(loose, key=without, default=worst(deal, start, read))


def worst(deal: DealState, start: int, read: Reading) -> int:
    """Return the play from `start` on that is explained worst; what a person said stays.

    `read` may hold a play more than the deal: its index is the number of plays recorded.
    """

    def merit(index: int) -> tuple[bool, float]:
        best = read.decoding.best[index]
        told = index < len(deal.laid) and deal.laid[index].fixed
        if best is None or not read.seen[index]:
            return told, -math.inf
        return told, read.rows[index][read.cards.index(best)]

    return min(range(start, len(read.rows)), key=merit)
