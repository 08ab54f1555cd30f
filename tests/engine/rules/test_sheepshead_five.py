"""Sheepshead for five, as far as it is there: jack of diamonds' partner, leaster (PG)."""

from __future__ import annotations

import json
import random

import pytest

from engine.cards import Family, card
from engine.deal.record import DealRecord
from engine.deal.report import DealResult
from engine.dealfile.reader import parse_line
from engine.games import game
from engine.games.facts import TRUMP
from engine.referee.evaluation import evaluate
from engine.rules.house_rules import preset_rules
from tests.engine.rules.table import codes, paid

TRUMPS = ["CQ", "SQ", "HQ", "DQ", "CJ", "SJ", "HJ", "DJ", "DA", "DT", "DK", "D9", "D8", "D7"]
FAIL = "ATK987"
DECK = TRUMPS + [suit + rank for suit in "CSH" for rank in FAIL]
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def points(cards: list[str]) -> int:
    return sum(POINTS.get(each[1], 0) for each in cards)


def line(contract: dict[str, object], plays: list[tuple[int, str]], **more: object) -> DealRecord:
    made = {"game": "sheepshead", "players": 5, "dealer": 4, "contract": contract}
    return parse_line(json.dumps({**made, "plays": [list(p) for p in plays], **more}))


class Deal:
    """A random deal of five, played by the rules."""

    def __init__(self, seed: int, kind: str = "pick") -> None:
        chance = random.Random(seed)
        cards = list(DECK)
        chance.shuffle(cards)
        self.hands = [cards[6 * s : 6 * s + 6] for s in range(5)]
        self.hidden = cards[30:]
        self.picker = seed % 5
        self.kind = kind
        self.plays: list[tuple[int, str]] = []
        self.taken: list[list[str]] = [[] for _ in range(5)]
        self.tricks = [0] * 5
        left = [list(hand) for hand in self.hands]
        leader = 0
        for _ in range(6):
            trick: list[tuple[int, str]] = []
            for place in range(5):
                seat = (leader + place) % 5
                led = self.klass(trick[0][1]) if trick else None
                fits = [c for c in left[seat] if led is None or self.klass(c) == led]
                code = chance.choice(fits or left[seat])
                left[seat].remove(code)
                trick.append((seat, code))
            leader = self.winner(trick)
            self.taken[leader] += [c for _, c in trick]
            self.tricks[leader] += 1
            self.plays += trick

    @staticmethod
    def klass(code: str) -> str:
        return "T" if code in TRUMPS else code[0]

    def winner(self, trick: list[tuple[int, str]]) -> int:
        def power(code: str) -> int:
            if code in TRUMPS:
                return 100 - TRUMPS.index(code)
            return 50 - FAIL.index(code[1]) if code[0] == trick[0][1][0] else 0

        return max(trick, key=lambda play: power(play[1]))[0]

    @property
    def side(self) -> set[int]:
        partner = {s for s in range(5) if "DJ" in self.hands[s]}
        return {self.picker} | partner

    @property
    def ours(self) -> int:
        return sum(points(self.taken[s]) for s in self.side) + points(self.hidden)

    def result(self, **more: object) -> DealResult:
        contract: dict[str, object] = {"kind": "leaster"}
        if self.kind == "pick":
            contract = {
                "kind": "pick",
                "seat": self.picker,
                "partner": "jd",
                "bury": self.hidden,
            }
        result = evaluate(line(contract, self.plays, **more)).result
        assert result is not None
        return result


DEALS = [Deal(seed) for seed in range(400)]
LEASTERS = [Deal(seed, "leaster") for seed in range(200)]


