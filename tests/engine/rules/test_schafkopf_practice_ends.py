"""How deals end and what rounds do, in today's practice (RULES 0.22, 0.32, 12; DEAL_FILE `end`)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.deal.record import DealRecord
from engine.games import game
from engine.games.carry import NOTHING_CARRIED, Carry
from tests.engine.rules.table import Example, deal, examples, found, paid, points_of, report

CALL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}
SURE = (
    "0 EO EA E7 G7 | 0 GO EZ E8 G8 | 0 HO EK E9 G9 | 0 SO GA HA SA | 0 EU GZ HZ SZ"
    "| 0 GU GK HK SK | 0 HU S9 H9 S8 | 0 SU S7 H8 H7"
)
"""Seat 0 lays the eight highest trumps of a Solo."""
SOLO: dict[str, object] = {"kind": "solo", "seat": 0, "suit": "E"}


def plainly(made: Example) -> bool:
    return abs(made.run(False)) < 3 and 61 <= made.ours <= 90


def next_dealer(record: DealRecord) -> int:
    return game(record.game).next_dealer(record)


class TestAborts:
    """RULES 0.22 and 12; DEAL_FILE, `end`."""

    @pytest.mark.parametrize("why", ["misdeal", "exposed", "wrong_count", "redeal"])
    def test_a_misdeal_costs_nothing_and_the_same_dealer_deals_again(self, why: str) -> None:
        """RULES 12; practice: misdealt, a card exposed, seven or nine cards, a redeal agreed."""
        record = deal("schafkopf", None, end={"kind": "thrown_in", "why": why}, dealer=2)
        result = report(record).result
        assert result is not None
        assert (paid(result), result.stock_change, next_dealer(record)) == ([0] * 4, 0, 2)

    def test_all_pass_moves_the_dealer_on(self) -> None:
        """RULES 0.22: thrown-in deals too; `redeal_dealer`."""
        end = {"kind": "thrown_in", "why": "all_pass"}
        assert next_dealer(deal("schafkopf", None, end=end, dealer=2)) == 3
        same = deal("schafkopf", None, end=end, dealer=2, rules={"redeal_dealer": "same"})
        assert next_dealer(same) == 2

    def test_a_deal_that_does_not_count_pays_nothing(self) -> None:
        """DEAL_FILE, `end`: void."""
        result = report(deal("schafkopf", CALL, "0 E7 E8 E9 EK", end={"kind": "void"})).result
        assert result is not None
        assert paid(result) == [0] * 4

    def first(self, tricks: int, **end: object) -> Any:
        laid = " | ".join(SURE.split("|")[:tricks])
        return report(deal("schafkopf", SOLO, laid, end=end)).result

    def test_an_agreed_claim_gets_the_rest(self) -> None:
        """RULES 12: claim with agreement."""
        result = self.first(2, kind="claim", seat=0, agreed=True, laufende=8)
        assert (result.points, result.tricks[0]) == ((120, 0), 8)
        assert paid(result) == [450, -150, -150, -150]

    def test_a_contested_claim_leaves_the_deal_open(self) -> None:
        """RULES 12: without agreement only what the rest cannot change is settled."""
        assert self.first(2, kind="claim", seat=0, agreed=False, laufende=8) is None
        assert self.first(2, kind="claim", seat=0, agreed=True, laufende=8).price == 150

    def test_who_concedes_gives_the_rest_away(self) -> None:
        """DEAL_FILE, `end`: conceded; the other side gets what is left."""
        result = self.first(2, kind="conceded", seat=0, laufende=8)
        assert result.winner == "defenders"
        assert result.points[0] == points_of(["EO", "EA", "E7", "G7", "GO", "EZ", "E8", "G8"])


class TestRounds:
    """RULES 0.32: Bock and Ramsch rounds; options of the table."""

    def after(self, carry: Carry, record: DealRecord) -> Carry:
        return game("schafkopf").carried(carry, record, report(record).result)

    def passed(self, **rules: object) -> DealRecord:
        end = {"kind": "thrown_in", "why": "all_pass"}
        return deal("schafkopf", None, end=end, rules=rules)

    def test_without_options_no_round_begins(self) -> None:
        """RULES 0.32: only where it is agreed."""
        assert self.after(NOTHING_CARRIED, self.passed()) == NOTHING_CARRIED

    def test_a_bock_round_lasts_a_deal_for_each_at_the_table(self) -> None:
        """RULES 0.32: after its trigger, as many deals as people."""
        rules: dict[str, object] = {"bock_after": ["all_pass"]}
        carry = self.after(NOTHING_CARRIED, self.passed(**rules))
        assert carry.bock == 4
        (made,) = examples(4, "rufspiel", plainly)
        assert self.after(carry, made.record("schafkopf", rules=rules)).bock == 3

    def test_another_reason_extends_it(self) -> None:
        """RULES 0.32: `bock_again`."""
        rules: dict[str, object] = {"bock_after": ["all_pass"]}
        carry = self.after(NOTHING_CARRIED, self.passed(**rules))
        assert self.after(carry, self.passed(**rules)).bock == 8
        rules["bock_again"] = "ignore"
        assert self.after(carry, self.passed(**rules)).bock == 4

    @pytest.mark.parametrize(
        ("trigger", "kind", "fits"),
        [
            ("solo_lost", "wenz", lambda made: made.ours <= 60),
            ("even", "rufspiel", lambda made: made.ours == 60),
            ("schwarz", "wenz", lambda made: made.our_tricks == 0),
        ],
    )
    def test_a_round_begins_with_its_trigger(self, trigger: str, kind: str, fits: Any) -> None:
        """RULES 0.32: a lost Solo, 60 to 60, Schwarz."""
        (made,) = examples(4, kind, fits)
        record = made.record("schafkopf", rules={"bock_after": [trigger]})
        assert self.after(NOTHING_CARRIED, record).bock == 4
        (other,) = examples(4, "rufspiel", plainly)
        record = other.record("schafkopf", rules={"bock_after": [trigger]})
        assert self.after(NOTHING_CARRIED, record).bock == 0

    def test_a_bock_deal_counts_double(self) -> None:
        """RULES 0.32: like any doubling."""
        (made,) = examples(4, "rufspiel", plainly)
        assert made.result("schafkopf", doubles=["bock"]).price == 40

    def test_in_a_ramsch_round_ramsch_is_played_without_an_auction(self) -> None:
        """RULES 0.32."""
        rules: dict[str, object] = {"ramsch_after": ["all_pass"], "ramsch_round": 2}
        carry = self.after(NOTHING_CARRIED, self.passed(**rules))
        assert carry.ramsch == 2
        contract = game("schafkopf").set_contract(carry)
        assert contract is not None
        assert contract.kind == "ramsch"
        assert game("schafkopf").set_contract(NOTHING_CARRIED) is None


class TestStock:
    """RULES 0.32: who wins the Stock is an option."""

    def test_who_loses_the_call_game_pays_as_much_again(self) -> None:
        """RULES 0.32: `stock_lost`."""
        (made,) = examples(4, "rufspiel", lambda m: abs(m.run(False)) < 3 and 31 <= m.ours <= 60)
        rules = {"stock_pay": 10}
        result = made.result("schafkopf", stock=40, rules=rules)
        assert result.stock_change == 40
        assert sum(result.payout) + result.stock_change == 0
        stays = made.result("schafkopf", stock=40, rules={**rules, "stock_lost": "stays"})
        assert stays.stock_change == 0

    def test_a_won_solo_may_get_it(self) -> None:
        """RULES 0.32: `stock_to`."""
        (made,) = examples(4, "wenz", lambda m: 61 <= m.ours <= 90 and abs(m.run(False)) < 3)
        rules = {"stock_pay": 10, "stock_to": "solo_won"}
        assert made.result("schafkopf", stock=40, rules=rules).stock_change == -40
        assert made.result("schafkopf", stock=40, rules={"stock_pay": 10}).stock_change == 0


class TestDurchmarsch:
    """RULES 5 and 0.32: an option."""

    MARCH = SURE

    def test_a_durchmarsch_loses_unless_the_table_wants_it_to_win(self) -> None:
        """RULES 0.32: `ramsch_durchmarsch`."""
        ramsch: dict[str, object] = {"kind": "ramsch"}
        lost = report(deal("schafkopf", ramsch, self.MARCH)).result
        assert lost is not None
        assert lost.payout[0] < 0
        wins = {"ramsch_durchmarsch": "wins"}
        won = report(deal("schafkopf", ramsch, self.MARCH, rules=wins)).result
        assert won is not None
        assert won.payout[0] > 0
        assert sum(won.payout) == 0


def test_kontra_after_the_second_card_is_too_late() -> None:
    """RULES 0.15: the window of AB is practice's, too."""
    late = [{"say": "kontra", "seat": 1, "after": 2}]
    record = deal("schafkopf", CALL, "0 E7 E8 E9 EK", doubles=late)
    assert [kind for kind, _, _ in found(record)] == ["illegal_double"]


