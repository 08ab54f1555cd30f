"""Evenings of one journal merged into another: whole, once, and judged as before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import islice
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.evening.fold import fold
from engine.events import EveningEnded, EveningStarted, Event, Note
from engine.journal.journal import Journal
from engine.journal.merging import (
    REFERENCES,
    add_to,
    merge,
    moved,
    recorded_evenings,
)
from tests.engine.spine import EVENING, EVENINGS, finished_deal, opened, totals

AT = "2026-11-20T20:15:00.000+01:00"
LATER = "2026-11-27T20:15:00.000+01:00"
HERE = [replace(EVENING, evening="here"), *finished_deal(), EveningEnded()]
THERE = [replace(EVENING, evening="there"), *finished_deal("d9"), EveningEnded()]


def journal_of(*evenings: Sequence[Event], at: str = AT) -> Journal:
    journal = Journal.in_memory()
    for events in evenings:
        journal.append(tuple(events), at)
    return journal


def merged(journal: Journal, other: Journal) -> int:
    return add_to(journal, merge(recorded_evenings(journal), recorded_evenings(other)))


@settings(max_examples=60)
@given(EVENINGS, st.integers(0, 3))
def test_an_evening_that_comes_in_is_judged_as_it_was(events: list[Event], notes: int) -> None:
    # One evening: further ones get their own end between them.
    events = [events[0], *(each for each in events[1:] if not isinstance(each, EveningStarted))]
    there = journal_of(events)
    here = journal_of([*HERE, *(Note(str(number)) for number in range(notes))])
    before = here.last_seq
    merged(here, there)
    as_it_was = fold(there.events())
    # Without the end that an open evening gets.
    now = fold(islice(here.events(after=before), len(events)))
    assert [deal.record for deal in now.finished] == [deal.record for deal in as_it_was.finished]
    assert totals(now) == totals(as_it_was)
    assert [odd.why for odd in now.oddities] == [odd.why for odd in as_it_was.oddities]
    assert [row.at for row in here.events(after=before)][: len(events)] == [AT] * len(events)


def test_what_is_there_already_comes_in_once() -> None:
    here, there = journal_of(HERE), journal_of(HERE, THERE)
    assert merged(here, there) == len(THERE)
    assert merged(here, there) == 0
    assert [mark.evening for mark in here.evenings()] == ["here", "there"]


def test_the_last_evening_goes_on_where_it_was_cut_off() -> None:
    here, there = journal_of(HERE[:20]), journal_of(HERE, THERE)
    assert merged(here, there) == len(HERE) - 20 + len(THERE)
    assert [row.event for row in here.events()] == [row.event for row in there.events()]


def test_a_backup_of_less_adds_nothing() -> None:
    here, there = journal_of(HERE, THERE), journal_of(HERE[:20])
    found = merge(recorded_evenings(here), recorded_evenings(there))
    assert (found.added, found.longer, found.known, found.differing) == ((), None, 1, ())


def test_an_evening_that_went_on_otherwise_stays_as_it_is_here() -> None:
    other = [*HERE[:20], Note("otherwise"), EveningEnded()]
    here, there = journal_of(HERE), journal_of(other)
    found = merge(recorded_evenings(here), recorded_evenings(there))
    assert [each.name for each in found.differing] == ["here"]
    assert add_to(here, found) == 0


def test_two_evenings_of_one_name_and_different_begins_are_two() -> None:
    here, there = journal_of(HERE), journal_of(HERE, at=LATER)
    assert merged(here, there) == len(HERE)


def test_an_evening_that_nobody_ended_is_ended() -> None:
    here = journal_of(HERE)
    merged(here, journal_of([replace(EVENING, evening="open"), *opened()]))
    assert isinstance(list(here.events())[-1].event, EveningEnded)


def test_every_reference_to_another_event_is_moved() -> None:
    """A new event whose field refers to another one has to name it as the others do."""
    told = {
        (made.__name__, each.name)
        for made in get_args(Event)
        for each in fields(made)
        if str(each.type).removesuffix(" | None") == "int"
    }
    numbers = {"seat", "dealer", "amount", "pile", "track", "after"}
    assert {name for _, name in told} == {*REFERENCES, *numbers}
    assert moved(EVENING, 7) is EVENING
    assert isinstance(EVENING, EveningStarted)
