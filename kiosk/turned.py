"""Do the cards of a trick lie as if another had led it?

Then the trick before went to somebody else: two of its cards were noted the wrong way round, for
one was found late, or read as another at first. It shows only now, by who leads next, and then in
every card. What was noted for the plays of that trick is exchanged where all that is known of the
deal fits better so; nothing is exchanged for a few cards that lie askew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.events import CardCorrected, CardPlayed, Event
from engine.state import DealState, Laid
from kiosk.late import CLEAR_NATS, LATE_NATS, fit
from kiosk.looks import look
from kiosk.reading import Reader
from kiosk.running import seat_order, trick_size
from kiosk.slots import after, weigh


def turned_back(deal: DealState, reader: Reader, angles: tuple[float, ...]) -> tuple[Event, ...]:
    """Return what exchanges cards of the trick before the first that another must have led."""
    size = trick_size(deal)
    for start in range(size, len(deal.laid) - size + 1, size):
        before = deal.laid[start - size : start]
        if any(laid.card is None for laid in before):
            # That card may have won the trick: where it lay is another question (`kiosk.slots`).
            return ()
        leader = _leader_by_places(deal, start, angles)
        if leader is not None:
            return _best_exchange(deal, start, leader, reader, angles)
    return ()


def _best_exchange(
    deal: DealState, start: int, leader: int, reader: Reader, angles: tuple[float, ...]
) -> tuple[Event, ...]:
    """Return what makes `leader` lead with play `start`, where all fits clearly better so."""
    own = weigh(deal, reader, angles)
    best: tuple[float, tuple[Event, ...]] = (LATE_NATS + CLEAR_NATS, ())
    for events in _exchanges(deal.laid[start - trick_size(deal) : start], leader):
        there = after(deal, events)
        if there.laid[start].seat == leader:
            gain = weigh(there, reader, angles) - own
            best = max(best, (gain, events), key=lambda one: one[0])
    return best[1]


def _leader_by_places(deal: DealState, start: int, angles: tuple[float, ...]) -> int | None:
    """Return who led the trick from play `start` on, where that clearly is not who is noted."""
    spots = [look(laid).spot for laid in deal.laid[start : start + trick_size(deal)]]
    fits = {seat: fit(spots, seat_order(deal, seat), angles) for seat in deal.head.active}
    likeliest = max(fits, key=lambda seat: fits[seat])
    clearly = fits[likeliest] - fits[deal.laid[start].seat] > LATE_NATS
    return likeliest if clearly else None


def _exchanges(trick: Sequence[Laid], leader: int) -> Iterator[tuple[Event, ...]]:
    """Yield what gives `leader` another card of the trick: changed places, or moved up or down."""
    to = next(at for at, laid in enumerate(trick) if laid.seat == leader)
    for other in range(len(trick)):
        if other == to:
            continue
        for order in _orders(len(trick), other, to):
            apart = [at for at, index in enumerate(order) if at != index]
            if all(_was_seen(trick[at]) for at in apart):
                yield tuple(_now_is(trick[at], trick[order[at]]) for at in apart)


def _orders(count: int, other: int, to: int) -> Iterator[tuple[int, ...]]:
    places = list(range(count))
    swapped = places.copy()
    swapped[other], swapped[to] = to, other
    yield tuple(swapped)
    if abs(other - to) > 1:
        places.insert(to, places.pop(other))
        yield tuple(places)


def _was_seen(laid: Laid) -> bool:
    return isinstance(laid.event, CardPlayed) and not laid.fixed and laid.scores is not None


def _now_is(laid: Laid, other: Laid) -> CardCorrected:
    """Return what notes for one play what was seen of another."""
    return CardCorrected(laid.seq, other.card, "decoder", other.scores)
