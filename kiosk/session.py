"""What the camera says, carried into the record: hear, commit, think again until it is quiet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from engine.events import Envelope, Event
from engine.fold import apply
from engine.state import TableState
from kiosk.director import Director
from vision.sighting import VisionEvent

_MOST_STEPS = 16
"""An event has a handful of consequences (a deal that opens, a place to fill, a sweep)."""
_MOST_REVISIONS = 4
"""A corrected card changes what the rules expect of the others, and so their readings; whatever is
left after some rounds of that waits for the next card."""

Listener = Callable[[tuple[Envelope, ...], TableState], None]
"""Is told what was committed and the table after it."""


class Desk(Protocol):
    """Where events are committed."""

    @property
    def state(self) -> TableState:
        """The table after the last commit."""
        ...

    def commit(self, events: Sequence[Event]) -> tuple[Envelope, ...]:
        """Append the events and fold them."""
        ...


class MemoryDesk:
    """A desk without a disk: what `watch` needs."""

    def __init__(self) -> None:
        self._state = TableState()

    @property
    def state(self) -> TableState:
        """The table after the last commit."""
        return self._state

    def commit(self, events: Sequence[Event]) -> tuple[Envelope, ...]:
        """Fold the events."""
        envelopes: list[Envelope] = []
        for event in events:
            envelope = Envelope(self._state.last_seq + 1, "", event)
            self._state = apply(self._state, envelope)
            envelopes.append(envelope)
        return tuple(envelopes)


class Session:
    """One director at one desk. Everything happens in the caller's thread."""

    def __init__(self, director: Director, desk: Desk, listener: Listener | None = None) -> None:
        self.director = director
        self.desk = desk
        self._listener = listener

    def hear(self, event: VisionEvent) -> None:
        """Record what follows from what the camera says."""
        for _ in range(_MOST_STEPS):
            events = self.director.hear(event, self.desk.state)
            if not events:
                return
            self.commit(events)

    def commit(self, events: Sequence[Event]) -> None:
        """Record events, then what decoding the deal again makes of them."""
        for _ in range(1 + _MOST_REVISIONS):
            envelopes = self.desk.commit(events)
            if self._listener is not None:
                self._listener(envelopes, self.desk.state)
            events = self.director.revise(self.desk.state)
            if not events:
                return
