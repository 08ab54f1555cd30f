"""A desk with what lies around it, for tests: people, messages that arrived, a clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from fractions import Fraction

from kiosk.exchange.messages import ListLine, ListMessage, ResultMessage
from kiosk.organiser.book import Book
from kiosk.organiser.database import Database
from kiosk.organiser.desk.desk import Desk
from kiosk.organiser.live import LiveTables
from kiosk.organiser.ranking import newest
from kiosk.organiser.store import Fork, Noted
from kiosk.organiser.tournament import Tournament
from tests.kiosk.organiser.made import moved, result

START = datetime(2026, 11, 28, 19, 0, tzinfo=UTC)


@dataclass
class Arrived:
    """Results and lists as they stand in a test."""

    sent: list[ResultMessage] = field(default_factory=list)
    signed: list[ListMessage] = field(default_factory=list)
    turned_away: list[Noted] = field(default_factory=list)
    admitted: list[tuple[str, int, str]] = field(default_factory=list)
    again: dict[str, int] = field(default_factory=dict)
    forked: list[Fork] = field(default_factory=list)

    def results(self, tournament: str) -> tuple[ResultMessage, ...]:
        return newest(self.sent)

    def lists(self, tournament: str) -> tuple[ListMessage, ...]:
        return tuple(self.signed)

    def revisions(
        self, tournament: str, table: str, round_: int, deal: int
    ) -> tuple[ResultMessage, ...]:
        where = round_, table, deal
        return tuple(m for m in self.sent if (m.source.round, m.source.table, m.deal) == where)

    def list_revisions(self, tournament: str, table: str, round_: int) -> tuple[ListMessage, ...]:
        where = round_, table
        return tuple(m for m in self.signed if (m.source.round, m.source.table) == where)

    def refusals(self, most: int = 200) -> tuple[Noted, ...]:
        return tuple(self.turned_away)

    def repeated(self) -> dict[str, int]:
        return self.again

    def admit_journal(self, tournament: str, table: str, round_: int, journal: str) -> None:
        self.admitted.append((table, round_, journal))

    def forks(self, tournament: str) -> tuple[Fork, ...]:
        return tuple(self.forked)

    def settle(
        self,
        tournament: str,
        table: str,
        round_: int,
        branch: str,
        then: Callable[[Mapping[int, int]], object],
        *,
        both: bool,
    ) -> None:
        raise AssertionError


@dataclass
class Office:
    """A desk with what lies around it."""

    database: Database
    now: datetime = START
    arrived: Arrived = field(default_factory=Arrived)
    live: LiveTables = field(default_factory=LiveTables)
    announced: int = 0

    def __post_init__(self) -> None:
        self.book = Book(self.database, lambda: self.now)
        self.book.begin(Tournament("cup", "Herbstrennen", rounds=2, deals=20, minutes=90))
        self.desk = self.opened()

    def opened(self) -> Desk:
        return Desk(self.book, "cup", self.arrived, lambda: self.now, self.live, self._announce)

    def _announce(self) -> None:
        self.announced += 1

    def heard(self, table: str, available: str) -> None:
        """Let a table be heard now."""
        self.live.take(table, "available", available.encode(), self.now, retained=False)
        self.live.heard(table, self.now)

    def with_people(self, count: int = 8) -> Desk:
        for number in range(1, count + 1):
            self.desk.enter(f"P{number}")
        return self.desk

    def begun(self, count: int = 8) -> Desk:
        desk = self.with_people(count)
        desk.draw("Bierzelt")
        desk.begin_round(1)
        return desk


def deal_of(
    desk: Desk, cursor: int, *deltas: int, table: str = "1", deal: int = 1
) -> ResultMessage:
    seats = desk.rounds[0].seats_of(table)
    assert seats is not None
    made = result(cursor, deal, deltas=deltas)
    renumbered = (
        replace(seat, number=number) for seat, number in zip(made.seats, seats.numbers, strict=True)
    )
    return moved(replace(made, seats=tuple(renumbered)), table=table)


def points_of(desk: Desk, deal: ResultMessage, *deltas: int) -> dict[int, Fraction]:
    """Return other points for a deal, by start number."""
    return {s.number: Fraction(d) for s, d in zip(deal.seats, deltas, strict=True)}


def contested(office: Office) -> tuple[Desk, ResultMessage, ResultMessage, int]:
    """Return a desk with two deals of table 1, their signed list, a protest on the second."""
    desk = office.begun()
    one = deal_of(desk, 10, 30, 10, -20, -20)
    two = deal_of(desk, 20, 60, -20, -20, -20, deal=2)
    two = replace(two, seats=(replace(two.seats[0], solo=True), *two.seats[1:]))
    office.arrived.sent += [one, two]
    lines = tuple(
        ListLine(s.number, Fraction(p), int(at == 0))
        for at, (s, p) in enumerate(zip(one.seats, (90, -10, -40, -40), strict=True))
    )
    office.arrived.signed.append(ListMessage(replace(two.source, cursor=30), 2, lines))
    return desk, one, two, desk.protest(1, "1", 2, two.seats[1].number, "revoke")
