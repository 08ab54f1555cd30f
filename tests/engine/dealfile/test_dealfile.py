"""The deal file: read, refused in plain sentences, written back, answered."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.cards import Family, Suit, card
from engine.deal.fields import listed_words
from engine.deal.record import Bid, Contract, DealRuling, Doubling, Play
from engine.deal.report import Grade, Known, Verdict
from engine.dealfile.reader import parse_line, score
from engine.dealfile.writer import (
    answer,
    contract_to_json,
    payout_to_json,
    to_json,
    verdict_to_json,
)
from engine.referee.evaluation import evaluate
from engine.text import PlainError
from tests.engine.deals import contract_from_json

DEAL: dict[str, object] = {
    "v": 1,
    "id": "rv",
    "game": "mehrkopf",
    "players": 4,
    "dealer": 3,
    "contract": {"kind": "rufspiel", "seat": 0, "suit": "G"},
    "rules": {"legen": True, "stoss": "kontra"},
    "doubles": ["legen", {"say": "kontra", "seat": 1, "after": 1}],
    "plays": [[0, "G7"], [1, "GA"], [2, "S9"], [3, "??"], [1, "H7"], [2, "G9"]],
    "hands": None,
    "end": {"kind": "ruled"},
    "rulings": [{"kind": "revoke", "seat": 2, "play": 2, "ruling": "upheld"}],
}


def parse_deal(**changes: object):  # type: ignore[no-untyped-def]
    return parse_line(json.dumps({**DEAL, **changes}))


def test_every_field_is_read() -> None:
    more = {"stock": 40, "bids": [[0, "play"]], "note": "x", "y": "z"}
    record = parse_line(json.dumps({**DEAL, **more}))
    assert (record.id, record.game, record.players, record.dealer) == ("rv", "mehrkopf", 4, 3)
    assert record.contract == Contract("rufspiel", 0, Suit.GRAS)
    assert record.doubles == (Doubling("legen"), Doubling("kontra", 1, 1))
    assert record.plays[0] == Play(0, card("G7"))
    assert record.plays[3] == Play(3, None)
    assert record.rulings == (DealRuling("revoke:2:2", "upheld"),)
    assert record.end == {"kind": "ruled"}
    assert record.stock == 40
    assert record.bids == (Bid(0, "play"),)
    assert record.note == "x"
    assert record.extra == {"y": "z"}


@pytest.mark.parametrize("note", [None, "", "Ben verzählt sich"])
def test_a_remark_is_read_and_written(note: str | None) -> None:
    record = parse_line(json.dumps({**DEAL, "note": note}))
    assert record.note == (note or None)
    assert to_json(record).get("note") == record.note


def test_a_record_comes_back_from_what_it_wrote() -> None:
    changes = {"stock": 40, "bids": [[0, "play"]], "note": {"x": 1}, "blind": []}
    rules = {"preset": "mehrkopf", "laufende_min": 4, "tariff": {"call": 2}, "legen": True}
    record = parse_line(json.dumps({**DEAL, **changes, "rules": rules}))
    written = to_json(record)
    assert written["note"] == {"x": 1}
    assert parse_line(json.dumps(written)) == record


def test_the_example_of_the_deal_file_is_answered() -> None:
    record = parse_deal(doubles=[])
    answered = answer(record, evaluate(record))
    assert answered["payout"] == [1, 1, -3, 1]
    verdicts = answered["verdicts"]
    assert isinstance(verdicts, list)
    assert verdicts == [
        {
            "id": "revoke:2:2",
            "kind": "revoke",
            "status": "upheld",
            "grade": "own_play",
            "seat": 2,
            "play": 2,
            "proof": [2, 5],
            "known_after": 5,
            "suspects": [2],
            "payout_if_upheld": [1, 1, -3, 1],
        }
    ]


def test_french_cards_play_like_their_german_twins() -> None:
    plays = [[0, "S7"], [1, "SA"], [2, "D9"], [3, "S8"], [1, "H7"], [2, "S9"]]
    record = parse_deal(
        suits="french",
        contract={"kind": "rufspiel", "seat": 0, "suit": "S"},
        plays=plays,
        doubles=[],
    )
    assert record.family is Family.FRENCH
    assert record.contract == Contract("rufspiel", 0, Suit.SPADES)
    report = evaluate(record)
    assert [verdict.id for verdict in report.verdicts] == ["revoke:2:2"]
    assert report.called_card is card("SA", Family.FRENCH)
    assert to_json(record)["suits"] == "french"


@pytest.mark.parametrize(
    ("changes", "field", "says"),
    [
        ({"v": 2}, "`v`", "be 1"),
        ({"game": "skat"}, "'skat'", "known games"),
        ({"game": 7}, "`game`", "be a word"),
        ({"suits": "spanish"}, "`suits`", '"german" or "french"'),
        ({"players": "four"}, "`players`", "whole number from 2 to 8"),
        ({"players": 8}, "`players`", "come to 2, 3, 4, 5, 6"),
        ({"dealer": 4}, "`dealer`", "from 0 to 3"),
        ({"dealer": True}, "`dealer`", "from 0 to 3"),
        ({"rules": []}, "`rules`", "an object"),
        ({"rules": {"preset": "x"}}, "'x'", "known presets: mehrkopf"),
        ({"rules": {"laufende_mni": 3}}, "'laufende_mni'", "'laufende_min'"),
        ({"contract": "solo"}, "`contract`", "an object or null"),
        ({"contract": {"kind": "skat"}}, "`contract.kind`", "rufspiel, wenz, solo"),
        ({"contract": {"kind": "solo", "seat": 0}}, "`contract.suit`", "E, G, H, S"),
        (
            {"contract": {"kind": "rufspiel", "seat": 0, "suit": "H"}},
            "`contract.suit`",
            "E, G, S for rufspiel",
        ),
        ({"contract": {"kind": "wenz", "seat": 0, "suit": "H"}}, "`contract.suit`", "absent"),
        ({"contract": {"kind": "wenz"}}, "`contract.seat`", "declarer's seat"),
        (
            {"contract": {"kind": "rufspiel", "seat": 0, "suit": "G", "tout": True}},
            "`contract.tout`",
            "absent",
        ),
        (
            {"contract": {"kind": "rufspiel", "seat": 0, "suit": "G", "called": "EA"}},
            "`contract.called`",
            "of the called suit",
        ),
        ({"doubles": ["contra"]}, "`doubles[0]`", "kontra"),
        ({"doubles": [{"say": "re", "seat": 9}]}, "`doubles[0].seat`", "seat from 0 to 3"),
        ({"doubles": [{"say": "re", "after": -1}]}, "`doubles[0].after`", "number of cards"),
        ({"doubles": "re"}, "`doubles`", "a list"),
        ({"plays": [[0, "G7"], [1, "XX"]]}, "`plays[1]`", 'a card such as "EO"'),
        ({"plays": [[0, "G7"], [4, "GA"]]}, "`plays[1]`", "0, 1, 2, 3"),
        ({"plays": [[0]]}, "`plays[0]`", "[seat, card]"),
        ({"plays": ["G7"]}, "`plays[0]`", "[seat, card]"),
        ({"plays": {}}, "`plays`", "a list"),
        ({"hands": [[], []]}, "`hands`", "4 seats"),
        ({"hands": [["E1"], [], [], []]}, "`hands[0][0]`", "a card"),
        ({"hands": [7, [], [], []]}, "`hands[0]`", "list of cards"),
        ({"end": {"kind": "boredom"}}, "`end.kind`", "thrown_in"),
        ({"end": {"kind": "claim"}}, "`end.seat`", "seat from 0 to 3"),
        ({"end": {"kind": "claim", "seat": 0, "tricks": 3}}, "`end.tricks`", "rest"),
        ({"end": {"kind": "claim", "seat": 0, "laufende": 99}}, "`end.laufende`", "-21 to 21"),
        ({"end": {"kind": "thrown_in"}}, "`end.why`", "all_pass, nixer, misdeal"),
        ({"end": {"kind": "conceded"}}, "`end.seat`", "seat from 0 to 3"),
        ({"end": {"kind": "claim", "seat": 0, "agreed": 1}}, "`end.agreed`", "true or false"),
        ({"bids": [[4, "pass"]]}, "`bids[0]`", "0, 1, 2, 3"),
        ({"bids": [[0, "hm"]]}, "`bids[0][1]`", "pass, play"),
        ({"bids": [[0, {"kind": "skat"}]]}, "`bids[0][1].kind`", "rufspiel"),
        ({"bids": [[0, {"kind": "solo"}]]}, "`bids[0][1].suit`", "E, G, H, S"),
        ({"dealt": "all"}, "`dealt`", "4+4, 8, counterclockwise"),
        ({"piles": [[["EO"]]]}, "`piles`", "4 seats"),
        ({"piles": [["EO"], [], [], []]}, "`piles[0][0]`", "list of cards"),
        ({"piles": [7, [], [], []]}, "`piles[0]`", "list of piles"),
        ({"reveals": [[0, 0, 0, "EO"]]}, "`reveals[0][2]`", "one of the piles in `piles`"),
        ({"reveals": [[0, 0, 0]]}, "`reveals[0]`", "[cards laid, seat, pile, card]"),
        ({"rulings": [{"ruling": "guilty"}]}, "`rulings[0].ruling`", "upheld"),
        ({"rulings": [{"ruling": "upheld"}]}, "`rulings[0]`", "kind, seat and play"),
        ({"stock": -1}, "`stock`", "whole number from 0"),
        ({"id": 7}, "`id`", "a string"),
        ({"out": [0, 1, 2]}, "`players`", "come to 2, 3, 4, 5, 6"),
    ],
)
def test_a_wrong_field_is_named_with_what_belongs_there(
    changes: dict[str, object], field: str, says: str
) -> None:
    with pytest.raises(PlainError) as raised:
        parse_deal(**changes)
    sentence = raised.value.text
    assert field in sentence.en
    assert says in sentence.en
    assert field in sentence.de
    assert sentence.de != sentence.en
    assert "\n" not in sentence.de + sentence.en


@pytest.mark.parametrize("line", ["", "{", "[1]", "null", "7", '"x"', "[" * 100_000])
def test_a_line_that_is_no_object_is_refused(line: str) -> None:
    with pytest.raises(PlainError):
        parse_line(line)


def test_any_card_by_anybody_is_read() -> None:
    plays = [[2, "G7"], [2, "G7"], [0, "H6"], [3, "HP"]]
    record = parse_deal(plays=plays, rulings=[], end=None, doubles=[])
    kinds = [verdict.kind for verdict in evaluate(record).verdicts]
    assert sorted(set(kinds)) == [
        "duplicate_card",
        "foreign_card",
        "lead_out_of_turn",
        "out_of_turn",
    ]


def test_contracts_are_read_and_written_alone() -> None:
    solo = {"kind": "solo", "seat": 2, "suit": "E", "tout": True}
    contract = contract_from_json(solo, "schafkopf")
    assert contract == Contract("solo", 2, Suit.EICHEL, True)
    assert contract_to_json(contract) == solo
    assert contract_from_json(None, "schafkopf") is None
    assert contract_to_json(None) is None
    called = {"kind": "rufspiel", "seat": 0, "suit": "G", "called": "GZ"}
    assert contract_to_json(contract_from_json(called, "schafkopf")) == called


def test_amounts_that_do_not_divide_are_written_exactly() -> None:
    from fractions import Fraction  # noqa: PLC0415

    assert payout_to_json((Fraction(20, 3), Fraction(-20))) == ["20/3", -20]


def test_game_points_are_answered_where_a_game_counts_them() -> None:
    record = parse_deal()
    report = evaluate(record)
    assert "game_points" not in answer(record, report)
    assert report.result is not None
    counted = replace(report, result=replace(report.result, game_points=(2, 0)))
    assert answer(record, counted)["game_points"] == [2, 0]


def test_a_joint_verdict_names_nobody_and_lists_its_grades() -> None:
    grades = (Known(Grade.JOINT, 12), Known(Grade.OWN_PLAY, 21))
    joint = Verdict("revoke", None, 9, (9, 12), 12, suspects=(1, 2), grades=grades)
    written = verdict_to_json(joint)
    assert written["id"] == "revoke:x:9"
    assert written["seat"] is None
    assert written["grades"] == [
        {"grade": "joint", "known_after": 12},
        {"grade": "own_play", "known_after": 21},
    ]
    ruled = parse_deal(rulings=[{"kind": "revoke", "seat": None, "play": 9, "ruling": "dismissed"}])
    assert ruled.rulings == (DealRuling("revoke:x:9", "dismissed"),)
    assert to_json(ruled)["rulings"] == [
        {"kind": "revoke", "seat": None, "play": 9, "ruling": "dismissed"}
    ]


def test_score_goes_on_after_a_line_it_cannot_read() -> None:
    lines = [json.dumps(DEAL), "", "{", json.dumps({**DEAL, "id": "b", "rulings": [], "end": None})]
    first, error, last = score(lines)
    assert first["id"] == "rv"
    assert error["line"] == 3
    assert "JSON" in str(error["error"])
    assert last["id"] == "b"
    assert last["payout"] is None
    assert list(score(["{"], "de")) != list(score(["{"], "en"))


def test_a_ruling_without_its_verdict_is_told_and_refuses_nothing() -> None:
    stray = {"kind": "revoke", "seat": 1, "play": 1, "ruling": "upheld"}
    rulings = [*DEAL["rulings"], stray]  # type: ignore[misc]
    record = parse_deal(rulings=rulings)
    told = answer(record, evaluate(record))
    assert told["rulings_unmatched"] == [stray]
    plain = parse_deal()
    without = answer(plain, evaluate(plain))
    assert "rulings_unmatched" not in without
    assert told["payout"] == without["payout"]


@pytest.mark.parametrize(
    ("game", "games", "contract"),
    [
        ("schafkopf", ["rufspiel"], {"kind": "solo", "seat": 0, "suit": "G"}),
        ("schafkopf", ["rufspiel", "solo"], {"kind": "solo", "seat": 0, "suit": "G", "tout": True}),
        ("mehrkopf", ["rufspiel"], {"kind": "solo", "seat": 0, "suit": "G"}),
        ("bavarian", ["rufspiel", "solo"], {"kind": "wenz", "seat": 0}),
    ],
)
def test_a_game_the_house_leaves_out_is_told_without_bids_too(
    game: str, games: list[str], contract: dict[str, object]
) -> None:
    line = {"game": game, "players": 4, "dealer": 3, "contract": contract, "plays": []}
    plain = parse_line(json.dumps(line))
    assert "bids" not in answer(plain, evaluate(plain))
    record = parse_line(json.dumps({**line, "rules": {"games": games}}))
    assert answer(record, evaluate(record))["bids"] == [
        {"kind": "illegal_bid", "why": "not_played", "seat": 0, "bid": None}
    ]
    called = {**line, "rules": {"games": games}, "contract": {**contract, "kind": "rufspiel"}}
    called["contract"] = {"kind": "rufspiel", "seat": 0, "suit": "G"}
    record = parse_line(json.dumps(called))
    assert "bids" not in answer(record, evaluate(record))


def test_one_word_that_can_stand_is_named_alone() -> None:
    assert listed_words(("solo",)).de == "solo sein"
    assert listed_words(("solo", "wenz")).en == "be one of solo, wenz"


@pytest.mark.parametrize(("game", "players"), [("sheepshead", 8), ("schafkopf", 5)])
def test_one_too_many_who_plays_is_told_of_the_players(game: str, players: int) -> None:
    plays = [[seat, "H9" if game == "schafkopf" else "H8"] for seat in range(players)]
    made = {"game": game, "players": players, "dealer": 4, "plays": plays}
    with pytest.raises(PlainError) as caught:
        parse_line(json.dumps(made))
    said = caught.value.text.en
    assert said.startswith("The field `players` must be one of ")
    assert said.endswith(f"seat 4, but the dealer has played), but it is {players}.")
    assert "plays[" not in said
    parse_line(json.dumps({**made, "plays": [play for play in plays if play[0] != 4]}))
