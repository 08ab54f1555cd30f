"""The schema of a journal's export, made from the events themselves.

`event-v2.json` beside this module is `written()` as a file; a test compares the two. Fields only
ever come on top: whatever a program does not know is passed over, and a type whose fields change
their meaning gets a higher `v` and an upcaster (`engine.journal.codec`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.cards import Card, Family, Rank, Suit
from engine.deal.record import Contract
from engine.events import TournamentPlace
from engine.journal.codec import EVENT_TYPES, EventType
from engine.journal.people import NAMES, REMARKS
from engine.scores import Scores

JsonSchema = dict[str, Any]


def written() -> str:
    """Return the schema as it stands in `event-v2.json`."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def schema() -> JsonSchema:
    """Return the schema of one line of an export: its header, or one event."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "event-v2.json",
        "title": "A line of a journal's export",
        "description": "JSON Lines, UTF-8: a header; the people and remarks that the events' "
        "numbers stand for (in version 1 of the header events hold names and texts themselves), "
        "and former heads; then one event a line in the order of `seq`. Each type of event has its "
        "own version `v`; unknown fields are kept.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("header", *_BESIDE, *_names())],
        "$defs": {
            "header": _header(),
            **_BESIDE,
            **_shared(),
            **{e.name: _event(e) for e in EVENT_TYPES},
        },
    }


def _names() -> tuple[str, ...]:
    return tuple(known.name for known in EVENT_TYPES)


def _header() -> JsonSchema:
    return {
        "type": "object",
        "required": ["journal", "v", "events", "head"],
        "properties": {
            "journal": {"const": "mehrkopf"},
            "v": {"enum": [1, 2]},
            "events": {"type": "integer", "minimum": 0},
            "head": {
                "description": "SHA-256 over every event.",
                "type": "string",
                "pattern": _HASH,
            },
            "beside": {
                "description": "SHA-256 over the lines between header and events.",
                "type": "string",
                "pattern": _HASH,
            },
        },
    }


_HASH = "^[0-9a-f]{64}$"
_NUMBER: JsonSchema = {"type": "integer", "minimum": 1}
_BESIDE: JsonSchema = {
    "person": {
        "description": "Whom a number stands for; null: forgotten.",
        "type": "object",
        "required": ["person", "name"],
        "properties": {"person": _NUMBER, "name": {"type": ["string", "null"]}},
    },
    "remark": {
        "description": "What a number stands for that somebody wrote.",
        "type": "object",
        "required": ["remark", "text"],
        "properties": {"remark": _NUMBER, "text": {"type": "string"}},
    },
    "former_heads": {
        "description": "`seq` and head, as lists showed them while events held names.",
        "type": "object",
        "required": ["former_heads"],
        "properties": {"former_heads": {"type": "array", "items": {"type": "array"}}},
    },
}


def _shared() -> JsonSchema:
    return {
        "card": {
            "description": "Suit, then rank; French cards behind a ~.",
            "type": "string",
            "pattern": f"^({_codes(Family.GERMAN)}|~{_codes(Family.FRENCH)})$",
        },
        "contract": {
            "type": "object",
            "required": ["kind"],
            "properties": {
                "kind": {"type": "string"},
                "seat": {"type": ["integer", "null"]},
                "suit": {"enum": [_suit(suit) for suit in Suit]},
                "tout": {"type": "boolean"},
                "details": {"type": "object"},
            },
        },
        "tournament": {
            "description": "Where an evening belongs: one round at one table.",
            "type": "object",
            "required": ["id", "table", "round", "numbers"],
            "properties": {
                "id": {"type": "string"},
                "table": {"type": "string"},
                "round": {"type": "integer", "minimum": 1},
                "numbers": {"type": "array", "items": {"type": "integer"}},
                "deals": {"type": "integer", "minimum": 0},
                "ends": {"type": "string"},
            },
        },
    }


def _codes(family: Family) -> str:
    suits = "".join(suit.letter for suit in Suit if suit.family is family)
    ranks = "".join(rank.letter for rank in Rank if rank.family is family)
    return f"[{suits}][{ranks}]"


def _suit(suit: Suit) -> str:
    return ("~" if suit.family is Family.FRENCH else "") + suit.letter


def _event(known: EventType) -> JsonSchema:
    hints = get_type_hints(known.made)
    needed = [name for name in known.forms if known.defaults[name] is MISSING]
    return {
        "description": str(known.made.__doc__).split("\n", maxsplit=1)[0],
        "type": "object",
        "required": ["seq", "at", "type", "v", *needed],
        "properties": {
            "seq": {"type": "integer", "minimum": 1},
            "at": {"type": "string"},
            "type": {"const": known.name},
            "v": {"type": "integer", "minimum": 1, "maximum": known.version},
            **{name: _field(known, name, _shape(hints[name])) for name in known.forms},
        },
    }


def _field(known: EventType, name: str, shape: JsonSchema) -> JsonSchema:
    """Return the schema of a field: in place of a name or remark stands its number."""
    if name not in (NAMES.get(known.name), REMARKS.get(known.name)):
        return shape
    if "items" in shape:
        return {**shape, "items": {"anyOf": [_NUMBER, shape["items"]]}}
    return {"anyOf": [_NUMBER, shape]}


_PLAIN: Mapping[object, JsonSchema] = {
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Card: {"$ref": "#/$defs/card"},
    Contract: {"$ref": "#/$defs/contract"},
    TournamentPlace: {"$ref": "#/$defs/tournament"},
    Scores: {"type": "array", "items": {"type": "integer"}},
}


def _shape(hint: Any) -> JsonSchema:
    """Return the schema of a field's type.

    Raises:
        TypeError: events hold nothing of this type; it needs its line here.
    """
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"enum": list(inner)}
    if origin in (Union, UnionType):
        return {"anyOf": [_shape(each) for each in inner]}
    if origin is tuple and inner[-1] is ...:
        return {"type": "array", "items": _shape(inner[0])}
    if origin is tuple:
        places = [_shape(each) for each in inner]
        return {"type": "array", "prefixItems": places, "minItems": len(inner), "items": False}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        values = {} if inner[1] is object else {"additionalProperties": _shape(inner[1])}
        return {"type": "object", **values}
    raise TypeError(f"no JSON Schema is known for {hint!r}")
