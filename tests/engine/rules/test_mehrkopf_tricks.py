"""Course of a deal, tricks, following suit, wrong cards (DE Geben, Stiche; EN likewise)."""

from __future__ import annotations

import pytest

from engine.deal.report import Grade, Status
from tests.engine.rules.table import deal, examples, found, report

NORMAL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}
WENZ: dict[str, object] = {"kind": "wenz", "seat": 0}


def winner(trick: str, contract: dict[str, object] | None = None) -> int | None:
    return report(deal("mehrkopf", contract or NORMAL, trick)).tricks[0].winner


class TestCourse:
    """DE/EN Stiche, first paragraph."""

    def test_the_dealer_s_left_neighbour_leads_the_first_trick(self) -> None:
        """DE/EN Geben: the player left of the dealer opens; Stiche: and lays the first card."""
        for dealer in range(4):
            assert report(deal(contract=NORMAL, dealer=dealer)).turn == (dealer + 1) % 4

    def test_the_others_follow_clockwise(self) -> None:
        """DE/EN Stiche: each other player adds a card, clockwise."""
        plays = "2 E7 E8 E9 EK"
        for laid, turn in ((1, 3), (2, 0), (3, 1)):
            so_far = " ".join(plays.split()[: laid + 1])
            assert report(deal("mehrkopf", NORMAL, so_far, dealer=1)).turn == turn

    def test_a_card_out_of_order_is_noticed(self) -> None:
        """DE/EN Stiche: the order is clockwise."""
        wrong = deal("mehrkopf", NORMAL, [(0, "E7"), (2, "E8"), (1, "E9"), (3, "EK")])
        assert {kind for kind, _, _ in found(wrong)} == {"out_of_turn"}
        assert report(wrong).verdicts[0].status is Status.SUSPECTED

    def test_a_trick_is_complete_when_everybody_laid_a_card(self) -> None:
        """DE/EN Stiche: as many cards as players decide the trick."""
        assert [t.complete for t in report(deal("mehrkopf", NORMAL, "0 E7 E8 E9")).tricks] == [
            False
        ]
        assert report(deal("mehrkopf", NORMAL, "0 E7 E8 E9 EK")).tricks[0].complete

    def test_who_wins_a_trick_leads_the_next(self) -> None:
        """DE/EN Stiche: the winner takes the cards and leads."""
        assert report(deal("mehrkopf", NORMAL, "0 E7 E8 EA EK")).turn == 2
        wrong = deal("mehrkopf", NORMAL, "0 E7 E8 EA EK | 3 H7")
        assert [kind for kind, _, _ in found(wrong)] == ["lead_out_of_turn"]

    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    def test_a_deal_has_eight_tricks(self, players: int) -> None:
        """DE/EN Stiche: eight tricks in the normal case."""
        (made,) = examples(players, "solo", lambda made: True)
        told = report(made.record())
        assert (told.trick_count, len(told.tricks), told.complete) == (8, 8, True)
        assert sum(made.tricks) == 8


class TestWinning:
    """DE/EN Stiche, on what takes a trick; DE Vorwort, tip."""

    def test_the_highest_card_of_the_led_suit_takes(self) -> None:
        """DE Stiche: with suits only, the trick goes to the highest card by point value."""
        assert winner("0 E7 EK EZ E9") == 2
        assert winner("0 EA EZ EK E9") == 0

    def test_only_the_led_suit_can_take(self) -> None:
        """DE Stiche: a Gras ten does not beat an Eichel nine that was led."""
        assert winner("0 E9 GZ SA S7") == 0
        assert winner("0 E9 EZ SA S7") == 1

    def test_a_trump_takes_any_suit(self) -> None:
        """DE/EN Stiche: a trump always takes a led suit."""
        assert winner("0 EA H7 EZ EK") == 1

    def test_a_trump_is_beaten_by_a_higher_trump_only(self) -> None:
        """DE Stiche; EN writes "higher point value", which is a slip (RULES 2)."""
        assert winner("0 HA SU SA EA") == 1
        assert winner("0 H7 HA SU EO") == 3

    def test_stammtruempfe_stay_trumps_when_their_suit_is_led(self) -> None:
        """DE/EN Stiche: E9 led, E-U and E-O remain trumps."""
        assert winner("0 E9 EA EU EK") == 2
        trumped = "0 E9 EA EU EK | 2 S7 E7 S9 S8"
        assert [kind for kind, _, _ in found(deal("mehrkopf", NORMAL, trumped))] == []

    def test_in_geier_and_wenz_other_stammtruempfe_belong_to_their_suit(self) -> None:
        """DE/EN Stiche: the exceptions are the Solos Geier, Wenz and Niederer."""
        assert winner("0 E9 EO E8 E7", WENZ) == 1
        assert winner("0 E9 EO E8 EU", WENZ) == 3
        assert winner("0 E9 EU E8 EO", {"kind": "geier", "seat": 0}) == 3


