"""Turn, tricks and suspicions: what the report says and what it leaves open."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import card
from engine.deal.report import Status
from engine.referee.evaluation import evaluate
from tests.engine.deals import record, record_at, tricks
from tests.engine.referee.oracle import random_deal

WENZ: dict[str, object] = {"kind": "wenz", "seat": 0}
RUFSPIEL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}


def test_before_the_first_card_the_dealer_s_left_neighbour_is_to_play() -> None:
    report = evaluate(record([], WENZ, dealer=1))
    assert (report.turn, report.tricks, report.hand_sizes) == (2, (), (8, 8, 8, 8))
    assert (report.trick_count, report.complete, report.result) == (8, False, None)


def test_a_running_trick_shows_who_is_winning() -> None:
    report = evaluate(record(tricks("0 EA EK EU"), WENZ))
    (trick,) = report.tricks
    assert (trick.winner, trick.points, trick.complete, trick.leader) == (2, 17, False, 0)
    assert report.turn == 3
    assert report.hand_sizes == (7, 7, 7, 8)


def test_the_winner_leads() -> None:
    assert evaluate(record(tricks("0 EA EK EU E7"), WENZ)).turn == 2


def test_before_the_announcement_nobody_wins() -> None:
    report = evaluate(record(tricks("0 EA EK EU E7"), None))
    assert (report.turn, report.tricks[0].winner, report.tricks[0].points) == (None, None, 17)
    led_on = evaluate(record(tricks("0 EA EK EU E7 | 2 H7"), None))
    assert (led_on.tricks[0].winner, led_on.tricks[0].certain, led_on.turn) == (2, False, 3)


def test_an_unseen_card_that_could_win_leaves_the_turn_open() -> None:
    plays = [(0, "EA"), (1, "EK"), (2, "??"), (3, "E7")]
    report = evaluate(record(plays, WENZ))
    assert (report.turn, report.tricks[0].winner) == (None, None)
    led_on = evaluate(record([*plays, (2, "H7")], WENZ))
    assert (led_on.turn, led_on.tricks[0].winner, led_on.tricks[0].certain) == (3, 2, False)


def test_an_unseen_card_that_cannot_win_does_not_matter() -> None:
    report = evaluate(record([(0, "EA"), (1, "EU"), (2, "??"), (3, "E7")], WENZ))
    assert (report.turn, report.tricks[0].certain) == (1, True)
    unseen_lead = evaluate(record([(0, "??"), (1, "EU"), (2, "E8"), (3, "E7")], WENZ))
    assert unseen_lead.turn == 1


def test_a_wrong_lead_is_suspected() -> None:
    report = evaluate(record(tricks("1 EA EK E8 E7"), WENZ))
    (verdict,) = report.verdicts
    assert (verdict.id, verdict.status) == ("lead_out_of_turn:1:0", Status.SUSPECTED)


def test_a_card_out_of_turn_is_suspected_and_accuses_nobody_of_revoking() -> None:
    plays = [(0, "EA"), (2, "H7"), (1, "E8"), (3, "E7"), (0, "EZ"), (1, "EK"), (2, "E9")]
    report = evaluate(record(plays, WENZ))
    assert [(verdict.id, verdict.status) for verdict in report.verdicts] == [
        ("out_of_turn:2:1", Status.SUSPECTED)
    ]


def test_who_was_passed_over_is_not_out_of_turn_who_lays_twice_is() -> None:
    passed = evaluate(record([(0, "EA"), (1, "E8"), (3, "E7"), (2, "H7")], WENZ)).verdicts
    assert [verdict.id for verdict in passed] == ["out_of_turn:3:2"]
    twice = evaluate(record([(0, "EA"), (1, "E8"), (1, "E7"), (2, "H7")], WENZ)).verdicts
    assert [verdict.id for verdict in twice] == ["out_of_turn:1:2"]


def test_a_card_seen_twice_puts_what_rests_on_it_in_doubt() -> None:
    plays = tricks("0 EA H7 E8 E7 | 0 HA EK HZ EK")
    statuses = {verdict.id: verdict.status for verdict in evaluate(record(plays, WENZ)).verdicts}
    assert statuses["revoke:1:1"] is Status.SUSPECTED
    assert statuses["duplicate_card:3:7"] is Status.SUSPECTED
    sure = tricks("0 EA H7 E8 E7 | 0 HA EK HZ E9")
    assert evaluate(record(sure, WENZ)).verdicts[0].status is Status.PROVEN


def test_a_card_of_another_deck_is_suspected() -> None:
    (verdict,) = evaluate(record([(0, "HP")], WENZ)).verdicts
    assert (verdict.id, verdict.payout_if_upheld) == ("foreign_card:0:0", None)


def test_more_cards_than_the_deck_has_are_recorded_too() -> None:
    plays = tricks("0 EA EK E8 E7") * 9
    assert len(evaluate(record(plays, WENZ)).tricks) == 9


def test_each_withheld_card_is_a_wrong_act_of_its_own() -> None:
    plays = tricks("0 EA H7 E8 E7 | 0 EZ H8 EK E9 | 0 HA EO HZ HK")
    found = evaluate(record(plays, WENZ)).verdicts
    assert [(verdict.id, verdict.proof) for verdict in found] == [
        ("revoke:1:1", (1, 9)),
        ("revoke:1:5", (5, 9)),
    ]


def test_trump_is_a_class_of_its_own() -> None:
    plays = tricks("0 H9 E7 H8 H7 | 0 SA GU S7 S8")
    assert [verdict.id for verdict in evaluate(record(plays, RUFSPIEL)).verdicts] == ["revoke:1:1"]


@pytest.mark.parametrize(("seat", "count"), [(0, 8), (1, -8), (2, -11), (3, -14)])
def test_the_laufende_are_shown_with_their_cards(seat: int, count: int) -> None:
    deal = tricks(
        "0 EO EA E7 G7 | 0 GO EZ E8 G8 | 0 HO EK E9 G9 | 0 SO GA HA SA | 0 EU GZ HZ SZ"
        "| 0 GU GK HK SK | 0 HU S9 H9 S8 | 0 SU S7 H8 H7"
    )
    result = evaluate(record(deal, {"kind": "solo", "seat": seat, "suit": "E"})).result
    assert result is not None
    assert result.laufende == count
    assert len(result.laufende_cards) == abs(count)
    assert result.laufende_cards[:2] == (card("EO"), card("GO"))


@given(st.integers(0, 2**40))
@settings(max_examples=40, deadline=None)
def test_what_was_gathered_before_never_shows(seed: int) -> None:
    chance = random.Random(seed)
    deals = [random_deal(chance, 0.1) for _ in range(2)]
    records = [record_at(table, plays[: chance.randrange(1, 33)]) for table, _, plays in deals]
    table, _, plays = deals[0]
    swapped = list(plays)
    one, other = chance.sample(range(len(plays)), 2)
    swapped[one], swapped[other] = (
        (plays[one][0], plays[other][1]),
        (plays[other][0], plays[one][1]),
    )
    records += [
        records[0].with_plays(record_at(table, other).plays)
        for other in (plays, swapped, plays[:-1])
    ]
    for each in chance.choices(records, k=10):
        assert evaluate(each) == evaluate(replace(each))
