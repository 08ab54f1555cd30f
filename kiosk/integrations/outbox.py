"""The outbox: what a table has to tell the organiser, as it follows from its own journal.

Pure, and nothing of it is kept: the same journal gives the same messages, after a crash, on another
day, with names forgotten. A `Round` is fed the events of one evening in their order and notes at
which of them a deal came to something else: closed, corrected, settled, taken back, or changed by a
correction of a deal before it. Only what a deal comes to now is in the outbox; the order is that of
the events. Nobody's name is in it: people are start numbers, remarks stay at the table.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter

from engine.deal.record import DealRecord, JsonObject
from engine.deal.report import Status
from engine.dealfile import writer
from engine.evening.deal import DealState
from engine.evening.fold import apply
from engine.evening.start_numbers import NOBODY, numbers_of, start_numbers
from engine.evening.state import TableState, person_keys
from engine.events import Envelope
from engine.text import NO_WORDS, Text
from kiosk.exchange.messages import (
    CURSORS,
    MARK_DIGITS,
    Accusation,
    ListLine,
    ListMessage,
    Mark,
    ResultMessage,
    ResultStatus,
    SeatResult,
    Source,
)
from kiosk.screens.evening_list import alone, corrected, deal_words, is_sie

Outgoing = ResultMessage | ListMessage
_LIST = CURSORS - 1
"""The list comes after all results of its event."""
_NOT_SENT = "–"
"""In place of a reason that somebody wrote; amounts without one are no result."""
_DECIDED = (Status.UPHELD, Status.DISMISSED, Status.WAIVED)


@dataclass(frozen=True, slots=True)
class DealSum:
    """What a deal comes to, for those who were not there."""

    status: ResultStatus
    seats: tuple[SeatResult, ...] = ()
    contract: Text = NO_WORDS
    corrected: bool = False
    verdicts: tuple[Accusation, ...] = ()
    record: JsonObject | None = None


WITHDRAWN = DealSum("withdrawn")


@dataclass(frozen=True, slots=True)
class RoundSum:
    """What a round comes to once it is over."""

    deals: int
    lines: tuple[ListLine, ...]
    withdrawn: bool = False


NO_LIST = RoundSum(0, (), withdrawn=True)
"""In place of a list that was told, once its evening goes on."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What has held since an event."""

    cursor: int
    at: str
    what: DealSum | RoundSum


class Round:
    """One evening, fed event by event."""

    def __init__(self) -> None:
        self.state = TableState()
        self._deals: dict[int, _Told] = {}
        self._list: _Told | None = None
        self.noted: list[int] = []
        """The evening's begin, and every event after which there was something to tell."""

    def feed(self, envelopes: Iterable[Envelope]) -> None:
        """Take in the next events; the first of all is the evening's begin."""
        for envelope in envelopes:
            before, self.state = self.state, apply(self.state, envelope)
            if not self.noted:
                self.noted.append(envelope.seq)
            # Nothing of the deals that are over changes with a card of the one that runs.
            if any(
                getattr(before, name) is not getattr(self.state, name)
                for name in ("finished", "seatings", "shown", "adjustments", "ended")
            ):
                self._note(envelope)

    def _note(self, envelope: Envelope) -> None:
        first = envelope.seq * CURSORS
        now = {deal.number: deal_sum(self.state, deal) for deal in self.state.finished}
        gone = {number: WITHDRAWN for number in self._deals if number not in now}
        changed, listed = 0, self._list
        for number, what in sorted({**now, **gone}.items()):
            told = self._deals.get(number)
            if told is None or told.what != what:
                self._deals[number] = _Told(first + changed, envelope.at, what)
                changed += 1
        summed = NO_LIST if self.state.ended is None else round_sum(self.state)
        if summed != (NO_LIST if listed is None else listed.what):
            self._list = _Told(first + _LIST, envelope.at, summed)
        if changed or self._list is not listed:
            self.noted.append(envelope.seq)

    def told(self) -> Iterator[tuple[int, _Told]]:
        """Yield the deals that are or were over, by number, and the list as number 0."""
        yield from self._deals.items()
        if self._list is not None:
            yield 0, self._list


