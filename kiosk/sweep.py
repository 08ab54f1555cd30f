"""A trick was swept: did it hold as many cards as a trick has?

One card too few: one was missed; its place is filled by an unseen card, where the places of the
others say it was. One too many: something was read twice or was none; the play explained worst
goes. Both are the director's guesses (`by` decoder) and can be corrected by a tap.
"""

from __future__ import annotations

import math

from engine.events import CardInserted, CardRemoved, Event
from engine.state import DealState
from kiosk.looks import look
from kiosk.places import missing_slots
from kiosk.reading import Reading
from kiosk.running import seat_order, swept_plays, total_cards, trick_size


def repairs(deal: DealState, read: Reading, angles: tuple[float, ...]) -> tuple[Event, ...]:
    """Return what has to change before the cards since the last sweep are whole tricks."""
    size = trick_size(deal)
    start = swept_plays(deal)
    lying = len(deal.seqs) - start
    over = lying % size
    room = total_cards(deal) - len(deal.seqs)
    if over == 0 and room >= 0:
        return ()
    if room < size - over or (over == 1 and lying > size):
        return (CardRemoved(deal.seqs[worst(deal, start, read)], "decoder"),)
    return _filled(deal, start + lying - over, angles)


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


def _filled(deal: DealState, first: int, angles: tuple[float, ...]) -> tuple[Event, ...]:
    """Return insertions for the places of the trick from play `first` that nobody saw."""
    lying = deal.laid[first:]
    order = seat_order(deal, lying[0].seat)
    slots, _ = missing_slots([look(laid).spot for laid in lying], order, angles)
    events: list[Event] = []
    rest = [laid.seq for laid in lying]
    for position in range(len(order)):
        if position in slots:
            events.append(CardInserted(None, rest[0] if rest else None, None, "decoder"))
        elif rest:
            rest.pop(0)
    return tuple(events)
