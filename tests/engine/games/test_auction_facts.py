"""Whatever is said in an auction is a fact: nothing is refused, lost or held against anybody."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.deal.auction import ILLEGAL_BID, BidFault
from engine.deal.record import Bid, Contract
from engine.dealfile.writer import answer
from engine.games import GAMES as GAMES_BY_NAME
from engine.games import game
from engine.games.auction.bid_texts import BID_TEXTS, CHOICE_TEXTS, WHY_TEXTS
from engine.games.wording import INFORMATIONAL
from engine.referee.evaluation import evaluate
from tests.engine.games.auctions import Said, auction_record, legal_auctions, start, view_of, whys

WORDS = tuple(word for word in BID_TEXTS if word != "contract")
STYLES = ("two_steps", "play_too", "named")
TABLES = [
    ("mehrkopf", 2, ()),
    ("mehrkopf", 3, ()),
    ("mehrkopf", 5, ()),
    ("mehrkopf", 7, (6,)),
    *((name, 4, ()) for name in ("mehrkopf", "schafkopf", "bavarian", "sheepshead")),
]
GAMES: list[dict[str, object]] = [
    {"kind": "rufspiel", "suit": "G"},
    {"kind": "solo", "suit": "E"},
    {"kind": "solo", "suit": "H", "tout": True},
    {"kind": "wenz"},
    {"kind": "geier", "tout": True},
    {"kind": "sie"},
]


def of_family(name: str, players: int) -> list[dict[str, object]]:
    if name == "sheepshead":
        return []
    return {2: GAMES[1:2], 3: GAMES[1:]}.get(players, GAMES)


@st.composite
def auctions(draw: st.DrawFn) -> tuple[str, int, tuple[int, ...], str, list[Said]]:
    name, players, out = draw(st.sampled_from(TABLES))
    seats = [seat for seat in range(players) if seat not in out]
    games = of_family(name, players)
    said = st.one_of(st.sampled_from(WORDS), *([st.sampled_from(games)] if games else []))
    bids = draw(st.lists(st.tuples(st.sampled_from(seats), said), max_size=16))
    return name, players, out, draw(st.sampled_from(STYLES)), bids


@given(auctions())
def test_any_words_leave_an_auction_that_can_be_read(
    drawn: tuple[str, int, tuple[int, ...], str, list[Said]],
) -> None:
    """DESIGN 1: record, then judge."""
    name, players, out, style, bids = drawn
    rules: dict[str, Any] = {} if name == "sheepshead" else {"auction": style}
    before: tuple[object, ...] = ()
    for length in range(len(bids) + 1):
        record = auction_record(name, bids[:length], players=players, out=out, **rules)
        view = view_of(record)
        active = set(range(players)) - set(out)
        assert view.turn is None or view.turn in active
        assert (view.turn is None) == (view.outcome is not None)
        assert bool(view.offers or view.choices) >= (view.turn is not None)
        assert view.findings[: len(before)] == before, "what was said later changes nothing before"
        assert all(finding.kind == ILLEGAL_BID for finding in view.findings)
        for finding in view.findings:
            assert finding.bid is not None
            assert finding.seat == bids[finding.bid][0], "nobody else is named"
        before = view.findings
        report = evaluate(record)
        assert report.verdicts == ()
        assert report.auction == view


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_words_out_of_turn_count_as_if_said_in_turn(order: tuple[int, ...]) -> None:
    """AB 2.1: announcements cannot be withdrawn once made; RULES 0.10: ties go by seat."""
    words = ("normal", "solo", "pass", "solo")
    record = auction_record("mehrkopf", [(seat, words[seat]) for seat in order])
    view = view_of(record)
    assert (view.leader, view.turn) == (1, 1)
    early = sum(
        1 for place, seat in enumerate(order) if any(later < seat for later in order[place:])
    )
    assert whys(record) == [BidFault.OUT_OF_TURN] * early


@pytest.mark.parametrize("style", STYLES)
def test_a_contract_that_fits_its_auction_is_never_found_at_fault(style: str) -> None:
    """Every legal auction of four, with the contract it led to; and with another seat's."""
    record = auction_record("bavarian", auction=style)
    _, stage = start(record)
    count = 0
    for bids, last in legal_auctions(stage):
        won = last.outcome
        if won is None or won.contract is None or won.seat is None:
            continue
        count += 1
        if count % 7:
            continue
        fits = _declared(style, bids, won.contract)
        assert fits == []
        other = Contract("sie", (won.seat + 1) % 4)
        assert _declared(style, bids, other) in ([BidFault.OTHER_DECLARER], [BidFault.OTHER_GAME])
    assert count > 100


