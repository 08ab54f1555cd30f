"""Who led a trick, where the cards of the one before do not say who won that?

A card of it was missed, so it is presumed where the trick went: its way off the table is a weak
hint, and the place of a single card is not much better, least of all with many players. When the
next trick is swept, all its cards speak together, for every seat that may have led it and every
place in it that nobody saw filled. Its cards are recorded anew with the leader for whom all that is
known of the deal fits best; the seats of all later tricks follow. Until then two cards whose places
clearly suit another leader are told as of that one.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from engine.events import CardInserted, CardPlayed, CardRemoved, Event, TrickTaken
from engine.state import DealState, Laid
from kiosk.late import fit
from kiosk.looks import look
from kiosk.reading import Reader
from kiosk.running import active_seats, seat_order, swept_plays, trick_size
from kiosk.slots import MOVED_NATS, TAKER_NATS, after, led_astray, weigh

CLEARLY_NATS = 2.7
"""Two or more cards of a running trick must suit another leader better by this; see `kiosk.missed`
for what careless throws say by chance."""
WORTH_WEIGHING = 8
"""So many stories of a trick are weighed by everything known: those its places suit best."""


@dataclass(frozen=True, slots=True)
class _Story:
    """Who led a trick, and which of its places nobody saw filled."""

    leader: int
    free: tuple[int, ...]


def led_anew(
    deal: DealState, taker: int | None, reader: Reader, angles: tuple[float, ...]
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


def _fits(trick: Sequence[Laid], deal: DealState, angles: tuple[float, ...]) -> dict[int, float]:
    """Return how well the places of a trick suit each seat as its leader, in nats."""
    spots = [look(laid).spot for laid in trick]
    return {seat: fit(spots, seat_order(deal, seat), angles) for seat in active_seats(deal)}


def _may_change(trick: Sequence[Laid], size: int) -> bool:
    """Tell whether the trick is one, and all of it the director's own; what people say stays."""
    return len(trick) <= size and not any(
        laid.fixed or not (isinstance(laid.event, CardPlayed) or look(laid).guessed)
        for laid in trick
    )


def _likeliest(
    deal: DealState, start: int, seen: Sequence[Laid], angles: tuple[float, ...]
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


def _recorded(trick: Sequence[Laid], seen: Sequence[Laid], story: _Story) -> Iterator[Event]:
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
