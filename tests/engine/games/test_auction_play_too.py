"""The auction of Appendix B, sentence by sentence (AB 2.1; RULES 0.13), and today's practice."""

from __future__ import annotations

import pytest

from engine.deal.auction import BidFault
from engine.dealfile.reader import parse
from engine.games import game
from tests.engine.games.auctions import auction_record, kinds, says, view_of, whys

CALL = {"kind": "rufspiel", "suit": "G"}
WENZ = {"kind": "wenz"}
SOLO = {"kind": "solo", "suit": "E"}
WENZ_TOUT = {"kind": "wenz", "tout": True}
TWO = [(0, "play"), (1, "pass"), (2, "play_too"), (3, "pass")]
THREE = [(0, "play"), (1, "play_too"), (2, "play_too"), (3, "pass")]


def test_each_in_turn_says_play_or_continue() -> None:
    """AB 2.1: beginning with the player sitting to the left of the dealer."""
    view = view_of(auction_record("bavarian", dealer=1))
    assert (view.turn, says(view)) == (2, ["pass", "play"])
    assert [offer.text.en for offer in view.offers] == ["Continue", "Play"]


def test_the_others_speak_even_after_one_wants_to_play() -> None:
    """AB 2.1: the remaining players must also make an announcement; it must be "Play too"."""
    view = view_of(auction_record("bavarian", [(0, "play")]))
    assert (view.turn, view.leader, says(view)) == (1, 0, ["pass", "play_too"])
    assert view_of(auction_record("bavarian", TWO[:3])).turn == 3


def test_announcements_cannot_be_withdrawn() -> None:
    """AB 2.1: a second word, and one out of turn, are facts; the first word stands."""
    again = auction_record("bavarian", [(0, "play"), (1, "pass"), (0, "pass")])
    assert whys(again) == [BidFault.NOT_ASKED]
    assert view_of(again).leader == 0
    early = auction_record("bavarian", [(2, "play"), (0, "pass"), (1, "pass"), (3, "pass")])
    assert whys(early) == [BidFault.OUT_OF_TURN]
    assert view_of(early).turn == 2


def test_who_alone_wants_to_play_names_any_game() -> None:
    """AB 2.1, 1.1: the games in their order."""
    view = view_of(auction_record("bavarian", [(0, "play"), *[(s, "pass") for s in (1, 2, 3)]]))
    assert (view.turn, says(view)) == (0, ["contract"])
    assert kinds(view) == ["rufspiel", "wenz", "solo", "wenz tout", "solo tout", "sie"]


def test_play_too_is_at_least_a_solo_and_the_first_may_say_good() -> None:
    """AB 2.1: the first player who announced a game says "Good" or announces a game."""
    view = view_of(auction_record("bavarian", TWO))
    assert (view.turn, says(view)) == (0, ["good", "contract"])
    assert kinds(view)[0] == "rufspiel"
    good = view_of(auction_record("bavarian", [*TWO, (0, "good")]))
    assert (good.turn, says(good)) == (2, ["contract"])
    assert kinds(good) == ["wenz", "solo", "wenz tout", "solo tout", "sie"]


def test_a_later_bidder_names_a_higher_game_or_gives_up() -> None:
    """AB 2.1: requires a later bidder to name a higher-valued game; equals go to the earlier."""
    view = view_of(auction_record("bavarian", [*TWO, (0, WENZ)]))
    assert (view.turn, view.leader, says(view)) == (2, 0, ["good", "contract"])
    assert kinds(view) == ["solo", "wenz tout", "solo tout", "sie"]
    higher = view_of(auction_record("bavarian", [*TWO, (0, WENZ), (2, SOLO)]))
    assert higher.outcome is not None
    assert higher.outcome.seat == 2
    equal = auction_record("bavarian", [*TWO, (0, WENZ), (2, WENZ)])
    assert whys(equal) == [BidFault.NOT_HIGHER]
    outcome = view_of(equal).outcome
    assert outcome is not None
    assert outcome.seat == 0


def test_after_good_the_others_settle_it_in_seat_order() -> None:
    """RULES 0.13: the first bidder is out."""
    good = view_of(auction_record("bavarian", [*THREE, (0, "good")]))
    assert (good.turn, says(good)) == (1, ["good", "contract"])
    both = view_of(auction_record("bavarian", [*THREE, (0, "good"), (1, "good")]))
    assert (both.turn, says(both)) == (2, ["contract"])
    won = view_of(auction_record("bavarian", [*THREE, (0, "good"), (1, WENZ), (2, WENZ_TOUT)]))
    assert won.outcome is not None
    assert won.outcome.seat == 2


