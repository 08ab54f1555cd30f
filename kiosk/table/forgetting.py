"""Forgetting names: who has not been at the table for so many days, by itself.

Whoever plays just now stays, and so does everybody where the time is in doubt: a clock that stands
a year ahead must not cost a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.evening.state import TableState
from engine.journal.journal import Journal
from engine.journal.people import Person
from engine.text import PlainError, Text
from kiosk.home.clock import TableClock
from kiosk.table.person_names import is_unnamed

DAYS = 30
"""After so many days without an evening a name is forgotten, where the house says nothing else."""

_AT_THE_TABLE = Text(
    de="{name} ist an diesem Abend dabei; bitte erst den Abend beenden, dann vergessen.",
    en="{name} is part of this evening; please end the evening first, then forget the name.",
)


def playing(people: Iterable[Person], state: TableState) -> frozenset[int]:
    """Return the numbers of those who are part of an evening that goes on."""
    begun = state.seatings[0][0] if state.running and state.seatings else None
    return frozenset(each.number for each in people if begun in each.evenings)


def check_over(people: Iterable[Person], state: TableState, numbers: Iterable[int]) -> None:
    """Make sure that nobody of these is part of an evening that goes on.

    Raises:
        PlainError: somebody is.
    """
    there = playing(people, state) & {*numbers}
    for each in people:
        if each.number in there:
            raise PlainError(_AT_THE_TABLE.format(name=each.name))


def overdue(people: Iterable[Person], since: str, now: datetime, days: int) -> tuple[int, ...]:
    """Return the numbers of those who have not come for `days` days.

    Args:
        people: of the journal.
        since: RFC 3339; days are counted from then on at the earliest.
        now: with its offset.
        days: how many.
    """
    counted = _moment(since) or now
    before = now - timedelta(days=days)
    return tuple(
        each.number
        for each in people
        if each.name is not None
        and not is_unnamed(each.name)
        and max(_moment(each.last) or now, counted) < before
    )


def _moment(at: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else None


@dataclass(frozen=True, slots=True)
class Forgetting:
    """After how many days a table forgets; None: never."""

    clock: TableClock
    days: int | None = DAYS
    unread: bool = False
    """Whether nobody is forgotten because the settings that would say so cannot be read."""

    def due(self, journal: Journal, state: TableState) -> tuple[int, ...]:
        """Return the numbers of those who are to be forgotten now.

        Raises:
            PlainError: the disk is full or fails.
        """
        if self.days is None or self.clock.question() is not None:
            return ()
        now, people = self.clock.now(), journal.persons()
        due = overdue(people, journal.forgetting_since(self.clock.stamp()), now, self.days)
        there = playing(people, state)
        return tuple(number for number in due if number not in there)

    def waits(self, people: Callable[[], Iterable[Person]]) -> bool:
        """Tell whether a name may be due and only the time is in doubt: the start asks for it.

        Who was there on the newest evening may be about to sit down again, and is not waited for.
        """
        if self.days is None or self.clock.question() is None:
            return False
        there = tuple(people())
        newest = max((0, *(seq for each in there for seq in each.evenings)))
        return any(
            each.name is not None and not is_unnamed(each.name) and newest not in each.evenings
            for each in there
        )
