"""How a card, a call and a contract are drawn and named on the page, in the words of their game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from engine.cards import Card, Family, Rank, Suit
from engine.deal.record import Contract, DealRecord
from engine.dealfile.contract import check_fits
from engine.games import game
from engine.games.base import LookBack, VerdictWords
from engine.games.contract_fields import CallMenu
from engine.games.wording import card_text, suit_text
from engine.text import PlainError, Text
from kiosk.home.prints import PRINTS

FACES = Path(__file__).parents[1] / "static" / "cards"
"""The drawn faces of our own decks; a card without one is drawn from rank and suit alone."""
DECKS = {Family.GERMAN: "isar", Family.FRENCH: "lech"}
"""The folder of each family's faces."""


@dataclass(frozen=True, slots=True)
class Face:
    """Everything a template needs of one card."""

    code: str
    rank: str
    """What is printed large below the face; never colour alone (PAGES 3)."""
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


@cache
def as_print(face: Face, name: str) -> Face:
    """Return a card as a pack with a print of its own shows it (`kiosk.home.prints`)."""
    faces = PRINTS[name].faces if name in PRINTS else {}
    shown = next((shown for one, shown in faces.items() if _is(face, one)), None)
    if shown is None:
        return face
    return replace(
        face,
        rank=str(shown.number),
        suit=shown.colour,
        suit_word=shown.word,
        name=shown.name,
        image=None,
    )


def _is(face: Face, card: Card) -> bool:
    return (face.code, face.suit) == (card.code, suit_key(card.suit))


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


def game_title(name: str) -> Text:
    """Return the game's name for people."""
    return game(name).title


def bid_text(name: str, say: str, contract: Contract | None) -> Text:
    """Return what somebody said in the auction, as the game has it: a word, or a contract."""
    return game(name).bid_words()[say] if contract is None else contract_text(name, contract)


def contract_text(name: str, contract: Contract) -> Text:
    """Return the contract in words, without the declarer's name."""
    return game(name).contract_text(contract)


def who_plays(game_name: str, name: str, contract: Text) -> Text:
    """Return who plays what, as the game's players say it."""
    return game(game_name).who_plays(name, contract)


def doubling_words(name: str) -> Mapping[str, Text]:
    """Return the doublings by their word in the deal file."""
    return game(name).doubling_words()


def call_menu(record: DealRecord) -> CallMenu:
    """Return what can be called in this deal."""
    active = record.players - len(record.out)
    return game(record.game).call_menu(record.rules, active, record.family)


def called_too(record: DealRecord, contract: Contract | None) -> Card | None:
    """Return the card that is called with the one the contract names: the Schöne, with many."""
    if contract is None or contract.seat is None:
        return None
    return game(record.game).setting(replace(record, contract=contract)).schoene


def misfit(record: DealRecord, contract: Contract) -> Text | None:
    """Return why a contract cannot be so in this deal, None where it can."""
    active = [seat for seat in range(record.players) if seat not in record.out]
    try:
        check_fits(contract, game(record.game), active, record.family, record.rules)
    except PlainError as error:
        return error.text
    known = tuple(game(record.game).misfits(record))
    told = game(record.game).misfits(replace(record, contract=contract))
    return next((each.at_table for each in told if each not in known), None)


def calls(record: DealRecord) -> bool:
    """Tell whether anybody can declare a game."""
    return any(kind.declared for kind in call_menu(record).kinds)


def verdict_words(name: str, kind: str) -> VerdictWords:
    """Return how a kind of verdict is said."""
    return game(name).verdict_words(kind)


def verdict_headline(name: str, kind: str) -> Text:
    """Return what a kind of verdict is called."""
    return verdict_words(name, kind).headline


def may_look_back(record: DealRecord) -> bool:
    """Tell whether the last trick may be looked at again while the deal runs (RULES 0.9).

    Where everybody may see tricks of his own only the last one is shown: the page cannot know who
    is looking.
    """
    return game(record.game).look_back(record.rules) is not LookBack.NOTHING


def deck(record: DealRecord) -> tuple[Card, ...]:
    """Return the cards this deal is played with."""
    active = record.players - len(record.out)
    return game(record.game).deck(record.rules, active, record.family)
