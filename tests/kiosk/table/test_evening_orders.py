"""Commands about the evening: people, breaks, games, the score, deals entered by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import Family, Suit, card
from engine.deal.record import Contract
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import BreakEnded, DealEntered, DealStarted, EveningStarted, Event
from engine.text import PlainError
from kiosk.table.commands import (
    Adjust,
    ChangeGame,
    ChangeSeats,
    Command,
    DrawSeats,
    EnterDeal,
    GoOn,
    LayCard,
    SitOut,
    StartDeal,
    Substitute,
    TakeBackChange,
    TakeBreak,
    Undo,
)
from kiosk.table.orders import Circumstances, events_of
from tests.engine.spine import AT, NAMES, after, enveloped

SOLO = Contract("solo", 0, Suit.EICHEL)
WON = EnterDeal({"won": True}, SOLO)
AMOUNTS = Adjust((10, -10, 0, 0), "Wette")


def table(*events: Event, **rules: Any) -> TableState:
    return fold(enveloped([EveningStarted("e", "schafkopf", rules, NAMES, "isar", {}), *events]))


def do(state: TableState, *commands: Command) -> TableState:
    for command in commands:
        state = after(state, *events_of(command, state, Circumstances(AT, {})))
        assert state.oddities == ()
    return state


def totals(state: TableState) -> list[int]:
    return [int(each) for each in state.totals]


def test_a_paper_list_is_entered_deal_by_deal() -> None:
    """One command a line: whoever's turn it is has dealt."""
    lost = EnterDeal({"won": False, "partners": [2]}, Contract("rufspiel", 1, Suit.GRAS))
    state = do(table(), WON, lost, EnterDeal({"amounts": [0, 0, 5, -5], "reason": "Streit"}))
    assert totals(state) == [150 + 20, -50 - 20, -50 - 20 + 5, -50 + 20 - 5]
    assert [deal.head.dealer for deal in state.finished] == [3, 0, 1]


def test_a_deal_that_runs_is_the_one_entered() -> None:
    begun = do(table(), StartDeal(2), LayCard(card("EO")))
    state = do(begun, WON)
    assert [deal.head.dealer for deal in state.finished] == [2]


def test_an_entered_deal_is_corrected_and_taken_back() -> None:
    state = do(table(), WON, WON)
    first = state.finished[0].id
    mended = do(state, EnterDeal({"won": False}, SOLO, (), first))
    assert totals(mended) == [0, 0, 0, 0]
    assert totals(do(mended, Undo())) == [300, -100, -100, -100]


def test_taken_back_it_runs_and_taken_back_again_it_was_never_dealt() -> None:
    state = do(table(), WON, Undo())
    assert state.deal is not None
    assert do(state, Undo()).deals == ()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (EnterDeal({}, SOLO), "who won"),
        (EnterDeal({"won": True}), "what was played"),
        (EnterDeal({"won": True}, SOLO, ("crack",)), '"crack" is not said'),
        (EnterDeal({"won": True}, SOLO, None, "gestern"), "no such deal"),
        (GoOn(), "no break"),
        (Substitute(4, "Alois"), "no such seat"),
        (Substitute(0, " "), "needs a name"),
        (Substitute(0, "A" * 41), "at most 40"),
        (Substitute(0, "toni"), "sits at the table already"),
        (Substitute(0, None), "Nobody stands in"),
        (ChangeSeats(("A", "B")), "cannot be played by 2"),
        (ChangeSeats(("A", "B", "C", "D\n")), "control characters"),
        (ChangeGame("skat", {}), "skat"),
        (ChangeGame("schafkopf", {"x": 1}), "'x'"),
        (Adjust((1, 2), "Wette"), "each of the 4 seats"),
        (Adjust((1, -1, 0, 0), ""), "needs a reason"),
        (Adjust((10**10, 0, 0, 0), "Wette"), "amount is too large"),
    ],
)
def test_what_cannot_be_done_gets_a_sentence(command: Command, words: str) -> None:
    with pytest.raises(PlainError) as error:
        do(table(), command)
    assert words.casefold() in error.value.text.en.casefold()
    assert error.value.text.de


@pytest.mark.parametrize("command", [ChangeSeats((*NAMES, "Kathi")), ChangeGame("mehrkopf", {})])
def test_while_a_deal_runs_people_and_game_stay(command: Command) -> None:
    with pytest.raises(PlainError, match="not over yet"):
        do(table(), StartDeal(), LayCard(card("EO")), command)


def test_a_deal_nobody_has_begun_is_dealt_anew_by_other_rules() -> None:
    state = do(table(), StartDeal(2), ChangeGame("mehrkopf", {"laufende_min": 4}))
    assert state.deal is not None
    assert (state.deal.head.game, state.deal.head.dealer) == ("mehrkopf", 2)
    assert state.deal.head.rules.options["laufende_min"]["default"] == 4  # type: ignore[index]
    assert not state.finished
    back = do(state, Undo(), Undo())
    assert (back.game, back.deal) == ("schafkopf", None)


