"""The queue of finished deals that are to be worked out with open cards, and its order.

A deal that somebody looks at comes before all that nobody does; of several the one asked for first,
so that a place once told never grows while its page is open. Of the others the newest comes first.
A page asks every few seconds: a deal that was not asked for in a while is looked at no more.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.deal.record import DealRecord

LOOKED_AT_S = 15.0
"""Seconds after its last asking for which a deal counts as looked at; pages ask every 2 to 5."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A deal that is not begun yet."""

    before: int
    """Deals that are worked out before it, the one at work counted."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """One deal of the queue."""

    record: DealRecord
    number: int
    """The newest wish has the highest."""
    since: int | None = None
    """The wishes there were when somebody began to look at it; None where nobody did."""
    last: float = 0.0
    """When it was last asked for."""


class Queue:
    """Deals that wait, each once by its `id`; whoever shares it holds a lock."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin empty; `clock` tells seconds."""
        self._clock = clock
        self._wishes: dict[str, _Wish] = {}
        self._count = 0

    def __bool__(self) -> bool:
        """Whether any deal waits."""
        return bool(self._wishes)

    def __contains__(self, record: DealRecord) -> bool:
        """Whether a deal waits, whatever was put right in it."""
        return record.id in self._wishes

    def add(self, record: DealRecord) -> None:
        """Take in a deal that is over; one of which a card was put right takes its own place."""
        self._count += 1
        known = self._wishes.get(record.id)
        wish = _Wish(record, self._count)
        if known is not None:
            wish = replace(known, record=record, number=self._count)
        self._wishes[record.id] = wish

    def look_at(self, record: DealRecord) -> int:
        """Take in a deal that somebody looks at now; return how many of these come before it."""
        if record not in self:
            self.add(record)
        self._count += 1
        wish, now = self._wishes[record.id], self._clock()
        since = wish.since if self._looked_at(wish, now) else self._count
        self._wishes[record.id] = replace(wish, since=since, last=now)
        return [each.record.id for each in self._in_order()].index(record.id)

    def take(self) -> DealRecord:
        """Take the next deal out."""
        record = self._in_order()[0].record
        del self._wishes[record.id]
        return record

    def clear(self) -> None:
        """Forget all of them."""
        self._wishes.clear()

    def _in_order(self) -> list[_Wish]:
        now = self._clock()

        def place(wish: _Wish) -> tuple[bool, int]:
            if wish.since is not None and self._looked_at(wish, now):
                return False, wish.since
            return True, -wish.number

        return sorted(self._wishes.values(), key=place)

    def _looked_at(self, wish: _Wish, now: float) -> bool:
        return wish.since is not None and now - wish.last < LOOKED_AT_S
