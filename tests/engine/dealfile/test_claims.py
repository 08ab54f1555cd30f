"""What a deal file may not claim: refused in one sentence, judged, or noted beside the answer.

One case a claim; that it is the same at the table stands in `tests/kiosk/table/test_claims.py`.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.dealfile.reader import parse
from engine.dealfile.writer import answer
from engine.referee.evaluation import evaluate
from engine.text import PlainError

Line = dict[str, Any]

PLAYS = (
    "0H8 1HA 2HO 3HK 2E8 3EA 0E9 1EK 3HU 0HZ 1SU 2GO 2H9 3H7 0GU 1SA 0S8 1SZ 2SK 3G8 "
    "1GK 2G9 3GA 0GZ 3EU 0S9 1SO 2E7 1EO 2G7 3EZ 0S7"
)
"""Seat 0 calls Gras and loses with 53 to 67; seat 1 has the Eichel-Ober."""
ALL = [[int(each[0]), each[1:]] for each in PLAYS.split()]
HANDS = [[card for seat, card in ALL if seat == each] for each in range(4)]
EIGHT = ["EO", "GO", "HO", "SO", "EU", "GU", "HU", "SU"]


def deal(**changed: Any) -> Line:
    plain: Line = {
        **{"game": "schafkopf", "players": 4, "dealer": 3, "contract": call(), "plays": ALL}
    }
    return {**plain, **changed}


def call(**more: Any) -> Line:
    return {"kind": "rufspiel", "seat": 0, "suit": "G", **more}


def pick(**more: Any) -> Line:
    contract = {"kind": "pick", "seat": 2, "partner": "jd", **more.pop("contract", {})}
    return {"game": "sheepshead", "players": 5, "dealer": 0, "contract": contract, **more}


def hochzeit(hand: list[str]) -> Line:
    contract = {"kind": "hochzeit", "seat": 2, "partner": 3, "gave": "H9", "back": "SK"}
    return {
        **{"game": "mehrkopf", "players": 4, "dealer": 1, "contract": contract},
        "hands": [[], [], hand, []],
    }


REFUSED = {
    "renonce where the house has none": (
        deal(game="bavarian", contract=call(renonce=True)),
        "contract.renonce",
    ),
    "renonce without its Muss": (deal(contract=call(renonce=True)), "contract.renonce"),
    "a called Ten": (deal(game="bavarian", contract=call(called="GZ")), "contract.called"),
    "a called King": (deal(contract=call(called="GK")), "contract.called"),
    "the Muss card of another deck": (
        deal(game="mehrkopf", contract=call(muss="G6")),
        "contract.muss",
    ),
    "forced by who does not deal": (
        pick(contract={"forced": True}, rules={"all_pass": "forced_pick"}),
        "contract.forced",
    ),
    "a card face down without a called suit": (pick(contract={"under": "S7"}), "contract.under"),
    "two doublers": (pick(doubles=["doubler", "doubler"]), "doubles[1]"),
    "a Tout lost that nobody called": (deal(plays=ALL[:8], end={"kind": "tout_lost"}), "end.kind"),
    "kontra by the declarer of a result told by hand": (
        deal(
            plays=[],
            doubles=[{"say": "kontra", "seat": 3, "after": 0}],
            end={"kind": "entered", "partners": [3], "points": [95]},
        ),
        "doubles[0]",
    ),
    "crack where it is off": (pick(doubles=["crack"], rules={"crack": "off"}), "doubles[0]"),
    "recrack alone": (pick(doubles=["recrack"]), "doubles[0]"),
    "six klopfen by four": (deal(doubles=["klopfen"] * 6), "doubles[4]"),
    "legen twice by one": (deal(doubles=[{"say": "legen", "seat": 1}] * 2), "doubles[1]"),
    "klopfen where there is none": (deal(game="mehrkopf", doubles=["klopfen"]), "doubles[0]"),
    "kontra where there is none": (deal(game="mehrkopf", doubles=["kontra"]), "doubles[0]"),
    "bock where there is none": (deal(game="bavarian", doubles=["bock"]), "doubles[0]"),
    "resupra alone": (deal(doubles=["resupra"]), "doubles[0]"),
    "kontra twice": (deal(doubles=["kontra", "kontra"]), "doubles[1]"),
    "cards laid down in a Rufspiel": (deal(plays=ALL[:8], end={"kind": "laid_down"}), "end.kind"),
    "a gift that was not in the hand": (
        hochzeit(["HO", "E7", "E8", "E9", "G7", "G8", "G9", "S7"]),
        "contract.gave",
    ),
    "a result that the cards contradict": (
        deal(end={"kind": "entered", "partners": [3], "points": [95], "laufende": 0}),
        "end",
    ),
    "a hand of seven": (deal(hands=[HANDS[0][:7], *HANDS[1:]]), "hands[0]"),
    "a hand of nine": (
        deal(hands=[[*HANDS[0], "EA"], *HANDS[1:3], [c for c in HANDS[3] if c != "EA"]], plays=[]),
        "hands[0]",
    ),
    "a hand of who sits out": (
        deal(game="mehrkopf", players=5, out=[4], dealer=4, hands=[*HANDS, ["??"] * 8]),
        "hands[4]",
    ),
    "a blind of three": (pick(blind=["H8", "D7", "D8"]), "blind"),
    "a blind where there is none": (deal(blind=["H8", "S7"]), "blind"),
    "piles where nothing is laid out": (deal(piles=[[["EO"]], [], [], []], plays=[]), "piles"),
    "a seat that sits out twice": (deal(players=5, dealer=4, out=[4, 4]), "out"),
    "the short deck with five": (
        deal(game="mehrkopf", players=5, dealer=4, rules={"deck": "short"}, plays=[]),
        "rules.deck",
    ),
    "Nixer by a hand that lacks a card": (
        deal(
            contract=None,
            plays=[],
            game="mehrkopf",
            end={"kind": "thrown_in", "why": "nixer", "seat": 1},
            hands=[[], ["E9", "E8", "E7", "G9", "EA", "GA", "SA"], [], []],
        ),
        "hands[1]",
    ),
}


@pytest.mark.parametrize(("line", "field"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_is_refused_in_one_sentence_that_names_the_field(
    line: Line, field: str
) -> None:
    with pytest.raises(PlainError) as refused:
        parse(line)
    said = refused.value.text
    assert f"field `{field}` must " in said.en
    assert f"Feld `{field}` muss " in said.de


def kinds(line: Line) -> list[object]:
    """Return the verdicts' kinds, then why the auction does not fit."""
    record = parse(line)
    told = answer(record, evaluate(record))
    verdicts, bids = told["verdicts"], told.get("bids", [])
    assert isinstance(verdicts, list)
    assert isinstance(bids, list)
    return [*(each["kind"] for each in verdicts), *(each["why"] for each in bids)]