class TestDeck:
    """PG, First, the Deck."""

    PICK: dict[str, object] = {"kind": "pick", "seat": 0, "partner": "jd"}  # noqa: RUF012

    def test_32_cards_without_two_to_six(self) -> None:
        """PG deck: the 2 to 6 are removed."""
        rules = preset_rules("sheepshead")
        assert sorted(codes(game("sheepshead").deck(rules, 5))) == sorted(DECK)

    def test_fourteen_fixed_trumps_in_this_order(self) -> None:
        """PG deck: queens, jacks, diamonds."""
        made = game("sheepshead").setting(line(self.PICK, []))
        assert codes(made.trumps) == TRUMPS
        assert sum(1 for each in made.deck if made.klass[each] == TRUMP) == 14

    def test_fail_suits_rank_ace_ten_king_nine_eight_seven(self) -> None:
        """PG deck: like the low diamonds."""
        made = game("sheepshead").setting(line(self.PICK, []))
        klass = made.klass[card("SA", Family.FRENCH)]
        fail = [c for c in made.deck if made.klass[c] == klass]
        fail.sort(key=lambda c: made.strength[c], reverse=True)
        assert codes(fail) == ["S" + rank for rank in FAIL]

    def test_card_points_sum_to_120(self) -> None:
        """PG deck: A 11, 10 10, K 4, Q 3, J 2; 120 in all."""
        made = game("sheepshead").setting(line(self.PICK, []))
        assert all(made.points[each] == POINTS.get(each.code[1], 0) for each in made.deck)
        assert made.total == 120 == points(DECK)

    def test_five_get_six_cards_and_two_lie_in_the_blind(self) -> None:
        """PG deal: six each, two left."""
        made = game("sheepshead").setting(line(self.PICK, []))
        assert (made.hand_size, made.trick_count, len(made.deck) - 30) == (6, 6, 2)


class TestPicking:
    """PG, Pick and Win; Identifying a Partner."""

    def test_picker_and_the_jack_s_holder_play_together(self) -> None:
        """PG partner: the holder of the jack of diamonds."""
        for made in DEALS[:40]:
            if "DJ" not in made.hidden:
                assert set(made.result().declarers) == made.side

    def test_a_picker_may_go_alone(self) -> None:
        """PG pick: in any case he may play without a partner."""
        made = DEALS[0]
        contract: dict[str, object] = {
            "kind": "pick",
            "seat": made.picker,
            "partner": "jd",
            "alone": True,
            "bury": made.hidden,
        }
        result = evaluate(line(contract, made.plays)).result
        assert result is not None
        assert result.declarers == (made.picker,)

    def test_buried_points_count_for_the_picker(self) -> None:
        """PG pick: a head start toward 61."""
        for made in DEALS[:40]:
            result = made.result()
            assert result.points == (made.ours, 120 - made.ours)

    def test_the_jack_may_be_played_whenever_trump_may(self) -> None:
        """PG partner: no duty on its holder."""
        for made in DEALS[:40]:
            contract: dict[str, object] = {"kind": "pick", "seat": made.picker, "partner": "jd"}
            assert evaluate(line(contract, made.plays)).verdicts == ()
        contract = {"kind": "pick", "seat": 2, "partner": "jd"}
        trumped = [(0, "C7"), (1, "DJ"), (2, "C8"), (3, "C9"), (4, "CA")]
        for after, told in (("S7", []), ("CK", ["revoke:1:1"])):
            found = evaluate(line(contract, [*trumped, (1, after)])).verdicts
            assert [verdict.id for verdict in found] == told


class TestPlaying:
    """PG, Playing a hand."""

    PICK: dict[str, object] = {"kind": "pick", "seat": 2, "partner": "jd"}  # noqa: RUF012

    def test_the_player_at_the_dealer_s_left_leads(self) -> None:
        """PG play; play goes clockwise."""
        assert evaluate(line(self.PICK, [])).turn == 0
        assert evaluate(line(self.PICK, [(0, "C7")])).turn == 1

    def test_the_highest_trump_or_else_the_highest_of_the_led_suit_takes(self) -> None:
        """PG play: other fail suits never win; the winner leads."""
        for made in DEALS[:60]:
            told = evaluate(line(self.PICK, made.plays))
            for trick in told.tricks:
                laid = [(s, c.code) for s, c in trick.plays if c is not None]
                assert trick.winner == made.winner(laid)

    def test_suit_must_be_followed_trump_too(self) -> None:
        """PG play: follow suit if possible; trumps are a suit."""
        plays = [(0, "C7"), (1, "S7"), (2, "C8"), (3, "C9"), (4, "CA"), (4, "D7")]
        plays += [(0, "D8"), (1, "CT")]
        (verdict,) = evaluate(line(self.PICK, plays)).verdicts
        assert (verdict.kind, verdict.seat, verdict.play) == ("revoke", 1, 1)

    def test_who_cannot_follow_may_play_anything(self) -> None:
        """PG play: fail off, or trump."""
        plays = [(0, "C7"), (1, "S7"), (2, "D7"), (3, "C9"), (4, "CA")]
        for after, told in (("SA", []), ("CT", ["revoke:2:2"])):
            found = evaluate(line(self.PICK, [*plays, (2, after)])).verdicts
            assert [verdict.id for verdict in found] == told


