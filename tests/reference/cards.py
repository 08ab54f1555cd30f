"""Cards, their points and their order, as the rulebooks print them.

A card is two letters, suit and rank, in German codes: `EO` is the Ober of Eichel. French cards are
the same cards by other letters (RULES 0.9: C=E, S=G, H=H, D=S, Q=O, J=U, T=Z) and are spelt so only
at the rim, in `to_french` and `from_french`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SUITS = "EGHS"  # highest first, in every game
RANKS = "AZSKOUG9876P"  # by points, then by number: the order of a plain suit (DE Kartenwerte)
POINTS = {"A": 11, "Z": 10, "S": 6, "K": 4, "O": 3, "U": 2, "G": 1, "P": -7}

FAMILY = ("mehrkopf", "schafkopf", "bavarian")
FRENCH_GAMES = ("sheepshead", "bierkopf")

_SUIT_FRENCH = dict(zip("EGHS", "CSHD", strict=True))
_RANK_FRENCH = {"Z": "T", "O": "Q", "U": "J"}
_SUIT_GERMAN = {french: german for german, french in _SUIT_FRENCH.items()}
_RANK_GERMAN = {french: german for german, french in _RANK_FRENCH.items()}


def to_french(card: str) -> str:
    """Spell a card in French codes."""
    return _SUIT_FRENCH[card[0]] + _RANK_FRENCH.get(card[1], card[1])


def from_french(card: str) -> str:
    """Spell a French card in German codes."""
    return _SUIT_GERMAN[card[0]] + _RANK_GERMAN.get(card[1], card[1])


def points(card: str) -> int:
    """The points of a card; 9, 8, 7 and 6 have none, a Preuße takes seven away."""
    return POINTS.get(card[1], 0)


def ranks_in_play(game: str, people: int, *, short: bool = False) -> str:
    """The ranks of each suit in the deck of so many people (DE Besonderheiten, BK, PG)."""
    if game == "bierkopf":
        return "OUAZK"
    if game == "sheepshead":
        return "OUAZK987"
    if short or people == 3:
        return "OUAZK9"
    return {2: "OUAZK987", 4: "OUAZK987", 5: "OUGAZSK987", 6: "OUGAZSK9876P"}[people]


def deck(game: str, people: int, *, short: bool = False) -> list[str]:
    """Every card of the deck."""
    return [suit + rank for suit in SUITS for rank in ranks_in_play(game, people, short=short)]


def cards_each(game: str, people: int, *, short: bool = False) -> int:
    """How many cards each person plays, one a trick (RULES 1)."""
    if game == "bierkopf":
        return 5
    if game == "sheepshead":
        return {2: 16, 3: 10, 4: 7, 5: 6, 6: 5, 7: 4}[people]
    if short and people == 4:
        return 6
    return 16 if people == 2 else 8


def blind_size(people: int) -> int:
    """How many cards lie in Sheepshead's blind (PG Deal)."""
    return {2: 0, 3: 2, 4: 4, 5: 2, 6: 2, 7: 4}[people]


@dataclass(frozen=True)
class Trumps:
    """What is trump: ranks that are trump in all suits, highest first, and one suit."""

    stamm: str
    suit: str | None

    def is_trump(self, card: str) -> bool:
        """Whether a card is trump."""
        return card[1] in self.stamm or card[0] == self.suit

    def klass(self, card: str) -> str:
        """What must be followed: `T` for every trump, else the suit."""
        return "T" if self.is_trump(card) else card[0]

    def strength(self, card: str) -> int:
        """How high a card is among its class; only to be compared within a class."""
        if card[1] in self.stamm:
            return 1000 - 10 * self.stamm.index(card[1]) - SUITS.index(card[0])
        return 100 - RANKS.index(card[1])

    def of(self, cards: list[str]) -> list[str]:
        """The trumps among cards, highest first."""
        return sorted(filter(self.is_trump, cards), key=self.strength, reverse=True)

    def beats(self, card: str, other: str) -> bool:
        """Whether a card takes the trick from the one that holds it so far."""
        if self.klass(card) == self.klass(other):
            return self.strength(card) > self.strength(other)
        return self.is_trump(card)


def trumps_of(game: str, people: int, contract: dict[str, Any]) -> Trumps:
    """The trumps of a contract (DE Spielarten; AB 1.2; PG the Deck; BK)."""
    if game == "sheepshead":
        return Trumps("OU", "S")
    if game == "bierkopf":
        return Trumps("OU", "H")
    kind = contract["kind"]
    if kind in ("wenz", "geier", "niederer"):
        return Trumps({"wenz": "U", "geier": "O", "niederer": "G"}[kind], None)
    if kind in ("farbwenz", "farbgeier"):
        return Trumps({"farbwenz": "U", "farbgeier": "O"}[kind], contract["suit"])
    suit = contract["suit"] if kind == "solo" else "H"
    return Trumps("OUG" if people >= 5 else "OU", suit)
