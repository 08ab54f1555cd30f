"""Order and leader of a trick, where the cards lie otherwise than they were recorded.

`put_in_order` reorders a trick when a card was detected late: one that lay under an arm or under
the next card is recorded last, and each card after it then has another player by it. Only where all
that is known of the trick fits better by more than it happens anyhow; cards that came between the
same two rests have no order of their own.

`led_anew` and `led_by_places` find who led where an unseen card leaves open who won the trick
before: its way off the table is a weak hint, so the places of the next trick's cards decide
together.

`turned_back` exchanges two plays of the trick before, where the cards now lie as if another had
led: one was found late, or read as another at first. A few cards that lie askew exchange nothing.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from engine.evening.deal import DealState, LaidCard
from engine.events import CardCorrected, CardInserted, CardPlayed, CardRemoved, Event, TrickTaken
from kiosk.director.deal_decoding import DealReader
from kiosk.director.seat_likelihood import Spot, seat_scores
from kiosk.director.seen_plays import (
    MOST_NATS,
    active_seats,
    look,
    seat_order,
    swept_plays,
    trick_size,
)
from kiosk.director.unseen_cards import MOVED_NATS, TAKER_NATS, after, led_astray, weigh

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
    deal: DealState, played: CardPlayed, reader: DealReader, angles: tuple[float, ...]
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
    deal: DealState, taken: TrickTaken, reader: DealReader, angles: tuple[float, ...]
) -> tuple[Event, ...]:
    """Return what puts a card of the last trick that was seen late where it belongs, if one was.

    `taken` is the sweep of the trick, not yet recorded: who took it speaks as well.
    """
    return _replayed(_last_trick(deal), _best_order(deal, reader, angles, (taken,)))


def _last_trick(deal: DealState) -> tuple[LaidCard, ...]:
    size = trick_size(deal)
    return tuple(deal.laid[max(0, len(deal.laid) - 1) // size * size :])


def _best_order(
    deal: DealState, reader: DealReader, angles: tuple[float, ...], tail: tuple[Event, ...]
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
    trick: Sequence[LaidCard], seats: Sequence[int], angles: tuple[float, ...], least: float
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


def _one_earlier(trick: Sequence[LaidCard]) -> Iterator[tuple[tuple[int, ...], float]]:
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


def _can_move(laid: LaidCard) -> bool:
    return isinstance(laid.event, CardPlayed) and not laid.fixed and look(laid).t is not None


def _cost(late: LaidCard, passed: Sequence[LaidCard]) -> float:
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


def _replayed(trick: Sequence[LaidCard], order: Sequence[int]) -> tuple[Event, ...]:
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


CLEARLY_NATS = 2.7
"""Two or more cards of a running trick must suit another leader better by this; see
`kiosk.director.missed_cards` for what careless throws say by chance."""
WORTH_WEIGHING = 8
"""So many stories of a trick are weighed by everything known: those its places suit best."""


@dataclass(frozen=True, slots=True)
class _Story:
    """Who led a trick, and which of its places nobody saw filled."""

    leader: int
    free: tuple[int, ...]


def led_anew(
    deal: DealState, taker: int | None, reader: DealReader, angles: tuple[float, ...]
) -> tuple[Event, ...]:
    """Return what records the last trick with the leader it had, if another is recorded.

    To be asked when it is swept; `taker` is the seat it was seen to go to. A trick that lacks cards
    is filled as well.
    """
    size, start = trick_size(deal), swept_plays(deal)
    trick = deal.laid[start:]
    seen = [laid for laid in trick if isinstance(laid.event, CardPlayed)]
    if not seen or not is_presumed(deal, start) or not _may_change(trick, size):
        return ()
    taken = TrickTaken(taker)
    best: tuple[float, tuple[Event, ...]] = (-math.inf, ())
    if len(trick) == size:
        best = (weigh(after(deal, (taken,)), reader, angles) + MOVED_NATS, ())
    for story in _likeliest(deal, start, seen, angles):
        events = tuple(_recorded(trick, seen, story))
        worth = weigh(after(deal, (*events, taken)), reader, angles)
        best = max(best, (worth, events), key=lambda one: one[0])
    return best[1]


def led_by_places(deal: DealState, angles: tuple[float, ...]) -> tuple[Event, ...]:
    """Return what records the running trick with the leader whom the places of its cards name.

    Only where the trick before does not say it, from the second card on; the sweep decides anew.
    """
    start = swept_plays(deal)
    trick = deal.laid[start:]
    if not 2 <= len(trick) < trick_size(deal) or not is_presumed(deal, start):
        return ()
    if any(laid.fixed or not isinstance(laid.event, CardPlayed) for laid in trick):
        return ()
    fits = _fits(trick, deal, angles)
    leader = max(fits, key=lambda seat: fits[seat])
    if fits[leader] < fits[trick[0].seat] + CLEARLY_NATS:
        return ()
    return tuple(_recorded(trick, trick, _Story(leader, ())))


def is_presumed(deal: DealState, start: int) -> bool:
    """Tell whether the cards of the trick before play `start` do not say who won it."""
    before = deal.laid[max(0, start - trick_size(deal)) : start]
    return bool(before) and deal.rule([laid.card for laid in before]) is None


def firmness(deal: DealState, start: int, angles: tuple[float, ...]) -> float:
    """Return by how many nats the places of the trick from play `start` on speak for its leader.

    Negative where they suit another better.
    """
    trick = deal.laid[start : start + trick_size(deal)]
    fits = _fits(trick, deal, angles)
    own = fits.pop(trick[0].seat)
    return own - max(fits.values(), default=-math.inf)


def _fits(
    trick: Sequence[LaidCard], deal: DealState, angles: tuple[float, ...]
) -> dict[int, float]:
    """Return how well the places of a trick suit each seat as its leader, in nats."""
    spots = [look(laid).spot for laid in trick]
    return {seat: fit(spots, seat_order(deal, seat), angles) for seat in active_seats(deal)}


def _may_change(trick: Sequence[LaidCard], size: int) -> bool:
    """Tell whether the trick is one, and all of it the director's own; what people say stays."""
    return len(trick) <= size and not any(
        laid.fixed or not (isinstance(laid.event, CardPlayed) or look(laid).guessed)
        for laid in trick
    )


