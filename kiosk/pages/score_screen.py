"""The running score: names and totals for two metres, each with its course (KIOSK screen 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from engine.balance import unbalanced
from engine.carry_words import told_game_won
from engine.evening import Due, Standing, evening_report
from engine.scoring import in_cents, is_zero_sum
from engine.state import Adjustment, DealState, TableState
from engine.text import Text
from kiosk import messages as m
from kiosk.pages import alert_screen
from kiosk.pages.catalogue import game_title
from kiosk.pages.screens import Carried, Gain, Mark
from kiosk.pages.table_screen import carried
from kiosk.view import TableView

Amount = Fraction | int

NOTHING_CARRIED = Carried(0, ())
_WIDTH, _HEIGHT, _MARGIN = 100.0, 30.0, 2.0


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One player's standing."""

    name: str
    total: Amount
    last: Amount
    line: str
    """Points of the course, in a box of 100 by 30."""
    zero: float
    """Height of zero in the same box."""


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


def scores(view: TableView) -> ScoreScreen:
    """Return the standing after the deals finished so far."""
    state = view.state
    if not state.seats:
        return ScoreScreen(m.NO_SCORES, (), m.NO_SCORES, None)
    report = evening_report(state)
    everybody = [each for each in report.standings if each.here or each.deals or each.total]
    names = [each.name for each in everybody]
    deals = [_by_name(state, names, done) for done in state.finished]
    courses = [
        tuple(accumulate((deal[seat] for deal in deals), initial=Fraction(0)))
        for seat in range(len(names))
    ]
    low = min((value for course in courses for value in course), default=Fraction(0))
    high = max((value for course in courses for value in course), default=Fraction(0))
    rows = [
        ScoreRow(
            names[seat],
            everybody[seat].total,
            deals[-1][seat] if deals else 0,
            line(courses[seat], low, high),
            _height(Fraction(0), low, high),
        )
        for seat in range(len(names))
    ]
    rows.sort(key=lambda row: -row.total)
    title = game_title(state.game)
    count = deal_count(len(deals))
    return ScoreScreen(
        sub=Text(de=f"{title.de} · {count.de}", en=f"{title.en} · {count.en}"),
        rows=tuple(rows) if deals or state.adjustments else (),
        sum=_sum(state, everybody),
        ended=state.ended is not None,
        marks=alert_screen.marks(view, "scores"),
        carried=carried(view),
        dues=report.dues,
        breaks=tuple(each.why for each in unbalanced(state)),
        games=tuple(told_game_won(each) for each in state.games_won),
        changes=tuple(Changed(each.reason, changed(each)) for each in state.adjustments),
        converted=_converted(state),
    )


def _converted(state: TableState) -> Text | None:
    """Return that the standing is in another unit than the deals were counted in, where it is."""
    now = in_cents(1, state.rules)
    worth = {in_cents(1, deal.head.rules) for deal in state.finished} - {None}
    return None if now is None or worth <= {now} else m.CONVERTED.format(cents=now)


def _sum(state: TableState, everybody: Sequence[Standing]) -> Text | None:
    if state.rules is not None and not is_zero_sum(state.rules):
        return None
    return m.SUM_ZERO.format(sum=sum(each.total for each in everybody))


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


def _by_name(state: TableState, names: Sequence[str], done: DealState) -> tuple[Fraction, ...]:
    """Return what a deal gained these people, whatever seat they had then."""
    gains = dict(zip(done.names, done.gains, strict=False))
    rules = done.head.rules
    return tuple(state.worth(gains.get(name, Fraction(0)), rules) for name in names)