class TestScoring:
    """PG, Keeping Score."""

    def losers_unit(self, made: Deal) -> int:
        won = made.ours >= 61
        losing = made.side if not won else set(range(5)) - made.side
        low = (120 - made.ours < 30) if won else made.ours < 31
        tricks = sum(made.tricks[s] for s in losing)
        return 3 if tricks == 0 else 2 if low else 1

    def test_sixty_one_win_and_a_tie_is_the_defenders(self) -> None:
        """PG score: 60-60 is won by the defenders."""
        for made in DEALS:
            assert (made.result().winner == "declarers") is (made.ours >= 61)
        assert any(made.ours == 60 for made in DEALS)

    def test_losers_pay_one_two_or_three_each(self) -> None:
        """PG score: 30 to 59 one, fewer two, no trick three; 31 frees the challenger."""
        seen = set()
        for made in DEALS:
            if "DJ" in made.hidden:
                continue
            unit = self.losers_unit(made)
            price = made.result(rules={"double_on_bump": False}).price
            assert price == unit
            seen.add(unit)
        assert seen == {1, 2, 3}

    def test_the_picker_s_loss_counts_double(self) -> None:
        """PG object and score: defenders get twice as many, two, four or six."""
        for made in DEALS[:150]:
            factor = 1 if made.ours >= 61 else 2
            assert made.result().price == self.losers_unit(made) * factor

    def test_scores_sum_to_zero(self) -> None:
        """PG score: the losers pay the winners."""
        for made in [*DEALS[:100], *LEASTERS[:50]]:
            payout = made.result().payout
            assert sum(payout) == 0
            assert max(payout) > 0


class TestLeaster:
    """PG, Keeping Score: least."""

    def test_fewest_points_with_a_trick_win_one_from_each(self) -> None:
        """PG least: no partners; at least one trick; one from each other player."""
        for made in LEASTERS:
            able = [s for s in range(5) if made.tricks[s]]
            least = min(points(made.taken[s]) for s in able)
            winners = [s for s in able if points(made.taken[s]) == least]
            if len(winners) == 1:
                expected = [-1] * 5
                expected[winners[0]] = 4
                assert paid(made.result()) == expected

    def test_a_group_may_not_ask_for_a_trick(self) -> None:
        """PG least: most groups require one; `leaster_needs_trick`."""
        made = next(d for d in LEASTERS if d.tricks.count(0) == 1)
        result = made.result(rules={"leaster_needs_trick": False})
        assert result.winners == (made.tricks.index(0),)

    @pytest.mark.parametrize(("option", "trick"), [("first", 0), ("last", 5)])
    def test_the_blind_may_go_with_a_trick(self, option: str, trick: int) -> None:
        """PG least: ignored, or with a trick named before."""
        made = LEASTERS[0]
        told = evaluate(line({"kind": "leaster"}, made.plays))
        winner = told.tricks[trick].winner
        result = made.result(rules={"leaster_blind": option})
        for seat in range(5):
            extra = points(made.hidden) if seat == winner else 0
            assert result.points_by_seat[seat] == points(made.taken[seat]) + extra
        ignored = made.result()
        assert list(ignored.points_by_seat) == [points(cards) for cards in made.taken]


class TestDoubling:
    """PG, Doublers; Crack and Recrack."""

    @pytest.mark.parametrize(
        ("words", "factor"), [(["doubler"], 2), (["crack"], 2), (["crack", "recrack"], 4)]
    )
    def test_doubler_crack_and_recrack_double_each(self, words: list[str], factor: int) -> None:
        """PG variations: the stakes are doubled."""
        made = DEALS[3]
        told = made.result(doubles=words, rules={"all_pass": "doubler"})
        assert told.price == made.result().price * factor
