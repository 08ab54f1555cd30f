"""Rounds that go on are shown: what the page says between deals."""

from __future__ import annotations

import pytest

from engine.evening.fold import fold
from engine.events import DealClosed, DealStarted, EveningStarted
from engine.games.carry import NOTHING_CARRIED, Carry
from engine.games.wording import carry_texts
from tests.engine.spine import NAMES, enveloped


@pytest.mark.parametrize(
    ("carry", "german"),
    [
        (Carry(bock=3), ["Bockrunde: noch 3 Spiele, jedes zählt doppelt"]),
        (Carry(bock=1), ["Bockrunde: das letzte Spiel, es zählt doppelt"]),
        (Carry(ramsch=2, stock=40), ["Ramschrunde: noch 2 Spiele", "Im Stock: 40"]),
        (Carry(ramsch=1), ["Ramschrunde: das letzte Spiel"]),
        (Carry(doublers=2), ["Noch 2 Spiele zählen doppelt, weil alle gepasst haben"]),
        (Carry(doublers=1), ["Dieses Spiel zählt doppelt, weil alle gepasst haben"]),
        (Carry(game_points=(12, 9)), ["Spielpunkte: 12 zu 9"]),
        (NOTHING_CARRIED, []),
    ],
)
def test_what_lies_on_the_table_is_said(carry: Carry, german: list[str]) -> None:
    assert [each.de for each in carry_texts(carry)] == german
    assert all(each.en for each in carry_texts(carry))


def test_a_round_is_counted_down_from_deal_to_deal() -> None:
    rules = {"bock_after": ["all_pass"], "bock_round": 2, "stock_pay": 10}
    begun = EveningStarted("e", "schafkopf", rules, NAMES, "isar", {})
    passed = DealClosed({"kind": "thrown_in", "why": "all_pass"})
    state = fold(enveloped([begun, DealStarted("a", 3), passed]))
    assert [each.en for each in carry_texts(state.carry)] == [
        "Bock round: 2 more deals, each counts double",
        "In the Stock: 40",
    ]
