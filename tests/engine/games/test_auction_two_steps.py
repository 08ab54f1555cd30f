"""The auction of Mehrkopf, sentence by sentence (EN, DE bidding; RULES 0.10 to 0.12, 0.18)."""

from __future__ import annotations

import pytest

from engine.deal.auction import BidFault
from engine.games import game
from engine.rules.house_rules import rules_from
from tests.engine.games.auctions import auction_record, kinds, says, view_of, whys

GRAS = {"kind": "rufspiel", "suit": "G"}
EICHEL = {"kind": "solo", "suit": "E"}
PASSES = [(0, "pass"), (1, "pass"), (2, "pass"), (3, "pass")]


def test_bidding_begins_with_vorhand() -> None:
    """EN bidding: beginning with the starting player; DE: mit dem eröffnenden Spieler."""
    for dealer in range(4):
        view = view_of(auction_record("mehrkopf", dealer=dealer))
        assert view.turn == (dealer + 1) % 4
        assert says(view) == ["pass", "normal", "solo", "tout", "hochzeit", "contract"]
        assert kinds(view) == ["sie"]


def test_each_says_once_whether_they_pass_or_play() -> None:
    """EN bidding: each player states whether he will pass or play; RULES 0.10: each once."""
    view = view_of(auction_record("mehrkopf", [(0, "pass"), (1, "normal")]))
    assert (view.turn, view.leader) == (2, 1)
    again = auction_record("mehrkopf", [(0, "pass"), (1, "normal"), (0, "solo")])
    assert whys(again) == [BidFault.NOT_ASKED]
    assert view_of(again).leader == 1


@pytest.mark.parametrize(
    ("words", "winner"),
    [
        (("normal", "solo", "pass", "pass"), 1),
        (("solo", "tout", "normal", "solo"), 1),
        (("tout", "solo", "normal", "pass"), 0),
        (("pass", "normal", "normal", "pass"), 1),
        (("pass", "pass", "solo", "solo"), 2),
    ],
)
def test_solo_beats_normal_tout_beats_solo_and_equals_go_by_seat(
    words: tuple[str, ...], winner: int
) -> None:
    """EN, DE bidding: Ein Solo sticht ein Normalspiel, ein Toutspiel wiederum ein Solo."""
    view = view_of(auction_record("mehrkopf", list(enumerate(words))))
    assert (view.turn, view.leader) == (winner, winner)
    assert view.outcome is None


def test_tie_order_dealer_first_is_the_english_letter() -> None:
    """EN bidding: the sequence of players, starting with the dealer (RULES 0.10)."""
    bids = [(0, "solo"), (1, "pass"), (2, "solo"), (3, "solo")]
    assert view_of(auction_record("mehrkopf", bids)).leader == 0
    assert view_of(auction_record("mehrkopf", bids, tie_order="dealer_first")).leader == 3


def test_only_the_winner_names_suit_or_kind_of_solo() -> None:
    """EN bidding: For a solo game, the type of solo will be identified; a normal game, the suit."""
    solo = [(0, "normal"), (1, "pass"), (2, "solo"), (3, "pass")]
    view = view_of(auction_record("mehrkopf", solo))
    assert says(view) == ["contract"]
    assert kinds(view)[:3] == ["wenz", "solo", "geier"]
    assert "rufspiel" not in kinds(view)
    early = auction_record("mehrkopf", [(0, EICHEL), (1, "pass"), (2, "tout"), (3, "pass")])
    assert whys(early) == [BidFault.NAMED_EARLY]
    assert view_of(early).leader == 2


def test_a_normal_game_names_the_suit_called() -> None:
    """EN bidding: In a normal game, the Rufsau suit will be stated."""
    bids = [(0, "normal"), (1, "pass"), (2, "pass"), (3, "pass")]
    offer = view_of(auction_record("mehrkopf", bids)).offers[0]
    assert [suit.letter for suit in offer.games[0].suits] == ["E", "G", "S"]
    done = view_of(auction_record("mehrkopf", [*bids, (0, GRAS)], {**GRAS, "seat": 0}))
    assert done.outcome is not None
    assert (done.outcome.seat, done.turn, done.findings) == (0, None, ())


