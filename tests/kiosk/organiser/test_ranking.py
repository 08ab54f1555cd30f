"""Places by points, solos and the tournament's list of ties; where a round's points come from."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import Text
from kiosk.exchange.messages import ListLine, ListMessage, ResultMessage, SeatResult, Source
from kiosk.organiser.draw import draw
from kiosk.organiser.ranking import (
    ListSource,
    Standing,
    TableList,
    deals_at,
    lines_of,
    ranking,
    table_lists,
)
from kiosk.organiser.tournament import (
    Field,
    PaperList,
    Participant,
    Penalty,
    Presence,
    RoundPlan,
    TableSeats,
    TieBreak,
    Tournament,
)

T = Tournament("rennen", "Rennen", rounds=1)
PEOPLE = Field(tuple(Participant(number, f"P{number}") for number in range(1, 5)))
ROUND = RoundPlan(1, (TableSeats("1", (1, 2, 3, 4)),), begun="2026-11-28T20:00:00+01:00")


def source(cursor: int, round_: int = 1, table: str = "1") -> Source:
    return Source("rennen", table, round_, "a" * 64, cursor, 0, "b" * 64, "")


def result(deal: int, cursor: int, *deltas: int, solo: int | None = None) -> ResultMessage:
    seats = tuple(
        SeatResult(number, Fraction(delta), number == solo)
        for number, delta in enumerate(deltas, 1)
    )
    return ResultMessage(source(cursor), deal, "counted", seats, Text(de="", en=""))


def lines(*points: int, soli: int = 0) -> tuple[ListLine, ...]:
    return tuple(ListLine(number, Fraction(p), soli) for number, p in enumerate(points, 1))


def ranked(
    told: TableList, *penalties: Penalty, of: Tournament = T, field: Field = PEOPLE
) -> list[tuple[int, int, int]]:
    rows = ranking(of, field, [ROUND], {(1, "1"): told}, penalties)
    return [(row.place, row.number, int(row.points)) for row in rows]


def signed(*points: int) -> TableList:
    return TableList(ListSource.SIGNED, lines(*points), 30)


def test_points_make_the_place_and_equals_share_it() -> None:
    assert ranked(signed(10, 30, 10, -50)) == [(1, 2, 30), (2, 1, 10), (2, 3, 10), (4, 4, -50)]


def test_solos_break_a_tie_then_the_lot() -> None:
    told = TableList(
        ListSource.SIGNED,
        (ListLine(1, Fraction(5), 0), ListLine(2, Fraction(5), 2), ListLine(3, Fraction(5), 0)),
        30,
    )
    some = replace(T, ties=(TieBreak.SOLI, TieBreak.LOW_NUMBER))
    three = Field(PEOPLE.people[:3])
    assert ranked(told, of=some, field=three) == [(1, 2, 5), (2, 1, 5), (3, 3, 5)]


def test_a_penalty_counts_and_one_taken_back_does_not() -> None:
    one = Penalty(2, Fraction(-25), "late", 1, "")
    back = replace(one, number=1, taken_back=True)
    assert ranked(signed(10, 30, 10, -50), one, back)[0] == (1, 1, 10)
    fewer = replace(T, ties=(TieBreak.FEWER_PENALTIES,))
    assert ranked(signed(10, 35, 0, -45), one, of=fewer)[:2] == [(1, 1, 10), (2, 2, 10)]


def test_who_never_came_is_not_ranked_and_who_left_is() -> None:
    field = PEOPLE.with_(replace(PEOPLE[1], presence=Presence.NO_SHOW))
    field = field.with_(replace(field[2], presence=Presence.LEFT))
    assert [number for _, number, _ in ranked(signed(0, 30, 10, -40), field=field)] == [2, 3, 4]


def test_paper_holds_before_a_signed_list_and_that_before_the_deals() -> None:
    results = [result(1, 10, 30, -10, -10, -10)]
    listed = ListMessage(source(20), 1, lines(30, -10, -10, -10))
    typed = PaperList("1", 1, 1, lines(20, -20, 0, 0), "")
    place = 1, "1"
    by_deals = table_lists([ROUND], results, [], [])[place]
    by_list = table_lists([ROUND], results, [listed], [])[place]
    by_paper = table_lists([ROUND], results, [listed], [typed])[place]
    assert (by_deals.source, by_deals.lines) == (ListSource.RUNNING, lines(30, -10, -10, -10))
    assert (by_list.source, by_list.differs) == (ListSource.SIGNED, False)
    assert (by_paper.source, by_paper.lines) == (ListSource.PAPER, typed.lines)
    back = replace(typed, revision=2, taken_back=True)
    assert table_lists([ROUND], results, [listed], [typed, back])[place] == by_list


def test_a_list_that_is_not_what_the_deals_come_to_is_marked() -> None:
    listed = ListMessage(source(20), 1, lines(40, -20, -10, -10))
    assert table_lists([ROUND], [result(1, 10, 30, -10, -10, -10)], [listed], [])[1, "1"].differs


def test_a_list_that_never_came_is_missing_once_the_round_is_over() -> None:
    assert table_lists([ROUND], [], [], [])[1, "1"].source is ListSource.RUNNING
    over = replace(ROUND, ended="2026-11-28T22:00:00+01:00")
    told = table_lists([over], [], [], [])
    assert told[1, "1"].source is ListSource.MISSING
    assert all(row.missing for row in ranking(T, PEOPLE, [over], told))


def test_the_highest_revision_of_a_deal_counts_and_a_deal_taken_back_does_not() -> None:
    first, again = result(1, 10, 30, -10, -10, -10), result(1, 50, -30, 10, 10, 10)
    back = replace(result(2, 40, 30, -10, -10, -10), status="withdrawn")
    told = table_lists([ROUND], [again, first, back], [], [])[1, "1"]
    assert told.lines == lines(-30, 10, 10, 10)
    assert told.deals == 1


def test_only_solos_that_were_won_count() -> None:
    won, lost = result(1, 1, 60, -20, -20, -20, solo=1), result(2, 2, 20, 20, -60, 20, solo=3)
    assert [line.soli for line in lines_of([won, lost])] == [1, 0, 0, 0]


@given(
    deltas=st.lists(st.lists(st.integers(-90, 90), min_size=4, max_size=4), max_size=8),
    seed=st.text(max_size=5),
)
def test_everybody_is_ranked_once_and_the_points_are_those_of_the_deals(
    deltas: list[list[int]], seed: str
) -> None:
    plans = draw([1, 2, 3, 4], 1, seed)
    begun = [replace(plan, begun="now") for plan in plans]
    results = [result(deal, deal, *row) for deal, row in enumerate(deltas, 1)]
    rows = ranking(T, PEOPLE, begun, table_lists(begun, results, [], []))
    assert sorted(row.number for row in rows) == [1, 2, 3, 4]
    for row in rows:
        assert row.points == sum(each[row.number - 1] for each in deltas)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert all(_fair(a, b) for a, b in pairwise(rows))


def _fair(better: Standing, worse: Standing) -> bool:
    return better.place == worse.place or better.points > worse.points or _tie(better, worse)


def _tie(better: Standing, worse: Standing) -> bool:
    return better.points == worse.points and better.place < worse.place


def test_points_stay_where_somebody_is_said_not_to_have_come_after_all() -> None:
    gone = PEOPLE.with_(replace(PEOPLE[2], presence=Presence.NO_SHOW))
    lists = table_lists([ROUND], [result(1, 1, 30, 10, -20, -20)], [], [])
    assert [row.number for row in ranking(T, gone, [ROUND], lists)] == [1, 2, 3, 4]
    assert [row.number for row in ranking(T, gone, [], {})] == [1, 3, 4]


@pytest.mark.parametrize(("people", "deals"), [(3, 30), (4, 30), (5, 38)])
def test_everybody_plays_as_many_deals(people: int, deals: int) -> None:
    assert deals_at(T, people) == deals
