"""Which cards are trump and which card beats which, in every family (RULES 2).

Everything is worked out with German suits; a French deck is played as its German twin.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from engine.cards import SUITS, Card, Family, Rank, Suit, card, family_card, german_suit
from engine.games.facts import TRUMP

POINTS = {
    Rank.ASS: 11,
    Rank.ZEHN: 10,
    Rank.SCHOENE: 6,
    Rank.KOENIG: 4,
    Rank.OBER: 3,
    Rank.UNTER: 2,
    Rank.GEFREITER: 1,
    Rank.PREUSSE: -7,
}
"""Augen of a rank; ranks left out count nothing (EN, card values)."""

_PLAIN_ORDER = "AZSKOUG9876P"
"""Ranks in a plain suit, highest first: by Augen, then by number (EN, card values)."""


@dataclass(frozen=True, slots=True)
class TrumpOrder:
    """Classes and strengths of one deck under one contract."""

    klass: dict[Card, int]
    strength: dict[Card, int]
    trumps: tuple[Card, ...]
    stamm: tuple[Card, ...]


def card_points(deck: Iterable[Card], family: Family) -> dict[Card, int]:
    """Return the Augen of each card of a German deck, under the card as printed."""
    return {family_card(each, family): POINTS.get(each.rank, 0) for each in deck}


@lru_cache(maxsize=256)
def trump_order(
    ranks: str,
    trump_suit: Suit | None,
    deck: tuple[Card, ...],
    family: Family,
    plain: frozenset[Card] = frozenset(),
) -> TrumpOrder:
    """Return the tables of a contract.

    Args:
        ranks: letters of the ranks that are trump in every suit, highest first.
        trump_suit: the German suit that is trump besides, where one is.
        deck: German cards in play.
        family: what the cards are printed as.
        plain: cards of the trump suit that are no trumps by house rule.
    """
    in_deck = frozenset(deck)
    stamm = [each for rank in ranks for each in _of_rank(rank) if each in in_deck]
    by_suit = {
        suit: [
            each
            for each in (card(suit.letter + rank) for rank in _PLAIN_ORDER)
            if each in in_deck and each not in stamm
        ]
        for suit in SUITS
    }
    trumps = stamm + [
        each for each in (by_suit[trump_suit] if trump_suit else []) if each not in plain
    ]
    klass, strength = _tables(trumps, by_suit)
    return TrumpOrder(
        {family_card(each, family): value for each, value in klass.items()},
        {family_card(each, family): value for each, value in strength.items()},
        tuple(family_card(each, family) for each in trumps),
        tuple(family_card(each, family) for each in stamm),
    )


def _of_rank(rank: str) -> list[Card]:
    return [card(suit.letter + rank) for suit in SUITS]


def _tables(
    trumps: list[Card], by_suit: dict[Suit, list[Card]]
) -> tuple[dict[Card, int], dict[Card, int]]:
    klass: dict[Card, int] = {}
    strength: dict[Card, int] = {}
    for place, each in enumerate(trumps):
        klass[each] = TRUMP
        strength[each] = 200 - place
    for number, suit in enumerate(SUITS, start=1):
        for place, each in enumerate(by_suit[suit]):
            if each not in klass:
                klass[each] = number
                strength[each] = 100 - place
    return klass, strength


def suit_class(suit: Suit) -> int:
    """Return the class of a plain suit (of either family)."""
    return SUITS.index(german_suit(suit)) + 1
