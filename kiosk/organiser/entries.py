"""The organiser's values as JSON, by their own fields: what the database keeps of each entry.

A field that is missing takes its default and one that is unknown is passed over, so that a value
may get a new field and every older entry stays readable. Whatever else does not fit is damage.

>>> from kiosk.organiser.tournament import Prize
>>> text_of(Prize(1, 20_000))
'{"place": 1, "cents": 20000, "words": ""}'
>>> value_of(Prize, '{"place": 2, "more": true}')
Prize(place=2, cents=0, words='')
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from engine.text import PlainError, Text
from kiosk.exchange.form import amount_to_json

_V = TypeVar("_V")
_DAMAGED = Text(
    de="Ein Eintrag der Datenbank ist beschädigt ({kind}): {why}. Bitte eine Sicherung der "
    "Datenbank einspielen.",
    en="An entry of the database is damaged ({kind}): {why}. Please restore a backup of the "
    "database.",
)


def text_of(value: object) -> str:
    """Return a value as JSON."""
    return json.dumps(_plain(value), ensure_ascii=False)


def value_of(kind: type[_V], text: str) -> _V:
    """Read a value of this class.

    Raises:
        PlainError: it is damaged.
    """
    try:
        found = _made(kind, json.loads(text))
    except (ValueError, TypeError, KeyError) as error:
        raise PlainError(_DAMAGED.format(kind=kind.__name__, why=error)) from error
    if not isinstance(found, kind):
        raise PlainError(_DAMAGED.format(kind=kind.__name__, why=type(found).__name__))
    return found


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return amount_to_json(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value


def _made(kind: Any, value: Any) -> Any:
    """Return what JSON says where this type is expected."""
    if is_dataclass(kind) and isinstance(kind, type):
        return _dataclass(kind, value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    if kind is Fraction:
        return Fraction(value)
    origin, of = get_origin(kind), get_args(kind)
    if origin is tuple:
        return _tuple(of, value)
    if origin in (Union, UnionType):
        inner = next(each for each in of if each is not type(None))
        return None if value is None else _made(inner, value)
    expected = origin or kind
    if isinstance(expected, type) and not isinstance(value, expected):
        raise TypeError(f"{value!r:.60} is no {expected.__name__}")
    return value


def _dataclass(kind: type, value: Any) -> Any:
    if not isinstance(value, dict):
        raise TypeError(f"{value!r:.60} is no object")
    types = get_type_hints(kind)
    known = [each.name for each in fields(kind) if each.init and each.name in value]
    return kind(**{name: _made(types[name], value[name]) for name in known})


def _tuple(of: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r:.60} is no list")
    if len(of) == 2 and of[1] is Ellipsis:
        return tuple(_made(of[0], each) for each in value)
    return tuple(_made(each, one) for each, one in zip(of, value, strict=True))
