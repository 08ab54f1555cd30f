"""The running score: names and totals for two metres, each with its course (PAGES 2.6)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.evening.deal import DealState
from engine.evening.report import Due, game_won_text, unbalanced
from engine.evening.state import Adjustment, TableState
from engine.text import Text
from kiosk.screens import alert as alert_screen
from kiosk.screens import counting
from kiosk.screens import evening_list as marks
from kiosk.screens import result as result_screen
from kiosk.screens.counting import Earlier
from kiosk.screens.evening_list import Book, BookLine, Person, book
from kiosk.screens.facts import DealFacts, carried
from kiosk.screens.values import Carried, Gain, Line, NoticeMark, ResultScreen
from kiosk.table.deal_answers import is_void
from kiosk.table.notes import said_in
from kiosk.table.person_names import short
from kiosk.table.view import TableView
from kiosk.words import calls as c
from kiosk.words import pages as m
from kiosk.words import score_pad as w

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
    marks: tuple[NoticeMark, ...] = ()
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
    remarks: tuple[Text, ...] = ()
    """What is noted of the evening itself: that something of it is missing."""

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
        games=tuple(game_won_text(each) for each in state.games_won),
        changes=tuple(Changed(each.reason, changed(each)) for each in state.adjustments),
        converted=listed.converted,
        earlier=listed.earlier,
        begins=counting.begins(state),
        remarks=tuple(said_in(note.text) for note in state.notes),
    )


def subtitle(listed: Book) -> Text:
    """Return "Schafkopf · 12 Spiele"; those that do not count are not among them."""
    count = deal_count(sum(not is_void(each.deal) for each in listed.deals if each.deal))
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


@dataclass(frozen=True, slots=True)
class ListColumn:
    """One person's column of the list."""

    name: str
    """As there is room for."""
    total: Fraction


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of the list: a deal, or a change of the score."""

    mark: str
    """The deal's number, or a sign for a change."""
    what: Text
    notes: tuple[Line, ...]
    """How it ended, its Laufende and what was doubled, or what the change was."""
    gains: tuple[Fraction | None, ...]
    """By column; None for who did not play, or where it is counted apart."""
    alone: int | None = None
    """The column of who played alone, whose amount a paper list circles."""
    deal: str = ""
    """Id of the deal; empty for a change."""
    number: int = 0
    change: int = 0
    """`seq` of the change; 0 for a deal."""
    marks: tuple[tuple[str, Text], ...] = ()
    """Signs beside the deal: name of the picture and word."""
    certificate: bool = False
    """Whether it was a Sie that has its certificate."""
    finding: str = ""
    """Address of a verdict that waits for the table's decision; empty where none does."""
    question: str = ""
    """Address of a question about a card that stayed open; empty where none did."""


@dataclass(frozen=True, slots=True)
class DealList:
    """The deals and changes of an evening, as on paper: a line each, a column a person."""

    columns: tuple[ListColumn, ...] = ()
    """In the order in which they came to the table."""
    lines: tuple[Listed, ...] = ()
    """The newest first."""


def listed(view: TableView) -> DealList:
    """Return the evening's list."""
    if not view.state.seats:
        return DealList()
    kept = book(view.state)
    found = {deal: mark.href for deal, mark in alert_screen.marks_by_deal(view, "deals").items()}
    names = short(tuple(person.name for person in kept.people))
    columns = zip(names, kept.people, strict=True)
    # Where everything was entered by hand there is nothing to tell apart.
    beside = {marks.DealMark.BY_HAND}
    seen = beside if all(beside & {*line.marks} for line in kept.deals) else set()
    lines = [
        _change(line) if line.deal is None else _deal(view, line, line.deal, found, seen)
        for line in reversed(kept.lines)
    ]
    return DealList(tuple(ListColumn(name, each.total) for name, each in columns), tuple(lines))


def _deal(
    view: TableView,
    line: BookLine,
    deal: DealState,
    found: Mapping[str, str],
    passed_over: Collection[marks.DealMark],
) -> Listed:
    shown = result_screen.result(view, DealFacts(deal, running=False))
    called = deal.record.contract is not None
    ended = (*_outcome(deal, shown), *((shown.game_won,) if shown.game_won else ()))
    laufende = () if shown.laufende is None else (shown.laufende,)
    counted_so = () if line.note is None else (line.note,)
    remark = () if deal.note is None else (c.QUOTED.format(text=deal.note),)
    lacks = (c.NO_RESULT,) if deal.result is None else ()
    return Listed(
        mark=str(deal.number),
        what=shown.contract if called else shown.headline,
        notes=(*lacks, *ended, *shown.tags, *laufende, *shown.doublings, *counted_so, *remark),
        gains=line.gains,
        alone=line.alone,
        deal=deal.record.id,
        number=deal.number,
        marks=tuple(
            (mark.value, marks.WORDS[mark]) for mark in line.marks if mark not in passed_over
        ),
        certificate=marks.is_sie(deal),
        finding=found.get(deal.record.id, ""),
        question=shown.question,
    )


def _outcome(deal: DealState, shown: ResultScreen) -> tuple[Text, ...]:
    """Return how a called deal came out; who got what stands in the columns."""
    contract, settled = deal.contract, deal.result
    if contract is None:
        return ()
    if shown.why_over or contract.seat is None:
        return (shown.headline,)
    if settled is None or not settled.winners:
        return (shown.headline,)
    return (w.WON if contract.seat in settled.winners else w.LOST,)


def in_list(counted: TableState, deal: DealState, shown: ResultScreen) -> tuple[Gain, ...]:
    """Return what a deal gave as a list of the evening counts it; else as the deal did."""
    gains: list[Gain] = []
    for account in shown.accounts:
        amount = counting.as_counted(counted, account.amount, deal.head.rules)
        gains.append(Gain(account.name, account.amount if amount is None else amount))
    return tuple(gains)


def _change(line: BookLine) -> Listed:
    reason = Text(de=line.reason, en=line.reason)
    return Listed("±", reason, (), line.gains, change=line.seq)
