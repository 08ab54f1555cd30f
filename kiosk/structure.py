"""May a trick have been put together wrongly: a card missed, one too many, two in the wrong order?

The record of a trick says who laid what. A card that was missed and another counted twice leave it
whole, and every card in between with the wrong player. Each such story is unlikely, but an innocent
must not be accused for it: where the places of the cards, or a card that had to be taken for
something it does not look like, speak for one, what rests on the trick is not said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.state import DealState
from kiosk.late import LATE_NATS, SAME_REST_S, orders
from kiosk.looks import look
from kiosk.places import Spot, seat_scores
from kiosk.reading import Reading
from kiosk.running import seat_order, trick_size

FORCED_NATS = 2.3
"""A card read so much worse than it looks may be one that lies there already, seen twice.

That happens to about one card in two hundred (5.3 nats); one story in twenty is listened to."""
SHIFTED_NATS = 0.5
"""The places speak for a card missed or one too many when they fit it better by this."""
LED_NATS = 1.5
"""The places have to speak by this for who led: one misread card gives the lead to another."""
MISSED_NATS = 3.0
"""While a trick is not whole, the places have to speak so firmly against a card that was missed.

That happens to one card in a hundred or two (about 5 nats); both together make one in thousands."""
ORDER_NATS = 3.0
"""Two cards of one rest are in order when their places fit it better by this."""


def shaky(deal: DealState, read: Reading, angles: tuple[float, ...], play: int) -> int | None:
    """Return the play that makes it doubtful who laid what in the trick of `play`.

    None where nothing speaks against the trick as it is recorded. What a person said is believed.
    """
    size = trick_size(deal)
    start = play // size * size
    trick = range(start, min(start + size, len(deal.laid)))
    for each in trick:
        if look(deal.laid[each]).guessed:
            # Somebody laid a card that was not seen; whose place it took is a guess.
            return each
    if all(deal.laid[each].fixed for each in trick):
        # Laid by hand: no place of a card says who led, and people said what they did.
        return None
    forced = [each for each in trick if _forced(deal, read, each) > FORCED_NATS]
    if forced:
        return max(forced, key=lambda each: _forced(deal, read, each))
    spots = [None if deal.laid[each].fixed else look(deal.laid[each]).spot for each in trick]
    seats = [deal.laid[each].seat for each in trick]
    own = _fit(spots, seats, angles)
    for first, moved in _shifted(seat_order(deal, seats[0]), len(seats)):
        if _fit(spots, moved, angles) > own + (SHIFTED_NATS if first else -LED_NATS):
            return start + first
    if deal.closed and len(trick) < size and may_lack_one(deal, angles):
        return trick[-1]
    laid = deal.laid[start : trick.stop]
    for order, _ in orders(laid, seat_order(deal, seats[0]), angles, SHIFTED_NATS - LATE_NATS):
        # Had a card been seen late, its place and those of the cards after it would fit better.
        return start + next(at for at, index in enumerate(order) if at != index)
    return _out_of_order(deal, trick, spots, seats, angles)


def may_lack_one(deal: DealState, angles: tuple[float, ...]) -> bool:
    """Tell whether a card of the unfinished trick may have been missed, by where the others lie."""
    size = trick_size(deal)
    trick = deal.laid[len(deal.laid) // size * size :]
    if not trick:
        return False
    order = seat_order(deal, trick[0].seat)
    spots = [None if laid.fixed else look(laid).spot for laid in trick]
    own = _fit(spots, order[: len(spots)], angles)
    later = [*order[1:], order[0]]
    return any(
        spots[first:] != [None] * (len(spots) - first)
        and _fit(spots, [*order[:first], *later[first : len(spots)]], angles) > own - MISSED_NATS
        for first in range(len(spots))
    )


def _forced(deal: DealState, read: Reading, play: int) -> float:
    """Return how much less a play looks like the card it is taken for than like another, nats."""
    best = read.decoding.best[play]
    if best is None or deal.laid[play].fixed or not read.seen[play]:
        return 0.0
    row = read.rows[play]
    return max(row) - row[read.cards.index(best)]


def _shifted(order: Sequence[int], count: int) -> Iterator[tuple[int, list[int]]]:
    """Yield from which card on another seat may have laid it, and who laid what then.

    `order` starts at the leader. From any card on all may be a seat later (one was missed) or, but
    for the lead, a seat earlier (one was counted twice); and the whole trick may be another's lead.
    """
    seats = len(order)
    for first in range(count):
        turns = (1, -1) if first else range(1, seats)
        for turn in turns:
            yield (
                first,
                [order[(at + turn * (at >= first)) % seats] for at in range(count)],
            )


def _fit(spots: Sequence[Spot | None], seats: Sequence[int], angles: tuple[float, ...]) -> float:
    return sum(
        seat_scores(spot, angles)[seat]
        for spot, seat in zip(spots, seats, strict=True)
        if spot is not None
    )


def _out_of_order(
    deal: DealState,
    trick: range,
    spots: Sequence[Spot | None],
    seats: Sequence[int],
    angles: tuple[float, ...],
) -> int | None:
    times = [look(deal.laid[each]).t for each in trick]
    for at in range(1, len(times)):
        before, after = times[at - 1], times[at]
        if before is None or after is None or after - before > SAME_REST_S:
            continue
        if before - after > SAME_REST_S:
            # It was seen before the card it is recorded after: only the places say so, and two
            # careless throws say the same. Good enough to go on with, not to accuse by.
            return trick.start + at
        pair, own = spots[at - 1 : at + 1], seats[at - 1 : at + 1]
        lead = _fit(pair, own, angles) - _fit(pair, own[::-1], angles)
        if None not in pair and lead < ORDER_NATS:
            return trick.start + at
    return None
