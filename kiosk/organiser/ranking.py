"""The ranking: what everybody has after each round, and who is where.

A round's points come from the list typed in from paper, else from the one the table signed off,
else from the deals so far; where a ruling gives a deal other points, the latter two change by the
difference, and one on a list from paper gives that its points. Points count first, then what the
tournament names against a tie; who is equal in all of it shares the place. Penalties are points
with a reason beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeVar

from engine.text import Text
from kiosk.exchange.messages import ListLine, ListMessage, ResultMessage
from kiosk.organiser.rulings import NO_RULINGS, Rulings
from kiosk.organiser.tournament import (
    MOST_DEALS,
    WHOLE_LIST,
    Field,
    PaperList,
    Penalty,
    Presence,
    RoundPlan,
    TieBreak,
    Tournament,
)
from kiosk.words import organiser as w

T = TypeVar("T")
Place = tuple[int, str]
"""Round and table."""


class ListSource(Enum):
    """Where a round's points at a table come from."""

    PAPER = "paper"
    SIGNED = "signed"
    RUNNING = "running"
    """Added up from the deals so far."""
    MISSING = "missing"
    """The round is over and nothing has come."""


@dataclass(frozen=True, slots=True)
class TableList:
    """A table's list of one round, as it counts now."""

    source: ListSource
    lines: tuple[ListLine, ...]
    deals: int
    """How many counted deals were sent; a list from paper tells none."""
    differs: bool = False
    """Whether the list signed off is not what the deals come to."""
    ruled: tuple[int, ...] = ()
    """Deals with other points by a ruling; `WHOLE_LIST` where it is the list from paper."""
    before: tuple[ListLine, ...] = ()
    """What the list came to without these rulings; empty where there are none."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One person in the ranking."""

    place: int
    """Shared by those who are equal in everything."""
    number: int
    name: str
    points: Fraction
    """Penalties included."""
    soli: int
    rounds: tuple[Fraction | None, ...]
    """Points of each round; None where none was played."""
    penalty: Fraction
    presence: Presence
    missing: bool
    """Whether a list of a round that is over has not come."""
    ruled: bool
    """Whether a ruling changed any of these points."""

    @property
    def marks(self) -> tuple[tuple[Text, bool], ...]:
        """What stands beside the name, and whether it is still to come."""
        told = (
            (w.PRESENCE["left"], False, self.presence is Presence.LEFT),
            (w.RULED, False, self.ruled),
            (w.LIST_MISSING, True, self.missing),
        )
        return tuple((text, bad) for text, bad, holds in told if holds)


def lines_of(results: Iterable[ResultMessage]) -> tuple[ListLine, ...]:
    """Return what the deals of one list come to, by start number; only what counts is counted."""
    points: dict[int, Fraction] = {}
    soli: dict[int, int] = {}
    for result in results:
        if result.status != "counted":
            continue
        for seat in result.seats:
            points[seat.number] = points.get(seat.number, Fraction(0)) + seat.delta
            won = seat.solo and seat.delta > 0
            soli[seat.number] = soli.get(seat.number, 0) + won
    return tuple(ListLine(number, points[number], soli[number]) for number in sorted(points))


def newest(results: Iterable[ResultMessage]) -> tuple[ResultMessage, ...]:
    """Return the highest revision of each deal, in the order of the deals."""
    found: dict[tuple[int, str, int], ResultMessage] = {}
    for each in results:
        key = each.source.round, each.source.table, each.deal
        if key not in found or found[key].revision < each.revision:
            found[key] = each
    return tuple(found[key] for key in sorted(found))


def holding(papers: Iterable[PaperList]) -> dict[Place, PaperList]:
    """Return the list from paper that holds at each place; none where it was taken back."""
    return _highest(
        papers,
        lambda paper: (paper.round, paper.table),
        lambda paper: paper.revision,
        lambda paper: not paper.taken_back,
    )


def table_lists(
    plans: Iterable[RoundPlan],
    results: Iterable[ResultMessage],
    lists: Iterable[ListMessage],
    papers: Iterable[PaperList],
    rulings: Rulings = NO_RULINGS,
) -> dict[Place, TableList]:
    """Return the list of every table in every round that has begun."""
    played: dict[Place, list[ResultMessage]] = {}
    for each in newest(results):
        played.setdefault((each.source.round, each.source.table), []).append(each)
    signed = _highest(
        lists,
        lambda m: (m.source.round, m.source.table),
        lambda m: m.source.cursor,
        lambda m: not m.withdrawn,
    )
    typed = holding(papers)
    found: dict[Place, TableList] = {}
    for plan in plans:
        if not plan.begun:
            continue
        for seats in plan.tables:
            key = plan.number, seats.table
            deals = played.get(key, [])
            as_ruled = [rulings.applied(each) for each in deals]
            counted = sum(each.status == "counted" for each in as_ruled)
            added = lines_of(deals)
            if key in typed:
                lines, source = typed[key].lines, ListSource.PAPER
            elif key in signed:
                # The table signed off what it still has; what it lost comes on top.
                lost = lines_of(each for each in deals if each.deal > MOST_DEALS)
                lines, source = _summed((1, signed[key].lines), (1, lost)), ListSource.SIGNED
            elif deals or not plan.ended:
                lines, source = added, ListSource.RUNNING
            else:
                lines, source = (), ListSource.MISSING
            differs = source is ListSource.SIGNED and _told(lines) != _told(added)
            ruled: tuple[int, ...] = ()
            before: tuple[ListLine, ...] = ()
            if source is ListSource.PAPER:
                if rulings.on_paper(typed[key]) is not None:
                    ruled, before = (WHOLE_LIST,), lines
                    lines = rulings.applied_to_paper(typed[key]).lines
            else:
                ruled = tuple(each.deal for each in deals if rulings.on(each) is not None)
                if ruled:
                    before, lines = lines, _summed((1, lines), (-1, added), (1, lines_of(as_ruled)))
            found[key] = TableList(source, lines, counted, differs, ruled, before)
    return found