def _declared(style: str, bids: tuple[Bid, ...], contract: Contract) -> list[BidFault]:
    record = replace(auction_record("bavarian", auction=style), bids=bids, contract=contract)
    view = game("bavarian").auction(record)
    assert view is not None
    return [finding.why for finding in view.findings]


PASSES: list[Said] = [(seat, "pass") for seat in range(4)]
SOLO_OF_0: list[Said] = [(0, "solo"), *PASSES[1:]]


@pytest.mark.parametrize(
    ("style", "words", "leader"),
    [
        ("two_steps", ("play", "pass", "pass", "pass"), 0),
        ("two_steps", ("normal", "play_too", "pass", "pass"), 1),
        ("two_steps", ("pass", "good", "pass", "pick"), 3),
        ("play_too", ("pass", "normal", "pass", "pass"), 1),
        ("play_too", ("pass", "normal", "solo", "pass"), 2),
        ("play_too", ("good", "accept", "play", "pass"), 2),
        ("named", ("pass", "solo", "pass", "play"), 3),
    ],
)
def test_words_of_another_auction_count_as_what_they_mean(
    style: str, words: tuple[str, ...], leader: int
) -> None:
    """Who wants to play is not made to pass by the wrong word."""
    record = auction_record("mehrkopf", list(enumerate(words)), auction=style)
    assert view_of(record).leader == leader
    assert set(whys(record)) == {BidFault.NO_SUCH_WORD}


def test_a_winner_who_names_too_low_still_has_to_name() -> None:
    """EN, DE bidding: what was bid is played."""
    call: Said = (0, GAMES[0])
    record = auction_record("mehrkopf", [*SOLO_OF_0, call])
    assert whys(record) == [BidFault.LOWER_GAME]
    assert view_of(record).turn == 0
    running = auction_record("mehrkopf", SOLO_OF_0[:2], {**GAMES[0], "seat": 0})
    assert whys(running) == [BidFault.LOWER_GAME]


def test_a_game_once_named_stands() -> None:
    """AB 2.1: announcements cannot be withdrawn once made."""
    named: Said = (0, GAMES[1])
    again = auction_record("mehrkopf", [*SOLO_OF_0, named, named])
    assert whys(again) == []
    changed = auction_record("mehrkopf", [*SOLO_OF_0, named, (0, GAMES[3])])
    assert whys(changed) == [BidFault.OVER]
    outcome = view_of(changed).outcome
    assert outcome is not None
    assert outcome.contract is not None
    assert outcome.contract.kind == "solo"


def test_what_follows_when_all_pass_is_the_houses_or_the_dealers_to_say() -> None:
    """EN, DE bidding; RULES 0.11."""
    ramsch = {"kind": "ramsch", "why": "all_pass"}
    demanded: list[Said] = [*PASSES, (3, ramsch)]
    assert whys(auction_record("mehrkopf", demanded, all_pass="redeal")) == [BidFault.NOT_A_CHOICE]
    muss = {**GAMES[0], "seat": 1, "muss": "EO"}
    assert whys(auction_record("mehrkopf", demanded, muss)) == [BidFault.OTHER_GAME]


@pytest.mark.parametrize("name", GAMES_BY_NAME)
def test_what_does_not_belong_has_a_headline_in_every_game(name: str) -> None:
    headline = game(name).verdict_words(ILLEGAL_BID).headline
    assert 0 < len(headline.de) <= 20
    assert 0 < len(headline.en) <= 20
    assert ILLEGAL_BID in INFORMATIONAL, "nobody pays for it"


