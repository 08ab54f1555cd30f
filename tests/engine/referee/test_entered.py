"""Deals entered by hand: settled like the same deal played, kept like any other event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Suit
from engine.deal.ends import ENTERED, EnteredResult, entered_to_json, read_entered
from engine.deal.record import Contract, DealRecord
from engine.dealfile.reader import parse
from engine.dealfile.writer import to_json
from engine.evening.deal_log import card_events, closing_events, opening_events
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import (
    Announced,
    DealClosed,
    DealEntered,
    DealStarted,
    Doubled,
    Envelope,
    EveningStarted,
    Event,
    Undone,
)
from engine.games.carry import NOTHING_CARRIED
from engine.journal.journal import Journal
from engine.referee.evaluation import evaluate
from engine.referee.settlement import check_entered
from engine.rules.house_rules import rules_from
from engine.text import PlainError
from tests.engine.settle.made import FAMILY, made, result, zero_sum
from tests.engine.settle.test_laws import HOUSE, SEEDS, SOLOS, with_rules
from tests.engine.spine import AT

NAMES = ("Resi", "Toni", "Vroni", "Sepp")
CALL = Contract("rufspiel", 0, Suit.GRAS)
SOLO = Contract("solo", 1, Suit.EICHEL)
RAMSCH = Contract("ramsch")


def entered(
    contract: Contract | None, told: Mapping[str, object], name: str = "schafkopf", **rules: Any
) -> DealRecord:
    end = {"kind": ENTERED, **told}
    return DealRecord("d", name, rules_from(rules, name), 4, 3, contract=contract, end=end)


def payout(contract: Contract | None, told: Mapping[str, object], **rules: Any) -> list[int]:
    record = entered(contract, told, **rules)
    check_entered(record)
    settled = evaluate(record).result
    assert settled is not None
    return [int(amount) for amount in settled.payout]


@pytest.mark.parametrize(
    ("contract", "told", "paid"),
    [
        (CALL, {"partners": [2], "won": True}, [20, -20, 20, -20]),
        (CALL, {"partners": [2], "points": [61, None]}, [20, -20, 20, -20]),
        (CALL, {"partners": [2], "points": [60, 60]}, [-20, 20, -20, 20]),
        (CALL, {"partners": [2], "points": [91, 29]}, [30, -30, 30, -30]),
        (CALL, {"partners": [2], "points": [30, 90]}, [-30, 30, -30, 30]),
        (CALL, {"partners": [2], "won": True, "schneider": True}, [30, -30, 30, -30]),
        (CALL, {"partners": [2], "won": True, "schwarz": True}, [40, -40, 40, -40]),
        (CALL, {"partners": [2], "won": True, "laufende": 3}, [50, -50, 50, -50]),
        (CALL, {"partners": [2], "won": True, "laufende": -2}, [20, -20, 20, -20]),
        (SOLO, {"won": False, "schneider": True}, [60, -180, 60, 60]),
        (SOLO, {"points": [120, 0], "tricks": [8, 0]}, [-70, 210, -70, -70]),
        (Contract("wenz", 1, tout=True), {"won": True}, [-100, 300, -100, -100]),
        (RAMSCH, {"points_by_seat": [10, 20, 30, 60]}, [20, 20, 20, -60]),
        (RAMSCH, {"losers": [1], "trickless": [0]}, [40, -120, 40, 40]),
        (None, {"amounts": [5, -5, 10, -10], "reason": "Wette"}, [5, -5, 10, -10]),
    ],
)
def test_the_price_is_that_of_a_deal_that_was_played(
    contract: Contract | None, told: Mapping[str, object], paid: list[int]
) -> None:
    assert payout(contract, told) == paid


def test_every_doubling_doubles() -> None:
    end = {"kind": ENTERED, "won": True}
    told: dict[str, object] = {"contract": to_json(entered(SOLO, {"won": True}))["contract"]}
    read = {**to_json(entered(SOLO, {})), **told, "doubles": ["legen", "kontra"], "end": end}
    settled = evaluate(parse(read)).result
    assert settled is not None
    assert [int(each) for each in settled.payout] == [-200, 600, -200, -200]


@pytest.mark.parametrize(
    ("contract", "told", "words"),
    [
        (None, {"won": True}, "what was played"),
        (CALL, {"won": True}, "tap the partner"),
        (CALL, {"partners": [1, 2], "won": True}, "only one plays along"),
        (SOLO, {"partners": [2], "won": True}, "nobody plays along"),
        (SOLO, {}, "who won"),
        (SOLO, {"points": [70, 60]}, "add up to 130"),
        (SOLO, {"points": [130, -10]}, "at most 120"),
        (SOLO, {"points": [70, 50], "won": False}, "the game is not lost"),
        (SOLO, {"points": [70, 50], "schneider": True}, "not Schneider"),
        (SOLO, {"points": [100, 20], "schneider": False}, "are Schneider"),
        (SOLO, {"won": True, "schwarz": True, "tricks": [7, 1]}, "here it has 1"),
        (SOLO, {"points": [110, 10], "schwarz": True}, "here it has 10"),
        (SOLO, {"points": [110, 10], "tricks": [8, 0]}, "Without a trick"),
        (SOLO, {"won": True, "tricks": [5, 2]}, "tricks add up to 7"),
        (SOLO, {"won": True, "laufende": 15}, "at most 14"),
        (Contract("wenz", 1, tout=True), {"won": True, "tricks": [7, 1]}, "every trick"),
        (Contract("wenz", 1, tout=True), {"won": True, "points": [110, 10]}, "every trick"),
        (RAMSCH, {}, "who lost"),
        (RAMSCH, {"points_by_seat": [10, 20, 30, 70]}, "add up to 130"),
        (RAMSCH, {"points_by_seat": [10, 20, 45, 45]}, "same points"),
        (RAMSCH, {"points_by_seat": [10, 20, 30, 60], "trickless": [0]}, "no points"),
        (RAMSCH, {"points_by_seat": [10, 20, 30, 60], "losers": [0]}, "most points"),
        (RAMSCH, {"losers": [0, 1]}, "not so many can lose"),
        (None, {"amounts": [5, -5, 10, 0], "reason": "Wette"}, "add up to 10"),
        (None, {"amounts": [5, -5, 0, 0], "reason": " "}, "needs a reason"),
        (None, {"amounts": [5, -5, 0, 0], "reason": "x", "won": True}, "leave out won"),
        (SOLO, {"won": "yes"}, "`end.won`"),
        (SOLO, {"won": True, "laufende": 22}, "-21 to 21"),
        (SOLO, {"points": 61}, "[declarers, defenders]"),
        (CALL, {"won": True, "partners": [4]}, "from 0 to 3"),
        (RAMSCH, {"points_by_seat": [120]}, "each of the 4 seats"),
    ],
)
def test_a_result_that_cannot_be_gets_a_sentence(
    contract: Contract | None, told: Mapping[str, object], words: str
) -> None:
    with pytest.raises(PlainError) as error:
        check_entered(entered(contract, told, ramsch_tie="higher_trump"))
    assert words in error.value.text.en
    assert error.value.text.de


def test_where_tricks_are_counted_they_have_to_be_told() -> None:
    with pytest.raises(PlainError, match="it is tricks that count"):
        check_entered(entered(SOLO, {"won": True}, scoring="tricks"))
    with pytest.raises(PlainError, match="add up to 9"):
        check_entered(entered(SOLO, {"won": True, "tricks_by_seat": [1, 6, 1, 1]}))
    check_entered(entered(SOLO, {"won": True, "tricks_by_seat": [1, 5, 1, 1]}, scoring="tricks"))


def test_who_has_no_points_may_have_no_trick_where_a_jungfrau_counts() -> None:
    """It has to be told only where it changes the price."""
    told = {"points_by_seat": [0, 20, 40, 60]}
    with pytest.raises(PlainError, match="may have a trick or none"):
        check_entered(entered(RAMSCH, told, ramsch_jungfrau="double_each"))
    check_entered(entered(RAMSCH, told, ramsch_jungfrau="none"))


def test_in_a_durchmarsch_by_points_who_has_no_trick_loses_with_the_others() -> None:
    march: dict[str, Any] = {"ramsch_durchmarsch": "wins", "ramsch_durchmarsch_from": 61}
    told = {"points_by_seat": [70, 50, 0, 0], "tricks_by_seat": [5, 3, 0, 0], "losers": [1, 2, 3]}
    check_entered(entered(RAMSCH, told, **march))
    result = evaluate(entered(RAMSCH, told, **march)).result
    assert result is not None
    assert set(result.winners) == {0}
    lone = {**told, "losers": [2]}
    with pytest.raises(PlainError, match="has no trick has no points"):
        check_entered(entered(RAMSCH, lone, **march))


def test_without_a_durchmarsch_all_but_one_lose_only_with_as_many_points() -> None:
    told = {"tricks_by_seat": [1, 3, 2, 2], "losers": [1, 2, 3]}
    check_entered(entered(RAMSCH, {**told, "points_by_seat": [0, 40, 40, 40]}, ramsch_tie="shared"))
    with pytest.raises(PlainError, match="most points loses the Ramsch"):
        check_entered(
            entered(RAMSCH, {**told, "points_by_seat": [9, 51, 40, 20]}, ramsch_tie="shared")
        )


def test_who_sits_out_is_in_no_result() -> None:
    rules = rules_from({}, "schafkopf")
    told = {"kind": ENTERED, "won": True, "partners": [4]}
    record = DealRecord("d", "schafkopf", rules, 5, 4, (4,), CALL, end=told)
    with pytest.raises(PlainError, match="Seat 5 holds no cards"):
        check_entered(record)


@settings(deadline=None, max_examples=80)
@given(SEEDS, st.sampled_from(FAMILY), HOUSE, st.booleans(), st.sampled_from([0, 5, 40]))
def test_told_as_it_was_played_it_pays_the_same(
    seed: int, table: tuple[str, int], house: dict[str, object], tout: bool, stock: int
) -> None:
    """The law of the score pad: the same deal, told, comes to the same."""
    deal, written = made(Random(seed), *table)
    written = with_rules(written, house) | {"stock": stock}
    if tout and deal.table.kind in SOLOS and len(deal.table.seats) > 2:
        contract = written["contract"]
        assert isinstance(contract, dict)
        written["contract"] = {**contract, "tout": True}
    played = result(written)
    record = parse(written)
    contract = record.contract
    assert contract is not None
    alone, whole = contract.seat is None, not contract.tout
    told = EnteredResult(
        won=None if alone else played.winner == "declarers",
        partners=tuple(seat for seat in played.declarers if seat != contract.seat),
        points=played.points if whole else None,
        tricks=_tricks(played.tricks, played.declarers) if whole and not alone else None,
        laufende=played.laufende,
        points_by_seat=played.points_by_seat if alone else None,
        tricks_by_seat=played.tricks if whole else None,
        losers=tuple(s for s in deal.table.seats if s not in played.winners) if alone else (),
    )
    end = {**entered_to_json(told), "kind": ENTERED}
    by_hand = replace(record, plays=(), hands=None, piles=None, reveals=(), bids=(), end=end)
    check_entered(by_hand)
    settled = evaluate(by_hand).result
    assert settled is not None
    assert settled.payout == played.payout
    assert settled.stock_change == played.stock_change
    assert (settled.winner, set(settled.winners)) == (played.winner, set(played.winners))
    assert zero_sum(settled)
    assert parse(to_json(by_hand)) == by_hand


def _tricks(tricks: tuple[int, ...], declarers: tuple[int, ...]) -> tuple[int, int]:
    ours = sum(tricks[seat] for seat in declarers)
    return ours, sum(tricks) - ours


TOLD = st.builds(
    EnteredResult,
    won=st.one_of(st.none(), st.booleans()),
    partners=st.lists(st.integers(0, 3), unique=True).map(tuple),
    points=st.one_of(
        st.none(), st.tuples(st.integers(0, 9), st.one_of(st.none(), st.integers(0, 9)))
    ),
    laufende=st.one_of(st.none(), st.integers(-21, 21)),
    trickless=st.lists(st.integers(0, 3), unique=True).map(tuple),
    reason=st.text(max_size=5),
)


@given(TOLD)
def test_what_was_told_comes_back_as_it_was(told: EnteredResult) -> None:
    assert read_entered(entered_to_json(told), 4) == told


def table(*events: Event) -> TableState:
    start = EveningStarted("e", "schafkopf", {}, NAMES, "isar", {})
    everything = [start, *events]
    return fold(Envelope(seq, AT, event) for seq, event in enumerate(everything, 1))


def totals(state: TableState) -> list[int]:
    return [int(total) for total in state.totals]


SOLO_WON = (DealStarted("a", 3), DealEntered({"won": True}, SOLO))


def test_a_deal_entered_by_hand_is_over_and_counts() -> None:
    state = table(*SOLO_WON)
    assert state.deal is None
    assert totals(state) == [-50, 150, -50, -50]
    assert (state.next_dealer, state.oddities) == (0, ())


def test_what_was_announced_and_doubled_before_stands_where_nothing_else_is_said() -> None:
    said = (DealStarted("a", 3), Announced(SOLO), Doubled("kontra", 0, 0))
    assert totals(table(*said, DealEntered({"won": True}))) == [-100, 300, -100, -100]
    again = table(*said, DealEntered({"won": True}, CALL, ()))
    assert again.oddities
    assert totals(table(*said, DealEntered({"won": True}, None, ()))) == [-50, 150, -50, -50]


def test_entered_again_it_is_corrected_and_taken_back_it_is_as_before() -> None:
    later = (DealStarted("b", 0), DealEntered({"won": False}, SOLO))
    corrected = table(*SOLO_WON, *later, DealEntered({"won": False}, SOLO, None, "a"))
    assert totals(corrected) == [100, -300, 100, 100]
    undone = table(*SOLO_WON, *later, DealEntered({"won": False}, SOLO, None, "a"), Undone(6))
    assert totals(undone) == [0, 0, 0, 0]
    assert undone.oddities == ()


def test_taken_back_the_newest_deal_runs_again() -> None:
    state = table(*SOLO_WON, Undone(3))
    assert state.deal is not None
    assert state.deal.contract is None
    assert totals(state) == [0, 0, 0, 0]


def test_a_deal_left_without_a_result_can_be_told_afterwards() -> None:
    end = {"kind": "claim", "seat": 1, "tricks": "rest", "agreed": False}
    state = table(
        DealStarted("a", 3), Announced(SOLO), DealClosed(end), DealEntered({"won": True}, deal="a")
    )
    assert totals(state) == [-50, 150, -50, -50]


@pytest.mark.parametrize(
    "event",
    [
        DealEntered({"points": [70, 70]}, SOLO),
        DealEntered({"won": True}, Contract("pick", 1)),
        DealEntered({"won": True}, SOLO, ("crack",)),
        DealEntered({"won": True}, SOLO, None, "nosuch"),
    ],
)
def test_what_cannot_be_is_passed_over_and_the_deal_runs_on(event: DealEntered) -> None:
    state = table(DealStarted("a", 3), event)
    assert state.deal is not None
    assert [oddity.seq for oddity in state.oddities] == [3]


def test_journal_and_deal_file_carry_it() -> None:
    journal = Journal.in_memory()
    start = EveningStarted("e", "schafkopf", {}, NAMES, "isar", {})
    journal.append([start, *SOLO_WON], AT)
    again = Journal.in_memory()
    again.import_lines(list(journal.export_lines()))
    state = fold(again.events())
    record = state.finished[0].record
    events = (
        *opening_events(record, NOTHING_CARRIED),
        *card_events(record),
        *closing_events(record),
    )
    assert table(*events).finished[0].record == record
    assert again.head == journal.head


def test_in_a_bock_round_it_counts_double_without_anybody_saying_so() -> None:
    rules = {"bock_after": ["all_pass"], "bock_round": 2}
    start = EveningStarted("e", "schafkopf", rules, NAMES, "isar", {})
    passed = DealClosed({"kind": "thrown_in", "why": "all_pass"})
    deals: list[Event] = [DealStarted("p", 2), passed, *SOLO_WON]
    state = fold(Envelope(seq, AT, event) for seq, event in enumerate([start, *deals], 1))
    assert totals(state) == [-100, 300, -100, -100]
    assert state.next_carry.bock == 1


@pytest.mark.parametrize(
    ("partners", "why"),
    [
        ([0], "cannot be their own partner"),
        ([1, 2], "only one plays along"),
        ([], "who played along"),
    ],
)
def test_who_cannot_have_played_along_is_told_as_what_is_wrong(
    partners: list[int], why: str
) -> None:
    told = {"kind": "entered", "points": [70], "partners": partners}
    call = {"kind": "rufspiel", "seat": 0, "suit": "G"}
    line = {"game": "schafkopf", "players": 4, "dealer": 3, "contract": call, "end": told}
    with pytest.raises(PlainError, match=why):
        parse(line)
