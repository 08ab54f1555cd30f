"""Stock, Bock and Ramsch rounds from deal to deal; who deals next and who sits out."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine.cards import Suit
from engine.deal.record import Contract, DealRecord
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import (
    Announced,
    DealClosed,
    DealStarted,
    Doubled,
    EveningStarted,
    Event,
    Ruling,
    SeatsChanged,
    StockCounted,
    Undone,
)
from engine.games import GAMES
from engine.games.carry import Carry
from engine.games.schafkopf import rounds
from engine.games.schafkopf.game_options import TRIGGERS
from engine.rules.house_rules import preset_rules
from tests.engine.spine import (
    EVENING,
    GRAS,
    NAMES,
    REVOKE,
    RUFSPIEL,
    after,
    enveloped,
    finished_deal,
    odd,
    opened,
    payout,
    played,
    running,
    totals,
)

ALL_PASS = DealClosed({"kind": "thrown_in", "why": "all_pass"})
HEART_SOLO = Contract("solo", 0, Suit.HERZ)


def house(*events: Event, **rules: Any) -> TableState:
    return fold(enveloped([replace(EVENING, rules=rules), *events]))


def passed(name: str = "p") -> list[Event]:
    return [DealStarted(name, 3), ALL_PASS]


def solo(name: str = "s") -> list[Event]:
    return [DealStarted(name, 3), Announced(HEART_SOLO), *played(RUFSPIEL), DealClosed()]


def ramsch(name: str = "r") -> list[Event]:
    return [DealStarted(name, 3), Announced(Contract("ramsch")), *played(RUFSPIEL), DealClosed()]


def test_all_pass_pays_into_the_stock_and_a_won_call_game_takes_it() -> None:
    """RULES 0.32, practice."""
    state = house(*passed(), *passed("q"), stock_pay=10)
    assert totals(state) == [-20, -20, -20, -20]
    assert state.carry == Carry(stock=80)
    state = after(state, *finished_deal())
    assert state.finished[2].record.stock == 80
    assert payout(state, 2) == [110, -70, -70, 110]
    assert state.carry == Carry()


def test_what_everybody_has_and_the_stock_are_nothing_together() -> None:
    state = house(*passed(), *finished_deal(), *passed("q"), *solo(), stock_pay=10)
    assert (sum(state.totals), state.carry.stock) == (-40, 40)


def test_without_rounds_nothing_is_worked_out_for_the_next_deal() -> None:
    state = house(*finished_deal(), *finished_deal("d2", 0), *opened("d3", 1))
    assert state.carry == Carry()
    assert not any("report" in vars(deal) for deal in state.finished)


def test_a_late_ruling_changes_what_later_deals_found() -> None:
    state = house(*passed(), *finished_deal("d1", laid=REVOKE), *finished_deal("d2"), stock_pay=10)
    assert [deal.record.stock for deal in state.finished] == [0, 40, 0]
    ruled = after(state, Ruling("d1", "revoke:1:17", "upheld"))
    assert ruled.finished[1].payout != state.finished[1].payout
    assert [deal.record.stock for deal in ruled.finished] == [0, 40, 40]
    assert sum(ruled.totals) + ruled.carry.stock == 0
    back = after(ruled, Undone(ruled.last_seq))
    assert [deal.record for deal in back.finished] == [deal.record for deal in state.finished]


def test_a_late_correction_reaches_the_running_deal() -> None:
    state = house(*solo(), *opened("d2"), *played(RUFSPIEL[:3]), bock_after=["heart_solo"])
    assert running(state).record.doubles[0].say == "bock"
    called = after(state, Undone(3))
    assert called.finished[0].contract is None
    assert running(called).record.doubles == ()
    assert running(called).laid == running(state).laid


def test_a_counted_stock_is_what_the_next_deal_finds_and_can_be_taken_back() -> None:
    state = house(StockCounted(30), *finished_deal("d1"), stock_pay=10)
    assert state.finished[0].record.stock == 30
    late = after(state, *opened("d2"), *played(RUFSPIEL[:2]), StockCounted(50))
    assert running(late).record.stock == 50
    assert late.finished[0].record.stock == 30
    gone = after(late, Undone(late.last_seq))
    assert running(gone).record.stock == 0
    assert after(gone, Undone(2)).finished[0].record.stock == 0
    assert odd(after(gone, Undone(2), Undone(2))) == [gone.last_seq + 2]


def test_a_stock_below_nothing_is_passed_over() -> None:
    state = house(StockCounted(-1), stock_pay=10)
    assert odd(state) == [2]
    assert state.carry == Carry()


def test_a_bock_round_doubles_a_deal_by_each_and_ends() -> None:
    """Practice; RULES 0.32."""
    deals = [event for number in range(5) for event in finished_deal(f"d{number}")]
    state = house(*solo(), *deals, bock_after=["heart_solo"])
    prices = [deal.result.price for deal in state.finished[1:] if deal.result]
    assert prices == [140, 140, 140, 140, 70]
    assert state.carry == Carry()


def test_cards_thrown_in_use_up_no_deal_of_a_round() -> None:
    state = house(*solo(), *passed(), *finished_deal(), bock_after=["heart_solo"])
    assert state.carry.bock == 3


def test_who_says_bock_in_a_bock_round_adds_nothing() -> None:
    said = [*opened("d1"), Doubled("bock"), *played(RUFSPIEL), DealClosed()]
    state = house(*solo(), *said, bock_after=["heart_solo"])
    assert [each.say for each in state.finished[1].record.doubles] == ["bock"]


@pytest.mark.parametrize(("again", "left"), [("extend", 7), ("ignore", 3)])
def test_another_reason_during_a_bock_round(again: str, left: int) -> None:
    state = house(*solo(), *solo("t"), bock_after=["heart_solo"], bock_again=again)
    assert state.carry.bock == left


def test_a_ramsch_round_is_played_without_an_auction() -> None:
    rules = {"ramsch_after": ["all_pass"], "ramsch_round": 2, "bock_after": ["ramsch_round"]}
    state = house(*passed(), **rules)
    assert state.next_contract == Contract("ramsch")
    state = after(state, *ramsch(), *solo())
    assert state.carry == Carry(ramsch=1)
    state = after(state, *ramsch("r2"))
    assert state.next_contract is None
    assert state.carry == Carry(bock=4)


def test_three_know_no_ramsch_and_so_no_ramsch_round() -> None:
    """EN, DE, 3 players: Solos only."""
    three = EveningStarted("e", "mehrkopf", {"ramsch_after": ["all_pass"]}, NAMES[:3], "isar", {})
    state = fold(enveloped([three, DealStarted("d", 2), ALL_PASS]))
    assert state.carry.ramsch == 3
    assert state.next_contract is None


def record_of(contract: Contract | None = None, **changes: Any) -> DealRecord:
    rules = preset_rules("schafkopf")
    return DealRecord("d", "schafkopf", rules, 4, 3, contract=contract, **changes)


def test_every_reason_of_the_house_rules_is_found() -> None:
    assert set(rounds.TRIGGERS) == set(TRIGGERS) - {"bock_round", "ramsch_round"}


@pytest.mark.parametrize(
    ("trigger", "contract", "said", "result"),
    [
        ("heart_solo", HEART_SOLO, [], {}),
        ("solo_lost", Contract("wenz", 0), [], {"winner": "defenders"}),
        ("tout", Contract("wenz", 0, tout=True), [], {}),
        ("sie", Contract("sie", 0), [], {}),
        ("kontra_lost", GRAS, ["kontra"], {"winner": "declarers"}),
        ("re_lost", GRAS, ["kontra", "re"], {"winner": "defenders"}),
        ("schwarz", GRAS, [], {"schwarz": True}),
        ("even", GRAS, [], {"points": (60, 60), "winner": "defenders"}),
    ],
)
def test_each_reason_sets_off_a_round_and_its_opposite_does_not(
    trigger: str, contract: Contract, said: list[str], result: dict[str, Any]
) -> None:
    done = house(*finished_deal()).finished[0]
    assert done.result is not None
    plain: dict[str, Any] = {"schwarz": False, "points": (79, 41), "winner": "declarers"}
    doubles = tuple(Doubled(word) for word in said)
    record = record_of(contract, doubles=doubles)
    happened = rounds.TRIGGERS[trigger]
    assert happened(record, replace(done.result, **{**plain, **result}))
    other: dict[str, Any] = {
        "winner": "defenders" if result.get("winner") == "declarers" else "declarers"
    }
    assert not happened(record_of(GRAS), replace(done.result, **{**plain, **other}))


def test_a_deal_without_a_result_leaves_everything_as_it_was() -> None:
    state = house(*solo(), *opened("d1"), *played(RUFSPIEL[:3]), bock_after=["heart_solo"])
    left_open = after(state, *opened("d2"))
    assert left_open.finished[1].result is None
    assert left_open.carry.bock == 4


def test_a_long_evening_with_a_stock_is_read_without_running_deep() -> None:
    events = [event for number in range(600) for event in passed(f"p{number}")]
    state = house(*events, stock_pay=1)
    assert state.carry.stock == 2400


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_presets_of_the_documents_leave_stock_and_rounds_to_the_house(name: str) -> None:
    """RULES 0.32: neither DE, EN, AB nor PG know them; Bierkopf carries its game points alone."""
    assert GAMES[name].carries(preset_rules(name)) is (name == "bierkopf")


@pytest.mark.parametrize(
    ("why", "rules", "dealer"),
    [
        ("all_pass", {}, 0),
        ("all_pass", {"redeal_dealer": "same"}, 3),
        ("nixer", {}, 0),
        ("nixer", {"redeal_dealer": "same"}, 3),
        ("misdeal", {}, 3),
        ("exposed", {}, 3),
        ("wrong_count", {}, 3),
        ("redeal", {}, 3),
        ("misdeal", {"misdeal_dealer": "next"}, 0),
    ],
)
def test_who_deals_after_cards_thrown_in(why: str, rules: dict[str, Any], dealer: int) -> None:
    """RULES 0.11 (all pass, six Nixer: the next) and 0.22."""
    thrown_in = DealClosed({"kind": "thrown_in", "why": why})
    assert house(DealStarted("d", 3), thrown_in, **rules).next_dealer == dealer


SEVEN = ("A", "B", "C", "D", "E", "F", "G")


def test_the_dealer_of_seven_sits_out_and_the_dealer_goes_round_all_seven() -> None:
    """DE, 7 Spieler; RULES 0.12, 0.22."""
    state = fold(enveloped([EveningStarted("e", "mehrkopf", {}, SEVEN, "isar", {})]))
    dealers = []
    for number in range(8):
        dealer = state.next_dealer
        assert state.next_out() == (dealer,)
        dealers.append(dealer)
        ended = DealClosed({"kind": "void"})
        state = after(state, DealStarted(f"d{number}", dealer, state.next_out()), ended)
    assert odd(state) == []
    assert dealers == [6, 0, 1, 2, 3, 4, 5, 6]
    assert state.round_ends == (7,)


def test_of_five_at_a_game_for_four_the_dealer_sits_out() -> None:
    """RULES 0.12."""
    state = fold(enveloped([replace(EVENING, seats=(*NAMES, "Kathi"))]))
    assert (state.next_dealer, state.next_out()) == (4, (4,))
    assert state.next_out(2) == (2,)


def test_who_comes_later_is_dealt_in_and_the_dealer_moves_on_among_all() -> None:
    state = after(house(*finished_deal()), SeatsChanged((*NAMES, "Kathi")))
    assert (state.next_dealer, state.next_out()) == (4, (4,))


def test_what_is_to_be_paid_waits_for_the_round_where_the_house_says_so() -> None:
    """DE Abrechnung: after a round in which everybody dealt; EN: after each deal (RULES 11.8)."""
    deals = [finished_deal(f"d{dealer}", dealer) for dealer in (3, 0, 1, 2, 3)]
    events = [event for deal in deals for event in deal]
    whole = house(*events, settle="round")
    four = house(*events[: -len(deals[-1])], settle="round")
    assert whole.settled == four.totals != whole.totals
    assert house(*events).settled == whole.totals
    assert house(*events[: len(deals[0])], settle="round").settled == (Fraction(0),) * 4
