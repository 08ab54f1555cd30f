"""How one card is drawn and called on the page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from engine.cards import Card, Family, Rank, Suit
from engine.games.words import card_text, suit_text
from engine.text import Text

FACES = Path(__file__).parents[1] / "static" / "cards"
"""The drawn faces of our own decks; a card without one is drawn from rank and suit alone."""
DECKS = {Family.GERMAN: "isar", Family.FRENCH: "lech"}
"""The folder of each family's faces."""


@dataclass(frozen=True, slots=True)
class Face:
    """Everything a template needs of one card."""

    code: str
    rank: str
    """What is printed large below the face; never colour alone (KIOSK 3.3)."""
    suit: str
    """Style class and glyph of the suit."""
    suit_word: Text
    name: Text
    image: str | None
    """Address of the drawn face."""


@dataclass(frozen=True, slots=True)
class SuitFace:
    """Everything a template needs of one suit."""

    letter: str
    suit: str
    word: Text


@cache
def face(card: Card) -> Face:
    """Return how `card` is drawn."""
    name = f"{DECKS[card.family]}/{card.code}.svg"
    return Face(
        code=card.code,
        rank="10" if card.rank in (Rank.TEN, Rank.ZEHN) else card.rank.letter,
        suit=suit_key(card.suit),
        suit_word=suit_text(card.suit),
        name=card_name(card),
        image=f"/static/cards/{name}" if (FACES / name).exists() else None,
    )


@cache
def printed(face: Face, index: str) -> Face:
    """Return a card with the letters a table's pack has: `Q J` or `D B` on French courts."""
    letter = dict(zip("QJ", index.split(), strict=True)).get(face.rank, face.rank)
    if letter == face.rank:
        return face
    image = None if face.image is None else face.image.replace("/lech/", "/lech_db/")
    return replace(face, rank=letter, image=image)


def suit_face(suit: Suit) -> SuitFace:
    """Return how `suit` is drawn."""
    return SuitFace(suit.letter, suit_key(suit), suit_text(suit))


def suit_key(suit: Suit) -> str:
    """Return the style class of `suit`."""
    return suit.name.lower()


def card_name(card: Card) -> Text:
    """Return the spoken name, "Gras-Ober", "Ober of Leaves"."""
    return card_text(card)


def by_suit(deck: Iterable[Card]) -> tuple[tuple[Face, ...], ...]:
    """Return the faces of a deck, one row a suit, in the deck's order."""
    rows: dict[Suit, list[Face]] = {}
    for card in deck:
        rows.setdefault(card.suit, []).append(face(card))
    return tuple(tuple(row) for row in rows.values())