@pytest.mark.parametrize(
    ("seats", "dealer"),
    [
        ((NAMES[0], NAMES[1], "Kathi", NAMES[2], NAMES[3]), 3),
        ((NAMES[0], NAMES[1], "Kathi", NAMES[3]), 2),
        ((NAMES[0], NAMES[1], NAMES[2], NAMES[3], "Kathi"), 2),
    ],
)
def test_a_deal_nobody_has_begun_is_dealt_anew_with_other_people(
    seats: tuple[str, ...], dealer: int
) -> None:
    """By whoever dealt, wherever he sits now; where he left, by who sits there."""
    state = do(table(), StartDeal(2), ChangeSeats(seats))
    assert state.deal is not None
    assert (state.seats, state.deal.head.dealer) == (seats, dealer)
    assert not state.finished
    back = do(state, Undo(), Undo())
    assert (back.seats, back.deal) == (NAMES, None)


def test_without_an_evening_nothing_of_it_can_be_done() -> None:
    for command in (WON, TakeBreak(), AMOUNTS, Substitute(0, "Alois")):
        with pytest.raises(PlainError, match="No evening has begun"):
            events_of(command, TableState(), Circumstances(AT, {}))


def test_whoever_deals_or_lays_a_card_ends_the_break() -> None:
    state = do(table(), StartDeal(), TakeBreak())
    assert state.paused is not None
    with pytest.raises(PlainError, match="break time already"):
        do(state, TakeBreak())
    laid = do(state, LayCard(card("EO")))
    assert laid.paused is None
    assert laid.deal is not None
    assert len(laid.deal.laid) == 1
    dealt = events_of(StartDeal(), do(table(), TakeBreak()), Circumstances(AT, {}))
    assert [type(event) for event in dealt] == [BreakEnded, DealStarted]
    assert do(state, GoOn()).paused is None


@pytest.mark.parametrize(
    "command",
    [
        AMOUNTS,
        TakeBreak(),
        Substitute(0, "Alois"),
        ChangeSeats((*NAMES, "Kathi")),
        ChangeGame("mehrkopf", {}),
    ],
)
def test_a_change_of_the_evening_is_taken_back(command: Command) -> None:
    for before in (table(), do(table(), WON)):
        undone = do(before, command, Undo())
        assert undone.totals == before.totals
        assert (undone.paused, undone.played_by) == (None, before.played_by)
        assert (undone.seats, undone.game) == (before.seats, before.game)


def test_a_break_that_is_over_stays_over() -> None:
    state = do(table(), StartDeal(), LayCard(card("EO")), TakeBreak(), GoOn(), Undo())
    assert state.paused is None
    assert state.deal is not None
    assert state.deal.laid == ()


def test_what_was_said_of_the_deal_after_a_change_is_taken_back_first() -> None:
    state = do(table(), AMOUNTS, WON, Undo())
    assert state.deal is not None
    assert totals(state) == [10, -10, 0, 0]
    event = state.deal.log[0].envelope.event
    assert isinstance(event, DealEntered)


def test_a_change_is_taken_back_once() -> None:
    changed = do(table(), AMOUNTS, Adjust((1, -1, 0, 0), "vom Zettel"))
    first = changed.adjustments[0].seq
    back = do(changed, TakeBackChange(first))
    assert totals(back) == [1, -1, 0, 0]
    with pytest.raises(PlainError, match="no such change"):
        do(back, TakeBackChange(first))


def test_who_sits_out_by_choice_can_be_taken_back_and_must_leave_enough() -> None:
    five = fold(enveloped([EveningStarted("e", "schafkopf", {}, (*NAMES, "Evi"), "isar", {})]))
    out = do(five, SitOut(2))
    assert (out.sits_out, out.next_out()) == ((2,), (2,))
    assert do(out, Undo()).sits_out == ()
    assert do(out, SitOut(2, out=False)).sits_out == ()
    for wrong, words in (
        (SitOut(2), "sits out already"),
        (SitOut(0), "cannot be played by 3"),
        (SitOut(0, out=False), "plays already"),
        (SitOut(9), "no such seat"),
    ):
        with pytest.raises(PlainError, match=words):
            do(out, wrong)


def test_a_game_for_everybody_is_refused_while_somebody_sits_out() -> None:
    four = fold(enveloped([EveningStarted("e", "sheepshead", {}, NAMES, "isar", {})]))
    with pytest.raises(PlainError, match="cannot be played by 3"):
        do(four, SitOut(1), ChangeGame("bierkopf", {}))


def test_the_aces_seat_the_table_anew_before_a_game_only() -> None:
    begun = fold(enveloped([EveningStarted("e", "bierkopf", {}, NAMES, "isar", {})]))
    drawn = do(begun, StartDeal(), DrawSeats(2, 3))
    assert (drawn.deal, drawn.deals) == (None, ())
    assert {drawn.seats[0], drawn.seats[2]} == {NAMES[0], NAMES[1]}
    assert (drawn.seats[1], drawn.seats[3]) == (NAMES[3], NAMES[2])
    for state, wrong in (
        (begun, DrawSeats(1, 1)),
        (begun, DrawSeats(0, 4)),
        (do(begun, StartDeal(), LayCard(card("HA", Family.FRENCH))), DrawSeats(0, 1)),
        (do(begun, EnterDeal({"won": True})), DrawSeats(0, 1)),
        (table(), DrawSeats(0, 1)),
    ):
        with pytest.raises(PlainError):
            do(state, wrong)
