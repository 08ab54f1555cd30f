"""What players call some cards and suits (EN and DE, the language of Schafkopf; RULES 0.33).

A deal file may say "der Alte" for `EO` and "die Blauen" for `G`.
"""

from __future__ import annotations

from engine.cards import Card, Suit, card

_CARDS = {
    "EO": ("der Alte", "the old man", "the old one"),
    "EA": ("die Alte", "the old woman"),
}
_SUITS = {
    Suit.EICHEL: ("Eichel", "Acorns"),
    Suit.GRAS: ("Gras", "Blatt", "Laub", "Leaves", "die Blauen", "Blaue", "the blue ones"),
    Suit.HERZ: ("Herz", "Hearts"),
    Suit.SCHELLEN: ("Schellen", "Bells"),
}
_NAMED_CARDS = {name.casefold(): card(code) for code, names in _CARDS.items() for name in names}
_NAMED_SUITS = {name.casefold(): suit for suit, names in _SUITS.items() for name in names}


def named_card(said: str) -> Card | None:
    """Return the card a player means, whatever the case of the letters; None where it is none."""
    return _NAMED_CARDS.get(said.strip().casefold())


def named_suit(said: str) -> Suit | None:
    """Return the suit a player means; None where it is none."""
    return _NAMED_SUITS.get(said.strip().casefold())
