"""Packs on which other things are printed than suits and courts, and how their cards are called.

A deck knows which print it is (`Profile.printed`); everything else goes by the cards of the game it
stands for, and only where a card is named or drawn the print's own name and number take their
place. Boon (PG, the deck; RULES 0.33) has fourteen golden trumps and three suits of six: the higher
number beats the lower, so they stand for Sheepshead's trumps and fail suits in their order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from engine.cards import Card, Family, Suit, card
from engine.games.wording import card_text, suit_text
from engine.text import Language, Text


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """What is printed on a card."""

    number: int
    colour: str
    """Style class and glyph."""
    word: Text
    """The colour's name."""

    @property
    def name(self) -> Text:
        """How the card is called, "Gold 14"."""
        return Text(de=f"{self.word.de} {self.number}", en=f"{self.word.en} {self.number}")


@dataclass(frozen=True, slots=True)
class Print:
    """A pack with a print of its own."""

    title: Text
    cards: tuple[Card, ...]
    """Colour by colour, the highest first: so they are asked for and laid in rows."""
    faces: Mapping[Card, PrintedCard]
    suits: Mapping[Suit, Text]
    """What suits are called that are named alone."""


_GOLD, _RED = Text(de="Gold", en="Gold"), Text(de="Rot", en="Red")
_GREEN, _BLUE = Text(de="Grün", en="Green"), Text(de="Blau", en="Blue")
_TRUMPS = ["CQ", "SQ", "HQ", "DQ", "CJ", "SJ", "HJ", "DJ", "DA", "DT", "DK", "D9", "D8", "D7"]
"""Sheepshead's, highest first."""
_FAIL = {
    Suit.CLUBS: ("boon-blue", _BLUE),
    Suit.SPADES: ("boon-green", _GREEN),
    Suit.HEARTS: ("boon-red", _RED),
}
_FAIL_RANKS = "ATK987"
"""Highest first."""


def _boon() -> Mapping[Card, PrintedCard]:
    faces = {
        card(code, Family.FRENCH): PrintedCard(number, "boon-gold", _GOLD)
        for number, code in zip(range(len(_TRUMPS), 0, -1), _TRUMPS, strict=True)
    }
    for suit, (colour, word) in _FAIL.items():
        for number, rank in zip(range(len(_FAIL_RANKS), 0, -1), _FAIL_RANKS, strict=True):
            one = card(suit.letter + rank, Family.FRENCH)
            faces[one] = PrintedCard(number, colour, word)
    return faces


PRINTS: Mapping[str, Print] = {
    "boon": Print(
        Text(de="Boon: Gold 1 bis 14, Rot, Grün, Blau", en="Boon: gold 1 to 14, red, green, blue"),
        tuple(_boon()),
        _boon(),
        {suit: word for suit, (_, word) in _FAIL.items()},
    )
}
"""By the word that a deck keeps of it."""


def in_print(sentence: str, name: str, language: Language, keep: tuple[str, ...] = ()) -> str:
    """Return a sentence with the cards called as a print calls them; `keep` are people's names."""
    known = PRINTS.get(name)
    return sentence if known is None else _rewritten(sentence, name, language, keep)


def text_in_print(text: Text, name: str) -> Text:
    """Return a text with the cards called as a print calls them."""
    return Text(de=in_print(text.de, name, "de"), en=in_print(text.en, name, "en"))


@lru_cache(maxsize=1024)
def _rewritten(sentence: str, name: str, language: Language, keep: tuple[str, ...]) -> str:
    for number, person in enumerate(keep):
        sentence = sentence.replace(person, f"\x00{number}\x01")
    pattern, words = _words(name, language)

    def put(found: re.Match[str]) -> str:
        article, card_name = found["article"] or "", found["card"]
        return f"{_feminine(article, card_name)}{words[card_name]}"

    sentence = pattern.sub(put, sentence)
    for number, person in enumerate(keep):
        sentence = sentence.replace(f"\x00{number}\x01", person)
    return sentence


_ARTICLES = {"das": "die", "der": "die", "den": "die", "dem": "der", "des": "der"}
"""What stands before a card that is no lady (das Ass, dem König), and before one with a number."""
_NO_LADY = ("Ass", "König", "Bube")


def _feminine(article: str, card_name: str) -> str:
    """Return a German article and what follows it as "Gold 14" has it: it is a card, die Karte."""
    word = article.rstrip()
    if not card_name.endswith(_NO_LADY) or word.lower() not in _ARTICLES:
        return article
    new = _ARTICLES[word.lower()]
    return f"{new.capitalize() if word[0].isupper() else new}{article[len(word) :]}"


@cache
def _words(name: str, language: Language) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return what finds the names of cards and suits, and what stands in their place."""
    known = PRINTS[name]
    words = {
        card_text(one).in_language(language): face.name.in_language(language)
        for one, face in known.faces.items()
    }
    words |= {
        suit_text(suit).in_language(language): word.in_language(language)
        for suit, word in known.suits.items()
    }
    listed = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    articles = "|".join(_ARTICLES)
    before = rf"(?P<article>\b(?i:{articles})\s+)?"
    return re.compile(rf"{before}\b(?P<card>{listed})\b(?!-)"), words
