"""Sheepshead for five: order of the cards, partner, settlement, leaster; and 1,000 recorded deals.

The recorded deals were scored by another program. It differs from the rules where it pays "no
trick" by points instead of by tricks, and where it draws one of the tied in a leaster.
"""

from __future__ import annotations

import json

import pytest

from engine.cards import Card, Family, card
from engine.deal.record import DealRecord
from engine.dealfile.reader import parse_line
from engine.dealfile.writer import answer
from engine.games import game
from engine.games.facts import TRUMP
from engine.referee.evaluation import evaluate
from engine.text import PlainError
from tests.shared_data import shared_path

TRICKS = (
    "0 SJ ST CJ D8 DA | 2 SK DT CT SA S8 | 3 H8 HK H9 H7 HT"
    "| 2 HQ HJ SQ DQ CA | 4 D7 DJ HA S7 D9 | 0 C7 C9 S9 C8 CK"
)


def deal(text: str = TRICKS, **changes: object) -> DealRecord:
    plays = []
    for trick in text.split("|"):
        first, *codes = trick.split()
        plays += [[(int(first) + place) % 5, code] for place, code in enumerate(codes)]
    pick = {"kind": "pick", "seat": 1, "partner": "jd", "bury": ["DK", "CQ"]}
    line = {"game": "sheepshead", "players": 5, "dealer": 4, "contract": pick, "plays": plays}
    return parse_line(json.dumps({**line, **changes}))


def test_queens_jacks_and_diamonds_are_trump() -> None:
    setting = game("sheepshead").setting(deal())
    assert " ".join(each.code for each in setting.trumps) == (
        "CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9 D8 D7"
    )
    clubs = [each for each in setting.deck if setting.klass[each] == setting.klass[french("CA")]]
    clubs.sort(key=lambda each: setting.strength[each], reverse=True)
    assert " ".join(each.code for each in clubs) == "CA CT CK C9 C8 C7"
    assert setting.klass[french("DJ")] == TRUMP
    assert (setting.total, setting.play_count, setting.hand_size) == (120, 30, 6)


def french(code: str) -> Card:
    return card(code, Family.FRENCH)


def test_the_jack_of_diamonds_shows_the_partner() -> None:
    before = evaluate(deal("0 SJ ST CJ D8 DA"))
    assert (before.called_card, before.partners, before.turn) == (french("DJ"), (), 2)
    after = evaluate(deal())
    assert after.partners == (0,)
    assert after.complete
    assert evaluate(deal(contract={"kind": "pick", "seat": 1})).complete is False


@pytest.mark.parametrize(
    ("rules", "doubles", "payout"),
    [
        # PG, scoring: the picker's side has 20, so is Schneider; the loss counts double
        ({}, [], [-4, -8, 4, 4, 4]),
        ({"double_on_bump": False}, [], [-2, -4, 2, 2, 2]),
        ({"double_on_bump": False}, ["crack"], [-4, -8, 4, 4, 4]),
    ],
)
def test_picker_and_partner_share_two_to_one(
    rules: dict[str, object], doubles: list[str], payout: list[int]
) -> None:
    result = evaluate(deal(rules=rules, doubles=doubles)).result
    assert result is not None
    assert [int(amount) for amount in result.payout] == payout
    assert result.points == (20, 100)
    assert result.declarers == (0, 1)


def test_alone_the_picker_settles_with_all_four() -> None:
    alone = {"kind": "pick", "seat": 1, "partner": "none", "bury": ["DK", "CQ"]}
    report = evaluate(deal(contract=alone))
    assert report.called_card is None
    assert report.result is not None
    assert [int(amount) for amount in report.result.payout] == [6, -24, 6, 6, 6]


def test_the_bury_need_not_be_seen() -> None:
    report = evaluate(deal(contract={"kind": "pick", "seat": 1, "partner": "jd"}))
    assert report.result is not None
    assert report.result.points == (20, 100)


