"""Sheepshead for two, three, four, six and seven: cards, blind, partners, picking (PG)."""

from __future__ import annotations

import json

import pytest

from engine.deal.record import DealRecord
from engine.dealfile.reader import parse_line
from engine.games import game
from engine.referee.evaluation import evaluate
from engine.rules.house_rules import preset_rules
from engine.text import PlainError
from tests.engine.games.auctions import auction_record, view_of
from tests.engine.sheepshead.made import SIZES, Made

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def deal(players: int, contract: object, plays: object = (), **more: object) -> DealRecord:
    line = {"game": "sheepshead", "players": players, "dealer": players - 1, "contract": contract}
    return parse_line(json.dumps({**line, "plays": plays, **more}))


def test_two_to_seven_may_play() -> None:
    """PG rules: three to five typically; two, six and seven exist."""
    assert game("sheepshead").player_counts == (2, 3, 4, 5, 6, 7)


@pytest.mark.parametrize(
    ("players", "hand", "blind"), [(3, 10, 2), (4, 7, 4), (6, 5, 2), (7, 4, 4)]
)
def test_each_number_has_its_hands_and_blind(players: int, hand: int, blind: int) -> None:
    """PG deal; six and seven player rules."""
    setting = game("sheepshead").setting(deal(players, {"kind": "leaster"}))
    assert (setting.hand_size, len(setting.deck) - setting.play_count) == (hand, blind)


@pytest.mark.parametrize("players", SIZES)
def test_as_many_are_buried_as_were_picked_up(players: int) -> None:
    """PG pick: the same number; of seven the picker buries two."""
    picked = 2 if players == 7 else SIZES[players][1]
    for count in (picked - 1, picked + 1):
        with pytest.raises(PlainError, match="bury"):
            deal(players, {"kind": "pick", "seat": 0, "bury": ["??"] * count})
    deal(players, {"kind": "pick", "seat": 0, "bury": ["??"] * picked})


@pytest.mark.parametrize("players", SIZES)
def test_each_in_turn_may_pick_from_the_dealer_s_left(players: int) -> None:
    """PG pick: circling the table clockwise; the first who picks has it."""
    bids = [(seat, "pass") for seat in range(players - 1)]
    for asked in range(players):
        view = view_of(auction_record("sheepshead", bids[:asked], players=players))
        assert view.turn == asked
        assert {offer.say for offer in view.offers} == {"pass", "pick"}
    picks = auction_record("sheepshead", [(0, "pass"), (1, "pick")], players=players)
    outcome = view_of(picks).outcome
    assert outcome is not None
    assert outcome.seat == 1


def test_three_play_one_against_two() -> None:
    """PG pick: in three-handed games the picker plays alone."""
    made = Made(5, 3, "none")
    result = evaluate(made.record()).result
    assert result is not None
    assert result.declarers == (made.picker,)
    assert abs(result.payout[made.picker]) == 2 * result.price


@pytest.mark.parametrize(("method", "partners"), [("usual", 0), ("jd", 1), ("none", 0)])
def test_four_have_a_partner_by_table_rule(method: str, partners: int) -> None:
    """PG pick: table rules say whether the picker may have one."""
    made = next(each for each in (Made(s, 4, "jd") for s in range(99)) if len(each.side) == 2)
    contract = {"kind": "pick", "seat": made.picker, "bury": made.bury}
    record = made.record(contract=contract, rules={"partner_method": method})
    result = evaluate(record).result
    assert result is not None
    assert len(result.declarers) == 1 + partners


def test_of_six_the_right_neighbour_plays_along() -> None:
    """PG six players: the player to picker's right is a second partner."""
    for seed in range(60):
        made = Made(seed, 6, "jd")
        result = evaluate(made.record()).result
        assert result is not None
        assert (made.picker - 1) % 6 in result.declarers
        holds = [s for s in range(6) if "DJ" in made.hands[s]]
        both = {made.picker, (made.picker - 1) % 6}
        assert len(result.declarers) == (2 if not holds or holds[0] in both else 3)


def test_of_seven_the_die_names_a_partner_and_each_buries_two() -> None:
    """PG seven players: counted clockwise from the picker; he gets the rest of the blind."""
    for seed in range(60):
        made = Made(seed, 7, "jd")
        result = evaluate(made.record()).result
        assert result is not None
        die = (made.picker + made.roll) % 7
        assert die in result.declarers
        assert len(made.bury) == len(made.die_bury) == 2
        holds = [s for s in range(7) if "DJ" in made.hands[s]]
        alone = not holds or holds[0] in (made.picker, die)
        assert len(result.declarers) == (2 if alone else 3)
        assert result.points is not None
        assert sum(result.points) == 120


