"""A game unlike the others needs its folder and one line: bidding by numbers, a skat of two.

The one line is `registered`; what follows goes the whole way through the house with it.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.cards import card
from engine.deal.auction import BidFault
from engine.deal.record import Contract, DealRecord, DealRuling
from engine.deal.report import Status
from engine.dealfile.reader import parse, parse_line
from engine.dealfile.writer import answer, to_json
from engine.evening.deal_log import card_events, closing_events, opening_events
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import (
    Announced,
    BidMade,
    CardPlayed,
    DealClosed,
    DealEntered,
    DealStarted,
    EveningStarted,
    Event,
)
from engine.games import GAMES
from engine.games.carry import Carry
from engine.journal.journal import Journal
from engine.notation.reader import read
from engine.notation.writer import write
from engine.referee.evaluation import evaluate
from engine.rules.description import to_toml
from engine.rules.house_rules import preset_rules, rules_from
from engine.text import PlainError
from tests.engine.deals import plays_of
from tests.engine.games.number_game import NUMBER_GAME
from tests.engine.lines import line
from tests.engine.schema.test_dealfile_schema import ANSWER, LINE
from tests.engine.spine import AT, enveloped

NAMES = ("Resi", "Toni", "Vroni")
SUITS, RANKS = "EGHS", "AZKOU987"
AUGEN = dict(zip(RANKS, (11, 10, 4, 3, 2, 0, 0, 0), strict=True))
BASES = {"E": 12, "G": 11, "H": 10, "S": 9}
BIDS = [[1, "18"], [0, "hold"], [1, "20"], [0, "pass"], [2, "pass"]]
"""Of a deal that seat 2 dealt: Mittelhand, seat 1, plays at 20."""


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line in the registry that a folder needs."""
    monkeypatch.setitem(GAMES, NUMBER_GAME.name, NUMBER_GAME)


def trump(code: str, contract: dict[str, Any]) -> bool:
    return contract["kind"] != "null" and (code[1] == "U" or code[0] == contract.get("suit"))


def height(code: str, contract: dict[str, Any]) -> tuple[bool, int]:
    if contract["kind"] == "null":
        return False, -"AKOUZ987".index(code[1])
    if code[1] == "U":
        return True, 10 - SUITS.index(code[0])
    return trump(code, contract), -"AZKO987".index(code[1])


def suit_of(code: str, contract: dict[str, Any]) -> str:
    return "trump" if trump(code, contract) else code[0]


def deal_by_chance(seed: int, contract: dict[str, Any]) -> tuple[dict[str, Any], list[int]]:
    """Return a line in which everybody follows, and what each side has made, reckoned here.

    Seat 1 declares; the list holds the Augen of declarer and defenders, and the declarer's tricks.
    """
    chance = random.Random(seed)
    deck = [suit + rank for suit in SUITS for rank in RANKS]
    chance.shuffle(deck)
    dealt = [deck[10 * seat : 10 * seat + 10] for seat in range(3)]
    skat, hands = deck[30:], [list(hand) for hand in dealt]
    contract = dict(contract)
    if contract.get("hand"):
        aside = skat
    else:
        hands[1] += skat
        aside = contract["bury"] = [hands[1].pop(chance.randrange(len(hands[1]))) for _ in range(2)]
    made = [sum(AUGEN[code[1]] for code in aside), 0, 0]
    plays: list[tuple[int, str]] = []
    leader = 0
    while hands[leader] and not (contract["kind"] == "null" and made[2]):
        trick: list[tuple[int, str]] = []
        for seat in ((leader + step) % 3 for step in range(3)):
            fits = [
                code
                for code in hands[seat]
                if trick and suit_of(code, contract) == suit_of(trick[0][1], contract)
            ]
            code = (fits or hands[seat])[0]
            hands[seat].remove(code)
            trick.append((seat, code))
        plays += trick
        due = ("trump", suit_of(trick[0][1], contract))
        counting = [each for each in trick if suit_of(each[1], contract) in due]
        leader = max(counting, key=lambda each: height(each[1], contract))[0]
        made[leader != 1] += sum(AUGEN[code[1]] for _, code in trick)
        made[2] += leader == 1
    more: dict[str, Any] = {"hands": dealt, "blind": skat, "bids": BIDS}
    return line(3, {**contract, "seat": 1}, "numbers", plays=plays, **more), made


