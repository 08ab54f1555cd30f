"""The published schema of the deal file says what the program reads, writes and answers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields as fields_of
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from engine.cards import Family
from engine.deal.ends import END_KINDS, ENTERED, WHYS, EnteredResult
from engine.dealfile.places import DEALT
from engine.dealfile.reader import parse
from engine.dealfile.writer import answer, to_json
from engine.games import GAMES
from engine.games.contract_fields import ContractShape
from engine.referee.evaluation import evaluate
from engine.rules.house_rules import preset_rules
from engine.text import PlainError
from tests.engine.dealfile.test_dealfile import DEAL
from tests.engine.dealfile.test_dealfile_all_games import Json, deals
from tests.engine.dealfile.test_dealfile_examples import examples

SCHEMA: Json = json.loads(
    (Path(__file__).parents[3] / "engine" / "schema" / "deal-file-v1.json").read_text("utf-8")
)
LINE = Draft202012Validator(SCHEMA)
ANSWER = Draft202012Validator({**SCHEMA["$defs"]["answer"], "$defs": SCHEMA["$defs"]})
PARTS: Json = SCHEMA["$defs"]


def complaints(validator: Any, value: object) -> list[str]:
    return [error.message for error in validator.iter_errors(value)]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_is_read_written_and_answered_fits_the_schema(name: str) -> None:
    @settings(deadline=None, max_examples=40)
    @given(deals(name))
    def fits(line: Json) -> None:
        assert complaints(LINE, line) == []
        try:
            record = parse(line)
        except PlainError:
            return
        assert complaints(LINE, to_json(record)) == []
        told = json.loads(json.dumps(answer(record, evaluate(record))))
        assert complaints(ANSWER, told) == []

    fits()


def test_the_examples_of_the_page_fit_the_schema() -> None:
    for example in examples():
        assert complaints(LINE, example) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"v": 2},
        {"players": "four"},
        {"players": 1},
        {"dealer": True},
        {"dealer": -1},
        {"suits": "spanish"},
        {"contract": "solo"},
        {"contract": {"seat": 0}},
        {"contract": {"kind": "wenz", "seat": 0, "tout": 1}},
        {"bids": [[0]]},
        {"game": ["schafkopf"]},
        {"contract": {"kind": "Two Hands", "seat": 0}},
        {"bids": [[0, "I pass"]]},
        {"bids": [[0, 18]]},
        {"doubles": [""]},
        {"doubles": [{"seat": 0}]},
        {"plays": [[0]]},
        {"plays": {}},
        {"hands": [["E1"]]},
        {"piles": [["EO"]]},
        {"reveals": [[0, 0, "EO"]]},
        {"dealt": "all"},
        {"end": {"kind": "boredom"}},
        {"end": {"kind": "thrown_in"}},
        {"end": {"kind": "claim"}},
        {"end": {"kind": "claim", "seat": 0, "tricks": 3}},
        {"end": {"kind": "claim", "seat": 0, "agreed": "yes"}},
        {"rulings": [{"ruling": "upheld"}]},
        {"stock": -1},
    ],
)
def test_what_the_program_refuses_the_schema_refuses(changes: Json) -> None:
    line = {**DEAL, **changes}
    assert complaints(LINE, line)
    with pytest.raises(PlainError):
        parse(line)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "tarock"},
        {"contract": {"kind": "bettel", "seat": 0}},
        {"bids": [[0, "18"]]},
        {"doubles": ["contra"]},
    ],
)
def test_which_words_a_game_has_the_program_says(changes: Json) -> None:
    """Games come on top of those the schema was written with."""
    line = {**DEAL, **changes}
    assert complaints(LINE, line) == []
    with pytest.raises(PlainError):
        parse(line)


CHECKED_BY_THE_FAMILY = {"kind", "seat", "suit", "tout", "called", "blind_to", "die"}


def shapes() -> Iterable[tuple[str, ContractShape]]:
    for name, game in GAMES.items():
        for count in game.player_counts:
            kinds = game.contract_kinds(preset_rules(name), count, game.family)
            yield from kinds.items()


def test_the_schema_lists_the_words_the_program_knows() -> None:
    line: Mapping[str, Any] = SCHEMA["properties"]
    assert set(line["game"]["examples"]) <= set(GAMES)
    assert set(line["suits"]["enum"]) == {family.value for family in Family}
    assert set(line["dealt"]["enum"]) == {None, *DEALT}
    said = line["bids"]["items"]["prefixItems"][1]["anyOf"][0]["examples"]
    assert set(said) <= {word for game in GAMES.values() for word in game.bid_words()}
    words = {word for game in GAMES.values() for word in game.doubling_words()}
    assert set(PARTS["doubling"]["examples"]) <= words
    contract = PARTS["contract"]["properties"]
    assert set(contract["kind"]["examples"]) <= {kind for kind, _ in shapes()}
    fields = {name for _, each in shapes() for name in (*each.words, *each.cards, *each.details)}
    assert set(contract) - CHECKED_BY_THE_FAMILY <= fields
    assert set(PARTS["end"]["properties"]["kind"]["enum"]) == {*END_KINDS, ENTERED}
    assert {field.name for field in fields_of(EnteredResult)} <= set(PARTS["end"]["properties"])
    assert set(PARTS["end"]["properties"]["why"]["enum"]) == set(WHYS)
