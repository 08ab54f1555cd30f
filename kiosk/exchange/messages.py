"""The messages of the broker, written and read (docs/TOURNAMENT.md, What is sent).

Each is one JSON object with its version `v`. Unknown fields are passed over: what is added later
does not stop an older program. Who reads trusts nothing: each field has its bounds, and whatever is
wrong is one sentence. No message holds a picture, and none a name unless somebody switched it on.

Results and lists come from a table's outbox, which is a cursor over its own journal. A `cursor`
tells the newest event that a message follows from (`Source.seq`), so it grows with every correction
and is the deal's `revision` as well; several messages of one event have cursors one after the
other. `previous` is the cursor of the message before it in the outbox, 0 for the first: whoever has
a receipt up to `previous` lacks nothing before this message. The `trail` names what came before it
by the journal's heads, so that messages of a journal that was cut off and went on otherwise are
told from those of before.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeVar

from engine.deal import fields
from engine.deal.fields import wrong
from engine.deal.record import JsonObject
from engine.text import Text
from kiosk.exchange.form import (
    MOST,
    MOST_TEXT,
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

MOST_SEATS = 7
CURSORS = 10_000
"""Of one event: more than there are deals of an evening whose results it could change."""
MARK_DIGITS = 8
"""Of a head: enough to tell one journal's events from another's."""
_MARK = re.compile(rf"([0-9]{{1,16}}):([0-9a-f]{{{MARK_DIGITS}}})")
_MARKED = Text(de='wie "12:0a1b2c3d" aussehen', en='look like "12:0a1b2c3d"')

ResultStatus = Literal["counted", "void", "unsettled", "withdrawn"]
"""Settled; over without a result that counts; over with a question open; taken back."""
Phase = Literal["idle", "deal", "result", "over"]
"""Nobody plays; a deal runs; one has just ended; the evening is over."""
_R = TypeVar("_R")


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a deal brought to one seat."""

    number: int
    """The start number of who sat there; without a tournament the seat, from 1."""
    delta: Fraction
    solo: bool = False
    """Whether a solo was played here, won or lost."""


@dataclass(frozen=True, slots=True)
class Accusation:
    """A verdict of a deal as the table left it."""

    kind: str
    number: int | None
    """Of whom it names; None while it may have been one of several."""
    status: str
    """`engine.deal.report.Status`, as its value."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An event of a journal and how the head after it begins."""

    seq: int
    head: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where a message of an outbox comes from and where it belongs."""

    tournament: str
    """The tournament's id; empty where the table plays in none."""
    table: str
    round: int
    """From 1; 0 without a tournament."""
    journal: str
    """Head hash after the first event: tells one journal from another."""
    cursor: int
    previous: int
    head: str
    """The journal's head hash after event `seq`."""
    at: str
    """RFC 3339, when that event was."""
    trail: tuple[Mark, ...] = ()
    """Every event of the round before this one that something was told of, after the round's begin
    and what was told last before it. Empty where an older program speaks."""

    @property
    def seq(self) -> int:
        """The newest event that the message follows from."""
        return self.cursor // CURSORS

    @property
    def marks(self) -> dict[int, str]:
        """The trail with the message's own event, by number."""
        own = {self.seq: self.head[:MARK_DIGITS]}
        return {mark.seq: mark.head for mark in self.trail} | own


@dataclass(frozen=True, slots=True)
class ResultMessage:
    """A deal that is over, or one that was and is taken back."""

    source: Source
    deal: int
    """From 1 within the round."""
    status: ResultStatus
    seats: tuple[SeatResult, ...]
    contract: Text
    """What was played, in words without names."""
    corrected: bool = False
    """Whether a person changed a card or the result."""
    verdicts: tuple[Accusation, ...] = ()
    record: JsonObject | None = None
    """The deal as the deal file writes it, without names: proof and replay come from it."""

    @property
    def revision(self) -> int:
        """Of one deal the higher one holds."""
        return self.source.cursor


@dataclass(frozen=True, slots=True)
class ListLine:
    """What one person of a list comes to."""

    number: int
    points: Fraction
    soli: int
    """Solos won."""


@dataclass(frozen=True, slots=True)
class ListMessage:
    """A round's list as the table signed it off."""

    source: Source
    deals: int
    """How many count."""
    lines: tuple[ListLine, ...]
    seal: str = ""
    """The table's seal of the head, where it has a key."""
    withdrawn: bool = False
    """Whether the round goes on after all, so that none is signed off for now."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """How far an outbox has arrived and is kept."""

    tournament: str
    journal: str
    cursor: int
    head: str = ""
    """The journal's head at the cursor: a journal without it is another one by now. Empty where
    nothing has arrived."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Who sits down in a seating."""

    number: int
    name: str = ""
    """Empty unless the organiser sends names to the tables."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A round at one table, as the organiser drew it."""

    tournament: str
    title: str
    round: int
    seats: tuple[Guest, ...]
    game: str
    rules: JsonObject
    """House rules that differ from the game's own."""
    deals: int = 0
    """How many are to be played; 0 where the time alone ends the round."""
    ends: str = ""
    """RFC 3339, when the last deal may begin; empty without a limit."""


