"""How every message of the broker is written, and its fields read: each has its bounds.

One JSON object with its version `v`. Whatever is wrong is one sentence that names the field.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, get_args

from engine.bounds import MOST_DEAL, TOO_LONG, json_of
from engine.deal import fields
from engine.deal.fields import wrong
from engine.deal.record import JsonObject
from engine.text import PlainError, Text

VERSION = 1
MOST = 2**53 - 1
"""The largest number that every reader of JSON holds exactly."""
MOST_TEXT = 200
_DIGITS = re.compile(r"[0-9a-f]{64}")
_NO_MESSAGE = Text(
    de="Das ist keine Nachricht eines Tisches: {why}.", en="This is no message of a table: {why}."
)
_NO_JSON = Text(de="kein JSON", en="no JSON")
_NEWER = Text(
    de="Diese Nachricht hat die Version {v}, gelesen wird hier {known}; bitte dieses Programm "
    "erneuern.",
    en="This message has version {v}, this program reads {known}; please update this program.",
)
_AMOUNT = Text(
    de='eine Zahl oder ein Bruch wie "20/3" sein', en='be a number or a fraction such as "20/3"'
)
_HEAD = Text(de="64 Zeichen von 0 bis f haben", en="have 64 characters from 0 to f")
_FLAG = Text(de="true oder false sein", en="be true or false")


def amount_to_json(amount: Fraction) -> int | str:
    """Return an amount as a whole number, or as "20/3" where it is none."""
    return amount.numerator if amount.denominator == 1 else str(amount)


def amount_from_json(value: object, field: str) -> Fraction:
    """Read an amount.

    Raises:
        PlainError: it is none.
    """
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST:
        return Fraction(value)
    if isinstance(value, str) and re.fullmatch("-?[0-9]{1,15}/[1-9][0-9]{0,5}", value):
        return Fraction(value)
    raise wrong(field, _AMOUNT, value)


def written(fields_: Mapping[str, object]) -> bytes:
    """Return the bytes of a message with these fields."""
    text = json.dumps({"v": VERSION, **fields_}, ensure_ascii=False, separators=(",", ":"))
    return text.encode()


def read_object(payload: bytes) -> JsonObject:
    """Return the fields of a message.

    Raises:
        PlainError: it is none, or a newer program's.
    """
    if len(payload) > MOST_DEAL:
        raise PlainError(TOO_LONG)
    try:
        read = json_of(payload.decode())
    except ValueError as error:
        raise PlainError(_NO_MESSAGE.format(why=_NO_JSON)) from error
    if not isinstance(read, dict):
        raise PlainError(_NO_MESSAGE.format(why=_NO_JSON))
    v = fields.whole(read, "v", 1, MOST)
    if v != VERSION:
        raise PlainError(_NEWER.format(v=v, known=VERSION))
    return read


def short(read: JsonObject, field: str, most: int = MOST_TEXT) -> str:
    """Return a field that holds so many characters at most; empty where it is left out."""
    value = fields.text(read, field)
    if len(value) > most:
        expected = Text(de=f"höchstens {most} Zeichen haben", en=f"have at most {most} characters")
        raise wrong(field, expected, value)
    return value


def head_hash(read: JsonObject, field: str) -> str:
    """Return a field that holds a journal's head."""
    value = fields.text(read, field)
    if not _DIGITS.fullmatch(value):
        raise wrong(field, _HEAD, value)
    return value


def flag(read: JsonObject, field: str) -> bool:
    """Return a field that is so or not; not where it is left out."""
    value = read.get(field, False)
    if not isinstance(value, bool):
        raise wrong(field, _FLAG, value)
    return value


def one_of(read: JsonObject, field: str, words: object) -> Any:
    """Return a field that holds one of the words of a `Literal`."""
    allowed = get_args(words)
    value = read.get(field)
    if value not in allowed:
        raise wrong(field, fields.listed_words(allowed), value)
    return value


def read_part(value: object, field: str) -> JsonObject:
    """Return the fields of one entry of a list."""
    if not isinstance(value, dict):
        raise wrong(field, Text(de="ein Objekt sein", en="be an object"), value)
    return value
