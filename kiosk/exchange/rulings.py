"""What the organiser ruled of a table: points of its deals set otherwise, penalties of its people.

One message a table, retained, with everything that was ever told of this tournament: whatever was
taken back stands there as that, so that nobody who read it before goes on believing it. Of an entry
the higher `revision` is the newer one. The reasons come as the organiser typed them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from engine.deal import fields
from engine.deal.fields import wrong
from engine.deal.record import JsonObject
from engine.text import Text
from kiosk.exchange.form import (
    MOST,
    amount_from_json,
    amount_to_json,
    flag,
    head_hash,
    one_of,
    read_object,
    read_part,
    short,
    written,
)
from kiosk.exchange.messages import CURSORS, MOST_SEATS

LONGEST_REASON = 400
MOST_TOLD = 50
"""Rulings and penalties of one message, each; the newest are told."""
_NO_TEXT = Text(de="nur Zeichen enthalten, die es gibt", en="hold only characters that exist")

RulingState = Literal["holds", "withdrawn", "overtaken"]
"""It counts; the organiser took it back; the table has sent the deal in another version since."""


@dataclass(frozen=True, slots=True)
class NumberPoints:
    """What a start number gets."""

    number: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class DealRuling:
    """What a deal brings in the tournament, in place of what its table sent."""

    entry: int
    """Of the protest."""
    revision: int
    round: int
    deal: int
    """From 1 within the round, as the table counts."""
    cursor: int
    """Of the version that was ruled on."""
    head: str
    """The journal's head there, which no other journal or branch of it has."""
    points: tuple[NumberPoints, ...]
    """As they were set; those set last where the ruling was taken back."""
    reason: str
    state: RulingState
    at: str
    """RFC 3339, when it was ruled so."""

    @property
    def seq(self) -> int:
        """The newest event that the version follows from."""
        return self.cursor // CURSORS


@dataclass(frozen=True, slots=True)
class ToldPenalty:
    """Points that somebody of the table is given or loses beside the deals."""

    entry: int
    revision: int
    round: int
    number: int
    points: Fraction
    reason: str
    withdrawn: bool
    at: str


@dataclass(frozen=True, slots=True)
class RulingsMessage:
    """Everything the organiser ruled of a table in a tournament, in the order of the entries."""

    tournament: str
    deals: tuple[DealRuling, ...] = ()
    penalties: tuple[ToldPenalty, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.deals or self.penalties)


def rulings_to_json(message: RulingsMessage) -> bytes:
    """Return the bytes that are sent."""
    return written(
        {
            "tournament": message.tournament,
            "deals": [_deal_to_json(each) for each in message.deals[-MOST_TOLD:]],
            "penalties": [_penalty_to_json(each) for each in message.penalties[-MOST_TOLD:]],
        }
    )


def rulings_from_json(payload: bytes) -> RulingsMessage:
    """Read what the organiser ruled.

    Raises:
        PlainError: it is none of it, or a newer program's.
    """
    read = read_object(payload)
    return RulingsMessage(
        short(read, "tournament"),
        fields.entries(read, "deals", _deal, "[]"),
        fields.entries(read, "penalties", _penalty, "[]"),
    )


def _deal_to_json(ruling: DealRuling) -> Mapping[str, object]:
    return {
        "entry": ruling.entry,
        "revision": ruling.revision,
        "round": ruling.round,
        "deal": ruling.deal,
        "cursor": ruling.cursor,
        "head": ruling.head,
        "points": [
            {"number": each.number, "points": amount_to_json(each.points)} for each in ruling.points
        ],
        "reason": ruling.reason,
        "state": ruling.state,
        "at": ruling.at,
    }


def _deal(value: object, field: str) -> DealRuling:
    read = read_part(value, field)
    return DealRuling(
        fields.whole(read, "entry", 1, MOST),
        fields.whole(read, "revision", 1, MOST),
        fields.whole(read, "round", 1, MOST),
        fields.whole(read, "deal", 1, MOST),
        fields.whole(read, "cursor", 1, MOST),
        head_hash(read, "head"),
        _points(read),
        _reason(read),
        one_of(read, "state", RulingState),
        short(read, "at"),
    )


def _points(read: JsonObject) -> tuple[NumberPoints, ...]:
    found = fields.entries(read, "points", _number_points, "[]")
    if not 1 <= len(found) <= MOST_SEATS:
        expected = Text(de=f"1 bis {MOST_SEATS} haben", en=f"have 1 to {MOST_SEATS}")
        raise wrong("points", expected, len(found))
    return found


def _number_points(value: object, field: str) -> NumberPoints:
    read = read_part(value, field)
    return NumberPoints(
        fields.whole(read, "number", 1, MOST), amount_from_json(read.get("points"), "points")
    )


def _penalty_to_json(penalty: ToldPenalty) -> Mapping[str, object]:
    return {
        "entry": penalty.entry,
        "revision": penalty.revision,
        "round": penalty.round,
        "number": penalty.number,
        "points": amount_to_json(penalty.points),
        "reason": penalty.reason,
        "withdrawn": penalty.withdrawn,
        "at": penalty.at,
    }


def _penalty(value: object, field: str) -> ToldPenalty:
    read = read_part(value, field)
    return ToldPenalty(
        fields.whole(read, "entry", 1, MOST),
        fields.whole(read, "revision", 1, MOST),
        fields.whole(read, "round", 1, MOST),
        fields.whole(read, "number", 1, MOST),
        amount_from_json(read.get("points"), "points"),
        _reason(read),
        flag(read, "withdrawn"),
        short(read, "at"),
    )


def _reason(read: JsonObject) -> str:
    """Return a reason that a page can show."""
    reason = short(read, "reason", LONGEST_REASON)
    try:
        reason.encode()
    except UnicodeEncodeError as error:
        raise wrong("reason", _NO_TEXT, ascii(reason)) from error
    return reason
