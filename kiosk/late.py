"""Was a card of the running trick seen later than it was laid?

Where cards are laid in a hurry one may lie under an arm, or under the next card, until that is
gone. It is recorded last then, and every card after it has another player by it. The places of the
cards tell: put where its own place says, it puts the others right as well. A card is taken for late
only where everything known of the trick fits better so, by more than it happens anyhow; what came
together, between the same two rests, is in no order of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.events import CardPlayed, CardRemoved, Event, TrickTaken
from engine.state import DealState, Laid
from kiosk.looks import look
from kiosk.places import Spot, seat_scores
from kiosk.reading import Reader
from kiosk.running import seat_order, trick_size
from kiosk.slots import TAKER_NATS, after, weigh
from kiosk.suppose import MOST_NATS

SAME_REST_S = 0.3
"""Cards that came closer together came between the same two rests."""
QUICK_NATS = 0.7
"""What it costs to think two cards of one rest in the other order than they were put in."""
LATE_NATS = 4.6
"""What it costs to think that a card was seen late: one in a hundred is."""
LED_NATS = 3.0
"""What it costs to think that another led, for a card was read wrong, or that one was missed."""
CLEAR_NATS = 1.0
"""The trick is put in order anew when all that is known fits better so by this much more."""


def laid_in_order(
    deal: DealState, played: CardPlayed, reader: Reader, angles: tuple[float, ...]
) -> tuple[Event, ...]:
    """Return what records a card: as the next one, or before those it was laid before.

    What it was laid before is taken back and recorded again; what a person said stays.
    """
    there = after(deal, (played,))
    order = _best_order(there, reader, angles, ())
    replayed = _replayed(_last_trick(there), order)
    if not replayed:
        return (played,)
    return tuple(
        event
        for event in replayed
        if not (isinstance(event, CardRemoved) and event.of == there.laid[-1].seq)
    )


def put_in_order(
    deal: DealState, taken: TrickTaken, reader: Reader, angles: tuple[float, ...]
) -> tuple[Event, ...]:
    """Return what puts a card of the last trick that was seen late where it belongs, if one was.

    `taken` is the sweep of the trick, not yet recorded: who took it speaks as well.
    """
    return _replayed(_last_trick(deal), _best_order(deal, reader, angles, (taken,)))


def _last_trick(deal: DealState) -> tuple[Laid, ...]:
    size = trick_size(deal)
    return tuple(deal.laid[max(0, len(deal.laid) - 1) // size * size :])


def _best_order(
    deal: DealState, reader: Reader, angles: tuple[float, ...], tail: tuple[Event, ...]
) -> tuple[int, ...]:
    """Return in which order the last trick was laid, as indices of it; `tail` comes after it."""
    trick = _last_trick(deal)
    best = (CLEAR_NATS, tuple(range(len(trick))))
    if len(trick) < 2:
        return best[1]
    # A card may win the trick in one order and not in the other: that can outweigh a place.
    least = CLEAR_NATS - (TAKER_NATS if tail else 0.0)
    own: float | None = None
    for order, cost in orders(trick, seat_order(deal, trick[0].seat), angles, least):
        if own is None:
            own = weigh(after(deal, tail), reader, angles)
        there = after(deal, (*_replayed(trick, order), *tail))
        best = max(best, (weigh(there, reader, angles) - own - cost, order))
    return best[1]


def orders(
    trick: Sequence[Laid], seats: Sequence[int], angles: tuple[float, ...], least: float
) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield every order with one card earlier that suits the places better by `least` nats.

    Each is indices of `trick`, and what it costs to think it the true one. `seats` are those of
    the trick from its leader on.
    """
    spots = [look(laid).spot for laid in trick]
    own = fit(spots, seats, angles)
    # Was it another's lead, or a card missed, then these have other players and none was late.
    others = [(*seats[by:], *seats[:by]) for by in range(len(seats))]
    if len(trick) < len(seats):
        others += [(*seats[:gap], *seats[gap + 1 :]) for gap in range(len(trick))]
    other = max(fit(spots, each, angles) for each in others)
    for order, cost in _one_earlier(trick):
        own_fit = fit([spots[at] for at in order], seats, angles) - cost
        if own_fit > own + least and own_fit > other - LED_NATS:
            yield order, cost


def _one_earlier(trick: Sequence[Laid]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield every order in which one card comes earlier than it is recorded, and its cost."""
    for late in range(1, len(trick)):
        if not _can_move(trick[late]):
            continue
        for to in reversed(range(late)):
            if not _can_move(trick[to]):
                break
            if not all(_can_move(each) for each in trick[late:]):
                break
            rest = [*range(to, late), *range(late + 1, len(trick))]
            yield (*range(to), late, *rest), _cost(trick[late], trick[to:late])


def _can_move(laid: Laid) -> bool:
    return isinstance(laid.event, CardPlayed) and not laid.fixed and look(laid).t is not None


def _cost(late: Laid, passed: Sequence[Laid]) -> float:
    t = look(late).t
    before = [each.t for each in map(look, passed) if each.t is not None]
    return QUICK_NATS if t is not None and t <= min(before) + SAME_REST_S else LATE_NATS


def fit(spots: Sequence[Spot | None], seats: Sequence[int], angles: tuple[float, ...]) -> float:
    """Return how well cards at `spots` fit `seats`, one each, in nats; 0 is best."""
    total = 0.0
    for spot, seat in zip(spots, seats, strict=False):
        if spot is not None:
            scores = seat_scores(spot, angles)
            total -= min(max(scores) - scores[seat], MOST_NATS)
    return total


def _replayed(trick: Sequence[Laid], order: Sequence[int]) -> tuple[Event, ...]:
    """Return what takes the cards back from the first one on that lies elsewhere, and lays them."""
    first = next((at for at, index in enumerate(order) if at != index), len(order))
    gone = [CardRemoved(laid.seq, "decoder") for laid in trick[first:]]
    again: list[Event] = []
    for place, index in enumerate(order[first:], first):
        laid = trick[index]
        assert isinstance(laid.event, CardPlayed)
        # Who led is another question, and stays as it was presumed if it had to be.
        seat = trick[0].event.seat if place == 0 else None
        again.append(replace(laid.event, card=laid.card, scores=laid.scores, seat=seat))
    return (*gone, *again)
