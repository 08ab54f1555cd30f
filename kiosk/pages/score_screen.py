"""The running score: names and totals for two metres, each with its course (KIOSK screen 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.balance import unbalanced
from engine.carry_words import told_game_won
from engine.evening import Due
from engine.state import Adjustment
from engine.text import Text
from kiosk import messages as m
from kiosk.exports import counts
from kiosk.exports.book import Book, Person, book
from kiosk.exports.counts import Earlier
from kiosk.pages import alert_screen
from kiosk.pages.screens import Carried, Gain, Mark
from kiosk.pages.table_screen import carried
from kiosk.view import TableView

Amount = Fraction | int

NOTHING_CARRIED = Carried(0, ())
MANY = 5
"""From more people on their rows are lower."""
_WIDTH, _HEIGHT, _MARGIN = 100.0, 30.0, 2.0


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One player's standing."""

    rank: int
    name: str
    total: Amount
    last: Amount
    """What the newest deal gave."""
    soli: int
    """Deals played alone."""
    run: int
    """Most Laufende a game was played with, or without; 0 for none."""
    line: str
    """Points of the course, in a box of 100 by 30."""
    zero: float
    """Height of zero in the same box."""
    here: bool = True
    """Whether the person still sits at the table."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The score changed by hand."""

    reason: str
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class ScoreScreen:
    """Everybody's standing, the leader first."""

    sub: Text
    rows: tuple[ScoreRow, ...]
    sum: Text | None
    """That it adds up to nothing, where what is counted has to."""
    ended: bool | None
    """None before an evening began."""
    marks: tuple[Mark, ...] = ()
    """Finished deals with a verdict that waits for the table's decision."""
    carried: Carried = NOTHING_CARRIED
    dues: tuple[Due, ...] | None = None
    """The fewest payments that settle the evening; None where nothing is paid."""
    breaks: tuple[Text, ...] = ()
    """What does not add up to nothing, a sentence each."""
    games: tuple[Text, ...] = ()
    """Games of several deals that were won, in order."""
    changes: tuple[Changed, ...] = ()
    """The score changed by hand, the oldest first."""
    converted: Text | None = None
    """What a unit is worth now, where games before counted another one."""
    earlier: tuple[Earlier, ...] = ()
    """The standings of games that count something else."""
    begins: Text | None = None
    """That the next deal will be counted otherwise, where it will."""

    @property
    def many(self) -> bool:
        """Whether the rows have to be lower for all to fit."""
        return len(self.rows) > MANY

    @property
    def soli(self) -> bool:
        """Whether anybody played alone."""
        return any(row.soli for row in self.rows)

    @property
    def runs(self) -> bool:
        """Whether any game had Laufende."""
        return any(row.run for row in self.rows)


def scores(view: TableView) -> ScoreScreen:
    """Return the standing after the deals finished so far."""
    state = view.state
    if not state.seats:
        return ScoreScreen(m.NO_SCORES, (), m.NO_SCORES, None)
    listed = book(state)
    return ScoreScreen(
        sub=subtitle(listed),
        rows=_rows(listed) if listed.lines else (),
        sum=m.SUM_ZERO.format(sum=listed.sum) if listed.zero_sum else None,
        ended=state.ended is not None,
        marks=alert_screen.marks(view, "scores"),
        carried=carried(view),
        dues=listed.dues,
        breaks=tuple(each.why for each in unbalanced(state)),
        games=tuple(told_game_won(each) for each in state.games_won),
        changes=tuple(Changed(each.reason, changed(each)) for each in state.adjustments),
        converted=listed.converted,
        earlier=listed.earlier,
        begins=counts.begins(state),
    )


def subtitle(listed: Book) -> Text:
    """Return "Schafkopf · 12 Spiele"."""
    count = deal_count(len(listed.deals))
    return Text(de=f"{listed.title.de} · {count.de}", en=f"{listed.title.en} · {count.en}")


def _rows(listed: Book) -> tuple[ScoreRow, ...]:
    courses = listed.courses()
    values = [value for course in courses for value in course]
    low, high = min(values), max(values)
    zero = _height(Fraction(0), low, high)
    columns = sorted(range(len(courses)), key=lambda at: listed.people[at].rank)
    return tuple(
        _row(listed, listed.people[at], at, line(courses[at], low, high), zero) for at in columns
    )


def _row(listed: Book, person: Person, at: int, course: str, zero: float) -> ScoreRow:
    last = listed.deals[-1].gains[at] if listed.deals else None
    return ScoreRow(
        rank=person.rank,
        name=person.name,
        total=person.total,
        last=last or 0,
        soli=person.soli,
        run=person.run,
        line=course,
        zero=zero,
        here=person.here,
    )


def changed(change: Adjustment) -> tuple[Gain, ...]:
    """Return what a change of the score gave or took, without those it left alone."""
    amounts = zip(change.names, change.amounts, strict=True)
    return tuple(Gain(name, Fraction(amount)) for name, amount in amounts if amount)


def deal_count(count: int) -> Text:
    """Return "1 Spiel", "3 Spiele"."""
    return m.ONE_DEAL if count == 1 else m.DEALS.format(n=count)


def line(course: Sequence[Amount], low: Amount, high: Amount) -> str:
    """Return the polyline of a course between `low` and `high`."""
    step = _WIDTH / max(1, len(course) - 1)
    return " ".join(
        f"{round(index * step, 1)},{_height(value, low, high)}"
        for index, value in enumerate(course)
    )


def _height(value: Amount, low: Amount, high: Amount) -> float:
    span = float(high - low) or 1.0
    return round(_HEIGHT - _MARGIN - (_HEIGHT - 2 * _MARGIN) * float(value - low) / span, 1)
