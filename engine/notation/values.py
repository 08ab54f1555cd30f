"""Values and pairs inside a tag: what JSON says, with as few signs as can be.

`partner=called called=CA bury=(C7 CT) die={roll=3 bury=(H9 HA)} alone` is an object of the deal
file: a word alone is true, round brackets are lists, curly ones objects. Words that are a number,
true, false or null, or hold a sign of this notation, stand in double quotes as in JSON.

People count seats from 1, the deal file from 0: fields that hold seats are told by `SEAT_FIELDS`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence

from engine.cards import UNSEEN_CODE, Family, named_card
from engine.deal.record import JsonObject
from engine.notation.lexer import Wrong, expected
from engine.text import Text

SEAT_FIELDS = frozenset({"seat", "partner", "partners", "teams", "losers", "trickless", "holder"})
"""Fields of a contract and of an end whose numbers are seats."""

DEEPEST = 60
"""Brackets within brackets that are read."""

_BARE = re.compile(r"[^\s=;(){}\"]+")
_SPACE = re.compile(r"\s*")
_A_VALUE = Text(de="ein Wert", en="a value")
_A_NAME = Text(de="ein Name", en="a name")
_CLOSED = Text(de="eine schließende Klammer", en="a closing bracket")
_LESS_DEEP = Text(de="weniger Klammern ineinander", en="fewer brackets inside each other")
_A_SEAT = Text(de="eine Platznummer ab 1", en="a seat number, counting from 1")
_A_CARDS = {
    family: Text(
        de=f"eine Karte wie {code} oder ?? (Farbe zuerst)",
        en=f"a card such as {code} or ?? (suit first)",
    )
    for family, code in ((Family.GERMAN, "EO"), (Family.FRENCH, "CQ"))
}


def seats_from_one(fields: JsonObject) -> dict[str, object]:
    """Return the fields with the seats among them as people count them."""
    return {name: _moved(name, value, 1) for name, value in fields.items()}


def seats_from_zero(fields: JsonObject) -> dict[str, object]:
    """Return the fields with the seats among them as the deal file counts them."""
    return {name: _moved(name, value, -1) for name, value in fields.items()}


def _moved(name: str, value: object, by: int) -> object:
    if name not in SEAT_FIELDS:
        return value
    if isinstance(value, list):
        return [_moved(name, each, by) for each in value]
    return value + by if isinstance(value, int) and not isinstance(value, bool) else value


def write_value(value: object) -> str:
    """Return a JSON value as it stands in a tag."""
    if isinstance(value, str):
        return value if _is_bare(value) else json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{" + write_pairs(value) + "}"
    if isinstance(value, Sequence):
        return "(" + " ".join(write_value(each) for each in value) + ")"
    return json.dumps(value)


def write_pairs(fields: JsonObject) -> str:
    """Return the fields of an object, a space between them."""
    return " ".join(_pair(name, value) for name, value in fields.items())


def _pair(name: str, value: object) -> str:
    # A single capital would be read as the suit of a contract.
    bare = _BARE.fullmatch(name) and not (len(name) == 1 and name.isupper())
    shown = name if bare else json.dumps(name, ensure_ascii=False)
    return shown if value is True else f"{shown}={write_value(value)}"


def _is_bare(word: str) -> bool:
    return bool(_BARE.fullmatch(word)) and isinstance(_scalar(word), str)


def _scalar(word: str) -> object:
    try:
        value = json.loads(word)
    except (ValueError, RecursionError):
        return word
    if isinstance(value, float) and not math.isfinite(value):
        return word
    return value if value is None or isinstance(value, bool | int | float) else word


class Scanner:
    """Reads the text of a tag from left to right; every method raises `Wrong` where it cannot."""

    def __init__(self, text: str, at: int = 0, end: int | None = None) -> None:
        self.text = text if end is None else text[:end]
        self.at = at
        self.skip()

    def skip(self) -> None:
        """Go on to the next sign that is no space."""
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.text)

    def rest(self) -> str:
        """Return what is left up to the next space, to be shown."""
        return self.text[self.at :].split(maxsplit=1)[0] if not self.done else ""

    def wrong(self, what: Text) -> Wrong:
        """Return the error that something else belongs here."""
        return Wrong(self.at, expected(what, self.rest()))

    def take(self, pattern: re.Pattern[str], what: Text) -> str:
        """Return what matches here, and go on behind it."""
        found = pattern.match(self.text, self.at)
        if found is None:
            raise self.wrong(what)
        self.at = found.end()
        self.skip()
        return found.group()

    def has(self, sign: str) -> bool:
        """Go on behind the sign if it stands here; tell whether it did."""
        there = self.text.startswith(sign, self.at)
        if there:
            self.at += len(sign)
            self.skip()
        return there

    def word(self, what: Text) -> str:
        """Return a word, or a text in quotes."""
        if self.text.startswith('"', self.at):
            return self._quoted()
        return self.take(_BARE, what)

    def number(self, what: Text, most: int = 1_000_000_000) -> int:
        """Return a whole number from 0 up to `most`."""
        at = self.at
        found = self.take(_BARE, what)
        if not (found.isascii() and found.isdigit()) or len(found) > 12 or int(found) > most:
            raise Wrong(at, expected(what, found))
        return int(found)

    def seat(self, players: int | None) -> int:
        """Return a seat, counted from 0; written it counts from 1."""
        at, most = self.at, players or 8
        found = self.number(_A_SEAT if players is None else _seats(players))
        if not 1 <= found <= most:
            raise Wrong(at, expected(_seats(most), str(found)))
        return found - 1

    def card(self, family: Family) -> str:
        """Return the code of a card."""
        at = self.at
        return checked_card(self.take(_BARE, _A_CARDS[family]), at, family)

    def value(self, deep: int = 0) -> object:
        """Return a value."""
        if deep > DEEPEST:
            raise self.wrong(_LESS_DEEP)
        if self.has("("):
            listed = []
            while not self.has(")"):
                if self.done:
                    raise self.wrong(_CLOSED)
                listed.append(self.value(deep + 1))
            return listed
        if self.has("{"):
            return self.pairs("}", deep + 1)
        if self.text.startswith('"', self.at):
            return self._quoted()
        return _scalar(self.take(_BARE, _A_VALUE))

    def pairs(self, closing: str = "", deep: int = 0) -> dict[str, object]:
        """Return the fields up to the closing bracket, or to the end where there is none."""
        fields: dict[str, object] = {}
        while not (self.has(closing) if closing else self.done):
            if self.done:
                raise self.wrong(_CLOSED)
            name = self.word(_A_NAME)
            fields[name] = self.value(deep) if self.has("=") else True
        return fields

    def _quoted(self) -> str:
        try:
            value, end = json.JSONDecoder().raw_decode(self.text, self.at)
        except ValueError:
            raise self.wrong(
                Text(de="ein Text in geraden Anführungszeichen", en="a text in straight quotes")
            ) from None
        self.at = end
        self.skip()
        return str(value)


def checked_card(code: str, at: int, family: Family) -> str:
    """Return the code of a card, by whatever it is called.

    Raises:
        Wrong: the family has no such card.
    """
    if code == UNSEEN_CODE:
        return code
    named = named_card(code, family)
    if named is None:
        raise Wrong(at, expected(_A_CARDS[family], code))
    return named.code


def _seats(players: int) -> Text:
    return Text(de=f"eine Platznummer von 1 bis {players}", en=f"a seat number from 1 to {players}")
