"""How often lights may change: photosensitive people sit at pub tables too.

A flash is a pair of changes, there and back, and three of them in a second are too many (WCAG 2.2,
success criterion 2.3.1; HARDWARE.md and KIOSK.md ask for less than 3 Hz). Two things keep the light
below that: two changes never lie closer than `SHORTEST`, and no second holds more than
`MOST_CHANGES`, which is two flashes. Within that a light comes as soon as it can: a card that is
laid right after another is light within a quarter of a second.
"""

from __future__ import annotations

from collections import deque

SHORTEST = 0.18
"""Seconds between two changes, at least."""
MOST_CHANGES = 4
"""Changes within any one second, at most."""
_SECOND = 1.0


class Calm:
    """Remembers when lights changed; knows no clock."""

    def __init__(self, shortest: float = SHORTEST) -> None:
        self._shortest = shortest
        self._changes: deque[float] = deque(maxlen=MOST_CHANGES)

    @property
    def until(self) -> float:
        """The earliest moment of the next change, in the seconds `changed` was told."""
        if not self._changes:
            return float("-inf")
        soonest = self._changes[-1] + self._shortest
        full = len(self._changes) == MOST_CHANGES
        return max(soonest, self._changes[0] + _SECOND) if full else soonest

    def changed(self, now: float) -> None:
        """Note that the lights have changed."""
        self._changes.append(now)
