"""A small tournament and messages that fit it, for tests to change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

from engine.text import Text
from kiosk.exchange.messages import (
    ListLine,
    ListMessage,
    ResultMessage,
    SeatResult,
    Source,
    list_to_json,
    result_to_json,
)
from kiosk.organiser.admission import Admitted, Arrived, Frame, admitted
from kiosk.organiser.tournament import RoundPlan, TableSeats, Tournament

AT = "2026-11-28T20:00:00+01:00"
JOURNAL, OTHER_JOURNAL, HEAD = "a" * 64, "b" * 64, "c" * 64
CUP = Tournament("cup", "Herbstrennen", rounds=2, deals=20)
PLANS = (
    RoundPlan(1, (TableSeats("1", (1, 2, 3, 4)), TableSeats("2", (5, 6, 7, 8))), begun=AT),
    RoundPlan(2, (TableSeats("1", (1, 6, 3, 8)), TableSeats("2", (5, 2, 7, 4)))),
)
FRAME = Frame(CUP, PLANS)


def clock() -> datetime:
    """Return an evening in November."""
    return datetime(2026, 11, 28, 19, 0, tzinfo=UTC)


def source(
    cursor: int, previous: int = 0, table: str = "1", round_: int = 1, journal: str = JOURNAL
) -> Source:
    """Return where a message comes from."""
    return Source("cup", table, round_, journal, cursor, previous, HEAD, AT)


def result(
    cursor: int,
    deal: int = 1,
    *,
    previous: int = 0,
    table: str = "1",
    round_: int = 1,
    journal: str = JOURNAL,
    deltas: Sequence[int] = (3, 1, -2, -2),
) -> ResultMessage:
    """Return a deal that counts."""
    plan = PLANS[round_ - 1].seats_of(table)
    assert plan is not None
    seats = tuple(
        SeatResult(number, Fraction(delta))
        for number, delta in zip(plan.numbers, deltas, strict=True)
    )
    where = source(cursor, previous, table, round_, journal)
    return ResultMessage(where, deal, "counted", seats, Text(de="Rufspiel", en="call"))


def signed(cursor: int, *, previous: int = 0, table: str = "1", deals: int = 1) -> ListMessage:
    """Return a list of round 1."""
    plan = PLANS[0].seats_of(table)
    assert plan is not None
    lines = tuple(
        ListLine(number, Fraction(points), 0)
        for number, points in zip(plan.numbers, (3, 1, -2, -2), strict=True)
    )
    return ListMessage(source(cursor, previous, table), deals, lines)


def moved(message: ResultMessage, **changes: object) -> ResultMessage:
    """Return a result that says it comes from elsewhere."""
    return replace(message, source=replace(message.source, **changes))  # type: ignore[arg-type]


def sent(message: ResultMessage | ListMessage, table: str | None = None) -> Arrived:
    """Return a message as it arrives; `table` is whose topic it comes by."""
    what, payload = (
        ("result", result_to_json(message))
        if isinstance(message, ResultMessage)
        else ("list", list_to_json(message))
    )
    return Arrived(f"mehrkopf/{table or message.source.table}/{what}", payload, AT)


def taken(*messages: ResultMessage | ListMessage) -> list[Admitted]:
    """Return messages as the store gets them."""
    return [admitted(sent(each), FRAME) for each in messages]
