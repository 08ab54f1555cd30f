"""How many play (DE Besonderheiten entsprechend der Spielerzahl; EN Variations)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.cards import card
from engine.deal.auction import AuctionView
from engine.games import game
from engine.rules.house_rules import preset_rules
from engine.text import PlainError
from tests.engine.planted.test_planted import some
from tests.engine.rules.table import (
    codes,
    deal,
    deck,
    examples,
    found,
    line_of,
    paid,
    report,
    setting,
    trumps,
)
from tests.simulate.records import record_of

SOLO: dict[str, object] = {"kind": "solo", "seat": 0, "suit": "E"}
NORMAL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}


def kinds(players: int) -> set[str]:
    menu = game("mehrkopf").call_menu(preset_rules("mehrkopf"), players)
    return {each.kind for each in menu.kinds}


class TestThree:
    """DE/EN 3 Spieler."""

    def test_three_play_with_24_cards(self) -> None:
        """DE/EN 3 Spieler: O U A 10 K 9."""
        assert sorted(codes(setting(3, SOLO).deck)) == sorted(deck(3))
        assert len(deck(3)) == 24

    def test_three_play_solos_only(self) -> None:
        """DE/EN 3 Spieler."""
        assert kinds(3) >= {"solo", "geier", "wenz"}
        assert not kinds(3) & {"rufspiel", "ramsch", "hochzeit"}
        with pytest.raises(PlainError):
            deal("mehrkopf", NORMAL, players=3)

    def test_the_rules_of_tricks_stay(self) -> None:
        """DE/EN 3 Spieler: all else stays the same."""
        wrong = deal("mehrkopf", SOLO, "0 S9 H9 SA | 2 HZ HA SK | 1 SZ", players=3)
        assert ("revoke", 1, 1) in found(wrong)
        for made in examples(3, "solo", lambda made: True, 4):
            assert found(made.record()) == []
            assert list(made.result().points_by_seat) == made.points


class TestTwo:
    """DE/EN 2 Spieler: Offiziersschafkopf."""

    PILES = (
        [["??", c] for c in ["HO", "E7", "SA", "G9", "EZ", "HK", "SU", "G7"]],
        [["??", c] for c in ["EO", "E8", "SK", "GZ", "EA", "HA", "GU", "S7"]],
    )

    def layout(self, plays: str = "", **more: Any) -> list[tuple[str, int | None, int]]:
        record = deal("mehrkopf", SOLO, plays, players=2, piles=list(self.PILES), **more)
        return found(record)

    def test_two_play_with_32_cards(self) -> None:
        """DE/EN 2 Spieler: O U A 10 K 9 8 7."""
        assert sorted(codes(setting(2, SOLO).deck)) == sorted(deck(2))

    def test_each_has_sixteen_cards_eight_of_them_open(self) -> None:
        """DE/EN 2 Spieler: two rows of four hidden, two rows of four open on them."""
        made = setting(2, SOLO)
        assert (made.hand_size, made.trick_count) == (16, 16)
        assert self.layout() == []

    def test_ober_unter_and_a_suit_are_trump(self) -> None:
        """DE/EN 2 Spieler: Ober, Unter and the cards of the suit; any suit (RULES 11.10)."""
        for suit in "EGHS":
            made = setting(2, {"kind": "solo", "seat": 0, "suit": suit})
            assert codes(made.trumps) == trumps(2, "solo", suit)

    def test_only_suit_games_may_be_declared(self) -> None:
        """DE 2 Spieler: Farbspiele only; EN: normal games."""
        assert kinds(2) == {"solo"}
        with pytest.raises(PlainError):
            deal("mehrkopf", {"kind": "wenz", "seat": 0}, players=2)

    def test_a_table_may_play_with_herz_only(self) -> None:
        """EN 2 players: only normal games (RULES 11.10)."""
        rules = {"two_player_trump": "hearts"}
        with pytest.raises(PlainError):
            deal("mehrkopf", SOLO, players=2, rules=rules)

    def test_the_other_speaks_first_and_else_the_dealer_declares(self) -> None:
        """DE/EN 2 Spieler: passes he, the dealer declares."""

        def auction(*bids: list[object]) -> AuctionView:
            record = deal("mehrkopf", None, players=2, dealer=1, bids=list(bids))
            view = game("mehrkopf").auction(record)
            assert view is not None
            return view

        assert auction().turn == 0
        assert auction([0, "play"]).turn == 0
        assert auction([0, "pass"]).turn == 1
        assert not [o for o in auction([0, "pass"]).offers if o.say == "pass"]

    def test_who_does_not_deal_leads(self) -> None:
        """RULES 0.31."""
        for dealer, leader in ((1, 0), (0, 1)):
            assert report(deal("mehrkopf", SOLO, players=2, dealer=dealer)).turn == leader

    def test_open_cards_must_follow(self) -> None:
        """DE/EN 2 Spieler: the other answers with a card by the rules; all see what lies open."""
        assert self.layout("0 SA S7") == []
        assert self.layout("0 SA GZ") == [("revoke", 1, 1)]

    def test_a_hidden_card_brings_no_duty(self) -> None:
        """DE/EN 2 Spieler: it can be used once it is turned over."""
        for under, over, told in (("S7", "G8", []), ("G8", "S7", [("revoke", 1, 1)])):
            piles = [list(self.PILES[0]), [p for p in self.PILES[1] if p[1] not in ("SK", "S7")]]
            piles[1] += [["SK", "GK"], [under, over]]
            record = deal(
                "mehrkopf",
                SOLO,
                "0 SA GK | 0 SU EO | 1 SK",
                players=2,
                piles=piles,
                reveals=[[2, 1, 6, "SK"], [2, 0, 2, "??"]],
            )
            assert found(record) == told

    def test_the_card_below_is_turned_over_after_the_trick(self) -> None:
        """DE/EN 2 Spieler: when the trick is decided; from then on it has to follow, too."""
        plays = "0 G9 GZ | 1 S7 SA | 0 G7 SK"
        rest = [[2, 0, 3, "??"], [4, 1, 7, "??"], [4, 0, 2, "??"]]
        assert self.layout(plays, reveals=[[2, 1, 3, "G8"], *rest]) == [("revoke", 1, 5)]
        assert self.layout(plays, reveals=[[2, 1, 3, "H8"], *rest]) == []

    def test_a_deal_of_two_has_sixteen_tricks_and_costs_one_unit(self) -> None:
        """DE Stiche: sixteen tricks; RULES 0.31: base price of a call."""
        for made in examples(
            2, "solo", lambda m: m.ours > 60 and m.total - m.ours >= 30 and abs(m.run()) < 3, 2
        ):
            result = made.result()
            assert sum(result.tricks) == 16
            side = next(iter(made.side))
            assert paid(result)[side] == 1
            assert sum(result.payout) == 0


class TestFour:
    """DE/EN 4 Spieler."""

    def test_four_play_with_32_cards(self) -> None:
        """DE/EN 4 Spieler: O U A 10 K 9 8 7; the standard rules."""
        assert sorted(codes(setting(4, NORMAL).deck)) == sorted(deck(4))

    @pytest.mark.parametrize("kind", ["rufspiel", "solo", "wenz", "geier", "ramsch"])
    def test_a_deal_by_the_rules_has_no_verdict(self, kind: str) -> None:
        """DE/EN 4 Spieler."""
        for made in examples(4, kind, lambda made: True, 6):
            assert found(made.record()) == []
        wrong = some(("mehrkopf", 4, "revoke", kind), random.Random(1))
        assert ("revoke", *wrong.acts[0][1:]) in found(record_of(wrong.deal))


class TestFive:
    """DE/EN 5 Spieler."""

    def test_five_play_with_40_cards(self) -> None:
        """DE/EN 5 Spieler: O U G A 10 S K 9 8 7."""
        assert sorted(codes(setting(5, NORMAL).deck)) == sorted(deck(5))
        assert len(deck(5)) == 40

    def test_gefreite_lie_between_unter_and_the_trump_suit(self) -> None:
        """DE/EN 5 Spieler: the third and lowest step of main trumps."""
        line = codes(setting(5, NORMAL).trumps)
        assert line[7:13] == ["SU", "EG", "GG", "HG", "SG", "HA"]

    def test_the_schoene_lies_between_zehn_and_koenig(self) -> None:
        """DE/EN 5 Spieler: by her 6 points."""
        made = setting(5, NORMAL)
        assert line_of(made, "EA")[:4] == ["EA", "EZ", "ES", "EK"]
        assert codes(made.trumps)[12:16] == ["HA", "HZ", "HS", "HK"]

    def test_with_the_ass_the_schoene_is_called_and_brought(self) -> None:
        """DE/EN 5 Spieler: called automatically, and brought when the suit is led."""
        made = setting(5, NORMAL)
        assert (made.called, made.schoene) == (card("GA"), card("GS"))
        for each in examples(5, "rufspiel", lambda made: True, 6):
            assert found(each.record()) == []

    def test_five_play_for_148_points_75_win(self) -> None:
        """DE/EN 5 Spieler: 148 in all; 75 for the declarers, 74 for the others."""
        assert setting(5, NORMAL).total == 148
        for made in examples(5, "rufspiel", lambda m: 70 <= m.ours <= 79, 8):
            assert (made.result().winner == "declarers") is (made.ours >= 75)


class TestSix:
    """DE/EN 6 Spieler."""

    def test_six_play_with_48_cards(self) -> None:
        """DE/EN 6 Spieler: O U G A 10 S K 9 8 7 6 P."""
        assert sorted(codes(setting(6, NORMAL).deck)) == sorted(deck(6))
        assert len(deck(6)) == 48

    def test_the_sechs_lies_below_the_sieben_and_the_preusse_below_that(self) -> None:
        """DE/EN 6 Spieler: another Nixer, and the Preußen one step lower."""
        assert line_of(setting(6, NORMAL), "EA")[-3:] == ["E7", "E6", "EP"]

    def test_a_preusse_costs_who_takes_it_seven_points(self) -> None:
        """DE/EN 6 Spieler: 7 minus points for who wins it in a trick."""
        told = report(deal("mehrkopf", NORMAL, "0 E9 EP E6 E7 E8 EK", players=6))
        assert (told.tricks[0].winner, told.tricks[0].points) == (5, 4 - 7)

    def test_six_play_for_120_points_61_win(self) -> None:
        """DE/EN 6 Spieler: Preußen undo Schöne and Gefreite."""
        assert setting(6, NORMAL).total == 120
        for made in examples(6, "rufspiel", lambda m: 56 <= m.ours <= 65, 8):
            assert (made.result().winner == "declarers") is (made.ours >= 61)


class TestSeven:
    """DE/EN 7 Spieler."""

    @pytest.mark.parametrize("kind", ["rufspiel", "solo", "niederer"])
    def test_seven_play_as_six_and_the_dealer_gets_nothing(self, kind: str) -> None:
        """DE/EN 7 Spieler: as six; RULES 0.12: the dealer neither pays nor gets."""
        for made in examples(7, kind, lambda made: True, 3):
            assert found(made.record()) == []
            result = made.result()
            assert list(result.points_by_seat) == made.points
            assert result.payout[made.dealer] == 0
            assert sum(result.payout) == 0

    def test_of_seven_the_dealer_is_left_out_where_a_line_does_not_say(self) -> None:
        """DE/EN 7 Spieler; DEAL_FILE, `out`: with seven the dealer."""
        assert deal("mehrkopf", {**SOLO, "seat": 1}, players=7, dealer=6).out == (6,)