SIE: Line = {"kind": "sie", "seat": 0}
LAID: Line = {"kind": "laid_down"}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (deal(game="bavarian", contract={"kind": "geier", "seat": 0}), "not_played"),
        (deal(game="bavarian", contract={"kind": "ramsch"}), "not_a_choice"),
        (deal(game="bavarian", contract=call(muss="EO")), "not_a_choice"),
        (deal(game="mehrkopf", contract=call(muss="EO")), "illegal_muss"),
        (deal(game="mehrkopf", contract=call(muss=True)), "illegal_muss"),
        (deal(game="mehrkopf", contract=call(muss="EO"), hands=HANDS, plays=[]), "illegal_muss"),
        (deal(contract=SIE), "illegal_sie"),
        (deal(contract=SIE, plays=[], end=LAID, hands=HANDS), "illegal_sie"),
        (deal(doubles=[{"say": "kontra", "seat": 1, "after": 9}]), "illegal_double"),
        (deal(plays=[*ALL, [1, "E7"]]), "duplicate_card"),
        (
            pick(contract={"called": "HJ"}, rules={"call_up": "never"}, plays=[[1, "S7"]]),
            "illegal_call_up",
        ),
    ],
)
def test_what_the_house_or_the_hand_does_not_bear_out_is_told(line: Line, told: str) -> None:
    assert told in kinds(line)


