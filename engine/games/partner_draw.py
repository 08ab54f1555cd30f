"""Partners and first dealer by the first two aces (BK; RULES 0.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card, Rank

_ACES = frozenset({Rank.ASS, Rank.ACE})


@dataclass(frozen=True, slots=True)
class PartnerDraw:
    """What the aces decided; people by the place in which they got their first card, from 0."""

    partners: tuple[int, int]
    """The first two different people with an ace, in the order in which they got it."""
    dealer: int
    """Who collects the cards and deals first: who got the first ace."""
    others: tuple[int, int]
    """The other two, who are a team as well."""
    seats: tuple[int, int, int, int]
    """Who sits where, seat 0 first: partners opposite each other, the first dealer in seat 3, so
    that the player in seat 0 leads; of the others the earlier one sits at the dealer's left."""


def draw(cards: Sequence[Card]) -> PartnerDraw | None:
    """Return what cards dealt face up, one at a time to four people in turn, decide.

    An ace to somebody who has one already decides nothing. None where the cards so far give no two
    different people an ace; cards after the second of them say nothing.
    """
    found: list[int] = []
    for place, each in enumerate(cards):
        if each.rank in _ACES and place % 4 not in found:
            found.append(place % 4)
        if len(found) == 2:
            return draw_of(found[0], found[1])
    return None


def draw_of(first: int, second: int) -> PartnerDraw:
    """Return what the first two different people with an ace decide, counted from 0.

    Raises:
        ValueError: they are the same, or not two of four.
    """
    if first == second or not {first, second} <= set(range(4)):
        raise ValueError(f"no two of four people: {first}, {second}")
    left, right = (person for person in range(4) if person not in (first, second))
    return PartnerDraw((first, second), first, (left, right), (left, second, right, first))
