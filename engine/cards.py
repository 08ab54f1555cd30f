"""Cards, suits, ranks and decks of all games.

A code is two characters, suit then rank: `EO` is Eichel-Ober, `HS` the Herz-Schöne. The same
code can name a German and a French card (`HA`, `SA`), so a card belongs to a `Family` and codes
are read with the family at hand. Cards are interned: there is one object a card, compared and
hashed by identity, which keeps the referee's tables fast.

A deal file may also say what players do, "der Alte" for `EO` and "die Blauen" for `G` (EN and DE,
the language of Schafkopf; RULES 0.33).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

_T = TypeVar("_T")

UNSEEN_CODE = "??"
"""Stands where a card was laid but not seen."""


class Family(Enum):
    """Which suits and ranks are printed on the cards."""

    GERMAN = "german"
    FRENCH = "french"


class Suit(Enum):
    """Suits of both families; the value is the family and the code letter."""

    EICHEL = ("german", "E")
    GRAS = ("german", "G")
    HERZ = ("german", "H")
    SCHELLEN = ("german", "S")
    CLUBS = ("french", "C")
    SPADES = ("french", "S")
    HEARTS = ("french", "H")
    DIAMONDS = ("french", "D")

    @property
    def family(self) -> Family:
        """The family this suit is printed in."""
        return Family(self.value[0])

    @property
    def letter(self) -> str:
        """The suit's letter in a card code."""
        return self.value[1]


