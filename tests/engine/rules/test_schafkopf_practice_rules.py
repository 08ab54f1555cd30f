"""Today's practice, preset `schafkopf`: what no document of the seeds gives (RULES 0, 2, 7, 8)."""

from __future__ import annotations

import pytest

from engine.games import game
from engine.options import Rules
from engine.rules.house_rules import preset_rules
from tests.engine.rules.table import (
    Example,
    codes,
    deal,
    examples,
    found,
    line_of,
    paid,
    report,
    setting,
)

OBER, UNTER = (["EO", "GO", "HO", "SO"], ["EU", "GU", "HU", "SU"])
CALL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}


def plainly(made: Example) -> bool:
    """Won without Schneider and without Laufende of either side."""
    return abs(made.run(False)) < 3 and 61 <= made.ours <= 90


class TestCards:
    """RULES 2 and 0.32."""

    def test_a_farbwenz_has_unter_and_a_suit_as_trump(self) -> None:
        """RULES 2: Unter, then A 10 K O 9 8 7 of the suit."""
        made = setting(4, {"kind": "farbwenz", "seat": 0, "suit": "G"}, "schafkopf")
        assert codes(made.trumps) == [*UNTER, "GA", "GZ", "GK", "GO", "G9", "G8", "G7"]

    def test_a_farbgeier_has_ober_and_a_suit_as_trump(self) -> None:
        """RULES 2: Ober, then A 10 K U 9 8 7 of the suit."""
        made = setting(4, {"kind": "farbgeier", "seat": 0, "suit": "S"}, "schafkopf")
        assert codes(made.trumps) == [*OBER, "SA", "SZ", "SK", "SU", "S9", "S8", "S7"]
        assert line_of(made, "EA") == ["EA", "EZ", "EK", "EU", "E9", "E8", "E7"]

    def test_the_short_deck_has_24_cards_and_six_tricks(self) -> None:
        """RULES 0.32: O U A 10 K 9, six cards, six tricks."""
        made = setting(4, CALL, "schafkopf", rules={"deck": "short"})
        assert (len(made.deck), made.hand_size, made.trick_count, made.total) == (24, 6, 6, 120)
        assert {code[1] for code in codes(made.deck)} == set("OUAZK9")

    def test_the_games_of_practice_are_offered(self) -> None:
        """RULES 0.14: Farbwenz and Farbgeier beside the rulebook's games."""
        kinds = {k.kind for k in game("schafkopf").call_menu(_rules(), 4).kinds}
        assert {"rufspiel", "solo", "wenz", "geier", "farbwenz", "farbgeier", "ramsch"} <= kinds
        assert "hochzeit" not in kinds


def _rules() -> Rules:
    return preset_rules("schafkopf")


