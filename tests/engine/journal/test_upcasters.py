"""A journal of an old program is read by one in which every type of event has changed twice more.

Hardly a type has changed its meaning yet, so the test raises them all: the next version calls every
field by another name, the one after it by its old one again. A step that is left out or taken twice
loses fields.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.events import Note
from engine.journal import codec
from engine.journal.codec import EVENT_TYPES, from_json, to_json
from engine.journal.journal import Journal
from engine.text import PlainError
from tests.engine.test_journal_golden import GOLDEN, as_it_was, stored

LINES = (GOLDEN / "v1.jsonl").read_text("utf-8").splitlines()
ENVELOPE = frozenset({"type", "v", "seq", "at"})


def renamed(old: Mapping[str, object]) -> Mapping[str, object]:
    assert not any(key.startswith("new ") for key in old)
    return {key if key in ENVELOPE else f"new {key}": value for key, value in old.items()}


def named_back(old: Mapping[str, object]) -> Mapping[str, object]:
    assert all(key in ENVELOPE or key.startswith("new ") for key in old)
    return {key.removeprefix("new "): value for key, value in old.items()}


@pytest.fixture
def grown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program two versions later."""
    for known in EVENT_TYPES:
        last = replace_version(known, known.version + 2)
        monkeypatch.setitem(codec._BY_NAME, known.name, last)
        monkeypatch.setitem(codec._BY_CLASS, known.made, last)
        monkeypatch.setitem(upcasters(), (known.name, known.version), renamed)
        monkeypatch.setitem(upcasters(), (known.name, known.version + 1), named_back)


def upcasters() -> dict[Any, Any]:
    assert isinstance(codec.UPCASTERS, dict)
    return codec.UPCASTERS


def replace_version(known: codec.EventType, version: int) -> codec.EventType:
    return codec.EventType(known.name, known.made, version, known.forms)


@pytest.mark.usefixtures("grown")
def test_an_old_journal_folds_to_the_same_and_its_head_is_known() -> None:
    journal = Journal.in_memory()
    assert journal.import_lines(LINES) == len(LINES) - 1
    assert as_it_was(journal) == stored(1)
    again = Journal.in_memory()
    again.import_lines(journal.export_lines())
    assert (again.head, as_it_was(again)) == (journal.head, stored(1))


@pytest.mark.usefixtures("grown")
def test_old_and_new_events_lie_in_one_journal() -> None:
    journal = Journal.in_memory()
    journal.import_lines(LINES)
    count = journal.last_seq
    journal.append((Note("neu"),), "2026-11-21T23:00:00.000+01:00")
    *_, line = journal.export_lines()
    assert json.loads(line)["v"] == 3
    (envelope,) = journal.events(count)
    assert envelope.event == Note("neu")
    again = Journal.in_memory()
    again.import_lines(journal.export_lines())
    assert again.head == journal.head


@pytest.mark.usefixtures("grown")
def test_every_type_is_read_in_each_of_its_versions() -> None:
    read = set()
    for line in LINES[1:]:
        first = json.loads(line)
        third = to_json(from_json(first))
        today = next(known.version for known in EVENT_TYPES if known.name == first["type"])
        assert third["v"] == today + 2
        second = {**renamed(third), "v": today + 1}
        assert from_json(first) == from_json(second) == from_json(third)
        read.add(first["type"])
    assert len(read) > 12


def test_the_program_of_the_time_refuses_what_came_later() -> None:
    first = json.loads(LINES[1])
    with pytest.raises(PlainError, match="newer version of mehrkopf"):
        from_json({**renamed(first), "v": 9})


@pytest.mark.parametrize("type_", ["evening_started", "game_changed"])
def test_an_old_evening_keeps_what_its_preset_meant_then(type_: str) -> None:
    """Who held the Laufende was paid for them, and a Tout doubled neither Schneider nor Schwarz."""
    more = {"evening": "1", "seats": [], "deck": "", "models": {}} if "started" in type_ else {}
    old = {"type": type_, "v": 1, "game": "mehrkopf", "rules": {"laufende": True}, **more}
    then = {"laufende_to": "holder", "tout_doubles": "base+laufende", "laufende": True}

    def rules(event: Mapping[str, object]) -> object:
        return to_json(from_json(event))["rules"]

    assert rules(old) == then
    assert rules({**old, "v": 2}) == {"laufende": True}
    said = rules({**old, "rules": {"laufende_to": "price"}})
    assert said == {"laufende_to": "price", "tout_doubles": "base+laufende"}
    assert rules({**old, "game": "schafkopf"}) == {"laufende": True}


def test_importing_twice_is_told_and_changes_nothing(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "journal.sqlite")
    journal.import_lines(LINES)
    head = journal.head
    with pytest.raises(PlainError, match="already holds evenings") as caught:
        journal.import_lines(LINES)
    assert "enthält schon Abende" in caught.value.text.de
    assert journal.head == head
    journal.close()
    opened = Journal.open(tmp_path / "journal.sqlite")
    assert (opened.head, as_it_was(opened)) == (head, stored(1))
    opened.close()


def test_what_is_no_export_is_told_as_that_before_the_folder_is_blamed() -> None:
    journal = Journal.in_memory()
    journal.import_lines(LINES)
    with pytest.raises(PlainError) as caught:
        journal.import_lines(["Franz gegen Sepp, 84:36"])
    assert "already holds evenings" not in caught.value.text.en