class Rank(Enum):
    """Ranks of both families; the value is the family and the code letter."""

    ASS = ("german", "A")
    ZEHN = ("german", "Z")
    SCHOENE = ("german", "S")
    KOENIG = ("german", "K")
    OBER = ("german", "O")
    UNTER = ("german", "U")
    GEFREITER = ("german", "G")
    NEUN = ("german", "9")
    ACHT = ("german", "8")
    SIEBEN = ("german", "7")
    SECHS = ("german", "6")
    PREUSSE = ("german", "P")
    ACE = ("french", "A")
    KING = ("french", "K")
    QUEEN = ("french", "Q")
    JACK = ("french", "J")
    TEN = ("french", "T")
    NINE = ("french", "9")
    EIGHT = ("french", "8")
    SEVEN = ("french", "7")
    SIX = ("french", "6")
    FIVE = ("french", "5")
    FOUR = ("french", "4")
    THREE = ("french", "3")
    TWO = ("french", "2")

    @property
    def family(self) -> Family:
        """The family this rank is printed in."""
        return Family(self.value[0])

    @property
    def letter(self) -> str:
        """The rank's letter in a card code."""
        return self.value[1]


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card of one family; obtain it from `card` or a deck, never by the constructor."""

    suit: Suit
    rank: Rank

    @property
    def family(self) -> Family:
        """The family the card is printed in."""
        return self.suit.family

    @property
    def code(self) -> str:
        """Two characters, suit then rank."""
        return self.suit.letter + self.rank.letter

    def __str__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, ...]:
        return card, (self.code, self.family)


class UnknownCardError(ValueError):
    """A code names no card of the family."""


def _all_cards(family: Family) -> dict[str, Card]:
    suits = [suit for suit in Suit if suit.family is family]
    ranks = [rank for rank in Rank if rank.family is family]
    return {suit.letter + rank.letter: Card(suit, rank) for suit in suits for rank in ranks}


_CARDS = {family: _all_cards(family) for family in Family}


def card(code: str, family: Family = Family.GERMAN) -> Card:
    """Return the card named by `code`.

    Raises:
        UnknownCardError: `code` names no card of `family`.

    >>> print(card("EO"), card("EO").suit.name, card("EO").rank.name)
    EO EICHEL OBER
    """
    try:
        return _CARDS[family][code]
    except KeyError:
        raise UnknownCardError(f"{code!r} is no {family.value}-suited card") from None


def cards(codes: str | Iterable[str], family: Family = Family.GERMAN) -> tuple[Card, ...]:
    """Return several cards; a string is split at spaces.

    >>> print(*cards("CA H7", Family.FRENCH))
    CA H7
    """
    listed = codes.split() if isinstance(codes, str) else codes
    return tuple(card(code, family) for code in listed)


def _deck(family: Family, ranks: str) -> tuple[Card, ...]:
    suits = [suit for suit in Suit if suit.family is family]
    return tuple(card(suit.letter + rank, family) for suit in suits for rank in ranks)


GERMAN_48 = _deck(Family.GERMAN, "AZSKOUG9876P")
"""Mehrkopf for six and seven: with Schöne, Gefreiter, Sechs and Preuße (RULES 1)."""
GERMAN_40 = _deck(Family.GERMAN, "AZSKOUG987")
"""Mehrkopf for five."""
GERMAN_36 = _deck(Family.GERMAN, "AZKOU9876")
"""A bought Bavarian deck often holds the sixes; no game here plays them without the Preuße."""
GERMAN_32 = _deck(Family.GERMAN, "AZKOU987")
"""Schafkopf and Mehrkopf for two and four."""
GERMAN_24 = _deck(Family.GERMAN, "AZKOU9")
"""Short deck; Mehrkopf for three."""
GERMAN_20 = _deck(Family.GERMAN, "AZKOU")
"""Bierkopf with German suits."""
FRENCH_52 = _deck(Family.FRENCH, "AKQJT98765432")
"""Everything a bought French deck holds; what is enrolled."""
FRENCH_32 = _deck(Family.FRENCH, "AKQJT987")
"""Sheepshead."""
FRENCH_20 = _deck(Family.FRENCH, "AKQJT")
"""Bierkopf."""

_SUIT_TWINS = {"C": "E", "S": "G", "H": "H", "D": "S"}
_RANK_TWINS = {
    "A": "A",
    "K": "K",
    "Q": "O",
    "J": "U",
    "T": "Z",
    "9": "9",
    "8": "8",
    "7": "7",
    "6": "6",
}


def german_twin(french: Card) -> Card:
    """Return the German card a French one stands for (RULES 2: clubs for Eichel ...).

    Raises:
        UnknownCardError: the card has no German counterpart (2 to 5).
    """
    try:
        return card(_SUIT_TWINS[french.suit.letter] + _RANK_TWINS[french.rank.letter])
    except KeyError:
        raise UnknownCardError(f"{french.code!r} has no German-suited counterpart") from None


def french_twin(german: Card) -> Card:
    """Return the French card that stands for a German one; the inverse of `german_twin`.

    Raises:
        UnknownCardError: the card has no French counterpart (Schöne, Gefreiter, Preuße).
    """
    suits = {value: key for key, value in _SUIT_TWINS.items()}
    ranks = {value: key for key, value in _RANK_TWINS.items()}
    try:
        return card(suits[german.suit.letter] + ranks[german.rank.letter], Family.FRENCH)
    except KeyError:
        raise UnknownCardError(f"{german.code!r} has no French-suited counterpart") from None


_NICKNAMES = {
    "EO": ("der Alte", "the old man", "the old one"),
    "EA": ("die Alte", "the old woman"),
}
_SUITS = {
    Suit.EICHEL: ("Eichel", "Acorns"),
    Suit.GRAS: ("Gras", "Blatt", "Laub", "Leaves", "die Blauen", "Blaue", "the blue ones"),
    Suit.HERZ: ("Herz", "Hearts"),
    Suit.SCHELLEN: ("Schellen", "Bells"),
    Suit.CLUBS: ("Kreuz", "Clubs", "♣"),
    Suit.SPADES: ("Pik", "Spades", "♠"),
    Suit.HEARTS: ("Herz", "Hearts", "♥"),
    Suit.DIAMONDS: ("Karo", "Diamonds", "♦"),
}
_RANKS = {
    Rank.ASS: ("Ass", "Sau", "Ace"),
    Rank.ZEHN: ("Zehn", "Zehner", "Ten", "10"),
    Rank.SCHOENE: ("Schöne", "Schoene", "Beauty"),
    Rank.KOENIG: ("König", "Koenig", "King"),
    Rank.OBER: ("Ober",),
    Rank.UNTER: ("Unter",),
    Rank.GEFREITER: ("Gefreiter", "Gefreite", "Private"),
    Rank.NEUN: ("Neun", "Neuner", "Nine"),
    Rank.ACHT: ("Acht", "Achter", "Eight"),
    Rank.SIEBEN: ("Sieben", "Siebener", "Seven"),
    Rank.SECHS: ("Sechs", "Sechser", "Six"),
    Rank.PREUSSE: ("Preuße", "Preusse", "Prussian"),
    Rank.ACE: ("Ass", "Ace"),
    Rank.KING: ("König", "Koenig", "King"),
    Rank.QUEEN: ("Dame", "Queen"),
    Rank.JACK: ("Bube", "Jack"),
    Rank.TEN: ("Zehn", "Ten", "10"),
    Rank.NINE: ("Neun", "Nine"),
    Rank.EIGHT: ("Acht", "Eight"),
    Rank.SEVEN: ("Sieben", "Seven"),
    Rank.SIX: ("Sechs", "Six"),
    Rank.FIVE: ("Fünf", "Five"),
    Rank.FOUR: ("Vier", "Four"),
    Rank.THREE: ("Drei", "Three"),
    Rank.TWO: ("Zwei", "Two"),
}
_BETWEEN = re.compile(r"[\s_-]+")


def _folded(said: str) -> str:
    """Return a name without spaces, hyphens and capitals."""
    return _BETWEEN.sub("", said).lower()


def _names_of(each: Card) -> Iterator[str]:
    """Yield what a card is called: its code, "Eichel-Ober", "Ober of Acorns", "E10"."""
    yield each.code
    if each.family is Family.GERMAN:
        yield from _NICKNAMES.get(each.code, ())
    for suit in (*_SUITS[each.suit], each.suit.letter):
        for rank in (*_RANKS[each.rank], each.rank.letter):
            if len(suit) > 1 or len(rank) > 1 or not suit.isalpha():
                yield f"{suit}{rank}"
                yield f"{rank} of {suit}"


def _unambiguous(names: Iterable[tuple[str, _T]]) -> dict[str, _T]:
    """Return what each name stands for; one that stands for several is left out."""
    listed = [(_folded(name), each) for name, each in names]
    found = dict(listed)
    several = {name for name, each in listed if found[name] is not each}
    return {name: each for name, each in found.items() if name not in several}


_NAMED_CARDS = {
    family: _unambiguous((name, each) for each in deck.values() for name in _names_of(each))
    for family, deck in _CARDS.items()
}
_NAMED_SUITS = {
    family: _unambiguous(
        (name, suit)
        for suit, names in _SUITS.items()
        for name in (*names, suit.letter)
        if suit.family is family
    )
    for family in Family
}


def named_card(said: str, family: Family = Family.GERMAN) -> Card | None:
    """Return the card a player means, whatever the case of the letters; None where it is none.

    >>> print(named_card("Eichel-Ober"), named_card("e10"), named_card("Karo-Dame", Family.FRENCH))
    EO EZ DQ
    """
    return _NAMED_CARDS[family].get(_folded(said))


def named_suit(said: str, family: Family = Family.GERMAN) -> Suit | None:
    """Return the suit a player means; None where it is none."""
    return _NAMED_SUITS[family].get(_folded(said))


_OTHER_LETTERS = {
    Family.GERMAN: (
        {"B": "G", "L": "G"},
        {"Q": "O", "D": "O", "J": "U", "B": "U", "W": "U", "T": "Z", "X": "Z", "0": "Z", "1": "A"},
    ),
    Family.FRENCH: (
        {"K": "C", "P": "S"},
        {"D": "Q", "O": "Q", "B": "J", "U": "J", "Z": "T", "X": "T", "0": "T", "1": "A"},
    ),
}
"""Letters of other spellings, of a suit and of a rank: Blatt, Dame, Bube ..."""


def likely_card(said: str, family: Family) -> Card | None:
    """Return the card that is probably meant by what is no card; None where nothing comes near.

    By other letters ("BO"), the rank first ("OE"), or as its twin of the other family.

    >>> print(likely_card("BO", Family.GERMAN), likely_card("EO", Family.FRENCH))
    GO CQ
    """
    code = _folded(said).upper().replace("10", "Z" if family is Family.GERMAN else "T")
    if len(code) != 2:
        return None
    suits, ranks = _OTHER_LETTERS[family]
    for suit, rank in ((code[0], code[1]), (code[1], code[0])):
        for spelt in (suit + ranks.get(rank, rank), suits.get(suit, suit) + ranks.get(rank, rank)):
            if spelt in _CARDS[family]:
                return _CARDS[family][spelt]
        other = Family.FRENCH if family is Family.GERMAN else Family.GERMAN
        printed = _CARDS[other].get(suit + rank)
        if printed is not None:
            with suppress(UnknownCardError):
                return german_twin(printed) if family is Family.GERMAN else french_twin(printed)
    return None


SUITS = (Suit.EICHEL, Suit.GRAS, Suit.HERZ, Suit.SCHELLEN)
"""Order of precedence among trumps of one rank."""


def german_suit(suit: Suit) -> Suit:
    """Return the German suit that a suit of either family stands for."""
    if suit.family is Family.GERMAN:
        return suit
    return SUITS["CSHD".index(suit.letter)]


def family_suit(suit: Suit, family: Family) -> Suit:
    """Return the suit of `family` that the German `suit` is printed as."""
    if family is Family.GERMAN:
        return suit
    return (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)[SUITS.index(suit)]


def family_card(german: Card, family: Family) -> Card:
    """Return the card of `family` that the German card is printed as."""
    return german if family is Family.GERMAN else french_twin(german)
