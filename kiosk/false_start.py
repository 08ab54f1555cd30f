"""Was what opened the deal no trick at all?

Cards thrown in before a deal may lie like a trick: each before another seat, swept as one. Then the
deal begins with a trick nobody played, and every play stands a trick too late. It shows when its
cards come again: each is in the deck once. One card seen twice is a card read wrongly; two of the
same trick, each clearly itself both times, say that the trick was none.
"""

from __future__ import annotations

from engine.cards import Card
from engine.events import CardRemoved, Event, Undone
from engine.state import DealState
from kiosk.opening import SAME_CARD_NATS
from kiosk.reading import Reading
from kiosk.running import trick_size

_AGAIN = 2
"""So many cards of the first trick must have come again."""


def false_start(deal: DealState, read: Reading) -> tuple[Event, ...]:
    """Return what takes the first trick of a running deal back where it was none.

    To be asked of deals the camera opened. What a person said of a card of it is believed.
    """
    size = trick_size(deal)
    first = deal.laid[:size]
    if deal.closed or not deal.sweeps or deal.sweeps[0].after != size:
        return ()
    if any(laid.fixed for laid in first):
        return ()
    later = {_clear_face(read, play) for play in range(size, len(deal.laid))}
    again = {_clear_face(read, play) for play in range(size)} & later - {None}
    if len(again) < _AGAIN:
        return ()
    removed = (CardRemoved(laid.seq, "decoder") for laid in first)
    return (Undone(deal.sweeps[0].seq), *removed)


def _clear_face(read: Reading, play: int) -> Card | None:
    """Return what a play looks like by itself, None where it looks nearly as much like another."""
    if not read.seen[play]:
        return None
    row = read.rows[play]
    second, first = sorted(row)[-2:]
    return read.cards[row.index(first)] if first - second > SAME_CARD_NATS else None
