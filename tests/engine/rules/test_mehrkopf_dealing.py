"""Before the auction: dealer, dealing, who sits out, hands thrown in (DE Geben; EN likewise)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.deal.record import DealRecord
from engine.games import game
from engine.rules.house_rules import preset_rules
from engine.text import PlainError
from tests.engine.rules.table import deal, examples, found, report, setting

NORMAL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}


def next_dealer(record: DealRecord) -> int:
    return game(record.game).next_dealer(record)


class TestDealer:
    """DE/EN Geben."""

    def test_any_seat_may_be_the_first_dealer(self) -> None:
        """DE/EN Geben: the highest card drawn, or the owner of the cards; it is only recorded."""
        for seat in range(4):
            assert deal(contract=NORMAL, dealer=seat).dealer == seat

    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    def test_everybody_gets_eight_cards(self, players: int) -> None:
        """DE/EN Geben: two times four cards for each player."""
        solo: dict[str, object] = {"kind": "solo", "seat": 0, "suit": "E"}
        made = setting(players, solo)
        assert made.hand_size == 8
        assert made.hand_size * players == len(made.deck)

    def test_the_player_left_of_the_dealer_opens(self) -> None:
        """DE/EN Geben: the first to get cards is the opening player."""
        record = deal(contract=NORMAL, dealer=1)
        assert game("mehrkopf").leader(record, game("mehrkopf").setting(record)) == 2

    @pytest.mark.parametrize("how", ["4+4", "8", "counterclockwise"])
    def test_how_it_was_dealt_is_recorded_and_changes_no_order_of_play(self, how: str) -> None:
        """DE/EN Geben: who knocks says all eight or backwards; play stays clockwise (0.21)."""
        record = deal("mehrkopf", NORMAL, "0 E7 E8 E9 EK", dealt=how)
        assert record.dealt == how
        assert report(record).verdicts == ()

    def test_another_way_of_dealing_is_refused(self) -> None:
        """DE/EN Geben know these three."""
        with pytest.raises(PlainError):
            deal("mehrkopf", NORMAL, dealt="3+5")

    @pytest.mark.parametrize("players", [4, 5, 6, 7])
    def test_the_dealer_moves_on_clockwise(self, players: int) -> None:
        """DE/EN Geben: after the deal dealer, cutter and opener move on."""
        for seat in range(players):
            out = [seat] if players == 7 else []
            record = deal(players=players, dealer=seat, out=out, end={"kind": "void"})
            assert next_dealer(record) == (seat + 1) % players

    def test_a_round_is_over_when_everybody_dealt_once(self) -> None:
        """DE/EN Geben: as many deals as players, then the first dealer deals again."""
        dealers = [3]
        for _ in range(4):
            dealers.append(next_dealer(deal(dealer=dealers[-1], end={"kind": "void"})))
        assert dealers == [3, 0, 1, 2, 3]


class TestNixer:
    """DE/EN Geben, last paragraph; RULES 0.30."""

    SIX = ("E9", "E8", "E7", "G9", "G8", "S7", "EK", "GA")

    def may_throw_in(self, hand: Sequence[str], players: int = 4) -> bool:
        """Throw in with this hand on record; one too good for it gives a verdict."""
        hands = [list(hand)] + [["??"] * 8 for _ in range(players - 1)]
        end = {"kind": "thrown_in", "why": "nixer", "seat": 0}
        record = deal("mehrkopf", None, players=players, hands=hands, end=end)
        kinds = {kind for kind, _, _ in found(record)}
        assert kinds <= {"illegal_nixer"}
        return not kinds

    def test_six_nixer_and_no_stammtrumpf_may_be_thrown_in(self) -> None:
        """DE/EN Geben: six Nixer and neither Ober, Unter nor Gefreiter."""
        assert self.may_throw_in(self.SIX)
        assert self.may_throw_in([*self.SIX[:7], "S9"])

    def test_five_nixer_are_too_few(self) -> None:
        """DE/EN Geben: six."""
        for sixth, may in (("S7", True), ("SK", False)):
            assert self.may_throw_in([*self.SIX[:5], sixth, "EK", "GA"]) is may

    @pytest.mark.parametrize(("last", "may"), [("SO", False), ("SU", False), ("SZ", True)])
    def test_a_stammtrumpf_forbids_it(self, last: str, may: bool) -> None:
        """DE/EN Geben: no Ober, Unter or Gefreiter."""
        assert self.may_throw_in([*self.SIX[:7], last]) is may

    @pytest.mark.parametrize(("last", "may"), [("SG", False), ("SS", True)])
    def test_a_gefreiter_forbids_it_with_five(self, last: str, may: bool) -> None:
        """DE/EN Geben: nor Gefreiter."""
        assert self.may_throw_in([*self.SIX[:7], last], 5) is may

    def test_herz_counts_and_the_preusse_does_not(self) -> None:
        """RULES 0.30: Nixer are 9, 8, 7 and 6, those of Herz too; Preußen are none."""
        assert self.may_throw_in(["H9", "H8", "H7", "G9", "G8", "S7", "EK", "GA"])
        assert not self.may_throw_in(["EP", "GP", "SP", "G9", "G8", "S7", "EK", "GA"], 6)
        assert self.may_throw_in(["E6", "G6", "S6", "G9", "G8", "S7", "EK", "GA"], 6)

    def test_then_the_next_dealer_deals(self) -> None:
        """DE/EN Geben: the cards are thrown in and the next dealer tries."""
        end = {"kind": "thrown_in", "why": "nixer", "seat": 2}
        thrown = deal("mehrkopf", None, dealer=3, end=end)
        assert next_dealer(thrown) == 0
        result = report(thrown).result
        assert result is not None
        assert set(result.payout) == {0}


class TestSittingOut:
    """DE/EN Vorwort and 7 Spieler; RULES 0.12."""

    def out(self, name: str, players: int, dealer: int) -> tuple[int, ...]:
        return game(name).sitting_out(preset_rules(name), players, dealer)

    def test_of_seven_the_dealer_sits_out(self) -> None:
        """DE/EN 7 Spieler: the dealer misses a turn."""
        for dealer in range(7):
            assert self.out("mehrkopf", 7, dealer) == (dealer,)

    def test_of_five_at_a_game_for_four_the_dealer_sits_out(self) -> None:
        """DE Vorwort: the official rules' way for five; EN writes six (RULES 11.21)."""
        assert self.out("schafkopf", 5, 2) == (2,)
        assert self.out("bavarian", 5, 2) == (2,)

    @pytest.mark.parametrize("name", ["schafkopf", "bavarian"])
    def test_the_fifth_at_a_game_for_four_neither_pays_nor_gets(self, name: str) -> None:
        """DE Vorwort: the dealer sits out; RULES 0.12: payout 0."""
        (made,) = examples(4, "rufspiel", lambda made: made.dealer == 3 and made.ours > 60)
        record = deal(name, made.contract, made.plays, players=5, dealer=4)
        assert record.out == (4,)
        result = report(record).result
        assert result is not None
        assert result.payout[4] == 0
        assert sum(result.payout) == 0
        assert all((result.payout[seat] > 0) is (seat in made.side) for seat in range(4))

    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
    def test_mehrkopf_lets_everybody_play_up_to_six(self, players: int) -> None:
        """DE/EN Vorwort: Mehrkopf is made for five and six at once."""
        assert self.out("mehrkopf", players, 0) == ((0,) if players == 7 else ())

    def test_of_seven_six_hold_eight_cards_and_the_dealer_gets_nothing(self) -> None:
        """DE/EN 7 Spieler: as six play; RULES 0.12: payout 0."""
        solo: dict[str, object] = {"kind": "solo", "seat": 1, "suit": "E"}
        made = setting(7, solo, dealer=6, out=[6])
        assert (made.seats, made.hand_size) == ((0, 1, 2, 3, 4, 5), 8)
