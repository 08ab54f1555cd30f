"""The published schema of the journal's export says what the program writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

import engine.schema
from engine.events import Event
from engine.journal.codec import EVENT_TYPES, from_json, to_json
from engine.journal.journal import Journal
from engine.schema.events import schema, written
from engine.text import PlainError
from tests.engine.journal.test_codec import EACH

FILE = Path(engine.schema.__file__).parent / "event-v2.json"
LINE = Draft202012Validator(json.loads(FILE.read_text("utf-8")))
STAMP = {"seq": 1, "at": "2026-11-21T20:00:00.000+01:00"}


def complaints(value: object) -> list[str]:
    return [error.message for error in LINE.iter_errors(value)]


def test_the_file_is_what_the_events_make_it() -> None:
    """Where this fails: write `engine.schema.events.written()` into the file again."""
    assert FILE.read_text("utf-8") == written()
    Draft202012Validator.check_schema(schema())


def test_every_event_is_told_with_its_version() -> None:
    told = schema()["$defs"]
    for known in EVENT_TYPES:
        assert told[known.name]["properties"]["v"]["maximum"] == known.version


@pytest.mark.parametrize("kind", list(EACH), ids=lambda kind: str(kind.__name__))
def test_every_event_that_is_written_fits(kind: type[Any]) -> None:
    @settings(max_examples=30)
    @given(EACH[kind])
    def fits(event: Event) -> None:
        line = json.loads(json.dumps({**to_json(event), **STAMP}))
        assert complaints({**line, "colour": "kept"}) == []

    fits()


def test_an_old_export_fits_line_by_line() -> None:
    golden = Path(__file__).parents[1] / "golden" / "v1.jsonl"
    lines = golden.read_text("utf-8").splitlines()
    assert [complaints(json.loads(line)) for line in lines] == [[]] * len(lines)
    journal = Journal.in_memory()
    journal.import_lines(lines)
    assert [each for line in journal.export_lines() for each in complaints(json.loads(line))] == []


@pytest.mark.parametrize(
    "found",
    [
        {},
        {"type": "note", "v": 1},
        {"type": "note", "v": 0, "text": "x"},
        {"type": "note", "v": 2, "text": "x"},
        {"type": "note", "v": 1, "text": [3]},
        {"type": "card_sniffed", "v": 1},
        {"type": "card_played", "v": 1, "card": "XX"},
        {"type": "card_played", "v": 1, "card": "EO", "place": [1, 2]},
        {"type": "card_played", "v": 1, "card": "EO", "t": "soon"},
        {"type": "card_played", "v": 1, "card": "EO", "source": "smell"},
        {"type": "announced", "v": 1, "contract": {"kind": "solo", "suit": "Q"}},
        {"type": "announced", "v": 1, "contract": {"kind": "solo", "tout": 1}},
        {"type": "deal_closed", "v": 1, "end": [1]},
        {"type": "seats_changed", "v": 1, "seats": "ABCD"},
    ],
)
def test_what_the_program_refuses_the_schema_refuses(found: dict[str, object]) -> None:
    assert complaints({**found, **STAMP})
    with pytest.raises(PlainError):
        from_json(found)
