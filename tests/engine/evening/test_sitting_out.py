"""Sitting out by choice: no cards, no turn to deal, no payment; seat and score stay."""

from __future__ import annotations

import pytest

from engine.dealfile.reader import parse
from engine.dealfile.writer import to_json
from engine.evening.checks import check_sitting_out
from engine.evening.fold import fold
from engine.evening.report import evening_report
from engine.evening.state import TableState
from engine.events import DealStarted, Event, SeatsChanged, SittingOut, Undone
from engine.notation.reader import read
from engine.notation.writer import write
from engine.rules.house_rules import rules_from
from engine.text import PlainError
from tests.engine.evening.test_people import FIVE, FOUR, solo, table, totals
from tests.engine.spine import enveloped


def next_deal(state: TableState, name: str = "n", declarer: int = 0) -> list[Event]:
    """Return the next deal as the table begins it, won by its declarer."""
    return solo(state.next_dealer, name, declarer, state.next_out())


def played(seats: tuple[str, ...], words: dict[int, list[Event]], deals: int) -> TableState:
    """Return the evening of so many deals; `words` were said before the deal of their number."""
    events: list[Event] = []
    for number in range(deals):
        events += words.get(number, [])
        state = table(*events, seats=seats)
        declarer = next(s for s in range(len(seats)) if s not in state.next_out())
        events += next_deal(state, f"n{number}", declarer)
    return table(*events, seats=seats)


def test_who_sits_out_gets_no_cards_and_pays_nothing() -> None:
    state = played(FIVE, {0: [SittingOut(2)]}, 2)
    assert [deal.head.out for deal in state.finished] == [(2,), (2,)]
    assert state.oddities == ()
    assert totals(state)[2] == 0
    assert sum(totals(state)) == 0
    report = {each.name: each for each in evening_report(state).standings}
    assert (report["Vroni"].deals, report["Resi"].deals) == (0, 2)


def test_who_sits_out_is_passed_over_as_dealer_and_not_waited_for() -> None:
    state = played(FIVE, {0: [SittingOut(2)]}, 5)
    assert [deal.head.dealer for deal in state.finished] == [4, 0, 1, 3, 4]
    assert state.round_ends == (4,)


def test_who_comes_back_deals_when_it_is_his_turn_again() -> None:
    state = played(FIVE, {1: [SittingOut(0)], 3: [SittingOut(0, False)]}, 8)
    assert [deal.head.dealer for deal in state.finished] == [4, 1, 2, 3, 4, 0, 1, 2]
    # With everybody back the dealer is one too many again (RULES 0.12).
    assert [deal.head.out for deal in state.finished[:5]] == [(4,), (0,), (0,), (3,), (4,)]


def test_it_is_taken_back_and_a_new_seating_ends_it() -> None:
    assert table(SittingOut(1), seats=FIVE).sits_out == (1,)
    assert table(SittingOut(1), Undone(2), seats=FIVE).sits_out == ()
    assert table(SittingOut(1), SeatsChanged(FOUR), seats=FIVE).sits_out == ()
    assert table(SittingOut(1), SeatsChanged(FOUR), Undone(3), seats=FIVE).sits_out == (1,)


def test_said_while_a_deal_runs_it_holds_from_the_next_one() -> None:
    running = table(DealStarted("a", 4, (4,)), SittingOut(0), seats=FIVE)
    assert running.deal is not None
    assert running.deal.head.out == (4,)
    assert (running.next_dealer, running.next_out()) == (1, (0,))


@pytest.mark.parametrize("seat", [-1, 5])
def test_nobody_sits_out_where_nobody_sits(seat: int) -> None:
    state = table(SittingOut(seat), seats=FIVE)
    assert [odd.seq for odd in state.oddities] == [2]
    assert state.sits_out == ()


def test_too_few_left_is_refused_in_a_sentence() -> None:
    rules = rules_from({}, "schafkopf")
    check_sitting_out("schafkopf", rules, 5, {2})
    check_sitting_out("sheepshead", rules_from({}, "sheepshead"), 5, {2, 4})
    with pytest.raises(PlainError, match=r"3 people with cards, only by 4"):
        check_sitting_out("schafkopf", rules, 4, {2})
    with pytest.raises(PlainError, match="There is no such seat"):
        check_sitting_out("schafkopf", rules, 5, {7})


def test_of_six_one_by_choice_and_the_dealer_of_the_five_left() -> None:
    """The house rule is asked of those who are there (RULES 0.12)."""
    state = table(SittingOut(1), seats=(*FIVE, "Alois"))
    assert state.next_out(0) == (0, 1)
    assert state.next_out(1) == (1,)


def test_deal_file_and_notation_say_who_sat_out() -> None:
    state = played(FIVE, {0: [SittingOut(2)]}, 1)
    record = state.finished[0].record
    assert to_json(record)["out"] == [2]
    assert parse(to_json(record)) == record
    (again,) = read(write(record))
    assert again.record is not None
    assert again.record.out == (2,)


def test_an_old_state_goes_on_after_the_event() -> None:
    """One event after the other comes to the same as all at once."""
    deal = solo(4, out=(3,))
    events = [SittingOut(3), *deal, SittingOut(3, False)]
    state = table(seats=FIVE)
    for envelope in enveloped(events, state.last_seq + 1):
        state = fold([envelope], state)
    assert state.sits_out == table(*events, seats=FIVE).sits_out == ()