class TestCalledCard:
    """RULES 7 and 0.1, 0.2."""

    def test_running_away_needs_four_and_a_suit_not_led_before(self) -> None:
        """RULES 7.2."""
        four = "1 G7 H7 H8 G8 | 3 E7 E8 GK E9 | 2 S7 S8 S9 GZ | 0 EZ GA EA EK"
        assert found(deal("schafkopf", CALL, four, dealer=0)) == []
        three = "1 G7 G8 G9 GZ | 0 E7 GA E8 E9"
        assert found(deal("schafkopf", CALL, three, dealer=0)) == [("called_card_underled", 1, 0)]

    def test_in_the_short_deck_two_are_enough(self) -> None:
        """RULES 0.2: 4 cards of the suit, three other players: computed 4-3+1."""
        two, rules = "1 G9 GZ H9 GK | 3 S9 SZ GA SA", {"deck": "short"}
        assert found(deal("schafkopf", CALL, two, dealer=0, rules=rules)) == []
        in_full = "1 G9 GZ G8 GK | 2 S9 SZ SK GA"
        assert found(deal("schafkopf", CALL, in_full, dealer=0)) == [("called_card_underled", 1, 0)]

    def test_an_ace_is_not_thrown_off_before_its_suit_was_led(self) -> None:
        """RULES 7.3."""
        assert found(deal("schafkopf", CALL, "0 S7 GA S8 S9")) == [("called_card_discarded", 1, 1)]

    def test_the_caller_need_not_keep_a_card_of_the_suit(self) -> None:
        """RULES 7.5; PG: the picker must."""
        away = "0 S7 S8 S9 SA | 3 E7 G7 E8 E9 | 2 G8 H7 SK GA"
        assert found(deal("schafkopf", CALL, away)) == []
        pick: dict[str, object] = {"kind": "pick", "seat": 1, "partner": "called", "called": "CA"}
        away = "0 S7 C7 S8 S9 SK | 4 C8 C9 D7 CT CA | 1 D8 D9 DT DK CK"
        kept_none = found(deal("sheepshead", pick, away, players=5))
        assert kept_none == [("called_suit_not_kept", 1, 1)]

    def test_a_ten_may_be_called_in_place_of_the_ace(self) -> None:
        """RULES 5, Muss-Spiel: with all aces a ten is called."""
        house = {"called_ten": "always"}
        record = deal("schafkopf", {**CALL, "called": "GZ"}, "0 GA G8 GZ G9", rules=house)
        assert report(record).partners == (2,)

    def test_a_renonce_calls_a_suit_the_caller_lacks(self) -> None:
        """RULES 5: Renonce, an option of practice: no verdict on a caller without the suit."""

        def without(made: Example) -> str | None:
            hand = made.hands[made.declarer]
            return next(
                (s for s in "EGS" if not [c for c in hand if c[0] == s and c[1] not in "OU"]), None
            )

        (made,) = examples(4, "rufspiel", lambda made: without(made) is not None)
        contract = {**made.contract, "suit": without(made)}
        plain = deal("schafkopf", contract, made.plays, dealer=made.dealer)
        assert "illegal_call" in [k for k, _, _ in found(plain)]
        told: dict[str, object] = {**contract, "renonce": True}
        house = {"renonce": "always"}
        renonce = deal("schafkopf", told, made.plays, dealer=made.dealer, rules=house)
        assert "illegal_call" not in [k for k, _, _ in found(renonce)]


class TestPrices:
    """RULES 8 and 0.3 to 0.5."""

    def test_the_tariff_is_20_50_10_10_10(self) -> None:
        """DEAL_FILE, `tariff`."""
        tariff = _rules().options["tariff"]
        assert isinstance(tariff, dict)
        assert [tariff[k] for k in ("call", "solo", "schneider", "schwarz", "laufende")] == [
            20,
            50,
            10,
            10,
            10,
        ]

    def test_losing_declarers_pay_schneider_below_31(self) -> None:
        """RULES 0.4: free with total/4+1."""
        for made in examples(4, "solo", lambda m: 25 <= m.ours <= 34 and m.our_tricks > 0, 6):
            assert made.result("schafkopf").schneider is (made.ours < 31)

    def test_schneider_and_schwarz_add_up(self) -> None:
        """RULES 8: Schneider and Schwarz, 10 each."""
        for made in examples(4, "wenz", lambda m: m.our_tricks == 0, 2):
            result = made.result("schafkopf", rules={"laufende": False})
            assert (result.schwarz, result.price) == (True, 70)

    def test_suit_trumps_count_as_laufende(self) -> None:
        """RULES 11.2: all trumps of the run."""
        for made in examples(4, "rufspiel", lambda m: abs(m.run(False)) >= 3, 3):
            assert made.result("schafkopf").laufende == made.run(False)

    def test_laufende_of_either_side_go_to_the_winners(self) -> None:
        """RULES 0.5: with and without, on the price."""
        for made in examples(4, "solo", lambda m: m.run(False) <= -3 and 31 <= m.ours <= 60, 2):
            price = made.result("schafkopf").price
            assert price == 50 + 10 * abs(made.run(False))

    def test_without_laufende_a_game_costs_its_base(self) -> None:
        """RULES 8."""
        for made in examples(4, "rufspiel", plainly):
            assert paid(made.result("schafkopf")) == [
                20 if s in made.side else -20 for s in range(4)
            ]

    def test_a_tout_doubles_base_and_laufende_won_or_lost(self) -> None:
        """RULES 0.3."""
        tout: dict[str, object] = {"kind": "solo", "seat": 0, "suit": "E", "tout": True}
        lost = report(deal("schafkopf", tout, "0 EO EA E7 G7 | 0 E9 GO E8 G8")).result
        assert lost is not None
        assert paid(lost) == [-300, 100, 100, 100]

    def test_legen_and_klopfen_double_once_each_player(self) -> None:
        """RULES 0.32: each seat once after its first cards, doubling each."""
        (made,) = examples(4, "rufspiel", plainly)
        one = made.result("schafkopf", doubles=["legen"])
        three = made.result("schafkopf", doubles=["legen", "klopfen", "legen"])
        assert (one.price, three.price) == (40, 160)
        twice = [{"say": "legen", "seat": 1, "after": 0}, {"say": "legen", "seat": 1, "after": 0}]
        record = made.record("schafkopf", doubles=twice)
        assert "illegal_double" in [k for k, _, _ in found(record)]

    def test_legen_comes_before_the_first_card(self) -> None:
        """RULES 0.32: after the first cards of the hand, so before any play."""
        late = [{"say": "legen", "seat": 1, "after": 2}]
        record = deal("schafkopf", CALL, "0 E7 E8 E9 EK", doubles=late)
        assert [k for k, _, _ in found(record)] == ["illegal_double"]


