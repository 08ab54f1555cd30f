"""A line of the deal file whose cards lie in two places is told in a sentence, not scored."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.dealfile.reader import parse, score
from engine.dealfile.writer import to_json
from engine.notation.reader import read
from engine.notation.writer import write
from engine.text import PlainError
from tests.engine.sheepshead.made import Made

Json = dict[str, Any]


def line(**changed: Any) -> Json:
    """Return a picked deal of five in which the picker has played two cards."""
    made: Json = {
        "game": "sheepshead",
        "players": 5,
        "dealer": 4,
        "contract": {"kind": "pick", "seat": 0, "bury": ["CT", "ST"]},
        "plays": [[0, "CQ"], [1, "DA"], [2, "D9"], [3, "D8"], [4, "D7"], [0, "DJ"]],
    }
    return {**made, **changed}


def contract(**changed: Any) -> Json:
    return {"kind": "pick", "seat": 0, "bury": ["CT", "ST"], **changed}


def _hand(known: str, size: int = 6) -> list[str]:
    """Return a hand of which only some cards are known."""
    cards = known.split()
    return [*cards, *["??"] * (size - len(cards))]


HANDS = [["CQ", "DJ"], ["DA"], ["D9"], ["D8"], ["D7"]]


@pytest.mark.parametrize(
    ("changed", "cards", "fields"),
    [
        # The same card twice in one place.
        ({"blind": ["CT", "CT"]}, ["CT"], ["`blind` twice"]),
        ({"hands": [["CQ", "CQ"], [], [], [], []]}, ["CQ"], ["`hands[0]` twice"]),
        # In two places.
        ({"blind": ["DA", "CT"], "hands": HANDS}, ["DA"], ["`hands[1]` and in `blind`"]),
        ({"hands": [["CQ"], ["CQ"], [], [], []]}, ["CQ"], ["`hands[0]` and in `hands[1]`"]),
        # Buried and played, whoever played it.
        ({"contract": contract(bury=["DJ", "ST"])}, ["DJ"], ["`contract` and in `plays[5]`"]),
        ({"contract": contract(bury=["DA", "D9"])}, ["DA", "D9"], ["`plays[1]`", "`plays[2]`"]),
        # Buried out of another's hand.
        ({"hands": [[], ["CT"], [], [], []]}, ["CT"], ["`hands[1]` and in `contract`"]),
        # Played by who did not hold it.
        ({"blind": ["D9", "CT"]}, ["D9"], ["`blind` and in `plays[2]`"]),
        ({"hands": [[], [], [], ["DA"], []]}, ["DA"], ["`hands[3]` and in `plays[1]`"]),
        # The blind of a leaster is in nobody's hand.
        ({"contract": {"kind": "leaster"}, "blind": ["DA", "C7"]}, ["DA"], ["`plays[1]`"]),
    ],
)
def test_a_card_in_two_places_is_named(changed: Json, cards: list[str], fields: list[str]) -> None:
    with pytest.raises(PlainError) as caught:
        parse(line(**changed))
    said = caught.value.text
    for each in cards:
        assert said.en.count(f"{each} is in") == 1
        assert said.de.count(f"{each} steht") == 1
    assert said.en.count(" is in ") == len(cards)
    for field in fields:
        assert field in said.en


@pytest.mark.parametrize(
    "changed",
    [
        {"blind": ["DJ", "CT"], "hands": [_hand("CQ ST"), _hand("DA"), [], [], []]},
        {"contract": contract(bury=["??", "??"]), "blind": ["??", "??"]},
        # A card that was played twice is for the referee to tell.
        {"plays": [[0, "CQ"], [1, "CQ"]], "hands": [_hand("CQ"), [], [], [], []]},
    ],
)
def test_what_can_be_is_read(changed: Json) -> None:
    parse(line(**changed))


def test_a_list_of_the_contract_names_each_card_once() -> None:
    with pytest.raises(PlainError, match=r"`contract.bury` must name each card only once"):
        parse(line(contract=contract(bury=["CT", "CT"])))


def test_a_card_of_another_deck_is_named() -> None:
    with pytest.raises(
        PlainError, match=r"Not in this deal's deck: C6 in `blind`, C5 in `contract`"
    ):
        parse(line(blind=["C6", "ST"], contract=contract(bury=["C5", "C7"])))


def test_the_cards_of_a_hochzeit_change_hands() -> None:
    made: Json = {
        **{"game": "mehrkopf", "players": 4, "dealer": 3},
        "contract": {"kind": "hochzeit", "seat": 0, "partner": 1, "gave": "H7", "back": "E9"},
        "hands": [_hand("H7", 8), _hand("E9", 8), _hand("EA", 8), []],
    }
    parse({**made, "plays": [[0, "E9"], [1, "H7"], [2, "EA"]]})
    with pytest.raises(PlainError, match=r"EA is in `hands\[2\]` and in `plays\[0\]`"):
        parse({**made, "plays": [[0, "EA"]]})


def test_a_layout_that_was_misread_comes_back_from_its_export() -> None:
    """What an evening recorded is never refused: the camera reads a layout as it reads plays."""
    made: Json = {
        **{"game": "mehrkopf", "players": 2, "dealer": 1},
        "contract": {"kind": "solo", "seat": 0, "suit": "E"},
        "piles": [
            [["S9", "HO"], *[["??", "??"]] * 7],
            [["??", "HO"], *[["??", "??"]] * 7],
        ],
        "reveals": [[2, 0, 0, "S9"], [2, 1, 0, "H7"]],
        "plays": [[0, "H7"], [1, "EO"]],
    }
    record = parse(made)
    assert parse(to_json(record)) == record
    parse({**made, "hands": [_hand("S9 HO", 16), _hand("H7 EO", 16)]} | {"plays": []})


def test_score_and_notation_tell_it_and_go_on() -> None:
    good = json.dumps(line())
    first, second = score([json.dumps(line(blind=["DA", "DA"])), good])
    assert first["error"] == (
        "There is only one of each card, but DA is in `blind` twice; please correct the file."
    )
    assert "error" not in second
    text = write(parse(json.loads(good))).replace("bury=(CT ST)", "bury=(CQ ST)")
    (deal,) = read(text)
    assert deal.record is None
    assert [each.text.en for each in deal.problems] == [
        "There is only one of each card, but CQ is in `contract` and in `plays[0]`; "
        "please correct the file."
    ]


@pytest.mark.parametrize(
    ("game", "contract", "told", "sentence"),
    [
        ("sheepshead", contract(partner="none"), {"points": [28, 100]}, "add up to 128"),
        ("schafkopf", {"kind": "solo", "seat": 0, "suit": "E"}, {"points": [70, 40]}, "to 110"),
        ("mehrkopf", {"kind": "ramsch"}, {"points_by_seat": [60, 60, 60, 0]}, "add up to 180"),
        ("bavarian", {"kind": "wenz", "seat": 0}, {"tricks": [9, 9]}, "add up to 18"),
        ("bierkopf", {"kind": "teams"}, {"points": [61, 60]}, "add up to 121"),
        ("sheepshead", {"kind": "leaster"}, {"points_by_seat": [99, 99, 0, 0, 0]}, "to 198"),
        ("schafkopf", None, {"won": True}, "It is not said yet what was played"),
        ("schafkopf", None, {"amounts": [1, 1, 1, 1], "reason": "x"}, "add up to 4"),
    ],
)
def test_an_entered_result_that_cannot_be_is_told(
    game: str, contract: Json | None, told: Json, sentence: str
) -> None:
    players = 5 if game == "sheepshead" else 4
    made: Json = {"game": game, "players": players, "dealer": 3, "contract": contract}
    (answer,) = score([json.dumps({**made, "end": {"kind": "entered", **told}})])
    assert sentence in str(answer["error"])


def test_random_deals_lie_in_one_place() -> None:
    for seed, table in enumerate([(3, "none"), (5, "jd"), (7, "jd"), (4, "leaster")]):
        Made(seed, *table).record()