def test_a_sie_is_laid_down_and_beats_all() -> None:
    """EN, DE Sie game: the cards are immediately placed face-up on the table (RULES 0.10)."""
    view = view_of(auction_record("mehrkopf", [(0, "tout"), (1, {"kind": "sie"})]))
    assert view.outcome is not None
    assert (view.outcome.seat, view.turn, view.findings) == (1, None, ())


@pytest.mark.parametrize(
    ("all_pass", "choices", "turn"),
    [
        ("dealer_choice", ["redeal", "muss", "ramsch"], 3),
        ("redeal", ["redeal"], None),
        ("ramsch", ["ramsch"], None),
        ("muss", ["muss"], None),
    ],
)
def test_when_none_bids_the_dealer_has_the_choice(
    all_pass: str, choices: list[str], turn: int | None
) -> None:
    """EN, DE bidding: hands returned, a Must game, or a Ramsch (RULES 0.11)."""
    view = view_of(auction_record("mehrkopf", PASSES, all_pass=all_pass))
    assert [choice.word for choice in view.choices] == choices
    assert view.turn == turn
    assert (view.outcome is None) == (turn is not None)
    assert view.leader is None


@pytest.mark.parametrize(("seven_choice", "turn"), [("last_active", 5), ("dealer", 6)])
def test_with_seven_the_last_in_turn_has_the_choice(seven_choice: str, turn: int) -> None:
    """RULES 0.12: the dealer sits out; DE bidding: der letzte Spieler der Runde (der Geber)."""
    bids = [(seat, "pass") for seat in range(6)]
    record = auction_record("mehrkopf", bids, players=7, out=(6,), seven_choice=seven_choice)
    view = view_of(record)
    assert view.turn == turn


def test_the_dealer_may_demand_ramsch_or_a_muss_game() -> None:
    """EN Ramsch game, Must Spiel: called by the dealer if none of the others bids."""
    ramsch = {"kind": "ramsch", "why": "all_pass"}
    muss = {**GRAS, "seat": 1, "muss": "EO"}
    assert whys(auction_record("mehrkopf", PASSES, ramsch)) == []
    assert whys(auction_record("mehrkopf", PASSES, muss)) == []
    assert whys(auction_record("mehrkopf", [*PASSES, (3, ramsch)], ramsch)) == []
    assert whys(auction_record("mehrkopf", [*PASSES, (1, muss)], muss)) == []
    assert whys(auction_record("mehrkopf", PASSES, muss, all_pass="redeal")) == [
        BidFault.NOT_A_CHOICE
    ]
    assert whys(auction_record("mehrkopf", [(0, "normal")], ramsch)) == [BidFault.SOMEBODY_BID]
    assert whys(auction_record("mehrkopf", PASSES, {**GRAS, "seat": 1})) == [BidFault.NOBODY_BID]


def test_a_ramsch_as_the_evenings_last_deal_needs_no_auction() -> None:
    """EN, DE Ramsch: often the last game of the evening (RULES 0.19)."""
    last = {"kind": "ramsch", "why": "last_game"}
    assert whys(auction_record("mehrkopf", [(0, "normal")], last)) == []
    passed = {"kind": "ramsch", "why": "all_pass"}
    assert whys(auction_record("mehrkopf", [(0, "normal")], passed)) == [BidFault.SOMEBODY_BID]


def test_a_hochzeit_is_accepted_from_vorhand_on() -> None:
    """EN, DE wedding game; RULES 0.18: the first who accepts takes it."""
    bids: list[tuple[int, object]] = [(0, "pass"), (1, "pass"), (2, "hochzeit"), (3, "pass")]
    asked = view_of(auction_record("mehrkopf", bids))
    assert (asked.turn, asked.leader, says(asked)) == (0, 2, ["pass", "accept"])
    taken = view_of(auction_record("mehrkopf", [*bids, (0, "pass"), (1, "accept")]))
    assert taken.outcome is not None
    assert (taken.outcome.seat, taken.outcome.partner) == (2, 1)


def test_a_hochzeit_ranks_as_normal_and_is_beaten_by_a_solo() -> None:
    """RULES 0.18."""
    words = [(0, "hochzeit"), (1, "normal"), (2, "solo"), (3, "pass")]
    assert view_of(auction_record("mehrkopf", words)).leader == 2
    words[2] = (2, "pass")
    view = view_of(auction_record("mehrkopf", words))
    assert (view.leader, says(view)) == (0, ["pass", "accept"])


