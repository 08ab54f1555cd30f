"""Appendix B, sections 1 and 3: games, cards, the called ace (AB)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.deal.auction import AuctionView
from engine.games import game
from engine.rules.house_rules import preset_rules
from engine.text import PlainError
from tests.engine.rules.table import Example, codes, deal, examples, found, line_of, report, setting

CALL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}


def menu() -> dict[str, bool]:
    kinds = game("bavarian").call_menu(preset_rules("bavarian"), 4).kinds
    return {each.kind: each.tout for each in kinds}


class TestGameTypes:
    """AB 1.1."""

    def test_there_are_partnership_games_and_solos(self) -> None:
        """AB 1.1: two against two, or one against three."""
        for made in examples(4, "rufspiel", lambda made: True, 4):
            assert len(made.result("bavarian").declarers) == 2
        for made in examples(4, "wenz", lambda made: True, 2):
            assert len(made.result("bavarian").declarers) == 1

    def test_the_games_are_call_jacks_solo_tout_and_macks(self) -> None:
        """AB 1.1: Call Game; Jacks Solo, Solo, both as Tout, and the Macks."""
        assert menu() == {"rufspiel": False, "wenz": True, "solo": True, "sie": False}

    def test_a_tout_needs_all_eight_tricks(self) -> None:
        """AB 1.1: the soloist takes all eight."""
        tout: dict[str, object] = {"kind": "wenz", "seat": 0, "tout": True}
        told = report(deal("bavarian", tout, "0 EU GU E8 E9 | 0 EK EA EZ EO"))
        assert told.turn is None
        assert told.result is not None
        assert told.result.winner == "defenders"

    def test_the_macks_are_all_queens_and_all_jacks(self) -> None:
        """AB 1.1: Macks: four Queens and four Jacks in the soloist's hand."""
        record = deal("bavarian", {"kind": "sie", "seat": 1}, end={"kind": "laid_down"})
        result = report(record).result
        assert result is not None
        assert (result.declarers, result.winner) == ((1,), "declarers")

    def test_the_games_rank_call_jacks_solo_solo_touts_macks(self) -> None:
        """AB 1.1: its ranked list is missing in the seed; practice's order (RULES 4)."""
        record = deal("bavarian", None, bids=[[0, "play"], [1, "pass"], [2, "pass"], [3, "pass"]])
        view = game("bavarian").auction(record)
        assert view is not None
        named = [g for offer in view.offers for g in offer.games]
        order = [g.kind + (" tout" if g.tout else "") for g in sorted(named, key=lambda g: g.rank)]
        assert order == ["rufspiel", "wenz", "solo", "wenz tout", "solo tout", "sie"]


class TestJacksSolo:
    """AB 1.2."""

    def test_only_the_jacks_are_trump_in_the_order_of_suits(self) -> None:
        """AB 1.2: Club, Spade, Heart, Diamond."""
        made = setting(4, {"kind": "wenz", "seat": 0}, "bavarian")
        assert codes(made.trumps) == ["EU", "GU", "HU", "SU"]

    def test_queens_lie_between_king_and_nine(self) -> None:
        """AB 1.2: the Queens return to their suits."""
        made = setting(4, {"kind": "wenz", "seat": 0}, "bavarian")
        assert line_of(made, "EA") == ["EA", "EZ", "EK", "EO", "E9", "E8", "E7"]

    def test_it_may_be_played_with_french_cards(self) -> None:
        """AB 1.2 names French cards."""
        french: dict[str, object] = {"kind": "wenz", "seat": 0}
        made = setting(4, french, "bavarian", suits="french")
        assert codes(made.trumps) == ["CJ", "SJ", "HJ", "DJ"]