@dataclass(frozen=True, slots=True)
class StateMessage:
    """The table as it stands: nothing that an attentive onlooker could not know."""

    phase: Phase
    deal: int
    """Number of the deal of this evening; 0 before the first."""
    contract: Text
    """Empty before the call."""
    seats: tuple[str, ...]
    """`1`, `2` … or start numbers; names only where the table sends them."""
    turn: int | None
    """Seat, from 0, whose turn it is."""
    leader: int | None
    """Seat, from 0, that leads the evening; None where nobody does by himself."""
    scores: tuple[Fraction, ...]
    camera: bool
    round: int = 0
    tournament: str = ""


@dataclass(frozen=True, slots=True)
class EventMessage:
    """Something that has just happened and may be said aloud."""

    kind: str
    """A verdict's kind, or `solo_won`, `deal_over`, `evening_over`."""
    deal: int
    seat: int | None
    """From 0; None where it is nobody's."""
    at: str


def result_to_json(message: ResultMessage) -> bytes:
    """Return the bytes that are sent."""
    return written(
        {
            **_source_to_json(message.source),
            "deal": message.deal,
            "status": message.status,
            "seats": [
                {"number": each.number, "delta": amount_to_json(each.delta), "solo": each.solo}
                for each in message.seats
            ],
            "contract": _text_to_json(message.contract),
            "corrected": message.corrected,
            "verdicts": [
                {"kind": each.kind, "number": each.number, "status": each.status}
                for each in message.verdicts
            ],
            "record": message.record,
        }
    )


def result_from_json(payload: bytes) -> ResultMessage:
    """Read a result.

    Raises:
        PlainError: it is none, or a newer program's.
    """
    read = read_object(payload)
    return ResultMessage(
        _source_from_json(read),
        fields.whole(read, "deal", 1, MOST),
        one_of(read, "status", ResultStatus),
        _seats(read, "seats", _seat_result),
        _text_from_json(read, "contract"),
        flag(read, "corrected"),
        fields.entries(read, "verdicts", _accusation, "[]"),
        fields.json_object(read, "record") or None,
    )


def list_to_json(message: ListMessage) -> bytes:
    """Return the bytes that are sent."""
    return written(
        {
            **_source_to_json(message.source),
            "deals": message.deals,
            "lines": [
                {"number": each.number, "points": amount_to_json(each.points), "soli": each.soli}
                for each in message.lines
            ],
            "seal": message.seal,
            "withdrawn": message.withdrawn,
        }
    )


def list_from_json(payload: bytes) -> ListMessage:
    """Read a list.

    Raises:
        PlainError: it is none, or a newer program's.
    """
    read = read_object(payload)
    return ListMessage(
        _source_from_json(read),
        fields.whole(read, "deals", 0, MOST),
        _seats(read, "lines", _list_line),
        short(read, "seal"),
        flag(read, "withdrawn"),
    )


def receipt_to_json(message: Receipt) -> bytes:
    """Return the bytes that are sent."""
    return written(
        {
            "tournament": message.tournament,
            "journal": message.journal,
            "cursor": message.cursor,
            "head": message.head,
        }
    )


def receipt_from_json(payload: bytes) -> Receipt:
    """Read a receipt.

    Raises:
        PlainError: it is none, or a newer program's.
    """
    read = read_object(payload)
    return Receipt(
        short(read, "tournament"),
        head_hash(read, "journal"),
        fields.whole(read, "cursor", 0, MOST),
        head_hash(read, "head") if read.get("head") else "",
    )


def seating_to_json(message: Seating) -> bytes:
    """Return the bytes that are sent."""
    return written(
        {
            "tournament": message.tournament,
            "title": message.title,
            "round": message.round,
            "seats": [{"number": each.number, "name": each.name} for each in message.seats],
            "game": message.game,
            "rules": dict(message.rules),
            "deals": message.deals,
            "ends": message.ends,
        }
    )


def seating_from_json(payload: bytes) -> Seating:
    """Read a seating.

    Raises:
        PlainError: it is none, or a newer program's.
    """
    read = read_object(payload)
    return Seating(
        fields.word(read, "tournament")[:MOST_TEXT],
        short(read, "title"),
        fields.whole(read, "round", 1, MOST),
        _seats(read, "seats", _guest),
        fields.word(read, "game"),
        fields.json_object(read, "rules"),
        fields.whole(read, "deals", 0, MOST),
        short(read, "ends"),
    )


