"""Bought decks: which cards each holds, and which of them an enrolled one lacks, in words too."""

from __future__ import annotations

from collections.abc import Sequence

from engine import cards as decks
from engine.cards import Card, Family, Suit
from engine.games.wording import card_text
from engine.text import PlainError, Text

PACKS = {
    Family.GERMAN: {
        len(pack): pack
        for pack in (
            decks.GERMAN_20,
            decks.GERMAN_24,
            decks.GERMAN_32,
            decks.GERMAN_36,
            decks.GERMAN_40,
            decks.GERMAN_48,
        )
    },
    Family.FRENCH: {
        len(pack): pack for pack in (decks.FRENCH_20, decks.FRENCH_32, decks.FRENCH_52)
    },
}
USUAL = 32
_LEAST = 16
"""From so many cards on what is there may be a deck without some ranks."""
_MOST = 0.75
"""From this share of a deck on what is there tells which deck it is."""
_MOST_NAMED = 12

_NO_SUCH_PACK = Text(
    de="Ein Blatt mit {count} Karten gibt es nicht; möglich sind {known}.",
    en="There is no deck of {count} cards; a deck can have {known}.",
)
_LACKS_ONE = Text(de="es fehlt {names}", en="{names} is missing")
_LACKS = Text(de="es fehlen {names}", en="{names} are missing")
_MORE = Text(de="{names} und {count} weitere", en="{names} and {count} more")
_MISSING = Text(
    de="{there} von {whole} Karten sind da; {lacks}.",
    en="{there} of {whole} cards are there; {lacks}.",
)


def pack(family: Family, count: int | None) -> tuple[Card, ...]:
    """Return the cards of a bought deck, suit by suit; 32 where no number is given.

    Raises:
        PlainError: there is no such deck.
    """
    known = PACKS[family]
    cards = known.get(USUAL if count is None else count)
    if cards is None:
        raise PlainError(_NO_SUCH_PACK.format(count=count, known=", ".join(map(str, known))))
    return cards


def whole_pack(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the deck these cards are of: the smallest that holds them all.

    A deck smaller than the usual one is meant only where most of it is there.
    """
    packs = sorted(PACKS[cards[0].family].values(), key=len)
    meant = [one for one in packs if len(one) >= USUAL or len(set(cards)) >= _MOST * len(one)]
    return next((one for one in meant if set(cards) <= set(one)), tuple(cards))


def gaps(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards a deck lacks beside its others: of each rank there is one in every suit.

    A rank that is missing throughout is no gap: there are decks without it. Of a few cards only the
    ranks say nothing, and what is missing is what the whole deck has more.
    """
    there, family = set(cards), cards[0].family
    ranks = dict.fromkeys(card.rank for card in cards)
    suits = [suit for suit in Suit if suit.family is family]
    every = [decks.card(suit.letter + rank.letter, family) for suit in suits for rank in ranks]
    known = len(every) >= _LEAST and len(there) >= _MOST * len(every)
    return tuple(card for card in (every if known else whole_pack(cards)) if card not in there)


def missing_words(cards: Sequence[Card], whole: Sequence[Card]) -> Text | None:
    """Name the cards of a whole deck that are not there; None where none is missing."""
    missing = [card for card in whole if card not in cards]
    if not missing:
        return None
    there = len(whole) - len(missing)
    return _MISSING.format(there=there, whole=len(whole), lacks=cards_lacking(missing))


def cards_lacking(missing: Sequence[Card], named: int = _MOST_NAMED) -> Text:
    """Say which cards are missing, at least one; of many the first `named` by name."""
    if len(missing) == 1:
        return _LACKS_ONE.format(names=listed(missing))
    names = listed(missing[:named])
    more = len(missing) - named
    return _LACKS.format(names=_MORE.format(names=names, count=more) if more > 0 else names)


def listed(cards: Sequence[Card]) -> Text:
    """Return the names of several cards."""
    names = [card_text(card) for card in cards]
    return Text(de=", ".join(name.de for name in names), en=", ".join(name.en for name in names))