class TestCalledAce:
    """AB 2.2 and 3.1."""

    def test_an_ace_is_called_that_the_caller_does_not_hold(self) -> None:
        """AB 2.2: not his own; who shows it himself called wrongly."""
        assert ("illegal_call", 0) in [
            (kind, seat) for kind, seat, _ in found(deal("bavarian", CALL, "0 GA G7 G8 G9"))
        ]

    def test_the_called_suit_is_never_the_trump_suit(self) -> None:
        """AB 2.2 lists all four suits; the trump suit has no ace to call (RULES 0.16)."""
        with pytest.raises(PlainError):
            deal("bavarian", {**CALL, "suit": "H"})
        diamonds = {"trump_suit": "S"}
        assert deal("bavarian", {**CALL, "suit": "H"}, rules=diamonds).contract is not None
        with pytest.raises(PlainError):
            deal("bavarian", {**CALL, "suit": "S"}, rules=diamonds)

    def test_the_caller_needs_a_card_of_the_called_suit(self) -> None:
        """AB 2.2: at least one must be held; a whole deal shows who had none."""
        for made in examples(4, "rufspiel", lambda made: True, 30):
            hand = made.hands[made.declarer]
            for suit in "EGS":
                held = [c for c in hand if c[0] == suit and c[1] not in "OU"]
                wrong = {**made.contract, "suit": suit}
                record = deal("bavarian", wrong, made.plays, dealer=made.dealer)
                shown = "illegal_call" in [kind for kind, _, _ in found(record)]
                assert shown is (not held or suit + "A" in held)

    def test_the_holder_is_the_partner_and_only_play_shows_it(self) -> None:
        """AB 2.2: it may not be shown in any other way (RULES 0.13)."""
        before = report(deal("bavarian", CALL, "0 H7 H8 H9 HK"))
        assert (before.partners, before.sides_known) == ((), False)
        after = report(deal("bavarian", CALL, "0 G7 G8 GA G9"))
        assert (after.partners, after.sides_known) == ((2,), True)

    def test_who_holds_all_aces_may_not_call(self) -> None:
        """AB 2.2: every callable ace would be his own."""
        for suit in "EGS":
            wrong: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": suit}
            plays = f"0 {suit}A {suit}7 {suit}8 {suit}9"
            assert ("illegal_call", 0, 0) in found(deal("bavarian", wrong, plays))

    def test_the_ace_is_played_when_its_suit_is_first_led(self) -> None:
        """AB 3.1: the first time the suit is led."""
        assert found(deal("bavarian", CALL, "0 G7 GA G8 G9")) == []
        withheld = "0 G7 GK GZ G8 | 2 E7 E8 EZ EA | 3 S7 S8 GA S9"
        assert ("called_card_withheld", 1, 1) in found(deal("bavarian", CALL, withheld))

    def test_an_ace_not_searched_for_goes_into_the_last_trick(self) -> None:
        """AB 3.1: seven tricks without the suit led, then it is thrown off."""

        def thrown_off(made: Example) -> list[int]:
            """Where the ace fell last, and where its holder threw off a plain card before."""
            led = [made.class_of(made.plays[at // 4 * 4][1]) for at in range(32)]
            last = next(at for at, (_, code) in enumerate(made.plays) if code == made.called[0])
            others = [
                at
                for at, (seat, code) in enumerate(made.plays[:28])
                if seat == made.plays[last][0] and made.class_of(code) not in ("T", led[at])
            ]
            return [last, *others[:1]] if last >= 28 and made.suit not in led else []

        (made,) = examples(4, "rufspiel", lambda made: len(thrown_off(made)) == 2)
        assert found(made.record("bavarian")) == []
        last, early = thrown_off(made)
        (holder, ace), (_, other) = made.plays[last], made.plays[early]
        made.plays[last], made.plays[early] = (holder, other), (holder, ace)
        assert ("called_card_discarded", holder, early) in found(made.record("bavarian"))

    def test_it_may_not_be_thrown_off_earlier(self) -> None:
        """AB 3.1: only in the last trick (RULES 0.1)."""
        assert found(deal("bavarian", CALL, "0 S7 GA S8 S9")) == [("called_card_discarded", 1, 1)]

    def test_the_partner_leads_the_suit_with_the_ace(self) -> None:
        """AB 3.1: not with a lower card."""
        low = "1 G7 G8 G9 H7 | 0 S7 GA S8 S9"
        record = deal("bavarian", CALL, low, dealer=0)
        assert "called_card_underled" not in [k for k, _, _ in found(record)]
        proven = "1 G7 G8 GK GZ | 0 S7 GA S8 S9"
        record = deal("bavarian", CALL, proven, dealer=0)
        assert ("called_card_underled", 1, 0) in found(record)

    def test_with_three_more_cards_he_may_lead_low(self) -> None:
        """AB 3.1: three cards of the suit beside the ace."""
        rest = "G9 G8 | 2 EA E7 E8 GK | 2 SA S7 S8 {} | 2 EZ EK E9 GA"
        four, three = "1 G7 H9 " + rest.format("GZ"), "1 G7 GZ " + rest.format("S9")
        assert found(deal("bavarian", CALL, four, dealer=0)) == []
        low = found(deal("bavarian", CALL, three, dealer=0))
        assert low == [("called_card_underled", 1, 0)]

    def test_after_that_the_ace_is_free(self) -> None:
        """AB 3.1: it may be played to a later trick."""
        later = "1 G7 H7 H8 G8 | 3 S7 S8 GA S9"
        assert found(deal("bavarian", CALL, later, dealer=0)) == []
        without = "1 E7 H7 H8 E8 | 3 S7 S8 GA S9"
        thrown_off = found(deal("bavarian", CALL, without, dealer=0))
        assert thrown_off == [("called_card_discarded", 1, 6)]

    def test_playing_around_when_following_is_not_known(self) -> None:
        """AB 3.1: the exception is for who leads."""
        four = "0 G7 G8 H7 H8 | 3 E7 E8 GK E9 | 0 S7 GZ S8 SZ | 3 EZ EK GA E9"
        kinds = [k for k, _, _ in found(deal("bavarian", CALL, four))]
        assert "called_card_withheld" in kinds


class TestBidding:
    """AB 2.1."""

    def auction(self, *bids: tuple[int, object], **more: Any) -> AuctionView:
        contract = more.pop("contract", None)
        record = deal("bavarian", contract, bids=[list(b) for b in bids], **more)
        view = game("bavarian").auction(record)
        assert view is not None
        return view

    def words(self, view: AuctionView) -> set[str]:
        return {offer.say for offer in view.offers}

    PLAY = ((0, "play"), (1, "pass"), (2, "play_too"), (3, "pass"))

    def test_the_player_left_of_the_dealer_speaks_first(self) -> None:
        """AB 2.1."""
        for dealer in range(4):
            assert self.auction(dealer=dealer).turn == (dealer + 1) % 4

    def test_each_says_play_or_continue(self) -> None:
        """AB 2.1: Play, or Pass (Continue)."""
        assert self.words(self.auction()) == {"play", "pass"}

    def test_everybody_speaks_even_after_play(self) -> None:
        """AB 2.1: the rest must announce, too."""
        assert [self.auction(*self.PLAY[:n]).turn for n in range(4)] == [0, 1, 2, 3]

    def test_announcements_cannot_be_taken_back(self) -> None:
        """AB 2.1: a second word of the same seat does not belong."""
        twice = self.auction((0, "play"), (0, "pass"))
        assert [f.why.value for f in twice.findings] == ["not_asked"]
        assert twice.leader == 0

    def test_after_play_the_word_is_play_too(self) -> None:
        """AB 2.1: who wants a Solo after another's announcement says Play too."""
        assert self.words(self.auction((0, "play"))) == {"play_too", "pass"}

    def test_play_too_promises_more_than_a_call_game(self) -> None:
        """AB 2.1: something above a normal call game."""
        view = self.auction(*self.PLAY, (0, "good"))
        named = {g.kind for offer in view.offers for g in offer.games}
        assert view.turn == 2
        assert "rufspiel" not in named
        assert {"wenz", "solo"} <= named

    def test_the_first_says_good_or_names_a_game(self) -> None:
        """AB 2.1: after everybody spoke, the first who announced decides."""
        view = self.auction(*self.PLAY)
        assert view.turn == 0
        assert {"good", "contract"} <= self.words(view)

    def test_good_gives_up_the_right(self) -> None:
        """AB 2.1: the other bidder names the game."""
        view = self.auction(*self.PLAY, (0, "good"), (2, {"kind": "wenz"}))
        assert view.outcome is not None
        assert view.outcome.seat == 2

    def test_a_later_bidder_names_a_higher_game(self) -> None:
        """AB 2.1: where the first names one, the later must name a higher one."""
        named = self.auction(*self.PLAY, (0, {"kind": "wenz"}))
        assert named.turn == 2
        kinds = {(g.kind, g.tout) for offer in named.offers for g in offer.games}
        assert ("wenz", False) not in kinds
        assert ("solo", False) in kinds

    def test_of_equal_bids_the_one_nearer_to_the_dealer_clockwise_wins(self) -> None:
        """AB 2.1: closest to the dealer in clockwise rotation."""
        wenz = {"kind": "wenz"}
        view = self.auction(*self.PLAY, (0, wenz), (2, wenz))
        assert view.leader == 0
        assert [f.why.value for f in view.findings] == ["not_higher"]

    def test_where_nobody_plays_the_cards_are_dealt_again(self) -> None:
        """AB 2.1: thrown in, shuffled, dealt again."""
        view = self.auction((0, "pass"), (1, "pass"), (2, "pass"), (3, "pass"))
        assert [choice.word for choice in view.choices] == ["redeal"]
