"""Evenings of one journal brought into another, whole ones only.

An evening is known by its name, when it began and what happened in it. Events name each other by
`seq`; those that move to another place in another journal are told of each other there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import repeat
from typing import Any, cast

from engine.events import EveningEnded, Event
from engine.journal.journal import Journal
from engine.journal.people import FORGOTTEN, NAMES, REMARKS

REFERENCES = ("of", "before")
"""Fields of events that hold another event's `seq`; every event that has one is in its evening."""
PERSONAL = frozenset({*NAMES.values(), *REMARKS.values()})
"""Fields that hold names or remarks."""


@dataclass(frozen=True, slots=True)
class RecordedEvening:
    """One evening as a journal holds it."""

    name: str
    at: str
    """RFC 3339, when it began."""
    start: int
    """`seq` of its first event."""
    events: tuple[tuple[str, Event], ...]
    """When, and what, with references counted from the evening's first event (which is 0)."""

    @property
    def ended(self) -> bool:
        """Whether somebody ended it."""
        return any(isinstance(event, EveningEnded) for _, event in self.events)

    def begins_as(self, other: RecordedEvening) -> bool:
        """Tell whether it is this evening's beginning, or all of it, that the other one holds."""
        return len(other.events) <= len(self.events) and all(
            at == other_at and _same(event, other_event)
            for (at, event), (other_at, other_event) in zip(self.events, other.events, strict=False)
        )


@dataclass(frozen=True, slots=True)
class Merge:
    """What is to be added to a journal."""

    added: tuple[RecordedEvening, ...]
    """Evenings that it does not hold."""
    longer: RecordedEvening | None
    """Its last evening as the other journal holds it, where that one knows more of it."""
    known: int
    """Evenings that it holds already."""
    differing: tuple[RecordedEvening, ...]
    """Evenings that both hold and that went on differently, or that are not the last one here and
    are longer there: those here stay."""


def _same(event: Event, other: Event) -> bool:
    """Tell whether it is the same event, where one journal has forgotten a name perhaps."""
    return event == other or (
        type(event) is type(other)
        and all(
            _fits(getattr(event, each.name), getattr(other, each.name), each.name in PERSONAL)
            for each in fields(event)
        )
    )


def _fits(mine: object, theirs: object, personal: bool) -> bool:
    if personal and isinstance(mine, tuple) and isinstance(theirs, tuple):
        return len(mine) == len(theirs) and all(map(_fits, mine, theirs, repeat(True)))
    forgotten = (isinstance(each, str) and FORGOTTEN in each for each in (mine, theirs))
    return mine == theirs or (personal and any(forgotten))


def moved(event: Event, by: int) -> Event:
    """Return the event with what it refers to moved by so many places."""
    changes = {
        name: cast("int", getattr(event, name)) + by
        for name in REFERENCES
        if getattr(event, name, None) is not None
    }
    return cast("Event", replace(cast("Any", event), **changes)) if changes else event


def recorded_evenings(journal: Journal) -> tuple[RecordedEvening, ...]:
    """Return the evenings of a journal, oldest first; what stands before the first is left out.

    Raises:
        PlainError: an event was written by a newer program.
    """
    return tuple(
        RecordedEvening(
            mark.evening,
            mark.at,
            mark.seq,
            tuple((each.at, moved(each.event, -mark.seq)) for each in journal.events_of(mark)),
        )
        for mark in journal.evenings()
    )


def merge(here: Sequence[RecordedEvening], there: Sequence[RecordedEvening]) -> Merge:
    """Return what the journal of `here` lacks of the evenings `there`."""
    held = {(each.name, each.at): each for each in here}
    last = (here[-1].name, here[-1].at) if here else None
    added, differing, longer, known = [], [], None, 0
    for other in there:
        mine = held.get((other.name, other.at))
        if mine is None:
            added.append(other)
        elif mine.begins_as(other):
            known += 1
        elif other.begins_as(mine) and (other.name, other.at) == last:
            longer = other
        else:
            differing.append(other)
    return Merge(tuple(added), longer, known, tuple(differing))


def add_to(journal: Journal, found: Merge) -> int:
    """Add to a journal what it lacks, all or nothing; return the number of events.

    An evening nobody ended is ended: the table begins a new one. The last one here stays open,
    where nothing comes after it.

    Raises:
        PlainError: the disk is full; nothing was added.
    """
    rows: list[tuple[str, Event]] = []
    if found.longer is not None:
        start = journal.evenings()[-1].seq
        there = journal.last_seq - start + 1
        rows += [(at, moved(event, start)) for at, event in found.longer.events[there:]]
        rows += _ending(found.longer) if found.added else []
    for evening in found.added:
        start = journal.last_seq + len(rows) + 1
        rows += [(at, moved(event, start)) for at, event in evening.events]
        rows += _ending(evening)
    journal.append_dated(rows)
    return len(rows)


def _ending(evening: RecordedEvening) -> list[tuple[str, Event]]:
    return [] if evening.ended else [(evening.events[-1][0], EveningEnded())]
