"""A verdict told in words and cards, as the alert shows it: what was done and what proves it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.games import game as game_named
from engine.games.base import PLAIN_WORDS, TRUMP, CardWords, Setting
from engine.games.words import TRUMP_TEXT, card_text, suit_text
from engine.record import DealRecord
from engine.report import Verdict
from engine.text import Text

_UNSEEN = Text(de="eine unerkannte Karte", en="an unseen card")
_THREW = Text(de="warf {suit} ab", en="threw {suit}")
_TRUMPED = Text(de="stach mit Trumpf", en="trumped")


@dataclass(frozen=True, slots=True)
class Scene:
    """One trick of the story."""

    trick: int
    """Counted from 1."""
    led: Card | None
    """The card that was led."""
    card: Card | None
    """The card the story is about."""
    sentence: Text


@dataclass(frozen=True, slots=True)
class Story:
    """A verdict for people."""

    headline: Text
    """At most 20 characters, to follow the player's name."""
    wrong: Scene
    shown: Scene


def tell(record: DealRecord, verdict: Verdict, name: str, words: CardWords = PLAIN_WORDS) -> Story:
    """Return the story of a verdict; `name` is what the player at its seat is called."""
    game = game_named(record.game)
    setting = game.setting(record)
    told = game.verdict_words(verdict.kind)
    size = len(setting.seats)
    lead = record.plays[verdict.play - verdict.play % size].card
    thrown = record.plays[verdict.play].card
    places = {
        "name": name,
        "led": _class_text(setting, lead, words),
        "did": _did(setting, thrown, words),
        "thrown": _card_text(thrown, words),
        "card": _card_text(verdict.card or thrown, words),
    }
    proof = verdict.proof[-1]
    return Story(
        told.headline,
        Scene(verdict.play // size + 1, lead, thrown, told.wrong.format(**places)),
        Scene(
            proof // size + 1,
            record.plays[proof - proof % size].card,
            record.plays[proof].card,
            told.shown.format(**places),
        ),
    )


def _card_text(card: Card | None, words: CardWords) -> Text:
    return _UNSEEN if card is None else card_text(card, words)


def _class_text(setting: Setting, card: Card | None, words: CardWords) -> Text:
    if card is None:
        return _UNSEEN
    return TRUMP_TEXT if setting.klass.get(card) == TRUMP else suit_text(card.suit, words)


def _did(setting: Setting, card: Card | None, words: CardWords) -> Text:
    if card is not None and setting.klass.get(card) == TRUMP:
        return _TRUMPED
    return _THREW.format(suit=_class_text(setting, card, words))
