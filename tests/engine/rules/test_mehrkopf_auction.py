"""The auction (DE Spielansage; EN Bidding; RULES 0.10, 0.11, 0.18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.deal.auction import AuctionView
from engine.games import game
from tests.engine.rules.table import deal

Word = object


def auction(
    *words: tuple[int, Word], players: int = 4, dealer: int = 3, **more: Any
) -> AuctionView:
    record = deal(
        "mehrkopf", None, players=players, dealer=dealer, bids=[list(w) for w in words], **more
    )
    view = game("mehrkopf").auction(record)
    assert view is not None
    return view


def winner(*words: tuple[int, Word], **more: Any) -> int | None:
    """Return whose bid stands when everybody has spoken."""
    return auction(*words, **more).leader


def offered(view: AuctionView) -> set[str]:
    return {offer.say for offer in view.offers}


def whys(view: AuctionView) -> list[str]:
    return [finding.why.value for finding in view.findings]


PASSED: Sequence[tuple[int, Word]] = tuple((seat, "pass") for seat in range(4))


class TestBidding:
    """DE/EN Spielansage, first paragraph."""

    def test_the_opening_player_speaks_first(self) -> None:
        """DE/EN Spielansage: beginning with the opener."""
        for dealer in range(4):
            assert auction(dealer=dealer).turn == (dealer + 1) % 4

    def test_each_player_says_once_whether_to_pass_or_play(self) -> None:
        """DE/EN Spielansage: each in turn."""
        said = [(0, "pass"), (1, "normal"), (2, "pass")]
        assert [auction(*said[:n]).turn for n in range(4)] == [0, 1, 2, 3]
        assert {"pass", "normal", "solo", "tout", "hochzeit"} <= offered(auction())

    def test_the_auction_says_who_plays_and_what(self) -> None:
        """DE/EN Spielansage: who is declarer and which game it is."""
        view = auction(
            (0, "pass"),
            (1, "normal"),
            (2, "pass"),
            (3, "pass"),
            (1, {"kind": "rufspiel", "suit": "G"}),
        )
        assert view.outcome is not None
        assert view.outcome.seat == 1
        assert view.outcome.contract is not None
        assert view.outcome.contract.kind == "rufspiel"
        assert view.turn is None

    def test_a_solo_beats_a_normal_game(self) -> None:
        """DE/EN Spielansage."""
        assert winner((0, "normal"), (1, "pass"), (2, "solo"), (3, "pass")) == 2
        assert winner((0, "solo"), (1, "normal"), (2, "pass"), (3, "pass")) == 0

    def test_a_tout_beats_a_solo(self) -> None:
        """DE/EN Spielansage."""
        assert winner((0, "solo"), (1, "pass"), (2, "tout"), (3, "pass")) == 2

    def test_of_equal_bids_the_earlier_in_turn_wins(self) -> None:
        """DE/EN Spielansage: order from the dealer; the opener first, the dealer last (11.13)."""
        assert winner((0, "pass"), (1, "solo"), (2, "solo"), (3, "solo")) == 1
        assert winner((2, "normal"), (3, "pass"), (0, "normal"), (1, "normal"), dealer=1) == 2

    def test_a_table_may_let_the_dealer_win_ties(self) -> None:
        """EN Bidding by the letter: the sequence starts with the dealer (RULES 0.10)."""
        rules = {"tie_order": "dealer_first"}
        bids = [(0, "pass"), (1, "solo"), (2, "solo"), (3, "solo")]
        assert winner(*bids, rules=rules) == 3

    def test_the_winner_then_names_suit_or_solo(self) -> None:
        """DE/EN Spielansage: who won says which Solo, or which Rufsau."""
        view = auction((0, "pass"), (1, "solo"), (2, "pass"), (3, "pass"))
        assert view.turn == 1
        assert {named.kind for offer in view.offers for named in offer.games} >= {
            "solo",
            "wenz",
            "geier",
        }
        early = auction((0, {"kind": "rufspiel", "suit": "G"}))
        assert whys(early) == ["named_early"]

    def test_the_game_must_be_what_was_bid(self) -> None:
        """DE/EN Spielansage: the game of the bid is named, no lower one."""
        bids = [(0, "pass"), (1, "solo"), (2, "pass"), (3, "pass")]
        contract: dict[str, object] = {"kind": "rufspiel", "seat": 1, "suit": "G"}
        record = deal("mehrkopf", contract, bids=[list(b) for b in bids])
        view = game("mehrkopf").auction(record)
        assert view is not None
        assert whys(view) == ["lower_game"]

    def test_who_did_not_win_does_not_declare(self) -> None:
        """DE/EN Spielansage: the winner of the auction declares."""
        bids = [(0, "pass"), (1, "solo"), (2, "normal"), (3, "pass")]
        contract: dict[str, object] = {"kind": "rufspiel", "seat": 2, "suit": "G"}
        record = deal("mehrkopf", contract, bids=[list(b) for b in bids])
        view = game("mehrkopf").auction(record)
        assert view is not None
        assert whys(view) == ["other_declarer"]

    def test_solos_have_no_order_among_themselves(self) -> None:
        """DE/EN name none (RULES 4): Geier, Wenz and suit Solos are equally high."""
        view = auction((0, "pass"), (1, "solo"), (2, "pass"), (3, "pass"))
        named = [g for offer in view.offers for g in offer.games]
        assert (
            len({g.rank for g in named if g.kind in ("solo", "wenz", "geier") and not g.tout}) == 1
        )


class TestAllPass:
    """DE/EN Spielansage, last paragraph; Ramsch and Muss-Spiel."""

    def test_the_dealer_chooses_to_throw_in_a_muss_spiel_or_a_ramsch(self) -> None:
        """DE/EN Spielansage: the last player of the round, the dealer, has the choice."""
        view = auction(*PASSED)
        assert view.turn == 3
        assert {choice.word for choice in view.choices} == {"redeal", "muss", "ramsch"}

    def test_thrown_in_the_next_deals(self) -> None:
        """DE/EN Spielansage: the dealer changes and a new game begins."""
        for why, dealer in (("all_pass", 0), ("misdeal", 3)):
            end = {"kind": "thrown_in", "why": why}
            record = deal("mehrkopf", None, bids=[list(p) for p in PASSED], end=end)
            assert game("mehrkopf").next_dealer(record) == dealer

    def test_ramsch_needs_that_all_passed(self) -> None:
        """DE/EN Ramsch: called when nobody before the dealer wants to play."""
        bids = [(0, "pass"), (1, "normal"), (2, "pass"), (3, "pass")]
        contract: dict[str, object] = {"kind": "ramsch", "why": "all_pass"}
        for said, expected in ((PASSED, []), (bids, ["somebody_bid"])):
            record = deal("mehrkopf", contract, bids=[list(b) for b in said])
            view = game("mehrkopf").auction(record)
            assert view is not None
            assert whys(view) == expected

    def test_muss_needs_that_all_passed(self) -> None:
        """DE/EN Muss-Spiel: only when all before the dealer do not want to play."""
        bids = [(0, "pass"), (1, "normal"), (2, "pass"), (3, "pass")]
        contract: dict[str, object] = {"kind": "rufspiel", "seat": 1, "suit": "G", "muss": True}
        for said, expected in ((PASSED, []), (bids, ["somebody_bid"])):
            record = deal("mehrkopf", contract, bids=[list(b) for b in said])
            view = game("mehrkopf").auction(record)
            assert view is not None
            assert whys(view) == expected

    def test_of_three_all_pass_leaves_only_a_new_deal(self) -> None:
        """DE/EN 3 Spieler: Solos only, so neither Ramsch nor Muss-Spiel (RULES 5)."""
        passed: list[tuple[int, Word]] = [(seat, "pass") for seat in range(3)]
        view = auction(*passed, players=3, dealer=2)
        assert [choice.word for choice in view.choices] == ["redeal"]

    def test_of_seven_the_last_who_holds_cards_chooses(self) -> None:
        """DE/EN Spielansage: the last player of the round; the dealer sits out (RULES 0.12)."""
        passed = [(seat, "pass") for seat in range(6)]
        assert auction(*passed, players=7, dealer=6, out=[6]).turn == 5


class TestHochzeit:
    """DE/EN Hochzeit, the offering; RULES 0.18."""

    def test_it_is_offered_during_the_auction(self) -> None:
        """DE/EN Hochzeit: at his bid he pushes his only trump face down."""
        assert "hochzeit" in offered(auction())

    def test_the_first_from_the_opener_who_accepts_marries(self) -> None:
        """DE/EN Hochzeit: another may accept; from Vorhand on (RULES 0.18)."""
        said: list[tuple[int, Word]] = [(0, "pass"), (1, "hochzeit"), (2, "pass"), (3, "pass")]
        asked = auction(*said)
        assert asked.turn == 0
        married = auction(*said, (0, "pass"), (2, "accept"))
        assert married.outcome is not None
        assert (married.outcome.seat, married.outcome.partner) == (1, 2)

    def test_nobody_has_to_accept(self) -> None:
        """DE/EN Hochzeit: if one wants to; else it counts as a pass (RULES 0.18)."""
        said: list[tuple[int, Word]] = [(0, "pass"), (1, "hochzeit"), (2, "pass"), (3, "pass")]
        refused = auction(*said, (0, "pass"), (2, "pass"), (3, "pass"))
        assert refused.leader is None
        assert {choice.word for choice in refused.choices} == {"redeal", "muss", "ramsch"}

    @pytest.mark.parametrize("higher", ["solo", "tout"])
    def test_a_solo_or_tout_beats_it(self, higher: str) -> None:
        """RULES 0.18: it ranks as a normal game."""
        assert winner((0, "pass"), (1, "hochzeit"), (2, higher), (3, "pass")) == 2