def matadors(written: dict[str, Any]) -> int:
    """Return how many trumps from the top the declarer had or lacked, from the cards dealt."""
    contract = written["contract"]
    own = {*written["hands"][1], *written["blind"]}
    trumps = [suit + "U" for suit in SUITS]
    trumps += [contract["suit"] + rank for rank in "AZKO987"] if "suit" in contract else []
    had = [each in own for each in trumps]
    return next((place for place, each in enumerate(had) if each is not had[0]), len(had))


CONTRACTS: list[dict[str, Any]] = [
    *({"kind": "farbspiel", "suit": suit} for suit in SUITS),
    {"kind": "grand"},
    {"kind": "grand", "hand": True},
    {"kind": "null"},
    {"kind": "null", "hand": True},
]


@pytest.mark.parametrize("contract", CONTRACTS, ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_a_deal_is_read_refereed_and_settled(seed: int, contract: dict[str, Any]) -> None:
    written, (ours, theirs, tricks) = deal_by_chance(seed, contract)
    record = parse(written)
    report = evaluate(record)
    assert report.verdicts == ()
    assert report.auction is not None
    assert report.auction.findings == ()
    result = report.result
    assert result is not None
    if contract["kind"] == "null":
        won, worth = tricks == 0, 23
    else:
        assert result.points == (ours, theirs)
        won = ours >= 61
        steps = matadors(written) + 1 + (max(ours, theirs) >= 90) + (tricks in (0, 10))
        worth = BASES.get(contract.get("suit", ""), 24) * (steps + ("hand" in contract))
    price = worth if won else 2 * max(worth, 20)
    if worth < 20:
        price, won = 40, False
    owed = -price if won else price
    assert [*map(int, result.payout)] == [owed, -2 * owed, owed]
    assert list(LINE.iter_errors(written)) == []
    told = json.loads(json.dumps(answer(record, report)))
    assert list(ANSWER.iter_errors(told)) == []


def journalled(path: Path, events: list[Event]) -> TableState:
    """Return the evening as a journal on disk gives it back."""
    journal = Journal.open(path)
    journal.append(events, AT)
    journal.close()
    again = Journal.open(path)
    state = fold(again.events())
    again.close()
    return state


@pytest.mark.parametrize("contract", CONTRACTS, ids=str)
def test_it_goes_the_whole_way_there_and_back(tmp_path: Path, contract: dict[str, Any]) -> None:
    """Journal, fold, record, deal file and back, notation and back: the same deal, same money."""
    written, _ = deal_by_chance(7, contract)
    wanted = evaluate(parse(written)).result
    laid = parse(written)
    events: list[Event] = [
        EveningStarted("e", "numbers", {}, NAMES, "isar", {}),
        DealStarted("test", 2),
        *(BidMade(seat, str(said)) for seat, said in BIDS),  # type: ignore[arg-type]
        Announced(laid.contract),
        *(CardPlayed(play.card) for play in laid.plays),
        DealClosed(),
    ]
    state = journalled(tmp_path / "journal.db", events)
    assert state.oddities == ()
    (deal,) = state.finished
    assert [bid.say for bid in deal.bids] == ["18", "hold", "20", "pass", "pass"]
    assert deal.report.result == wanted
    again = parse_line(json.dumps(to_json(deal.record)))
    assert again == deal.record
    assert evaluate(again).result == wanted
    for record in (again, laid):
        (found,) = read(write(record, evaluate(record)))
        assert found.problems == ()
        assert found.record == record
    assert "2 18; 1 hold; 2 20; 1 pass; 3 pass" in write(again)


def test_a_deal_file_becomes_an_evening_again() -> None:
    written, _ = deal_by_chance(3, CONTRACTS[0])
    record = parse(written)
    begun = EveningStarted("e", "numbers", {}, NAMES, "isar", {})
    told = (*opening_events(record, Carry()), *card_events(record), *closing_events(record))
    state = fold(enveloped([begun, *told]))
    assert state.oddities == ()
    assert state.finished[0].record == record


def bidding(*bids: tuple[int, str], contract: dict[str, object] | None = None) -> DealRecord:
    return parse(line(3, contract, "numbers", bids=[list(bid) for bid in bids]))


def test_numbers_are_bid_answered_and_outbid() -> None:
    view = NUMBER_GAME.auction(bidding())
    assert view is not None
    assert view.turn == 1
    assert [offer.say for offer in view.offers][:4] == ["pass", "18", "20", "22"]
    view = NUMBER_GAME.auction(bidding((1, "23")))
    assert view is not None
    assert (view.turn, view.leader) == (0, 1)
    assert [offer.text.de for offer in view.offers] == ["Passe", "Halte ich"]
    view = NUMBER_GAME.auction(bidding((1, "23"), (0, "hold")))
    assert view is not None
    assert (view.turn, view.leader) == (1, 0)
    assert [offer.say for offer in view.offers][:2] == ["pass", "24"]
    view = NUMBER_GAME.auction(bidding((1, "pass"), (2, "18"), (0, "pass")))
    assert view is not None
    assert view.outcome is not None
    assert (view.outcome.seat, view.outcome.rank) == (2, 18)


def test_who_passes_all_round_leaves_it_to_vorhand() -> None:
    view = NUMBER_GAME.auction(bidding((1, "pass"), (2, "pass")))
    assert view is not None
    assert view.turn == 0
    view = NUMBER_GAME.auction(bidding((1, "pass"), (2, "pass"), (0, "18")))
    assert view is not None
    assert view.outcome is not None
    assert (view.outcome.seat, view.outcome.rank) == (0, 18)
    view = NUMBER_GAME.auction(bidding((1, "pass"), (2, "pass"), (0, "pass")))
    assert view is not None
    assert view.outcome is not None
    assert (view.outcome.seat, view.findings) == (None, ())


def test_what_does_not_belong_into_the_bidding_is_told() -> None:
    low = bidding((1, "20"), (0, "hold"), (1, "18"))
    found = evaluate(low).auction
    assert found is not None
    assert [each.why for each in found.findings] == [BidFault.NOT_HIGHER]
    other = bidding((1, "20"), (0, "pass"), (2, "pass"), contract={"kind": "grand", "seat": 0})
    found = evaluate(other).auction
    assert found is not None
    assert [each.why for each in found.findings] == [BidFault.OTHER_DECLARER]


def test_a_bid_is_a_word_of_the_game_that_is_played() -> None:
    """Numbers are no words elsewhere, and a word of elsewhere is none here."""
    for game, players, said in (("schafkopf", 4, "18"), ("numbers", 3, "solo")):
        with pytest.raises(PlainError, match="must be a contract or one of"):
            parse(line(players, None, game, bids=[[0, said]]))
        names = (*NAMES, "Sepp")[:players]
        begun: list[Event] = [
            EveningStarted("e", game, {}, names, "isar", {}),
            DealStarted("d", players - 1),
        ]
        state = fold(enveloped([*begun, BidMade(0, said)]))
        assert len(state.oddities) == 1
        known = fold(enveloped([*begun, BidMade(0, "pass")]))
        assert known.oddities == ()
        assert known.deal is not None
        assert len(known.deal.bids) == 1


REVOKED = [(0, "E9"), (1, "EA"), (2, "H7"), (1, "S7"), (2, "E8"), (0, "S8")]
"""Grand: seat 2 throws Herz on Eichel and then shows Eichel, leading nothing."""


def test_a_revoke_is_proven_and_costs_the_game() -> None:
    contract = {"kind": "grand", "seat": 1}
    record = parse(line(3, contract, "numbers", plays=REVOKED, bids=BIDS))
    (found, *_) = evaluate(record).verdicts
    assert (found.kind, found.seat, found.play, found.known_after) == ("revoke", 2, 2, 4)
    assert found.status is Status.PROVEN
    ruled = replace(record, rulings=(DealRuling(found.id, "upheld"),))
    result = evaluate(ruled).result
    assert result is not None
    assert [*map(int, result.payout)] == [-48, 96, -48]
    clean = [*REVOKED[:2], (2, "E8")]
    assert evaluate(replace(record, plays=plays_of(clean))).verdicts == ()


def test_what_the_skat_may_hold_accuses_nobody() -> None:
    contract: dict[str, Any] = {"kind": "farbspiel", "suit": "S"}
    for seed in range(20):
        written, _ = deal_by_chance(seed, contract)
        del written["contract"]["bury"], written["hands"], written["blind"]
        assert evaluate(parse(written)).verdicts == ()
    # Nobody may throw three of a suit away that has none left to lie in the skat.
    plays = [(0, "EA"), (1, "G7"), (2, "H7"), (0, "EZ"), (1, "G8"), (2, "H8"), (0, "EK")]
    known = parse(line(3, {"kind": "grand", "seat": 1, "bury": ["E9", "E8"]}, "numbers"))
    thrown = replace(known, plays=plays_of([*plays, (1, "G9"), (2, "H9"), (0, "EO")]))
    assert evaluate(thrown).verdicts == ()
    shown = replace(thrown, plays=plays_of([*plays, (1, "G9"), (2, "E7")]))
    assert {(each.seat, each.play) for each in evaluate(shown).verdicts} == {(2, 2), (2, 5)}


def test_a_result_is_entered_as_amounts_and_nothing_else() -> None:
    """A hook the game leaves out switches its own thing off, and says so."""
    base = {"kind": "entered", "amounts": [24, -48, 24], "reason": "written down"}
    record = parse(line(3, {"kind": "grand", "seat": 1}, "numbers", end=base))
    result = evaluate(record).result
    assert result is not None
    assert [*map(int, result.payout)] == [24, -48, 24]
    with pytest.raises(PlainError, match="No result can be worked out for Number game"):
        parse(
            line(3, {"kind": "grand", "seat": 1}, "numbers", end={"kind": "entered", "won": True})
        )
    told = DealEntered({"won": True}, Contract("grand", 1))
    begun: list[Event] = [
        EveningStarted("e", "numbers", {}, NAMES, "isar", {}),
        DealStarted("d", 2),
    ]
    assert len(fold(enveloped([*begun, told])).oddities) == 1


def test_its_house_rules_are_checked_and_written() -> None:
    rules = rules_from({"lost_twice": False}, "numbers")
    assert "lost_twice = false" in to_toml(rules, "numbers", "de")
    written, _ = deal_by_chance(0, {"kind": "null"})
    halves = parse({**written, "rules": {"lost_twice": False}})
    once, twice = evaluate(halves).result, evaluate(parse(written)).result
    assert once is not None
    assert twice is not None
    assert 2 * once.price == twice.price


def test_the_call_screen_offers_it_in_its_words() -> None:
    menu = NUMBER_GAME.call_menu(preset_rules("numbers"), 3)
    assert [(each.kind, len(each.suits), each.fields[0].name) for each in menu.kinds] == [
        ("farbspiel", 4, "hand"),
        ("grand", 0, "hand"),
        ("null", 0, "hand"),
    ]
    called = Contract("grand", 1, details={"hand": True})
    assert NUMBER_GAME.contract_text(called).de == "Grand Hand"


def test_four_at_the_table_sit_out_in_turn() -> None:
    written, _ = deal_by_chance(1, CONTRACTS[0])
    four = {**written, "players": 4, "dealer": 3, "hands": [*written["hands"], []]}
    del four["out"]
    assert parse(four).out == (3,)
    assert evaluate(parse(four)).result is not None


def test_a_second_copy_of_a_card_is_a_misreading_never_a_second_card() -> None:
    """Why games with every card twice do not fit: a card is what it shows."""
    plays = [(0, "E9"), (1, "EA"), (2, "E8"), (1, "S7"), (2, "E9")]
    report = evaluate(parse(line(3, {"kind": "grand", "seat": 1}, "numbers", plays=plays)))
    assert "duplicate_card" in {each.kind for each in report.verdicts}
    assert card("E9") is card("E9")
