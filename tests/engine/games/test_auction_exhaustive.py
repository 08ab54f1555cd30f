"""Every legal auction of three and four players, against the documents' words read literally."""

from __future__ import annotations

import pytest

from engine.deal.auction import BidLevel
from engine.deal.record import Bid
from engine.games.auction.stages import AuctionSetting
from tests.engine.games.auctions import auction_record, legal_auctions, start

LEVELS = {"normal": 1, "hochzeit": 1, "solo": 2, "tout": 3}
ORDERS = {"vorhand_first": [0, 1, 2, 3], "dealer_first": [3, 0, 1, 2]}


def first_words(bids: tuple[Bid, ...], players: int) -> dict[int, str]:
    """Return each seat's word of the first round; a Sie laid down ends it."""
    words: dict[int, str] = {}
    for said in bids:
        if said.seat in words or len(words) == players:
            break
        words[said.seat] = "sie" if said.contract is not None else said.say
    return words


def highest(bids: dict[int, str], order: list[int]) -> int:
    """Return whose bid is the highest, by level and then by the order of ties."""
    return min(bids, key=lambda seat: (-LEVELS[bids[seat]], order.index(seat)))


def two_step_winner(
    words: dict[int, str], rest: tuple[Bid, ...], order: list[int]
) -> tuple[int | None, int | None]:
    """Return who plays and who married, worked out from the words alone."""
    laid_down = [seat for seat, word in words.items() if word == "sie"]
    if laid_down:
        return laid_down[0], None
    bids = {seat: word for seat, word in words.items() if word in LEVELS}
    brides: dict[int, int] = {}
    so_far: dict[int, str] = {}
    for seat, word in words.items():
        if word == "accept":
            brides[seat] = highest(so_far, order)
            assert so_far[brides[seat]] == "hochzeit"
        if word in LEVELS:
            so_far[seat] = word
    answers = list(rest)
    while bids:
        best = highest(bids, order)
        if bids[best] != "hochzeit":
            return best, None
        for seat in sorted(words):
            said_yes = brides.get(seat) == best
            if seat == best:
                continue
            if said_yes or answers.pop(0).say == "accept":
                return best, seat
        del bids[best]
    return None, None


def rank_of(setting: AuctionSetting, said: Bid) -> int:
    assert said.contract is not None
    game = setting.find(said.contract)
    assert game is not None
    return game.rank


@pytest.mark.parametrize("tie_order", ORDERS)
def test_mehrkopf_four_the_higher_bid_wins_and_ties_go_by_seat(tie_order: str) -> None:
    """EN, DE bidding; RULES 0.10, 0.18."""
    record = auction_record("mehrkopf", tie_order=tie_order)
    _, stage = start(record)
    seen = 0
    for bids, last in legal_auctions(stage):
        seen += 1
        words = first_words(bids, 4)
        winner, partner = two_step_winner(words, bids[len(words) :], ORDERS[tie_order])
        if winner is None:
            assert last.standing is None
            assert last.due == (3,)
            continue
        assert last.outcome is not None
        assert (last.outcome.seat, last.outcome.partner) == (winner, partner)
        word = words[winner]
        level = BidLevel.SIE if word == "sie" else BidLevel(100 * LEVELS[word])
        assert last.outcome.rank >= level
        assert last.gave_up == frozenset(range(4)) - {winner}
    assert seen > 3000


def test_mehrkopf_three_only_solos_are_bid() -> None:
    """EN, DE 3 players."""
    _, stage = start(auction_record("mehrkopf", players=3))
    winners = set()
    for bids, last in legal_auctions(stage):
        words = first_words(bids, 3)
        assert set(words.values()) <= {"pass", "solo", "tout", "sie"}
        winner, _ = two_step_winner(words, (), [0, 1, 2])
        outcome = last.outcome
        assert outcome is not None
        assert outcome.seat == winner
        winners.add(winner)
    assert winners == {None, 0, 1, 2}


def test_mehrkopf_two_who_did_not_deal_decides_first() -> None:
    """EN, DE 2 players: the opponent plays or passes, then the dealer declares."""
    _, stage = start(auction_record("mehrkopf", players=2))
    ends = [(bids, last.outcome) for bids, last in legal_auctions(stage)]
    assert len(ends) == 2
    for bids, outcome in ends:
        assert outcome is not None
        assert outcome.seat == (0 if bids[0].say == "play" else 1)
        assert outcome.contract is not None


@pytest.mark.parametrize("players", [3, 4])
def test_bavarian_everyone_speaks_once_and_the_highest_game_named_wins(players: int) -> None:
    """AB 2.1; RULES 0.13."""
    name = "bavarian" if players == 4 else "mehrkopf"
    record = auction_record(name, players=players, auction="play_too")
    setting, stage = start(record)
    seen = 0
    for bids, last in legal_auctions(stage):
        seen += 1
        words, rest = bids[:players], bids[players:]
        assert [said.seat for said in words] == list(range(players))
        bidders = [said.seat for said in words if said.say != "pass"]
        if not bidders:
            assert not rest
            assert last.outcome is not None
            assert last.outcome.seat is None
            continue
        assert [said.say for said in words if said.say != "pass"] == [
            "play",
            *["play_too"] * (len(bidders) - 1),
        ]
        assert last.outcome is not None
        named = [said for said in rest if said.contract is not None]
        ranks = [rank_of(setting, said) for said in named]
        assert ranks == sorted(set(ranks)), "each game named is higher than the one before"
        assert last.outcome.seat == named[-1].seat
        assert last.outcome.contract == named[-1].contract
        if len(bidders) > 1 and named[-1].seat != bidders[0]:
            assert ranks[-1] >= BidLevel.SOLO
        assert [said.seat for said in rest] == bidders[: len(rest)]
    assert seen > 50


@pytest.mark.parametrize(("name", "players"), [("schafkopf", 4), ("mehrkopf", 3)])
def test_practice_the_higher_game_wins_and_of_equal_ones_vorhands(name: str, players: int) -> None:
    """RULES 4: order of the games; equal ones go to who sits nearer to Vorhand."""
    record = auction_record(name, players=players, auction="named")
    setting, stage = start(record)
    seen = 0
    for bids, last in legal_auctions(stage):
        seen += 1
        words = bids[:players]
        assert [said.seat for said in words] == list(range(players))
        outcome = last.outcome
        assert outcome is not None
        ranks = {
            said.seat: rank_of(setting, said) if said.contract else BidLevel.NORMAL
            for said in words
            if said.say != "pass"
        }
        if not ranks:
            assert outcome.seat is None
            continue
        assert outcome.seat == max(ranks, key=lambda seat: (ranks[seat], -seat))
        assert outcome.contract is not None
        assert outcome.rank >= ranks[outcome.seat]
    assert seen > 100
