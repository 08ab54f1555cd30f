"""The one loop that carries what the camera says into the record: hear, record, think again.

Table, `watch`, benches and tests all go through it, each with a desk of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.evening.state import TableState
from engine.events import Envelope, Event
from kiosk.director.director import Director
from vision.sighting import TableContext, VisionEvent

MOST_STEPS = 16
"""An event has a handful of consequences (a deal that opens, a place to fill, a sweep)."""
MOST_REVISIONS = 4
"""A corrected card changes what the rules expect of the others, and so their readings; whatever is
left after some rounds of that waits for the next card."""


class Desk(Protocol):
    """Where a driver records."""

    @property
    def state(self) -> TableState:
        """The table after the last event."""
        ...

    def store(self, events: Sequence[Event], at: str | None = None) -> tuple[Envelope, ...]:
        """Append events and fold them; `at` is when they happened, now where it is None.

        Raises:
            PlainError: they cannot be stored; nothing was.
        """
        ...

    def failed(self, error: Exception) -> None:
        """Take note that thinking again failed; what led to it is stored, and is shown next."""
        ...

    def settled(self) -> None:
        """Show the table: what was to be recorded is, with what follows from it."""
        ...


class Driver:
    """One director at one desk. Everything happens in the caller's thread."""

    def __init__(self, director: Director, desk: Desk) -> None:
        self.director = director
        self._desk = desk

    def hear(self, event: VisionEvent) -> TableContext:
        """Record what follows from what the camera says; return what vision is told.

        Raises:
            PlainError: it cannot be stored; the same event may be said once more.
        """
        for _ in range(MOST_STEPS):
            events = self.director.hear(event, self._desk.state)
            if not events:
                break
            self.commit(events)
        return self.director.context(self._desk.state)

    def commit(self, events: Sequence[Event], at: str | None = None) -> tuple[Envelope, ...]:
        """Record events, of the camera or of a person, then what thinking again makes of them.

        Returns the envelopes of `events` alone.

        Raises:
            PlainError: they cannot be stored; nothing was.
        """
        envelopes = self._desk.store(events, at)
        try:
            self._revise()
        except Exception as error:
            self._desk.failed(error)
        self._desk.settled()
        return envelopes

    def _revise(self) -> None:
        for _ in range(MOST_REVISIONS):
            events = self.director.revise(self._desk.state)
            if not events:
                return
            self._desk.store(events)
