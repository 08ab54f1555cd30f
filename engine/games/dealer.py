"""Who deals: first, by the aces that draw the partners as well, and after each deal.

The draw is told in BK and RULES 0.9, the next dealer in RULES 0.11, 0.21 and 0.22.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card, Rank
from engine.deal.ends import MISDEALS
from engine.deal.record import DealRecord

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


SAME = "same"
"""The options' word for a dealer who deals once more."""


def next_dealer(record: DealRecord, redeal: str = "next", misdeal: str = SAME) -> int:
    """Return the seat that deals after this deal.

    The dealer moves clockwise after every deal (EN and DE, dealing), those who sit out included: a
    dealer of seven holds no cards and deals all the same (RULES 0.12).

    Args:
        record: the deal that is over.
        redeal: `next` or `same` after cards thrown in (option `redeal_dealer`).
        misdeal: the same for errors of dealing (option `misdeal_dealer`).
    """
    end = record.end or {}
    if end.get("kind") == "thrown_in":
        again = misdeal if end.get("why") in MISDEALS else redeal
        if again == SAME:
            return record.dealer
    return (record.dealer + 1) % record.players