@pytest.mark.parametrize(
    ("line", "silent"),
    [
        (deal(game="mehrkopf", contract=call(muss="E9")), "illegal_muss"),
        (deal(contract=SIE, plays=[], end=LAID, hands=[EIGHT, [], [], []]), "illegal_sie"),
        (
            deal(contract=SIE, plays=[], end=LAID, hands=[["EO", *["??"] * 7], [], [], []]),
            "illegal_sie",
        ),
        (deal(game="mehrkopf", contract={"kind": "ramsch"}), "not_a_choice"),
        (deal(game="bavarian", contract={"kind": "wenz", "seat": 0}), "not_played"),
    ],
)
def test_what_is_right_or_not_known_is_not(line: Line, silent: str) -> None:
    assert silent not in kinds(line)


@pytest.mark.parametrize(
    "line",
    [
        deal(rules={"renonce": "always"}, contract=call(renonce=True)),
        deal(game="mehrkopf", rules={"renonce": "muss"}, contract=call(renonce=True, muss="EO")),
        deal(rules={"called_ten": "always"}, contract=call(called="GZ")),
        deal(doubles=["klopfen", "legen", "klopfen", "klopfen"]),
        deal(doubles=["kontra", "re", "supra", "resupra"]),
        deal(doubles=["bock"]),
        deal(game="bavarian", rules={"bock_after": ["sie"]}, doubles=["bock"]),
        pick(contract={"forced": True}, dealer=2, rules={"all_pass": "forced_pick"}),
        pick(contract={"partner": "called", "called": "CA", "under": "??"}),
        pick(doubles=["doubler", "crack"], rules={"all_pass": "doubler"}),
        deal(contract={"kind": "solo", "seat": 0, "suit": "E"}, plays=[], end=LAID),
        hochzeit(["H9", "E7", "E8", "E9", "G7", "G8", "G9", "S7"]),
        hochzeit(["??", "E7", "E8", "E9", "G7", "G8", "G9", "S7"]),
        deal(end={"kind": "entered", "partners": [3], "points": [53, 67], "laufende": -4}),
        deal(end={"kind": "entered", "amounts": [3, -1, -1, -1], "reason": "agreed"}),
        deal(hands=HANDS, rules={"deck": "full"}),
        pick(blind=["H8", "D7"]),
    ],
)
def test_what_can_be_is_read(line: Line) -> None:
    assert parse(line).game == line["game"]


def payout(line: Line) -> object:
    record = parse(line)
    return answer(record, evaluate(record))["declarers"]


@pytest.mark.parametrize("players", [5, 6])
def test_the_schoene_is_called_with_the_ass_however_it_is_written(players: int) -> None:
    """DE Normalspiel: "gleichzeitig mit der Ass die Schöne gerufen"."""
    hands: list[list[str]] = [["??"] * 8 for _ in range(players)]
    hands[1][0], hands[2][0] = "GA", "GS"
    told = {
        str(payout({**five, "contract": {**call(), **called}}))
        for five in [
            {
                **{"game": "mehrkopf", "players": players, "dealer": players - 1},
                **{"plays": [], "hands": hands, "end": {"kind": "conceded", "seat": 0}},
                "rules": {"laufende": False},
            }
        ]
        for called in ({}, {"called": "GA"}, {"called": ["GA"]}, {"called": ["GA", "GS"]})
    }
    assert told == {"[0, 1, 2]"}
