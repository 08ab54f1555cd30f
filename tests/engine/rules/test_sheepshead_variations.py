"""Forced picks, doublers, crack and recrack, least with its blind (PG, variations; RULES 0)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.deal.record import DealRecord
from engine.dealfile.reader import parse_line
from engine.dealfile.writer import to_json
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import Announced, CardPlayed, DealClosed, DealStarted, EveningStarted, Event
from engine.games import game
from engine.games.base import BlindTaken
from engine.referee.evaluation import blind_taken, evaluate
from engine.rules.house_rules import rules_from
from tests.engine.games.auctions import auction_record, view_of
from tests.engine.sheepshead.made import Made
from tests.engine.spine import enveloped

NAMES = ("A", "B", "C", "D", "E")
ALL_PASS = DealClosed({"kind": "thrown_in", "why": "all_pass"})


def lost(players: int = 5) -> Made:
    """A deal its picker loses."""
    deals = (Made(seed, players, "jd") for seed in range(200))
    return next(each for each in deals if each.paid()[each.picker] < 0)


def paid(made: Made, **more: object) -> list[int]:
    result = evaluate(made.record(**more)).result
    assert result is not None
    return [int(each) for each in result.payout]


class TestForced:
    """PG, Dealer forced to pick."""

    def test_the_dealer_must_pick_when_all_others_passed(self) -> None:
        """PG forced: regardless of his hand; nobody asks him."""
        bids = [(seat, "pass") for seat in range(4)]
        view = view_of(auction_record("sheepshead", bids, players=5, all_pass="forced_pick"))
        assert view.outcome is not None
        assert (view.outcome.seat, view.turn) == (4, None)

    def test_the_doubling_may_be_waived_for_him(self) -> None:
        """PG forced: as a small consolation."""
        made = next(
            each
            for each in (Made(seed, 5, "jd") for seed in range(900))
            if each.picker == each.dealer and each.paid()[each.picker] < 0
        )
        forced = {**made.contract, "forced": True}
        must = {"all_pass": "forced_pick"}
        full = paid(made, contract=forced, rules=must)
        half = paid(made, contract=forced, rules={**must, "forced_bump": False})
        assert [2 * each for each in half] == full == paid(made)
        assert paid(made, rules={"forced_bump": False}) == full

    def test_the_bids_say_that_he_was_forced(self) -> None:
        """PG forced: the last person, all others having passed."""
        made = next(
            each
            for each in (Made(seed, 5, "jd") for seed in range(900))
            if each.picker == each.dealer and each.paid()[each.picker] < 0
        )
        rules = {"all_pass": "forced_pick", "forced_bump": False}
        bids = [[(made.dealer + place) % 5, "pass"] for place in range(1, 5)]
        assert [2 * each for each in paid(made, rules=rules, bids=bids)] == paid(made)

    @pytest.mark.parametrize(
        ("rule", "jacks", "asked"),
        [("never", False, False), ("forced_dealer", True, True), ("always", True, False)],
    )
    def test_where_a_forced_dealer_may_call_up_the_call_asks_whether_he_was(
        self, rule: str, jacks: bool, asked: bool
    ) -> None:
        """PG forced: they may also allow the dealer to call up."""
        menu = game("sheepshead").call_menu(rules_from({"call_up": rule}, "sheepshead"), 5)
        fields = {field.name: dict(field.words) for field in menu.kinds[0].fields}
        assert ("HJ" in fields["called"], "forced" in fields) == (jacks, asked)


class TestDoublers:
    """PG, Doublers."""

    def evening(self, *events: Event, **rules: Any) -> TableState:
        started = EveningStarted("e", "sheepshead", rules, NAMES, "desk", {})
        return fold(enveloped([started, *events]))

    def played(self, name: str) -> list[Event]:
        made = next(each for each in (Made(s, 5, "none") for s in range(99)) if each.dealer == 4)
        contract = made.record().contract
        laid: list[Event] = [CardPlayed(p.card, p.seat, "touch") for p in made.record().plays]
        return [DealStarted(name, 4), Announced(contract), *laid, DealClosed()]

    def test_the_deal_after_all_passed_is_a_doubler(self) -> None:
        """PG doublers: deal again and play the next hand as a doubler."""
        plain = self.evening(*self.played("a"), all_pass="doubler")
        after = self.evening(DealStarted("p", 4), ALL_PASS, *self.played("a"), all_pass="doubler")
        assert after.totals == tuple(2 * each for each in plain.totals)
        (doubling,) = after.finished[1].record.doubles
        assert doubling.say == "doubler"
        assert parse_line(json.dumps(to_json(after.finished[1].record))).doubles == (doubling,)

    def test_consecutive_doublers_extend_and_never_quadruple(self) -> None:
        """PG doublers: not quadrupled for one hand, but doubled for the next two."""
        twice: list[Event] = [DealStarted("p", 4), ALL_PASS, DealStarted("q", 0), ALL_PASS]
        hands = [event for name in "abc" for event in self.played(name)]
        state = self.evening(*twice, *hands, all_pass="doubler")
        said = [[each.say for each in deal.record.doubles] for deal in state.finished[2:]]
        assert said == [["doubler"], ["doubler"], []]

    def test_where_least_is_played_nothing_is_carried(self) -> None:
        """PG doublers: instead of playing least."""
        for all_pass, said in (("leaster", []), ("doubler", ["doubler"])):
            passed: list[Event] = [DealStarted("p", 4), ALL_PASS]
            state = self.evening(*passed, *self.played("a"), all_pass=all_pass)
            assert [each.say for each in state.finished[1].record.doubles] == said


class TestCrack:
    """PG, Crack and Recrack; RULES 0.28."""

    def deal(self, *doubles: object, **rules: object) -> DealRecord:
        made = next(each for each in (Made(s, 5, "jd") for s in range(99)) if each.dealer == 4)
        contract = {**made.contract, "seat": 2}
        return made.record(contract=contract, doubles=list(doubles), rules=rules)

    def wrong(self, *doubles: object, **rules: object) -> list[str]:
        return [each.id for each in evaluate(self.deal(*doubles, **rules)).verdicts]

    @pytest.mark.parametrize(("seat", "right"), [(0, False), (1, False), (2, False), (3, True)])
    def test_who_could_not_pick_may_crack(self, seat: int, right: bool) -> None:
        """PG crack: a player whose opportunity has been denied."""
        found = self.wrong({"say": "crack", "seat": seat, "after": 0})
        assert found == ([] if right else [f"illegal_double:{seat}:0"])

    def test_crack_comes_before_the_first_lead_and_once(self) -> None:
        """RULES 0.28: before the first lead, once."""
        crack = {"say": "crack", "seat": 3, "after": 0}
        assert self.wrong({**crack, "after": 1}) == ["illegal_double:3:0"]
        assert self.wrong(crack, {**crack, "seat": 4}) == ["illegal_double:4:0"]

    def test_the_picker_may_answer_with_recrack(self) -> None:
        """PG crack: some groups also allow recracking."""
        crack = {"say": "crack", "seat": 3, "after": 0}
        recrack = {"say": "recrack", "seat": 2, "after": 0}
        assert self.wrong(crack, recrack) == []
        assert self.wrong(recrack) == ["illegal_double:2:0"]
        assert self.wrong(crack, {**recrack, "seat": 4}) == ["illegal_double:4:0"]
        assert self.wrong(crack, recrack, crack="crack") == ["illegal_double:2:0"]
        assert self.wrong(crack, crack="off") == ["illegal_double:3:0"]

    def test_a_crack_upheld_as_illegal_does_not_count_nor_its_answer(self) -> None:
        """RULES 0.28: until somebody decides, what was said counts."""
        made = lost()
        # The picker himself may not crack.
        doubles = [{"say": "crack", "seat": made.picker, "after": 0}, "recrack"]
        ruling = {"kind": "illegal_double", "seat": made.picker, "play": 0, "ruling": "upheld"}
        plain = paid(made)
        assert paid(made, doubles=doubles) == [4 * each for each in plain]
        assert paid(made, doubles=doubles, rulings=[ruling]) == plain


class TestLeaster:
    """PG, least; RULES 0.7."""

    def test_the_dealer_may_name_the_trick_that_takes_the_blind(self) -> None:
        """PG least: identify one trick before play begins."""
        made = Made(4, 5, "leaster")
        contract = {"kind": "leaster", "blind_to": 3}
        record = made.record(contract=contract, rules={"leaster_blind": "dealer_names"})
        result = evaluate(record).result
        plain = evaluate(made.record()).result
        assert result is not None
        assert plain is not None
        gained = [a - b for a, b in zip(result.points_by_seat, plain.points_by_seat, strict=True)]
        hidden = 120 - sum(plain.points_by_seat)
        assert gained == [hidden if seat == made.winners[2] else 0 for seat in range(5)]
        unnamed = evaluate(made.record(rules={"leaster_blind": "dealer_names"})).result
        assert unnamed == plain

    @pytest.mark.parametrize("peek", [True, False])
    @pytest.mark.parametrize(
        ("said", "tricks", "trick"),
        [
            ({"blind_to": 3}, 2, None),
            ({"blind_to": 3}, 3, 2),
            ({"blind_to": 3}, 5, 2),
            ({"blind_to": "first"}, 1, 0),
            ({"blind_to": "none"}, 3, None),
            ({"blind_to": "last"}, 5, None),
            ({}, 3, None),
        ],
    )
    def test_who_gets_the_blind_with_a_trick_is_usually_allowed_to_peek(
        self, said: dict[str, object], tricks: int, trick: int | None, *, peek: bool
    ) -> None:
        """PG least: the unfortunate player may peek before continuing (`leaster_peek`)."""
        made = Made(4, 5, "leaster")
        rules = {"leaster_blind": "dealer_names", "leaster_peek": peek}
        record = made.record(contract={"kind": "leaster", **said}, rules=rules)
        running = record.with_plays(record.plays[: 5 * tricks])
        taken = None if trick is None else BlindTaken(made.winners[trick], peek)
        assert blind_taken(running) == taken
        assert blind_taken(record.with_plays(record.plays[: 5 * tricks - 1])) == (
            taken if trick is not None and trick < tricks - 1 else None
        )
        assert blind_taken(record) is None