class TestFollowing:
    """Bedienregel: DE Vorwort and DE/EN Stiche."""

    def test_trump_led_demands_trump(self) -> None:
        """DE/EN Vorwort, Bedienregel; Stiche: to a trump the others lay a trump."""
        wrong = deal("mehrkopf", NORMAL, "0 H9 E7 H8 HK | 3 S7 S8 H7")
        assert found(wrong) == [("revoke", 1, 1)]

    def test_a_suit_led_demands_that_suit(self) -> None:
        """DE/EN Vorwort, Bedienregel; Stiche: to a suit the others lay that suit."""
        wrong = deal("mehrkopf", NORMAL, "0 S9 SA E7 S8 | 1 E8 S7")
        assert found(wrong) == [("revoke", 2, 2)]

    def test_trumping_a_suit_one_still_has_is_wrong(self) -> None:
        """DE Stiche: a trump to a suit trick with the suit in hand is the example of an error."""
        wrong = deal("mehrkopf", NORMAL, "0 S9 SA H7 S8 | 2 S7")
        assert found(wrong) == [("revoke", 2, 2)]

    def test_who_cannot_follow_may_lay_any_card(self) -> None:
        """DE/EN Vorwort and Stiche: any card may be played, a trump or another suit."""
        for last, told in (("HZ", []), ("SK", [("revoke", 1, 1)])):
            laid = deal("mehrkopf", NORMAL, f"0 S9 E7 HA EK | 2 H8 H9 E8 {last}")
            assert found(laid) == told

    def test_there_is_no_duty_to_take_or_to_trump(self) -> None:
        """DE/EN Vorwort: beyond following anything goes."""
        for low, late, told in (("S7", "EK", []), ("EK", "S7", [("revoke", 1, 1)])):
            plays = f"0 S9 {low} S8 SK | 3 H7 H8 H9 HK | 2 E7 E8 E9 {late}"
            assert found(deal("mehrkopf", NORMAL, plays)) == told


class TestWrongCards:
    """DE/EN Stiche, last paragraph; DE Abrechnung."""

    WRONG = "0 S9 SA H7 S8 | 2 S7"

    def test_a_wrong_card_is_shown_by_a_later_card_of_the_suit(self) -> None:
        """DE/EN Stiche: it comes out when a card of the suit is played after all."""
        before = deal("mehrkopf", NORMAL, "0 S9 SA H7 S8")
        assert found(before) == []
        (verdict,) = report(deal("mehrkopf", NORMAL, self.WRONG)).verdicts
        assert (verdict.proof, verdict.known_after, verdict.grade) == ((2, 4), 4, Grade.OWN_PLAY)
        assert verdict.status is Status.PROVEN

    def test_a_wrong_card_loses_the_game_at_once(self) -> None:
        """DE/EN Stiche: immediate loss of the game; nothing is scored before a person decides."""
        ruling = [{"kind": "revoke", "seat": 2, "play": 2, "ruling": "upheld"}]
        running = report(deal("mehrkopf", NORMAL, self.WRONG))
        assert (running.result, running.turn) == (None, 3)
        ended = report(deal("mehrkopf", NORMAL, self.WRONG, rulings=ruling))
        assert ended.turn is None
        assert ended.result is not None
        assert ended.result.payout[2] < 0
        assert 2 not in ended.result.winners
