"""The tables as they stand right now: who is there, what is played, since when it has been quiet.

Kept in memory alone: each table says it again when it comes back, and the broker keeps what it said
last. Nothing here counts for the ranking.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, replace
from datetime import datetime

from engine.text import PlainError, Text
from kiosk.exchange.messages import (
    EventMessage,
    StateMessage,
    event_from_json,
    event_to_json,
    state_from_json,
    state_to_json,
)
from kiosk.exchange.topics import OFFLINE, ONLINE, STOPPED
from kiosk.organiser.admission import Reason, RefusedError

MOST_TABLES = 500
"""Tables of which it is kept how they stand; without an access list anybody may claim to be one."""
MOST_EVENTS = 20
_NO_WORD = Text(
    de="Tisch {table} sagt nicht, ob er da ist.", en="Table {table} does not say whether it is on."
)
_NO_TEXT = Text(
    de="Die Nachricht von Tisch {table} enthält Zeichen, die es nicht gibt.",
    en="The message of table {table} holds characters that do not exist.",
)
_TOO_MANY = Text(de="So viele Tische gibt es nicht.", en="There are not that many tables.")


@dataclass(frozen=True, slots=True)
class Live:
    """One table as it stands."""

    table: str
    available: str = ""
    """`online`, `stopped`, `offline`, or empty before it has said so."""
    state: StateMessage | None = None
    quiet_since: datetime | None = None
    """When something came from it last; None where nothing has since the program began."""
    events: tuple[EventMessage, ...] = ()
    """The newest last."""

    @property
    def online(self) -> bool:
        """Whether it is at work."""
        return self.available == ONLINE


class LiveTables:
    """All tables; any thread may ask and tell."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tables: dict[str, Live] = {}
        self.planned: frozenset[str] = frozenset()
        """Tables that the draw knows; however many others there may be, these are heard."""
        self.trouble: Text | None = None
        """Why nothing comes from the broker; None while the line stands, or where there is none."""

    def all(self) -> dict[str, Live]:
        """Return every table that has been heard, by name."""
        with self._lock:
            return dict(self._tables)

    def of(self, table: str) -> Live:
        """Return one table, heard or not."""
        with self._lock:
            return self._tables.get(table, Live(table))

    def heard(self, table: str, at: datetime) -> None:
        """Note that something came from a table."""
        self._put(replace(self._known(table), quiet_since=at))

    def take(self, table: str, what: str, payload: bytes, at: datetime, *, retained: bool) -> None:
        """Note what a table says about itself; `retained`: it did so some time ago.

        Raises:
            RefusedError: it is nothing that a table says.
        """
        known = self._known(table)
        try:
            if what == "available":
                now = replace(known, available=_available(table, payload))
            elif what == "state":
                now = replace(known, state=_state(payload))
            else:
                events = deque(known.events, MOST_EVENTS)
                events.append(_event(payload))
                now = replace(known, events=tuple(events))
        except RefusedError:
            raise
        except PlainError as error:
            raise RefusedError(Reason.UNREADABLE, error.text) from error
        except UnicodeError as error:
            raise RefusedError(Reason.UNREADABLE, _NO_TEXT.format(table=table)) from error
        # The last will is said by the broker: it is the table's silence, no sign of life.
        alive = not retained and not (what == "available" and now.available == OFFLINE)
        self._put(replace(now, quiet_since=at) if alive else now)

    def _known(self, table: str) -> Live:
        with self._lock:
            known = self._tables.get(table)
            many = len(self._tables) >= MOST_TABLES
            if known is None and many and table not in self.planned:
                raise RefusedError(Reason.UNREADABLE, _TOO_MANY)
            return known or Live(table)

    def _put(self, live: Live) -> None:
        with self._lock:
            self._tables[live.table] = live


def _available(table: str, payload: bytes) -> str:
    for word in (ONLINE, STOPPED, OFFLINE):
        if payload == word.encode():
            return word
    raise RefusedError(Reason.UNREADABLE, _NO_WORD.format(table=table))


def _state(payload: bytes) -> StateMessage | None:
    """Read a state that can be shown; a table that takes its state back says nothing."""
    if not payload:
        return None
    state = state_from_json(payload)
    state_to_json(state)
    return state


def _event(payload: bytes) -> EventMessage:
    event = event_from_json(payload)
    event_to_json(event)
    return event