def test_of_two_errors_the_first_played_counts() -> None:
    """RULES 12: both sides revoked; the violation played first loses."""
    plays = "0 S9 SA H7 S8 | 2 S7 E7 SZ EK | 0 E8 E9 EA SK"
    upheld = [
        {"kind": "revoke", "seat": seat, "play": play, "ruling": "upheld"}
        for seat, play in ((3, 5), (2, 2))
    ]
    assert found(deal("schafkopf", CALL, plays)) == [("revoke", 2, 2), ("revoke", 3, 5)]
    result = report(deal("schafkopf", CALL, plays, rulings=upheld)).result
    assert result is not None
    assert paid(result) == [20, 20, -60, 20]


def test_an_error_may_be_proven_after_the_deal_and_settles_it_anew() -> None:
    """RULES 12: `late_proof` = `resettle`."""
    (made,) = examples(4, "rufspiel", plainly)
    plays = list(made.plays)
    wrong, late = _swap(made, plays)
    ruling = [{"kind": "revoke", "seat": plays[wrong][0], "play": wrong, "ruling": "upheld"}]
    record = deal("schafkopf", made.contract, plays, dealer=made.dealer)
    assert ("revoke", plays[wrong][0], wrong) in found(record)
    for proof, price in (("resettle", -60), ("stands", None)):
        rules = {"late_proof": proof}
        settled = report(
            deal("schafkopf", made.contract, plays, dealer=made.dealer, rulings=ruling, rules=rules)
        ).result
        assert settled is not None
        if price is not None:
            assert settled.payout[plays[wrong][0]] == price
        else:
            assert settled.payout == report(record).result.payout  # type: ignore[union-attr]
    assert late > wrong


def _swap(made: Example, plays: list[tuple[int, str]]) -> tuple[int, int]:
    """Exchange two of one seat's cards so that the first becomes a revoke; return their places."""
    for early, (seat, first) in enumerate(made.plays):
        led = made.class_of(made.plays[early // 4 * 4][1])
        if early % 4 == 0 or made.class_of(first) != led or first in made.called:
            continue
        for later in range(early // 4 * 4 + 4, 32):
            other = made.plays[later][1]
            if made.plays[later][0] != seat or later % 4 == 0 or other in made.called:
                continue
            if made.class_of(other) != led:
                plays[early], plays[later] = plays[later], plays[early]
                if _alike(made, plays):
                    return early, later
                plays[early], plays[later] = plays[later], plays[early]
    raise AssertionError("no such pair of cards")


def _alike(made: Example, plays: list[tuple[int, str]]) -> bool:
    return all(
        made.winner(plays[start : start + 4]) == made.winner(made.plays[start : start + 4])
        for start in range(0, 32, 4)
    )
