"""What a number of people plays with, as data: deck, kinds of contract, layout (RULES section 1).

Hand sizes, tricks, Augen and thresholds all follow from the deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.cards import GERMAN_24, GERMAN_32, Card, Family, Rank, Suit, card
from engine.games.modes import SUITS, family_card
from engine.games.schafkopf.kinds import Kind
from engine.games.schafkopf.options import HouseRules
from engine.text import PlainError, Text


@dataclass(frozen=True, slots=True)
class Count:
    """What one number of people holding cards plays with."""

    deck: tuple[Card, ...]
    """German cards."""
    short: tuple[Card, ...] | None = None
    """The deck where the house plays the short one; None where there is no shorter."""
    kinds: tuple[str, ...] | None = None
    """What can be played; None: whatever the deck has the trumps for."""
    tout: bool = True
    """Whether a Tout can be announced."""
    base: str | None = None
    """The base price of every contract, where it is not the kind's own."""
    piles: tuple[int, int] | None = None
    """Piles before each seat, and cards in each, where the cards are laid out."""

    def german(self, house: HouseRules) -> tuple[Card, ...]:
        """Return the German cards this table plays with."""
        return self.short if house.short and self.short else self.deck

    def playable(self, kinds: Mapping[str, Kind], house: HouseRules) -> dict[str, Kind]:
        """Return the kinds of contract so many people can play."""
        deck = self.german(house)
        return {
            name: kind
            for name, kind in kinds.items()
            if kind.playable(deck) and (self.kinds is None or name in self.kinds)
        }


FOUR = Count(GERMAN_32, GERMAN_24)
"""Schafkopf for four, with the full or the short deck."""


def house_suit(house: HouseRules) -> Suit:
    """Return the German suit that is trump where none is named (RULES 0.16)."""
    return Suit.SCHELLEN if house.trump_suit == "S" else Suit.HERZ


def trump_suits(house: HouseRules, players: int) -> tuple[Suit, ...]:
    """Return the German suits that may be named as trump (RULES 11.10: two players)."""
    return (Suit.HERZ,) if players == 2 and house.two_player_trump == "hearts" else SUITS


def callable_suits(house: HouseRules) -> tuple[Suit, ...]:
    """Return the German suits whose Ass may be called: never the trump suit (EN, normal game)."""
    return tuple(suit for suit in SUITS if suit is not house_suit(house))


def muss_card(house: HouseRules, family: Family) -> Card:
    """Return the card whose holder must declare a Muss-Spiel, as printed (EN, DE Muss-Spiel)."""
    return family_card(card(house.muss_card), family)


def plain_by_house(house: HouseRules) -> frozenset[Card]:
    """Return the cards of the trump suit that are no trumps (RULES 11.16)."""
    return frozenset() if house.heart_prussian_is_trump else frozenset({card("HP")})


_NO_TWIN = frozenset({Rank.SCHOENE, Rank.GEFREITER, Rank.PREUSSE})
"""Ranks only a Mehrkopf deck has."""


@lru_cache(maxsize=64)
def printed(deck: tuple[Card, ...], family: Family) -> tuple[Card, ...]:
    """Return a German deck as it is printed.

    Raises:
        PlainError: a French deck lacks some of the cards.
    """
    if family is Family.FRENCH and any(each.rank in _NO_TWIN for each in deck):
        raise PlainError(
            Text(
                de="Schöne, Gefreite und Preußen gibt es im französischen Blatt nicht; zu fünft "
                "und mehr wird mit dem deutschen Mehrkopf-Blatt gespielt.",
                en="A French deck has no Schöne, Gefreite and Preußen; five and more play with the "
                "German-suited Mehrkopf deck.",
            )
        )
    return tuple(family_card(each, family) for each in deck)
