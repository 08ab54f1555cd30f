"""The same deal, supposing that its cards had been others."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.deal_log import derive
from engine.events import CardCorrected, Envelope
from engine.state import DealState, LogEntry
from kiosk.looks import look
from kiosk.places import seat_scores

MOST_NATS = 4.0
"""More than this a single careless throw does not count."""


def supposed(deal: DealState, cards: Sequence[Card | None]) -> DealState:
    """Return the deal with these cards; seats and turns follow from them anew.

    Plays nobody saw stay unseen, whatever `cards` says of them.
    """
    changed = [
        (laid.seq, face)
        for laid, face in zip(deal.laid, cards, strict=True)
        if laid.card is not None and face is not laid.card
    ]
    if not changed:
        return deal
    last = deal.log[-1].seq if deal.log else deal.head.seq
    entries = [
        LogEntry(Envelope(last + 1 + number, "", CardCorrected(seq, face, "decoder")))
        for number, (seq, face) in enumerate(changed)
    ]
    return derive(deal.head, (*deal.log, *entries))


def seating(deal: DealState, angles: tuple[float, ...]) -> float:
    """Return how well the seats by turn agree with where the cards lie, in nats; 0 is best.

    Each card counts against the seat its place speaks for, by `MOST_NATS` at most.
    """
    total = 0.0
    for laid in deal.laid:
        spot = look(laid).spot
        if spot is not None:
            scores = seat_scores(spot, angles)
            total -= min(max(scores) - scores[laid.seat], MOST_NATS)
    return total