def _summed(*parts: tuple[int, Iterable[ListLine]]) -> tuple[ListLine, ...]:
    """Return what lines come to together, each part taken so many times, by start number."""
    told: dict[int, ListLine] = {}
    for times, lines in parts:
        for each in lines:
            known = told.get(each.number, ListLine(each.number, Fraction(0), 0))
            points, soli = known.points + times * each.points, known.soli + times * each.soli
            told[each.number] = ListLine(each.number, points, soli)
    return tuple(told[number] for number in sorted(told))


def _highest(
    values: Iterable[T],
    place: Callable[[T], Place],
    revision: Callable[[T], int],
    holds: Callable[[T], bool] = lambda value: True,
) -> dict[Place, T]:
    """Return the highest revision at each place; nothing where that one does not hold."""
    found: dict[Place, T] = {}
    for value in sorted(values, key=revision):
        found[place(value)] = value
    return {key: value for key, value in found.items() if holds(value)}


def _told(lines: Iterable[ListLine]) -> dict[int, tuple[Fraction, int]]:
    """Return what lines say of those who have anything."""
    return {line.number: (line.points, line.soli) for line in lines if line.points or line.soli}


def ranking(
    tournament: Tournament,
    field: Field,
    plans: Sequence[RoundPlan],
    lists: Mapping[Place, TableList],
    penalties: Iterable[Penalty] = (),
) -> tuple[Standing, ...]:
    """Return everybody who came, best first, and whoever has points for another reason."""
    standing = [penalty for penalty in penalties if not penalty.taken_back]
    every = (_row(person.number, plans, lists, standing) for person in field.people)
    rows = [row for row in every if field[row.number].presence is not Presence.NO_SHOW or row.known]
    ties = [_TIES[tie] for tie in tournament.ties]

    def key(row: _Row) -> tuple[Fraction, ...]:
        return (-row.points, *(-tie(row) for tie in ties))

    rows.sort(key=lambda row: (key(row), row.number))
    found: list[Standing] = []
    for at, row in enumerate(rows):
        shares = at > 0 and key(rows[at - 1]) == key(row)
        person = field[row.number]
        found.append(
            Standing(
                place=found[-1].place if shares else at + 1,
                number=row.number,
                name=person.name,
                points=row.points,
                soli=row.soli,
                rounds=row.rounds,
                penalty=row.penalty,
                presence=person.presence,
                missing=row.missing,
                ruled=row.ruled,
            )
        )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    points: Fraction
    soli: int
    rounds: tuple[Fraction | None, ...]
    penalty: Fraction
    penalties: int
    missing: bool
    ruled: bool

    @property
    def known(self) -> bool:
        """Whether points, solos or penalties are written down under the number."""
        return bool(self.penalties or self.soli or any(self.rounds))


def _row(
    number: int,
    plans: Sequence[RoundPlan],
    lists: Mapping[Place, TableList],
    penalties: Sequence[Penalty],
) -> _Row:
    rounds: list[Fraction | None] = []
    soli, missing, ruled = 0, False, False
    for plan in plans:
        table = plan.table_of(number)
        told = None if table is None else lists.get((plan.number, table))
        line = None
        if told is not None:
            missing |= told.source is ListSource.MISSING
            line = next((each for each in told.lines if each.number == number), None)
            ruled |= bool(told.ruled) and line not in told.before
        soli += 0 if line is None else line.soli
        rounds.append(None if line is None else line.points)
    mine = [penalty for penalty in penalties if penalty.number == number]
    penalty = sum((each.points for each in mine), Fraction(0))
    return _Row(
        number,
        sum((points for points in rounds if points is not None), Fraction(0)) + penalty,
        soli,
        tuple(rounds),
        penalty,
        len(mine),
        missing,
        ruled,
    )


def _best_round(row: _Row) -> Fraction:
    return max((points for points in row.rounds if points is not None), default=Fraction(0))


def _last_round(row: _Row) -> Fraction:
    return next((p for p in reversed(row.rounds) if p is not None), Fraction(0))


_TIES: Mapping[TieBreak, Callable[[_Row], Fraction]] = {
    TieBreak.SOLI: lambda row: Fraction(row.soli),
    TieBreak.BEST_ROUND: _best_round,
    TieBreak.LAST_ROUND: _last_round,
    TieBreak.FEWER_PENALTIES: lambda row: Fraction(-row.penalties),
    TieBreak.LOW_NUMBER: lambda row: Fraction(-row.number),
}
"""What is compared, the more the better."""


def deals_at(tournament: Tournament, people: int) -> int:
    """Return how many deals a table of so many plays in a round; 0 where time alone ends it.

    Where one sits out in turn there are more of them, so that everybody plays as many as elsewhere.

    >>> deals_at(Tournament("t", "T", deals=30), 4), deals_at(Tournament("t", "T", deals=30), 5)
    (30, 38)
    """
    playing = min(people, 4)
    return -(-tournament.deals * people // playing)
