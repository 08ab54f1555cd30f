"""Guessing takes too long: so many wrong tries within a minute, then nobody may try for a while."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Lock
from time import monotonic

MOST = 5
WITHIN_S = 60.0
LOCKED_S = 15 * 60.0


class Tries:
    """Counts wrong tries (KIOSK section 5: five in a minute, then fifteen minutes locked)."""

    def __init__(
        self,
        most: int = MOST,
        within: float = WITHIN_S,
        locked: float = LOCKED_S,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._most = most
        self._within = within
        self._locked = locked
        self._clock = clock
        self._gate = Lock()
        self._wrong: deque[float] = deque()
        self._until = 0.0

    def waits(self) -> float:
        """Return the seconds until the next try is allowed; 0 where it is now."""
        with self._gate:
            return max(0.0, self._until - self._clock())

    def wrong(self) -> None:
        """Count a wrong try."""
        with self._gate:
            now = self._clock()
            self._wrong.append(now)
            while self._wrong and now - self._wrong[0] > self._within:
                self._wrong.popleft()
            if len(self._wrong) >= self._most:
                self._until = now + self._locked
                self._wrong.clear()

    def right(self) -> None:
        """Forget the wrong tries before a right one."""
        with self._gate:
            self._wrong.clear()
