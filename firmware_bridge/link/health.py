"""Whether a line is bad just now: of the last minute, and not of a trouble that is over.

A line on the edge would have its warning come and go with each look; so it is called bad above one
share of messages sent again, and good below another.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from firmware_bridge.link.status import Counters

WINDOW = 60.0
"""Seconds that are looked back on."""
FEW = 40
"""Of fewer messages nothing can be said; the heartbeat alone makes 75 a minute."""
BAD_SHARE = 1 / 20
"""Share of messages sent again above which something is wrong with the line."""
GOOD_SHARE = 1 / 50
"""Share below which it is well again."""
_EVERY = 1.0
"""Seconds between two notes."""


@dataclass(frozen=True, slots=True)
class _Note:
    at: float
    sent: int
    again: int
    mismatched: int


class LineHealth:
    """Reckons over the last minute; knows no clock, and belongs to the line's owner."""

    def __init__(self) -> None:
        self._notes: deque[_Note] = deque()
        self.bad = False
        """Whether messages have to be sent again and again."""
        self.mismatched = False
        """Whether the other side shows something else than it was told."""

    def begin(self, now: float, counters: Counters) -> None:
        """Leave out what came before: a greeting is said to a chip that is still starting.

        A line that was bad is not called good before it has shown that it is.
        """
        self._notes = deque((_note(now, counters),))

    def look(self, now: float, counters: Counters) -> None:
        """Reckon anew; `now` in seconds, never going back. Begins by itself where it has to."""
        if not self._notes:
            self.begin(now, counters)
        if now >= self._notes[-1].at + _EVERY:
            self._notes.append(_note(now, counters))
        while len(self._notes) > 1 and self._notes[1].at <= now - WINDOW:
            self._notes.popleft()
        since = self._notes[0]
        sent, again = counters.frames_out - since.sent, counters.retransmitted - since.again
        if sent >= FEW:
            self.bad = again > sent * (GOOD_SHARE if self.bad else BAD_SHARE)
        self.mismatched = counters.mismatched > since.mismatched


def _note(now: float, counters: Counters) -> _Note:
    return _Note(now, counters.frames_out, counters.retransmitted, counters.mismatched)
