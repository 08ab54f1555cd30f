"""Suits, ranks and cards in words; the house chooses Gras, Blatt or Laub, Sau or Ass."""

from __future__ import annotations

from engine.cards import Card, Rank, Suit
from engine.games.base import PLAIN_WORDS, CardWords
from engine.text import Text

TRUMP_TEXT = Text(de="Trumpf", en="Trump")

_SUITS = {
    Suit.EICHEL: Text(de="Eichel", en="Acorns"),
    Suit.GRAS: Text(de="Gras", en="Leaves"),
    Suit.HERZ: Text(de="Herz", en="Hearts"),
    Suit.SCHELLEN: Text(de="Schellen", en="Bells"),
    Suit.CLUBS: Text(de="Kreuz", en="Clubs"),
    Suit.SPADES: Text(de="Pik", en="Spades"),
    Suit.HEARTS: Text(de="Herz", en="Hearts"),
    Suit.DIAMONDS: Text(de="Karo", en="Diamonds"),
}

_RANKS = {
    Rank.ASS: Text(de="Ass", en="Ace"),
    Rank.ZEHN: Text(de="Zehn", en="Ten"),
    Rank.SCHOENE: Text(de="Schöne", en="Beauty"),
    Rank.KOENIG: Text(de="König", en="King"),
    Rank.OBER: Text(de="Ober", en="Ober"),
    Rank.UNTER: Text(de="Unter", en="Unter"),
    Rank.GEFREITER: Text(de="Gefreiter", en="Private"),
    Rank.NEUN: Text(de="Neun", en="Nine"),
    Rank.ACHT: Text(de="Acht", en="Eight"),
    Rank.SIEBEN: Text(de="Sieben", en="Seven"),
    Rank.SECHS: Text(de="Sechs", en="Six"),
    Rank.PREUSSE: Text(de="Preuße", en="Prussian"),
    Rank.ACE: Text(de="Ass", en="Ace"),
    Rank.KING: Text(de="König", en="King"),
    Rank.QUEEN: Text(de="Dame", en="Queen"),
    Rank.JACK: Text(de="Bube", en="Jack"),
    Rank.TEN: Text(de="Zehn", en="Ten"),
    Rank.NINE: Text(de="Neun", en="Nine"),
    Rank.EIGHT: Text(de="Acht", en="Eight"),
    Rank.SEVEN: Text(de="Sieben", en="Seven"),
    Rank.SIX: Text(de="Sechs", en="Six"),
    Rank.FIVE: Text(de="Fünf", en="Five"),
    Rank.FOUR: Text(de="Vier", en="Four"),
    Rank.THREE: Text(de="Drei", en="Three"),
    Rank.TWO: Text(de="Zwei", en="Two"),
}


def suit_text(suit: Suit, words: CardWords = PLAIN_WORDS) -> Text:
    """Return the suit's name."""
    if suit is Suit.GRAS:
        return Text(de=words.gras, en="Leaves")
    return _SUITS[suit]


def rank_text(rank: Rank, words: CardWords = PLAIN_WORDS) -> Text:
    """Return the rank's name."""
    if rank is Rank.ASS:
        return Text(de=words.ass, en="Ace")
    return _RANKS[rank]


_ACCUSATIVE = {
    Rank.KOENIG: "den",
    Rank.OBER: "den",
    Rank.UNTER: "den",
    Rank.GEFREITER: "den",
    Rank.PREUSSE: "den",
    Rank.KING: "den",
    Rank.JACK: "den",
    Rank.ACE: "das",
}
"""German articles; "die" for the rest."""


def called_text(card: Card, words: CardWords = PLAIN_WORDS) -> Text:
    """Return how a called card is said: "die Gras-Sau" and "Leaves", "die Gras-Zehn" and "the Ten".

    Germans name the card and its article, English players the suit alone where it is the Ace.
    """
    named = card_text(card, words)
    article = "das" if named.de.endswith("Ass") else _ACCUSATIVE.get(card.rank, "die")
    ace = card.rank in (Rank.ASS, Rank.ACE)
    suit = suit_text(card.suit, words)
    return Text(de=f"{article} {named.de}", en=suit.en if ace else f"the {named.en}")


def card_text(card: Card, words: CardWords = PLAIN_WORDS) -> Text:
    """Return the card's name: "Gras-Sau" and "Ace of Leaves"."""
    suit, rank = suit_text(card.suit, words), rank_text(card.rank, words)
    return Text(de=f"{suit.de}-{rank.de}", en=f"{rank.en} of {suit.en}")