@pytest.mark.parametrize("roll", [0, 7, "x", None, True])
def test_a_die_has_six_sides(roll: object) -> None:
    """PG seven players: one die."""
    with pytest.raises(PlainError, match="die"):
        deal(7, {"kind": "pick", "seat": 0, "die": {"roll": roll}})


def test_without_the_die_the_sides_of_seven_are_not_known() -> None:
    """PG seven players: nothing is settled on a guess."""
    made = Made(2, 7, "jd")
    report = evaluate(made.record(contract={"kind": "pick", "seat": made.picker}))
    assert (report.result, report.sides_known) == (None, False)


@pytest.mark.parametrize("players", [6, 7])
def test_alone_leaves_the_jack_s_holder_out(players: int) -> None:
    """RULES 0.24: alone in every game of four to seven; the other partner stays."""
    made = Made(8, players, "jd")
    contract = {**made.contract, "alone": True}
    result = evaluate(made.record(contract=contract)).result
    assert result is not None
    assert len(result.declarers) == 2


class TestTwo:
    """PG, two player rules; RULES 0.31 and 9.7."""

    PILES = [  # noqa: RUF012
        [["??", "??", "CQ"], ["??", "??", "C7"], ["??", "??", "S7"], ["??", "??", "H7"]],
        [["??", "??", "SQ"], ["??", "??", "C8"], ["??", "??", "S8"], ["??", "??", "H8"]],
    ]

    def two(self, plays: object, **more: object) -> DealRecord:
        return deal(2, {"kind": "two_hands"}, plays, **more)

    def test_two_have_sixteen_cards_in_hand_and_four_piles_of_three(self) -> None:
        """PG two players: two rows face down, one face up, four in hand."""
        setting = game("sheepshead").setting(self.two([]))
        assert (setting.hand_size, setting.piles, setting.play_count) == (16, (4, 3), 32)
        assert game("sheepshead").auction(self.two([])) is None

    def test_of_two_the_other_one_leads_and_the_winner_of_a_trick_next(self) -> None:
        """PG two players: the player opposite the dealer leads."""
        assert evaluate(self.two([])).turn == 0
        assert evaluate(self.two([[0, "C7"], [1, "C8"]])).turn == 1

    def test_an_open_card_must_follow_and_a_covered_one_need_not(self) -> None:
        """PG two players: only hand and open row are played from."""
        (verdict,) = evaluate(
            self.two([[0, "C7"], [1, "S8"]], piles=self.PILES, reveals=[])
        ).verdicts
        assert (verdict.kind, verdict.seat, verdict.play) == ("revoke", 1, 1)
        plays = [[0, "D7"], [1, "S8"], [0, "C7"], [1, "CA"], [1, "D8"], [0, "CQ"]]
        piles = [[[*p[:2], "H9"] if p[2] == "SQ" else p for p in each] for each in self.PILES]
        assert evaluate(self.two(plays, piles=piles, reveals=[])).verdicts == ()

    def test_of_two_sixty_one_win_and_sixty_draw(self) -> None:
        """RULES 9.7: the criterion is not in PG."""
        cards = [each.code for each in game("sheepshead").deck(preset_rules("sheepshead"), 2)]
        trumps = ["CQ", "SQ", "HQ", "DQ", "CJ", "SJ", "HJ", "DJ", "DA", "DT", "DK", "D9"]
        mine = [*trumps, "D8", "D7", "CA", "CT"]
        theirs = [each for each in cards if each not in mine]
        plays = [[s, c] for pair in zip(mine, theirs, strict=True) for s, c in enumerate(pair)]
        result = evaluate(self.two(plays)).result
        assert result is not None
        assert (result.winner, result.winners) == ("seats", (0,))
        assert [int(each) for each in result.payout] == [3, -3]
        assert (result.schneider, result.schwarz) == (True, True)
        end = {"kind": "entered", "points_by_seat": [60, 60], "tricks_by_seat": [8, 8]}
        tied = evaluate(self.two([], end=end)).result
        assert tied is not None
        assert tied.winner == "none"
        assert not any(tied.payout)
