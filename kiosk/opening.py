"""What lies on the table while no deal is being played: the first trick of one, or nothing at all?

Between two deals cards are thrown in, shown, counted, shuffled and dealt, and hands and glasses
come and go. Nothing of that may open a deal. So what the camera takes for a card is held back until
it looks like a trick: laid one after the other, from seats that follow each other clockwise. Then
every card is recorded with the time it came. A single card is never enough; what is called on the
page needs none of this.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kiosk.late import LATE_NATS, QUICK_NATS, SAME_REST_S
from kiosk.places import Spot, hand_scores, seat_scores
from vision.sighting import Sighting, TableActivity

ENOUGH_NATS = 0.8
"""So much better than strewn anyhow must the places of two cards fit seats in turn; with each card
more the table is less likely to be strewn one by one, and a whole trick need only fit as well."""
LEADER_TRUST = 0.8
"""How likely the seat whose lead it should be is the one that leads: people deal out of turn."""
SAME_CARD_NATS = 5.0
"""A sighting that costs this much beside the cards that lie is one of those, seen twice."""
APART_S = 0.3
"""Cards that come closer together were thrown down, or two players were very quick."""
NONE_NATS = 2.0
"""What it costs to take one thing that lies there for no card."""
_UNLIKE_NATS = 3.0
"""A whole trick that was swept as one counts unless its places fit worse than this."""
_GONE = frozenset({TableActivity.SWEPT, TableActivity.NO_PICTURE, TableActivity.STARTING})


@dataclass(frozen=True, slots=True)
class Table:
    """Whose turn it would be if a deal began: the seats that hold cards, clockwise."""

    order: tuple[int, ...]
    """From the leader on, where one is known, else from any seat."""
    leader_known: bool
    angles: tuple[float, ...]
    """Of all seats, degrees clockwise from the lower edge."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The cards that may be the first of a deal, in the order they came."""

    held: tuple[Sighting, ...] = ()
    clear: bool = True
    """Whether the table was seen empty since something other than play was going on."""

    def seen(self, sighting: Sighting) -> Waiting:
        """Hold a card; a better look at one that is held takes its place."""
        held = list(self.held)
        for index, old in enumerate(held):
            if old.track == sighting.track:
                held[index] = replace(sighting, t=old.t)
                return replace(self, held=tuple(held))
            if _same_card(old, sighting):
                return self
        # What was seen late but had come before goes where it belongs.
        return replace(self, held=tuple(sorted((*held, sighting), key=lambda each: each.t)))

    def without(self, tracks: Sequence[int]) -> Waiting:
        """Let go of cards: they were lifted again, or are recorded."""
        kept = tuple(sighting for sighting in self.held if sighting.track not in tracks)
        return replace(self, held=kept)

    def during(self, activity: TableActivity) -> Waiting:
        """Take note of what the table looks like."""
        if activity is TableActivity.EMPTY:
            return Waiting()
        return Waiting(clear=False) if activity in _GONE else self

    def lead(self, table: Table) -> tuple[Sighting, ...]:
        """Return the beginning of a deal among what is held, empty where it is none."""
        size = len(table.order)
        fitting = [
            (nats - ENOUGH_NATS * (size - len(cards)) / max(1, size - 2), cards)
            for nats, cards in self._readings(table)
            if (self.clear or len(cards) == size) and not _together(cards)
        ]
        return _best(fitting)

    def trick(self, table: Table, cleared: int) -> tuple[Sighting, ...]:
        """Return the trick among what is held, now that `cleared` cards were swept together.

        One card of it may have been missed, or be one that was taken for another that lies there.
        """
        size = len(table.order)
        if not self.clear or not len(self.held) - 1 <= cleared <= size + 1:
            return ()
        whole = [(nats + _UNLIKE_NATS, cards) for nats, cards in self._readings(table)]
        # Some quick players are one thing, a handful thrown down at once is another.
        quick = max(1, (size - 1) // 2)
        full = [each for each in whole if len(each[1]) == size]
        found = _best([each for each in full if _together(each[1]) <= quick])
        if found or len(self.held) != size - 1 or size < 3:
            return found
        spots = [spot_of(sighting) for sighting in self.held]
        fits = max(_with_gap(gap, spots, table) for gap in range(size)) >= ENOUGH_NATS
        return self.held if fits and not _together(self.held) else ()

    def too_many(self, table: Table) -> bool:
        """Tell whether more cards lie there than a trick has, a hand taken for one included."""
        return len(self.held) > len(table.order) + 1

    def _readings(self, table: Table) -> list[tuple[float, tuple[Sighting, ...]]]:
        """Return what may be the cards of a trick, and how well; of one too many one is none."""
        held, size = self.held, len(table.order)
        sets = [(held, 0.0)] if len(held) <= size else []
        if len(held) == size + 1:
            sets = [(held[:at] + held[at + 1 :], NONE_NATS) for at in range(len(held))]
        return [
            (in_turn([spot_of(sighting) for sighting in cards], table) - nats - late, cards)
            for taken, none in sets
            if len(taken) >= 2
            for nats in (none + max(0.0, from_one_hand(taken, table)),)
            for cards, late in _orders(taken, size)
        ]


def _orders(cards: tuple[Sighting, ...], size: int) -> Iterator[tuple[tuple[Sighting, ...], float]]:
    """Yield the cards as they came and, of a whole trick, with one that was seen late put earlier.

    Each with the nats it costs to think so.
    """
    yield cards, 0.0
    for late in range(1, len(cards) if len(cards) == size else 0):
        for to in range(late):
            rest = cards[:late] + cards[late + 1 :]
            quick = cards[late].t <= cards[to].t + SAME_REST_S
            yield (*rest[:to], cards[late], *rest[to:]), QUICK_NATS if quick else LATE_NATS


def _best(found: Sequence[tuple[float, tuple[Sighting, ...]]]) -> tuple[Sighting, ...]:
    """Return the cards that fit best, none where they do not fit well enough."""
    nats, cards = max(found, key=lambda each: each[0], default=(-1.0, ()))
    return cards if nats >= 0 else ()


def _with_gap(gap: int, spots: Sequence[Spot], table: Table) -> float:
    """Return `in_turn` where the card in place `gap` of the trick was missed."""
    return in_turn([*spots[:gap], None, *spots[gap:]], table)


def in_turn(spots: Sequence[Spot | None], table: Table) -> float:
    """Return how much better the places fit seats in turn than any seats at all, in nats.

    None is a card that was not seen.
    """
    leads = [_led_by(first, spots, table) for first in range(len(table.order))]
    others = len(leads) - 1
    if not others:
        return 0.0
    first = LEADER_TRUST if table.leader_known else 1.0 / len(leads)
    shares = [first, *[(1.0 - first) / others] * others]
    return math.log(sum(share * math.exp(nats) for share, nats in zip(shares, leads, strict=True)))


def _led_by(first: int, spots: Sequence[Spot | None], table: Table) -> float:
    total = 0.0
    for step, spot in enumerate(spots):
        if spot is None:
            continue
        scores = seat_scores(spot, table.angles)
        seat = table.order[(first + step) % len(table.order)]
        total += scores[seat] - _anyhow(spot, table)
    return total


def from_one_hand(cards: Sequence[Sighting], table: Table) -> float:
    """Return how much better the places fit one person laying all the cards, in nats.

    He lays them before himself, each turned towards him: patience, or a trick told again.
    """
    spots = [spot_of(sighting) for sighting in cards]
    anyhow = sum(_anyhow(spot, table) for spot in spots)
    hands = zip(*(hand_scores(spot, table.angles) for spot in spots), strict=True)
    best: float = max(sum(scores) for scores in hands)
    return best - anyhow


def _anyhow(spot: Spot, table: Table) -> float:
    """Return how well the place fits some seat that holds cards."""
    scores = seat_scores(spot, table.angles)
    return math.log(sum(math.exp(scores[seat]) for seat in table.order) / len(table.order))


def _together(held: Sequence[Sighting]) -> int:
    """Return how many cards came in the same moment as the one before."""
    return sum(after.t - before.t < APART_S for before, after in pairwise(held))


def _same_card(old: Sighting, new: Sighting) -> bool:
    """Tell whether both are surely the same card, which is in the deck once: it was moved."""
    one, other = _likeliest_two(old), _likeliest_two(new)
    return one[0] == other[0] and min(one[1], other[1]) > SAME_CARD_NATS


def _likeliest_two(sighting: Sighting) -> tuple[int, float]:
    """Return the likeliest card and by how many nats it leads the next."""
    scores = sighting.log_scores
    first = max(range(len(scores)), key=scores.__getitem__)
    rest = [score for index, score in enumerate(scores) if index != first]
    return first, scores[first] - max(rest, default=-math.inf)


def spot_of(sighting: Sighting) -> Spot:
    """Return where the card lies, as it is recorded."""
    place = sighting.place
    return (round(place.x, 1), round(place.y, 1), round(place.theta, 3))