def outbox(
    rounds: Sequence[Round],
    table: str,
    journal: str,
    head_at: Callable[[int], str],
    seal: Callable[[str], str] = lambda head: "",
) -> tuple[Outgoing, ...]:
    """Return all messages, in order.

    Args:
        rounds: the evenings that belong together: those of one tournament, or one of none.
        table: what the table is called at the broker.
        journal: its head after the first event.
        head_at: the journal's head after an event.
        seal: the table's seal of a head.
    """
    told = sorted(
        ((each, number, round_) for round_ in rounds for number, each in round_.told()),
        key=lambda found: found[0].cursor,
    )
    made: list[Outgoing] = []
    previous = 0
    trails = _trails(rounds, head_at)
    for each, number, round_ in told:
        place = round_.state.tournament
        source = Source(
            tournament="" if place is None else place.id,
            table=table,
            round=0 if place is None else place.round,
            journal=journal,
            cursor=each.cursor,
            previous=previous,
            head=head_at(each.cursor // CURSORS),
            at=each.at,
            trail=_before(trails[id(round_)], each.cursor // CURSORS),
        )
        made.append(_message(source, number, each.what, seal))
        previous = each.cursor
    return tuple(made)


def _before(trail: tuple[Mark, ...], seq: int) -> tuple[Mark, ...]:
    return trail[: bisect_left(trail, seq, key=attrgetter("seq"))]


def _trails(rounds: Sequence[Round], head_at: Callable[[int], str]) -> dict[int, tuple[Mark, ...]]:
    """Return each round's trail: what was told last before it, its begin, and what was noted."""
    found: dict[int, tuple[Mark, ...]] = {}
    last: tuple[Mark, ...] = ()
    for each in rounds:
        own = (Mark(seq, head_at(seq)[:MARK_DIGITS]) for seq in each.noted)
        found[id(each)] = trail = (*last, *own)
        last = trail[-1:]
    return found


def _message(
    source: Source, number: int, what: DealSum | RoundSum, seal: Callable[[str], str]
) -> Outgoing:
    if isinstance(what, RoundSum):
        sealed = "" if what.withdrawn else seal(source.head)
        return ListMessage(source, what.deals, what.lines, sealed, what.withdrawn)
    return ResultMessage(
        source,
        number,
        what.status,
        what.seats,
        what.contract,
        what.corrected,
        what.verdicts,
        what.record,
    )


def deal_sum(state: TableState, deal: DealState) -> DealSum:
    """Return what a deal that is over comes to."""
    numbers = numbers_of(state, deal)
    lone = solo(deal)
    return DealSum(
        status=_status(deal),
        seats=tuple(
            SeatResult(numbers[seat], gain, solo=seat == lone)
            for seat, gain in enumerate(deal.gains)
            if seat in deal.head.active or gain
        ),
        contract=deal_words(deal).game,
        corrected=corrected(deal),
        verdicts=tuple(_verdicts(state, deal, numbers)),
        record=writer.to_json(without_words(deal.record)),
    )


def _status(deal: DealState) -> ResultStatus:
    kind = (deal.end or {}).get("kind")
    if not deal.closed:
        return "unsettled"
    if kind == "void":
        return "void"
    if deal.result is not None:
        return "counted"
    return "void" if kind == "thrown_in" else "unsettled"


def solo(deal: DealState) -> int | None:
    """Return the seat of who played a solo, or laid down a Sie; None where nobody did."""
    lone = alone(deal)
    if lone is None and is_sie(deal) and deal.contract is not None:
        return deal.contract.seat
    return lone


def _verdicts(state: TableState, deal: DealState, numbers: Sequence[int]) -> Iterator[Accusation]:
    """Yield what was said at the table, or decided there; what was never shown accuses nobody."""
    shown = state.shown.get(deal.id, frozenset())
    for verdict in deal.report.verdicts:
        if verdict.id in shown or verdict.status in _DECIDED:
            number = None if verdict.seat is None else numbers[verdict.seat]
            yield Accusation(verdict.kind, number, verdict.status.value)


def without_words(record: DealRecord) -> DealRecord:
    """Return the record without what somebody wrote: remarks, and what only a file knew."""
    end = record.end
    if end is not None and "reason" in end:
        end = {**end, "reason": _NOT_SENT}
    return replace(record, note=None, extra={}, end=end)


def round_sum(state: TableState) -> RoundSum:
    """Return the list of an evening, a line for each start number."""
    points: dict[int, Fraction] = {}
    soli: dict[int, int] = {}
    known = start_numbers(state)
    for key in person_keys(state.seats):
        points.setdefault(known.get(key, NOBODY), Fraction(0))
    counted = 0
    for deal in state.finished:
        what = deal_sum(state, deal)
        counted += what.status == "counted"
        for each in what.seats:
            points[each.number] = points.get(each.number, Fraction(0)) + each.delta
            soli[each.number] = soli.get(each.number, 0) + (each.solo and each.delta > 0)
    for change in state.adjustments:
        for key, amount in zip(person_keys(change.names), change.amounts, strict=True):
            number = known.get(key, NOBODY)
            points[number] = points.get(number, Fraction(0)) + amount
    return RoundSum(
        counted,
        tuple(ListLine(number, points[number], soli.get(number, 0)) for number in sorted(points)),
    )
