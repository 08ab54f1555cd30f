"""Rulings that change points: what a contested deal brings in place of what its table sent.

A ruling is on one version of a deal. Where the table sends another one later, the points of the
ruling hold no longer and somebody has to look: the new version may be the correction that the
ruling asked for, or another deal altogether.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.text import PlainError, Text
from kiosk.exchange.messages import ResultMessage
from kiosk.organiser.tournament import Protest, RuledPoints, TableSeats, points_text

_TAKEN_BACK = Text(
    de="Tisch {table} hat Spiel {deal} zurückgenommen; Punkte lassen sich dafür nicht festsetzen.",
    en="Table {table} has taken deal {deal} back; no points can be set for it.",
)
_DEAL_SUM = Text(
    de="Die Punkte des Spiels ergeben zusammen {sum}, nicht 0; bitte noch einmal.",
    en="The points of the deal add up to {sum}, not 0; please try again.",
)

DealKey = tuple[int, str, int]
"""Round, table, deal."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """The rulings of a tournament that change points, by their protest's entry."""

    changing: Mapping[int, Protest]

    @classmethod
    def of(cls, protests: Mapping[int, Protest]) -> Rulings:
        """Return those that change points."""
        return cls({entry: each for entry, each in protests.items() if each.ruled is not None})

    def on(self, result: ResultMessage) -> int | None:
        """Return the entry whose points hold for a deal as it stands; None where none do."""
        for entry, protest in self.changing.items():
            ruled = protest.ruled
            if ruled is not None and _key(protest) == _key_of(result) and _holds(ruled, result):
                return entry
        return None

    def applied(self, result: ResultMessage) -> ResultMessage:
        """Return a deal as it counts."""
        entry = self.on(result)
        ruled = None if entry is None else self.changing[entry].ruled
        if ruled is None:
            return result
        points = dict(ruled.points)
        seats = tuple(replace(seat, delta=points[seat.number]) for seat in result.seats)
        return replace(result, status="counted", seats=seats)

    def overtaken(self, results: Iterable[ResultMessage]) -> tuple[int, ...]:
        """Return the entries whose deal has come in another version since; `results` hold now."""
        holding = {self.on(result) for result in results} if self.changing else set()
        return tuple(entry for entry in self.changing if entry not in holding)


NO_RULINGS = Rulings({})


def ruled_points(
    sent: ResultMessage, points: Mapping[int, Fraction], *, zero_sum: bool
) -> RuledPoints | None:
    """Return what a ruling gives a deal, by start number; None where the deal brings it anyway.

    Raises:
        PlainError: the table took the deal back, others played it, or the points do not add up
            to 0 where they have to.
    """
    table = sent.source.table
    if sent.status == "withdrawn":
        raise PlainError(_TAKEN_BACK.format(table=table, deal=sent.deal))
    deltas = {seat.number: seat.delta for seat in sent.seats}
    TableSeats(table, tuple(deltas)).check(points)
    total = sum(points.values(), Fraction(0))
    if total and zero_sum:
        raise PlainError(_DEAL_SUM.format(sum=points_text(total)))
    if sent.status == "counted" and points == deltas:
        return None
    return RuledPoints(sent.source.head, sent.revision, tuple(sorted(points.items())))


def _key(protest: Protest) -> DealKey:
    return protest.round, protest.table, protest.deal


def _key_of(result: ResultMessage) -> DealKey:
    return result.source.round, result.source.table, result.deal


def _holds(ruled: RuledPoints, result: ResultMessage) -> bool:
    """Whether this is the version that was ruled on."""
    version = result.source.head, result.revision
    return result.status != "withdrawn" and version == (ruled.head, ruled.revision)
