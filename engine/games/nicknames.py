"""Cards and suits as players say them: names, synonyms and nicknames (EN and DE, the language).

Deal files may name a card by its code or as it is said at the table: "EO", "Eichel-Ober", "Ober of
Acorns" and "der Alte" are one card.
"""

from __future__ import annotations

from functools import lru_cache

from engine.cards import FRENCH_52, GERMAN_48, Card, Family, Suit, card
from engine.games.base import CardWords
from engine.games.words import card_text, suit_text

_NICKNAMES = {
    "EO": ("der Alte", "Alter", "the old man", "the old one"),
    "EA": ("die Alte", "the old woman"),
}
"""DE and EN, the language of Schafkopf."""
_GREENS = ("die Blauen", "Blaue", "the blue ones")
"""What the green suit is called (DE, EN)."""
_HOUSES = tuple(
    CardWords(gras, ass) for gras in ("Gras", "Blatt", "Laub") for ass in ("Sau", "Ass")
)
_DECKS = {Family.GERMAN: GERMAN_48, Family.FRENCH: FRENCH_52}


def named_card(said: str, family: Family = Family.GERMAN) -> Card | None:
    """Return the card a player means, whatever the case of the letters; None where it is none."""
    return _cards(family).get(said.strip().casefold())


def named_suit(said: str, family: Family = Family.GERMAN) -> Suit | None:
    """Return the suit a player means; None where it is none."""
    return _suits(family).get(said.strip().casefold())


@lru_cache(maxsize=2)
def _cards(family: Family) -> dict[str, Card]:
    names: dict[str, Card] = {}
    for words in _HOUSES:
        for each in _DECKS[family]:
            text = card_text(each, words)
            names[text.de.casefold()] = names[text.en.casefold()] = each
    if family is Family.GERMAN:
        for code, said in _NICKNAMES.items():
            names |= {each.casefold(): card(code) for each in said}
    return names


@lru_cache(maxsize=2)
def _suits(family: Family) -> dict[str, Suit]:
    names: dict[str, Suit] = {}
    for words in _HOUSES:
        for suit in {each.suit for each in _DECKS[family]}:
            text = suit_text(suit, words)
            names[text.de.casefold()] = names[text.en.casefold()] = suit
    if family is Family.GERMAN:
        names |= {each.casefold(): Suit.GRAS for each in _GREENS}
    return names