def test_a_hochzeit_nobody_accepts_counts_as_a_pass() -> None:
    """RULES 0.18: the card goes back and it counts as pass."""
    no = [(1, "pass"), (2, "pass"), (3, "pass")]
    alone = [(0, "hochzeit"), *no]
    assert view_of(auction_record("mehrkopf", [*alone, *no])).choices != ()
    two = [(0, "hochzeit"), (1, "pass"), (2, "normal"), (3, "pass"), *no]
    view = view_of(auction_record("mehrkopf", two))
    assert (view.leader, view.turn, view.choices) == (2, 2, ())


def test_there_is_no_hochzeit_with_two_or_three() -> None:
    """RULES 0.18; EN, DE 3 players: only solos; 2 players: who did not deal plays or passes."""
    assert says(view_of(auction_record("mehrkopf", players=3))) == [
        *("pass", "solo", "tout", "contract")
    ]
    two = view_of(auction_record("mehrkopf", players=2))
    assert (two.turn, says(two)) == (0, ["pass", "play"])
    passed = view_of(auction_record("mehrkopf", [(0, "pass")], players=2))
    assert (passed.turn, kinds(passed)) == (1, ["solo"])


def test_three_who_all_pass_deal_again() -> None:
    """RULES 5, 3 players: only Solos are played, so neither Ramsch nor a Muss game follows."""
    bids = [(seat, "pass") for seat in range(3)]
    view = view_of(auction_record("mehrkopf", bids, players=3))
    assert [choice.word for choice in view.choices] == ["redeal"]
    assert view.outcome is not None


def test_the_deal_files_hochzeit() -> None:
    """DEAL_FILE, `hochzeit`: an answer given before the round is over; not every word was noted."""
    contract = {"kind": "hochzeit", "seat": 1, "partner": 2, "gave": "H7", "back": "E9"}
    bids = [(0, "pass"), (1, "hochzeit"), (2, "accept")]
    record = auction_record("mehrkopf", bids, contract, players=5)
    assert whys(record) == []
    rest = [(3, "pass"), (4, "pass"), (0, "pass")]
    done = view_of(auction_record("mehrkopf", [*bids, *rest], contract, players=5))
    assert done.findings == ()
    assert done.outcome is not None
    assert (done.outcome.seat, done.outcome.partner) == (1, 2)
    other = {**contract, "partner": 3}
    assert whys(auction_record("mehrkopf", [*bids, *rest], other, players=5)) == [
        BidFault.OTHER_PARTNER
    ]


def test_a_muss_game_is_for_who_holds_the_card_of_the_house() -> None:
    """EN, DE Must Spiel: specifying one card, usually the Ober of Acorns; option `muss_card`."""
    for code in ("EO", "GO"):
        choices = view_of(auction_record("mehrkopf", PASSES, muss_card=code)).choices
        assert [choice.card and choice.card.code for choice in choices] == [None, code, None]
        rules = rules_from({"muss_card": code}, "mehrkopf")
        kinds_offered = game("mehrkopf").call_menu(rules, 4).kinds
        fields = [field for each in kinds_offered for field in each.fields if field.name == "muss"]
        assert fields
        assert all(field.words[0][0] == code for field in fields)


def test_only_a_hochzeit_that_nothing_has_beaten_can_be_accepted() -> None:
    """RULES 0.18: a solo or tout beats it; of two the one nearer to Vorhand."""
    offered: list[tuple[int, object]] = [(0, "hochzeit")]
    assert "accept" in says(view_of(auction_record("mehrkopf", offered)))
    beaten = [*offered, (1, "solo")]
    assert "accept" not in says(view_of(auction_record("mehrkopf", beaten)))
    two = [*offered, (1, "hochzeit"), (2, "accept"), (3, "pass")]
    view = view_of(auction_record("mehrkopf", two))
    assert (view.leader, view.turn) == (0, 1)
    taken = view_of(auction_record("mehrkopf", [*two, (1, "pass")])).outcome
    assert taken is not None
    assert (taken.seat, taken.partner) == (0, 2)