def state_to_json(message: StateMessage) -> bytes:
    """Return the bytes that are sent."""
    return written(
        {
            "phase": message.phase,
            "deal": message.deal,
            "contract": _text_to_json(message.contract),
            "seats": list(message.seats),
            "turn": message.turn,
            "leader": message.leader,
            "scores": [amount_to_json(each) for each in message.scores],
            "camera": message.camera,
            "round": message.round,
            "tournament": message.tournament,
        }
    )


def state_from_json(payload: bytes) -> StateMessage:
    """Read a state.

    Raises:
        PlainError: it is none, or a newer program's.
    """
    read = read_object(payload)
    return StateMessage(
        one_of(read, "phase", Phase),
        fields.whole(read, "deal", 0, MOST),
        _text_from_json(read, "contract"),
        _seats(read, "seats", _label),
        _seat(read, "turn"),
        _seat(read, "leader"),
        _seats(read, "scores", amount_from_json),
        flag(read, "camera"),
        fields.whole(read, "round", 0, MOST),
        short(read, "tournament"),
    )


def event_to_json(message: EventMessage) -> bytes:
    """Return the bytes that are sent."""
    return written(
        {"kind": message.kind, "deal": message.deal, "seat": message.seat, "at": message.at}
    )


def event_from_json(payload: bytes) -> EventMessage:
    """Read an event.

    Raises:
        PlainError: it is none, or a newer program's.
    """
    read = read_object(payload)
    return EventMessage(
        fields.word(read, "kind")[:MOST_TEXT],
        fields.whole(read, "deal", 0, MOST),
        _seat(read, "seat"),
        short(read, "at"),
    )


def _source_to_json(source: Source) -> dict[str, object]:
    return {
        "tournament": source.tournament,
        "table": source.table,
        "round": source.round,
        "journal": source.journal,
        "cursor": source.cursor,
        "previous": source.previous,
        "head": source.head,
        "at": source.at,
        "trail": [f"{mark.seq}:{mark.head}" for mark in source.trail],
    }


def source_from_json(payload: bytes) -> Source:
    """Read where a result or list comes from, and nothing else of it.

    Raises:
        PlainError: it is none, or a newer program's.
    """
    return _source_from_json(read_object(payload))


def _source_from_json(read: JsonObject) -> Source:
    cursor = fields.whole(read, "cursor", 1, MOST)
    return Source(
        short(read, "tournament"),
        fields.word(read, "table")[:MOST_TEXT],
        fields.whole(read, "round", 0, MOST),
        head_hash(read, "journal"),
        cursor,
        fields.whole(read, "previous", 0, cursor - 1),
        head_hash(read, "head"),
        short(read, "at"),
        fields.entries(read, "trail", _mark, "[]"),
    )


def _mark(value: object, field: str) -> Mark:
    found = _MARK.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise wrong(field, _MARKED, value)
    return Mark(int(found[1]), found[2])


def _text_to_json(text: Text) -> dict[str, str]:
    return {"de": text.de, "en": text.en}


def _text_from_json(read: JsonObject, field: str) -> Text:
    words = fields.json_object(read, field)
    return Text(de=short(words, "de"), en=short(words, "en"))


def _seat(read: JsonObject, field: str) -> int | None:
    return None if read.get(field) is None else fields.whole(read, field, 0, MOST_SEATS - 1)


def _seats(read: JsonObject, field: str, one: Callable[[object, str], _R]) -> tuple[_R, ...]:
    found = fields.entries(read, field, one, "[]")
    if len(found) > MOST_SEATS:
        expected = Text(de=f"höchstens {MOST_SEATS} haben", en=f"have at most {MOST_SEATS}")
        raise wrong(field, expected, len(found))
    return found


def _seat_result(value: object, field: str) -> SeatResult:
    part = read_part(value, field)
    return SeatResult(
        fields.whole(part, "number", 0, MOST),
        amount_from_json(part.get("delta"), "delta"),
        flag(part, "solo"),
    )


def _accusation(value: object, field: str) -> Accusation:
    part = read_part(value, field)
    number = None if part.get("number") is None else fields.whole(part, "number", 0, MOST)
    return Accusation(short(part, "kind"), number, short(part, "status"))


def _list_line(value: object, field: str) -> ListLine:
    part = read_part(value, field)
    return ListLine(
        fields.whole(part, "number", 0, MOST),
        amount_from_json(part.get("points"), "points"),
        fields.whole(part, "soli", 0, MOST),
    )


def _guest(value: object, field: str) -> Guest:
    part = read_part(value, field)
    return Guest(fields.whole(part, "number", 1, MOST), short(part, "name"))


def _label(value: object, field: str) -> str:
    return short({field: value}, field)