def test_an_auction_nobody_noted_is_none() -> None:
    """A deal file may leave the bids out."""
    contract = {"kind": "wenz", "seat": 2}
    assert game("schafkopf").auction(auction_record("schafkopf", (), contract)) is None
    assert game("schafkopf").auction(auction_record("schafkopf")) is not None


def test_sheepshead_is_picked_by_the_first_who_wants_it() -> None:
    """PG: asked in turn from the dealer's left; nobody picks: a leaster."""
    view = view_of(auction_record("sheepshead", [(0, "pass"), (1, "pick")]))
    assert view.outcome is not None
    assert (view.outcome.seat, view.turn, view.findings) == (1, None, ())
    nobody = view_of(auction_record("sheepshead", [(seat, "pass") for seat in range(4)]))
    assert [choice.word for choice in nobody.choices] == ["leaster"]
    assert nobody.outcome is not None
    assert nobody.outcome.seat is None


def test_everything_said_is_said_in_both_languages() -> None:
    for text in (*BID_TEXTS.values(), *CHOICE_TEXTS.values(), *WHY_TEXTS.values()):
        assert text.de
        assert text.en
    assert set(WHY_TEXTS) == set(BidFault)


def test_the_answer_tells_what_did_not_belong_and_nothing_otherwise() -> None:
    """`mehrkopf score`: a finding beside the verdicts, where there is one."""
    contract = {**GAMES[3], "seat": 1}
    odd = auction_record("mehrkopf", [*SOLO_OF_0, (2, "tout"), (0, GAMES[3])], contract)
    assert answer(odd, evaluate(odd))["bids"] == [
        {"kind": ILLEGAL_BID, "why": "over", "seat": 2, "bid": 4},
        {"kind": ILLEGAL_BID, "why": "other_declarer", "seat": 1, "bid": None},
    ]
    plain = auction_record("mehrkopf", SOLO_OF_0)
    assert "bids" not in answer(plain, evaluate(plain))


LEFT_OUT = ["rufspiel", "solo", "solo tout", "hochzeit", "ramsch", "muss"]
"""No Wenz at this table."""


@pytest.mark.parametrize(
    ("style", "before", "leader"),
    [
        ("two_steps", [], None),
        ("two_steps", SOLO_OF_0, 0),
        ("named", [(1, "play")], 1),
        ("play_too", [(0, "play"), (1, "play_too"), *PASSES[2:]], 1),
    ],
)
def test_a_game_the_house_leaves_out_is_told_wherever_it_is_named(
    style: str, before: list[Said], leader: int | None
) -> None:
    """RULES 0.14: option `games`."""
    record = auction_record("mehrkopf", [*before, (0, GAMES[3])], auction=style, games=LEFT_OUT)
    assert whys(record)[-1] is BidFault.NOT_PLAYED
    assert view_of(record).leader == leader


def test_a_hochzeit_may_be_written_as_a_contract() -> None:
    """DEAL_FILE, `bids`: a bid is a word or a contract."""
    wedding = {"kind": "hochzeit", "partner": 2}
    record = auction_record("mehrkopf", [(0, wedding), *PASSES[1:]])
    view = view_of(record)
    assert (view.findings, view.leader, view.turn) == ((), 0, 1)
    assert [offer.say for offer in view.offers] == ["pass", "accept"]


def test_a_contract_is_held_against_an_auction_not_noted_to_its_end() -> None:
    """Who passed does not declare; whoever has not been heard may have bid anything."""
    asked: list[Said] = [(0, "hochzeit"), *PASSES[1:]]
    assert whys(auction_record("mehrkopf", asked, {**GAMES[1], "seat": 2})) == [
        BidFault.OTHER_DECLARER
    ]
    heard: list[Said] = [(0, "pass"), (1, "pass")]
    assert whys(auction_record("mehrkopf", heard, {**GAMES[0], "seat": 2})) == []
    ramsch: Said = (3, {"kind": "ramsch", "why": "all_pass"})
    after = auction_record("mehrkopf", [*PASSES, ramsch], {**GAMES[0], "seat": 2})
    assert whys(after) == [BidFault.NOBODY_BID]
