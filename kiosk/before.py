"""Was a trick before the first one seen missed?

The camera opens a deal with the first trick it sees, and takes it that Vorhand led. Where its cards
lie firmly as if another had, a trick before was missed whole, and whoever took that led this one.
So a trick of cards nobody saw is put before it: the seats come right, and no verdict can rest on
what was never seen. That somebody led out of turn is no likelier, and would be told the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.events import CardInserted, CardPlayed, CardRemoved, Event, TrickTaken
from engine.state import DealState
from kiosk.late import fit
from kiosk.looks import look
from kiosk.running import seat_order, trick_size

FIRM_NATS = 6.0
"""By so much the places have to speak for another leader. Of tricks that Vorhand led none in 2,000
of each size did, drawn as a poor camera sees them; of those another led 80 to 98 % do."""


def missed_before(deal: DealState, angles: tuple[float, ...]) -> tuple[Event, ...]:
    """Return what puts an unseen trick before the first one of a deal, if one was missed.

    To be asked when the first trick is swept, of a deal the camera opened whose dealer is known
    from its call: dealers who only take turns may as well have been one further.
    """
    size = trick_size(deal)
    trick = deal.laid
    if deal.contract is None or deal.sweeps or len(trick) != size or deal.report.trick_count < 2:
        return ()
    if any(look(laid).spot is None or laid.fixed for laid in trick):
        return ()
    leader = _firm_leader(deal, angles)
    if leader is None:
        return ()
    gone = (CardRemoved(laid.seq, "decoder") for laid in trick)
    unseen = (CardInserted(None, None, None, "decoder") for _ in range(size))
    return (*gone, *unseen, TrickTaken(leader), *_again(deal, leader))


def _firm_leader(deal: DealState, angles: tuple[float, ...]) -> int | None:
    """Return who led the first trick, where its places firmly say that Vorhand did not."""
    spots = [look(laid).spot for laid in deal.laid]
    fits = {seat: fit(spots, seat_order(deal, seat), angles) for seat in deal.head.active}
    likeliest = max(fits, key=lambda seat: fits[seat])
    firmly = fits[likeliest] - fits[deal.laid[0].seat] > FIRM_NATS
    return likeliest if firmly else None


def _again(deal: DealState, leader: int) -> Iterator[Event]:
    """Yield the cards of the first trick once more, the first one laid by `leader`."""
    for place, laid in enumerate(deal.laid):
        assert isinstance(laid.event, CardPlayed)
        seat = leader if place == 0 else None
        yield replace(laid.event, card=laid.card, scores=laid.scores, seat=seat)