@pytest.mark.parametrize(
    ("rules", "payout"),
    [
        ({}, ["4", "-1", "-1", "-1", "-1"]),
        ({"leaster_needs_trick": False}, ["-1", "4", "-1", "-1", "-1"]),
    ],
)
def test_a_leaster_is_won_by_the_fewest_points(rules: dict[str, object], payout: list[str]) -> None:
    result = evaluate(deal(contract={"kind": "leaster"}, rules=rules)).result
    assert result is not None
    assert result.points_by_seat == (13, 0, 39, 35, 26)
    assert [str(amount) for amount in result.payout] == payout
    assert result.points is None


@pytest.mark.parametrize(("trick", "taker"), [("first", 2), ("last", 4), (6, 4), ("none", None)])
def test_the_blind_of_a_leaster_goes_where_the_deal_says(trick: object, taker: int | None) -> None:
    result = evaluate(deal(contract={"kind": "leaster", "blind_to": trick})).result
    assert result is not None
    plain = [13, 0, 39, 35, 26]
    if taker is not None:
        plain[taker] += 7
    assert list(result.points_by_seat) == plain


def test_a_revoke_costs_a_unit_to_each() -> None:
    revoked = deal("0 SA D8 S9 SK S7 | 1 H7 H9 H8 HT HK | 3 SJ SQ C7 S8")
    (verdict,) = [each for each in evaluate(revoked).verdicts if each.kind == "revoke"]
    assert verdict.id == "revoke:1:1"
    assert verdict.payout_if_upheld is not None
    assert [int(amount) for amount in verdict.payout_if_upheld] == [1, -4, 1, 1, 1]


@pytest.mark.parametrize(
    "contract",
    [
        {"kind": "pick", "seat": 1, "partner": "queen"},
        {"kind": "pick", "seat": 1, "bury": ["XX"]},
        {"kind": "pick", "seat": 1, "bury": "DK"},
        {"kind": "pick"},
        {"kind": "solo", "seat": 0},
    ],
)
def test_wrong_contracts_are_refused(contract: dict[str, object]) -> None:
    with pytest.raises(PlainError):
        deal(contract=contract)


def test_contracts_in_words() -> None:
    words = game("sheepshead").contract_text
    alone = deal(contract={"kind": "pick", "seat": 1, "partner": "none"}).contract
    picked, leaster = deal().contract, deal(contract={"kind": "leaster"}).contract
    assert alone is not None
    assert picked is not None
    assert leaster is not None
    assert [words(each).en for each in (picked, alone, leaster)] == [
        "picks",
        "picks and goes alone",
        "Leaster",
    ]


NO_TRICK_BY_POINTS = {"sheepshead-4656"}
TIED_LEASTERS = {
    f"sheepshead-{number}" for number in (684, 966, 1404, 1722, 1956, 3396, 4380, 4710, 5124, 5778)
}


@pytest.mark.shared
def test_recorded_deals_are_scored_right() -> None:
    path = shared_path("deals", "sheepshead-5-players.jsonl")
    different = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        expected, record = json.loads(line)["expect"], parse_line(line)
        report = evaluate(record)
        given = answer(record, report)
        assert given["verdicts"] == []
        assert given["complete"] is True
        assert [trick.winner for trick in report.tricks] == expected["trick_winners"]
        assert given["points_by_seat"] == expected["points_by_seat"]
        if given["payout"] != expected["scores"]:
            different.add(record.id)
    assert different == NO_TRICK_BY_POINTS | TIED_LEASTERS


@pytest.mark.shared
def test_the_recorded_evening_s_calls_are_read() -> None:
    path = shared_path("evenings", "evening-3-sheepshead.calls.jsonl")
    for line in path.read_text(encoding="utf-8").splitlines():
        record = parse_line(line)
        assert evaluate(record).turn == (record.dealer + 1) % 5