def test_nothing_beats_a_sie() -> None:
    """AB 1.1: the Macks; RULES 14."""
    view = view_of(auction_record("bavarian", [*TWO, (0, {"kind": "sie"})]))
    assert (view.turn, says(view)) == (2, ["good"])


def test_if_no_player_announces_a_game_the_cards_are_thrown_in() -> None:
    """AB 2.1."""
    passes = [(seat, "pass") for seat in range(4)]
    view = view_of(auction_record("bavarian", passes))
    assert [choice.word for choice in view.choices] == ["redeal"]
    assert (view.turn, view.leader) == (None, None)
    assert view.outcome is not None
    assert view.outcome.seat is None
    ramsch = auction_record("bavarian", passes, {"kind": "ramsch"})
    assert whys(ramsch) == [BidFault.NOT_A_CHOICE]


def test_the_deal_files_auction() -> None:
    """DEAL_FILE, `bids`."""
    line = {
        **{"v": 1, "id": "ab", "game": "bavarian", "players": 4, "dealer": 3, "plays": []},
        "bids": [*map(list, TWO), [0, "good"], [2, {"kind": "wenz"}]],
        "contract": {"kind": "wenz", "seat": 2},
    }
    view = game("bavarian").auction(parse(line))
    assert view is not None
    assert view.outcome is not None
    assert (view.outcome.seat, view.findings) == (2, ())


@pytest.mark.parametrize(
    ("bids", "contract", "why"),
    [
        ([*TWO, (0, "good"), (2, WENZ)], {**WENZ, "seat": 0}, BidFault.OTHER_DECLARER),
        ([*TWO, (0, "good"), (2, SOLO)], {**WENZ, "seat": 2}, BidFault.LOWER_GAME),
        ([*TWO, (0, "good"), (2, WENZ)], {**SOLO, "seat": 2}, BidFault.OTHER_GAME),
        ([*TWO, (0, "good"), (2, CALL)], {**SOLO, "seat": 2}, BidFault.NOT_HIGHER),
        (TWO[:2], {**CALL, "seat": 1}, BidFault.OTHER_DECLARER),
        (TWO[:3], {**CALL, "seat": 0}, BidFault.OTHER_DECLARER),
        (TWO, {"kind": "geier", "seat": 0}, BidFault.NOT_PLAYED),
        ([*TWO, (0, "good"), (2, WENZ), (1, "pass")], {**WENZ, "seat": 2}, BidFault.OVER),
        ([(0, "play_too")], None, BidFault.NO_SUCH_WORD),
        ([(0, WENZ)], None, BidFault.NAMED_EARLY),
    ],
)
def test_what_does_not_belong_is_said_and_costs_nothing(
    bids: list[tuple[int, object]], contract: dict[str, object] | None, why: BidFault
) -> None:
    """RULES 13: a bid is a fact; the finding informs."""
    finding = view_of(auction_record("bavarian", bids, contract)).findings[0]
    assert (finding.why, finding.kind) == (why, "illegal_bid")
    assert finding.text.format(name="Anna")


def test_practice_the_higher_game_wins() -> None:
    """RULES 4: everyone in turn names a game that beats what stands."""
    view = view_of(auction_record("schafkopf", [(0, CALL)]))
    assert (view.turn, view.leader, says(view)) == (1, 0, ["pass", "contract"])
    assert "rufspiel" not in kinds(view)
    bids = [(0, CALL), (1, WENZ), (2, "pass"), (3, SOLO)]
    won = view_of(auction_record("schafkopf", bids, {**SOLO, "seat": 3}))
    assert won.outcome is not None
    assert (won.outcome.seat, won.findings) == (3, ())
    assert whys(auction_record("schafkopf", [(0, SOLO), (1, WENZ)])) == [BidFault.NOT_HIGHER]


def test_practice_play_is_named_once_nobody_outbids_it() -> None:
    """RULES 4."""
    bids = [(0, "pass"), (1, "play"), (2, "pass"), (3, "pass")]
    view = view_of(auction_record("schafkopf", bids))
    assert (view.turn, view.leader, says(view)) == (1, 1, ["contract"])


def test_solos_may_all_rank_alike() -> None:
    """RULES 4: no order among solos is given: option `solo_order`."""
    alike = view_of(auction_record("schafkopf", [(0, WENZ)], solo_order="equal"))
    assert {kind.endswith(" tout") or kind == "sie" for kind in kinds(alike)} == {True}
    geier_on_top = ["rufspiel", "solo", "wenz", "geier"]
    ranked = view_of(auction_record("schafkopf", [(0, WENZ)], games=geier_on_top))
    assert kinds(ranked) == ["geier"]