class TestRamsch:
    """RULES 0.32 and 5."""

    @pytest.mark.parametrize("virgins", [0, 1, 2])
    def test_each_jungfrau_doubles(self, virgins: int) -> None:
        """RULES 0.32: 235 of 235 recorded deals."""

        def fits(made: Example) -> bool:
            return made.tricks.count(0) == virgins and made.points.count(max(made.points)) == 1

        (made,) = examples(4, "ramsch", fits)
        loser = made.points.index(max(made.points))
        price = 20 * 2**virgins
        assert paid(made.result("schafkopf")) == [
            -3 * price if seat == loser else price for seat in range(4)
        ]

    def test_of_equal_points_the_higher_trump_loses(self) -> None:
        """RULES 5: who had the higher trump."""

        def tied(made: Example) -> bool:
            return made.points.count(max(made.points)) == 2

        (made,) = examples(4, "ramsch", tied)
        among = [s for s in range(4) if made.points[s] == max(made.points)]
        top = next(c for c in made.trumps if any(c in made.hands[s] for s in among))
        (loser,) = [s for s in among if top in made.hands[s]]
        payout = made.result("schafkopf").payout
        assert [seat for seat in range(4) if payout[seat] < 0] == [loser]

    def test_there_is_no_bar(self) -> None:
        """RULES 11.4: practice names none."""
        (made,) = examples(
            4, "ramsch", lambda m: any({"EA", "GA", "SA"} <= set(h) for h in m.hands)
        )
        contract: dict[str, object] = {"kind": "ramsch", "why": "all_pass"}
        for name, told in (("schafkopf", []), ("mehrkopf", ["ramsch_barred"])):
            record = deal(name, contract, made.plays, dealer=made.dealer)
            assert [kind for kind, _, _ in found(record)] == told


class TestStock:
    """RULES 0.32: deals that all pass pay in; who wins it is an option."""

    def test_all_pass_deals_pay_in(self) -> None:
        """RULES 0.32."""
        end = {"kind": "thrown_in", "why": "all_pass"}
        record = deal("schafkopf", None, end=end, rules={"stock_pay": 10})
        result = report(record).result
        assert result is not None
        assert (paid(result), result.stock_change) == ([-10] * 4, 40)

    def test_the_next_call_game_won_gets_it(self) -> None:
        """RULES 0.32: `stock_to`, by default the declarers of a won call game."""
        (made,) = examples(4, "rufspiel", plainly)
        result = made.result("schafkopf", stock=40, rules={"stock_pay": 10})
        assert result.stock_change == -40
        assert paid(result) == [40 if s in made.side else -20 for s in range(4)]
        assert sum(result.payout) + result.stock_change == 0
