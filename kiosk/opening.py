"""What lies on the table while no deal is being played: the first trick of one, or nothing at all?

Between two deals cards are thrown in, shown, counted, shuffled and dealt, and hands and glasses
come and go. Nothing of that may open a deal. So what the camera takes for a card is held back until
it looks like a trick: laid one after the other, from seats that follow each other clockwise. Then
every card is recorded with the time it came. A single card is never enough; what is called on the
page needs none of this.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kiosk.places import Spot, seat_scores
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
_UNLIKE_NATS = 4.0
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
        return replace(self, held=(*held, sighting))

    def without(self, tracks: Sequence[int]) -> Waiting:
        """Let go of cards: they were lifted again, or are recorded."""
        kept = tuple(sighting for sighting in self.held if sighting.track not in tracks)
        return replace(self, held=kept)

    def during(self, activity: TableActivity) -> Waiting:
        """Take note of what the table looks like."""
        if activity is TableActivity.EMPTY:
            return Waiting()
        return Waiting(clear=False) if activity in _GONE else self

    def lead(self, table: Table) -> bool:
        """Tell whether what is held is the beginning of a deal."""
        count, size = len(self.held), len(table.order)
        if count < 2 or count > size or not _one_by_one(self.held):
            return False
        if not self.clear and count < size:
            return False
        enough = ENOUGH_NATS * (size - count) / max(1, size - 2)
        return in_turn([spot_of(sighting) for sighting in self.held], table) >= enough

    def trick(self, table: Table, cleared: int) -> bool:
        """Tell whether what is held was a trick, now that `cleared` cards were swept together.

        One card of it may have been missed, or be one that was taken for another that lies there.
        """
        count, size = len(self.held), len(table.order)
        if not self.clear or count < 2 or not size - 1 <= count <= cleared <= size:
            return False
        spots = [spot_of(sighting) for sighting in self.held]
        if count == size:
            return in_turn(spots, table) >= -_UNLIKE_NATS
        return max(_with_gap(gap, spots, table) for gap in range(size)) >= ENOUGH_NATS

    def too_many(self, table: Table) -> bool:
        """Tell whether more cards lie there than a trick has."""
        return len(self.held) > len(table.order)


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
        of_seats = [scores[seat] for seat in table.order]
        anyhow = math.log(sum(math.exp(score) for score in of_seats) / len(of_seats))
        total += of_seats[(first + step) % len(of_seats)] - anyhow
    return total


def _one_by_one(held: Sequence[Sighting]) -> bool:
    times = [sighting.t for sighting in held]
    return all(after - before >= APART_S for before, after in pairwise(times))


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
