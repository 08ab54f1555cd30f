"""Who sits, stands in, comes and leaves; breaks; the report of an evening."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Suit
from engine.deal.record import Contract
from engine.evening.fold import fold
from engine.evening.report import evening_report
from engine.evening.state import TableState
from engine.events import (
    BreakBegun,
    BreakEnded,
    CardPlayed,
    DealClosed,
    DealEntered,
    DealStarted,
    EveningStarted,
    Event,
    ScoreAdjusted,
    SeatsChanged,
    SubstituteSat,
    Undone,
)
from tests.engine.spine import enveloped

FOUR = ("Resi", "Toni", "Vroni", "Sepp")
FIVE = (*FOUR, "Kathi")


def table(*events: Event, seats: tuple[str, ...] = FOUR, **rules: Any) -> TableState:
    return fold(enveloped([EveningStarted("e", "schafkopf", rules, seats, "isar", {}), *events]))


def solo(dealer: int, name: str = "d", seat: int = 0, out: tuple[int, ...] = ()) -> list[Event]:
    """Return a Solo that its declarer won: 50 from each of the others."""
    said = Contract("solo", seat, Suit.EICHEL)
    return [DealStarted(f"{name}{dealer}", dealer, out), DealEntered({"won": True}, said)]


def totals(state: TableState) -> list[int]:
    return [int(total) for total in state.totals]


def shown(state: TableState) -> dict[str, int]:
    return {each.name: int(each.total) for each in evening_report(state).standings}


def test_a_substitute_plays_for_the_score_of_the_owner() -> None:
    state = table(SubstituteSat(0, "Alois"), *solo(3))
    assert totals(state) == [150, -50, -50, -50]
    (deal,) = state.finished
    assert (deal.names[0], deal.head.played_by[0]) == ("Resi", "Alois")
    report = {each.name: each for each in evening_report(state).standings}
    assert not report["Alois"].here
    assert report["Alois"].total == 0


def test_or_for_his_own_where_it_was_agreed() -> None:
    state = table(SubstituteSat(0, "Alois", "substitute"), *solo(3))
    assert shown(state) == {"Alois": 150, "Resi": 0, "Toni": -50, "Vroni": -50, "Sepp": -50}
    assert totals(state) == [0, -50, -50, -50]
    assert state.next_dealer == 0


def test_the_owner_comes_back_and_a_new_seating_ends_it() -> None:
    assert table(SubstituteSat(0, "Alois"), SubstituteSat(0, None)).played_by == FOUR
    assert table(SubstituteSat(0, "Alois"), SeatsChanged(FIVE)).played_by == FIVE
    undone = table(SubstituteSat(0, "Alois"), SeatsChanged(FIVE), Undone(3))
    assert undone.played_by[0] == "Alois"
    assert table(SubstituteSat(0, "Alois"), Undone(2)).played_by == FOUR


@pytest.mark.parametrize(
    "event", [SubstituteSat(4, "Alois"), SubstituteSat(-1, "Alois"), SubstituteSat(0, " ")]
)
def test_nobody_stands_in_where_nobody_sits(event: SubstituteSat) -> None:
    state = table(event)
    assert [odd.seq for odd in state.oddities] == [2]
    assert state.substitutes == {}


def test_in_a_break_the_running_deal_is_kept() -> None:
    begun = (DealStarted("a", 3), CardPlayed(None))
    state = table(*begun, BreakBegun())
    assert state.paused == 4
    assert state.deal is not None
    assert len(state.deal.laid) == 1
    again = table(*begun, BreakBegun(), BreakEnded())
    assert again.paused is None
    assert again.deal == state.deal


def test_breaks_follow_each_other_and_are_taken_back() -> None:
    assert [odd.seq for odd in table(BreakEnded()).oddities] == [2]
    assert [odd.seq for odd in table(BreakBegun(), BreakBegun()).oddities] == [3]
    assert table(BreakBegun(), Undone(2)).paused is None
    assert table(BreakBegun(), BreakEnded(), Undone(3)).paused == 2
    assert len(table(BreakBegun(), BreakEnded(), BreakBegun(), BreakEnded()).breaks) == 2


def test_who_comes_deals_in_turn_and_the_round_waits() -> None:
    """Five at a table for four: the dealer sits out (RULES 0.12)."""
    two = [*solo(3), *solo(0)]
    joined = table(*two, SeatsChanged(FIVE))
    assert (joined.next_dealer, joined.next_out()) == (1, (1,))
    rest = [*solo(1, out=(1,)), *solo(2, out=(2,), seat=1)]
    assert table(*two, SeatsChanged(FIVE), *rest).round_ends == ()
    full = [*two, SeatsChanged(FIVE), *rest, *solo(4, out=(4,))]
    assert table(*full).round_ends == (5,)
    assert table(*[*solo(3), *solo(0), *solo(1), *solo(2)]).round_ends == (4,)


def test_who_comes_between_the_dealer_and_the_next_deals_next() -> None:
    middle = ("Resi", "Kathi", "Toni", "Vroni", "Sepp")
    assert table(*solo(0), SeatsChanged(middle)).next_dealer == 1


def test_when_the_dealer_leaves_the_next_of_the_row_deals() -> None:
    state = table(*solo(1, out=(1,)), SeatsChanged(("Resi", "Vroni", "Sepp", "Kathi")), seats=FIVE)
    assert state.seats[state.next_dealer] == "Vroni"
    assert state.oddities == ()


def test_when_the_next_dealer_leaves_who_follows_him_deals() -> None:
    state = table(*solo(1, out=(1,)), SeatsChanged(("Resi", "Toni", "Sepp", "Kathi")), seats=FIVE)
    assert state.seats[state.next_dealer] == "Sepp"


def test_nobody_is_waited_for_who_has_left() -> None:
    four = [*solo(4, out=(4,)), *solo(0, out=(0,), seat=1), *solo(1, out=(1,))]
    left = [*four, SeatsChanged(("Resi", "Toni", "Vroni", "Kathi")), *solo(2)]
    assert table(*left, seats=FIVE).round_ends == (4,)


def test_the_report_keeps_who_left_and_settles_with_the_fewest_payments() -> None:
    events = [*solo(4, out=(4,)), SeatsChanged(("Toni", "Vroni", "Sepp", "Kathi"))]
    report = evening_report(table(*events, seats=FIVE))
    standings = {each.name: (int(each.total), each.here) for each in report.standings}
    assert standings["Resi"] == (150, False)
    assert standings["Kathi"] == (0, True)
    assert report.winners == ("Resi",)
    assert report.dues is not None
    assert [(due.payee, due.cents) for due in report.dues] == [("Resi", 50)] * 3


def test_plus_and_minus_stand_in_columns_of_their_own() -> None:
    state = table(*solo(3), *solo(0, seat=1), ScoreAdjusted((10, -10, 0, 0), "Wette"))
    (resi,) = [each for each in evening_report(state).standings if each.name == "Resi"]
    assert (int(resi.plus), int(resi.minus), int(resi.total)) == (160, -50, 110)


@pytest.mark.parametrize(("scoring", "payments"), [("units", 3), ("wins", None)])
def test_where_no_money_is_counted_nobody_pays(scoring: str, payments: int | None) -> None:
    dues = evening_report(table(*solo(3), scoring=scoring)).dues
    assert (None if dues is None else len(dues)) == payments


def test_before_the_first_deal_nobody_has_won() -> None:
    report = evening_report(table())
    assert (report.winners, report.dues, report.stock_cents) == ((), (), 0)


def test_what_lies_in_the_stock_is_one_more_to_settle_with() -> None:
    passed = DealClosed({"kind": "thrown_in", "why": "all_pass"})
    state = table(DealStarted("a", 3), passed, stock_pay=10)
    report = evening_report(state)
    assert report.stock_cents == 40
    assert report.dues is not None
    assert [(due.payee, due.cents) for due in report.dues] == [(None, 10)] * 4


AMOUNTS = st.lists(st.integers(-50, 50), min_size=3, max_size=3)


@settings(deadline=None, max_examples=40)
@given(st.lists(AMOUNTS, max_size=6), st.sampled_from([1, 7, 10]))
def test_after_the_payments_everybody_has_what_is_theirs(deals: list[list[int]], unit: int) -> None:
    events: list[Event] = []
    for number, drawn in enumerate(deals):
        amounts = [*drawn, -sum(drawn)]
        told = {"amounts": amounts, "reason": "Liste"}
        events += [DealStarted(f"d{number}", number % 4), DealEntered(told)]
    state = table(*events, unit=unit)
    report = evening_report(state)
    assert report.dues is not None
    got = dict.fromkeys(FOUR, 0)
    for due in report.dues:
        assert due.payer is not None
        assert due.payee is not None
        got[due.payer] -= due.cents
        got[due.payee] += due.cents
    wanted = {each.name: int(each.total * unit) for each in report.standings}
    assert got == wanted
    assert len(report.dues) <= 3


def test_shares_that_do_not_divide_are_rounded_and_still_add_up() -> None:
    state = table(*solo(3))
    (deal,) = state.finished
    third = Fraction(20, 3)
    assert deal.report.result is not None
    result = replace(deal.report.result, payout=(-2 * third, third, third, Fraction(0)))
    other = replace(deal)
    vars(other)["report"] = replace(deal.report, result=result)
    dues = evening_report(replace(state, finished=(other,))).dues
    assert dues is not None
    assert sorted(due.cents for due in dues) in ([6, 7], [7, 7])
    assert {due.payer for due in dues} == {"Resi"}
