"""Reading the fields of a deal file, each failure one sentence that names the field."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from engine.bounds import MOST_ENTRIES
from engine.cards import (
    UNSEEN_CODE,
    Card,
    Family,
    UnknownCardError,
    card,
    likely_card,
    named_card,
)
from engine.deal.record import JsonObject
from engine.text import PlainError, Text

_T = TypeVar("_T")
_SHOWN = 60
"""Characters of a wrong value that a sentence shows."""
_MANY = Text(
    de=f"höchstens {MOST_ENTRIES} Einträge haben", en=f"have at most {MOST_ENTRIES} entries"
)


def wrong(field: str, expected: Text, value: object) -> PlainError:
    """Return the error for a field; `expected` goes on after "must"."""
    # Of a long one not all is made, only to be cut off.
    part = value[:_SHOWN] if isinstance(value, str | list) else value
    shown = json.dumps(part, default=str, ensure_ascii=False)
    if len(shown) > _SHOWN:
        shown = shown[: _SHOWN - 3] + "..."
    return PlainError(
        Text(
            de=f"Das Feld `{field}` muss {expected.de}, dort steht {shown}.",
            en=f"The field `{field}` must {expected.en}, but it is {shown}.",
        )
    )


def refuse_many(field: str, value: Sequence[object]) -> None:
    """Do nothing where a list has no more entries than a deal can have.

    Raises:
        PlainError: it has.
    """
    if len(value) > MOST_ENTRIES:
        raise wrong(field, _MANY, len(value))


def listed_words(words: Sequence[str]) -> Text:
    """Return what goes on after "must" where one of some words is expected."""
    if len(words) == 1:
        return Text(de=f"{words[0]} sein", en=f"be {words[0]}")
    listed = ", ".join(words)
    return Text(de=f"eines von {listed} sein", en=f"be one of {listed}")


def word(read: Mapping[str, object], field: str) -> str:
    """Return a field that holds a word."""
    value = read.get(field)
    if not isinstance(value, str) or not value:
        raise wrong(field, Text(de="ein Wort sein", en="be a word"), value)
    return value


def text(read: Mapping[str, object], field: str) -> str:
    """Return a field that holds a string; empty where it is left out."""
    value = read.get(field, "")
    if not isinstance(value, str):
        raise wrong(field, Text(de="ein Text sein", en="be a string"), value)
    return value


def is_whole(value: object, least: int, most: int) -> bool:
    """Tell whether a value is a whole number within bounds."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def whole(read: Mapping[str, object], field: str, least: int, most: int) -> int:
    """Return a field that holds a whole number within bounds."""
    value = read.get(field)
    if isinstance(value, int) and is_whole(value, least, most):
        return value
    raise wrong(
        field,
        Text(
            de=f"eine ganze Zahl von {least} bis {most} sein",
            en=f"be a whole number from {least} to {most}",
        ),
        value,
    )


def json_object(read: Mapping[str, object], field: str) -> JsonObject:
    """Return a field that holds an object; empty where it is left out."""
    value = read.get(field)
    if value is None:
        return {}
    if not isinstance(value, dict):
        expected = Text(
            de='ein Objekt sein wie {"laufende": false}',
            en='be an object such as {"laufende": false}',
        )
        raise wrong(field, expected, value)
    return value


def entries(
    read: Mapping[str, object], field: str, one: Callable[[object, str], _T], example: str
) -> tuple[_T, ...]:
    """Read a list field entry by entry; `one` gets the entry and what to call it.

    `example` is such a list as JSON, for the sentence where it is none.
    """
    value = read.get(field)
    if value is None:
        return ()
    if not isinstance(value, list):
        expected = Text(de=f"eine Liste sein wie {example}", en=f"be a list such as {example}")
        raise wrong(field, expected, value)
    refuse_many(field, value)
    return tuple(one(entry, f"{field}[{place}]") for place, entry in enumerate(value))


def seat_of(players: int) -> Callable[[object, str], int]:
    """Return a reader of seats at a table with so many seats."""

    def seat(value: object, field: str) -> int:
        if isinstance(value, int) and is_whole(value, 0, players - 1):
            return value
        raise wrong(
            field,
            Text(
                de=f"eine Platznummer von 0 bis {players - 1} sein",
                en=f"be a seat from 0 to {players - 1}",
            ),
            value,
        )

    return seat


def read_card(value: object, field: str, family: Family) -> Card | None:
    """Return the card of a code, or of what players call it; None for one that was not seen."""
    if value == UNSEEN_CODE:
        return None
    if not isinstance(value, str):
        raise wrong(field, a_card(family), value)
    try:
        return card(value, family)
    except UnknownCardError:
        named = named_card(value, family)
    if named is not None:
        return named
    meant = likely_card(value, family)
    if meant is None:
        raise wrong(field, a_card(family), value)
    expected = a_card(family)
    said = Text(
        de=f"{expected.de} (gemeint ist vielleicht {meant})",
        en=f"{expected.en} (did you mean {meant}?)",
    )
    raise wrong(field, said, value)


_A_CARD = Text(
    de='eine Karte wie "{code}" oder "??" nennen, Farbe zuerst',
    en='name a card such as "{code}" or "??", suit first',
)
_EXAMPLES = {Family.GERMAN: "EO", Family.FRENCH: "CQ"}


def a_card(family: Family) -> Text:
    """Return what goes on after "must" where a card of the family is expected."""
    return _A_CARD.format(code=_EXAMPLES[family])


def read_cards(value: object, field: str, family: Family) -> tuple[Card | None, ...]:
    """Return the cards of a list of codes."""
    if not isinstance(value, list):
        example = f'["{_EXAMPLES[family]}", "??"]'
        expected = Text(
            de=f"eine Liste aus Karten sein wie {example}",
            en=f"be a list of cards such as {example}",
        )
        raise wrong(field, expected, value)
    refuse_many(field, value)
    return tuple(read_card(each, f"{field}[{place}]", family) for place, each in enumerate(value))
