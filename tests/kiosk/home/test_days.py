"""Which day a time of the journal is: one rule for lists, files and names."""

from __future__ import annotations

import pytest

from engine.events import EveningStarted
from engine.journal.journal import Journal
from kiosk.home.clock import day_text, iso_day, time_text
from kiosk.replay.reel import Tape
from kiosk.screens.evening_list import book
from kiosk.web.evening.replay import file_name


@pytest.mark.parametrize(
    ("at", "day"),
    [
        ("2026-11-20T23:59:59+01:00", "2026-11-20"),
        ("2026-11-21T00:10:00+01:00", "2026-11-21"),
        ("2026-11-20", "2026-11-20"),
        ("", ""),
        ("gestern", ""),
        ("2026-13-40T00:00:00", ""),
        ("../../../../etc", ""),
        ("2026-11-2/../x", ""),
    ],
)
def test_a_day_is_a_day_or_nothing(at: str, day: str) -> None:
    assert iso_day(at) == day


def test_what_is_no_time_is_shown_as_it_stands_and_names_no_file() -> None:
    said = day_text("../../x")
    assert (said.de, said.en) == ("../../x", "../../x")
    assert time_text("../../x") is None
    journal = Journal.in_memory()
    journal.append(
        [EveningStarted("a", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {})], "../../../x"
    )
    tape = Tape(list(journal.events()), journal.head)
    assert file_name(tape) == "mehrkopf-abend.html"
    assert book(tape.final, began=tape.began).day == ""