def _likeliest(
    deal: DealState, start: int, seen: Sequence[LaidCard], angles: tuple[float, ...]
) -> list[_Story]:
    """Return the stories of a trick that suit its places and the one before it best."""
    size = trick_size(deal)
    spots = [look(laid).spot for laid in seen]

    def suits(story: _Story) -> float:
        seats = seat_order(deal, story.leader)
        there = [seat for at, seat in enumerate(seats) if at not in story.free]
        return fit(spots, there, angles) - TAKER_NATS * led_astray(deal, start, story.leader)

    stories = (
        _Story(leader, free)
        for leader in active_seats(deal)
        for free in combinations(range(size), size - len(seen))
    )
    return heapq.nlargest(WORTH_WEIGHING, stories, key=suits)


def _recorded(
    trick: Sequence[LaidCard], seen: Sequence[LaidCard], story: _Story
) -> Iterator[Event]:
    """Yield what takes a trick back and records it as the story goes."""
    for laid in trick:
        yield CardRemoved(laid.seq, "decoder")
    rest = list(seen)
    for place in range(len(seen) + len(story.free)):
        seat = story.leader if place == 0 else None
        if place in story.free:
            yield CardInserted(None, None, seat, "decoder")
            continue
        laid = rest.pop(0)
        assert isinstance(laid.event, CardPlayed)
        yield replace(laid.event, card=laid.card, scores=laid.scores, seat=seat)


def turned_back(
    deal: DealState, reader: DealReader, angles: tuple[float, ...]
) -> tuple[Event, ...]:
    """Return what exchanges cards of the trick before the first that another must have led."""
    size = trick_size(deal)
    for start in range(size, len(deal.laid) - size + 1, size):
        before = deal.laid[start - size : start]
        if any(laid.card is None for laid in before):
            # That card may have won the trick: where it lay is another question
            # (`kiosk.director.unseen_cards`).
            return ()
        leader = _leader_by_places(deal, start, angles)
        if leader is not None:
            return _best_exchange(deal, start, leader, reader, angles)
    return ()


def _best_exchange(
    deal: DealState, start: int, leader: int, reader: DealReader, angles: tuple[float, ...]
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


def _exchanges(trick: Sequence[LaidCard], leader: int) -> Iterator[tuple[Event, ...]]:
    """Yield what gives `leader` another card of the trick: changed places, or moved up or down."""
    to = next((at for at, laid in enumerate(trick) if laid.seat == leader), None)
    if to is None:
        return
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


def _was_seen(laid: LaidCard) -> bool:
    return isinstance(laid.event, CardPlayed) and not laid.fixed and laid.scores is not None


def _now_is(laid: LaidCard, other: LaidCard) -> CardCorrected:
    """Return what notes for one play what was seen of another."""
    return CardCorrected(laid.seq, other.card, "decoder", other.scores)
