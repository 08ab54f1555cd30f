"""What was done since the table came to rest, and what is due: looks, further looks, pictures."""

from __future__ import annotations

LOOK_SECONDS = 0.16
"""Between two looks at the same unexplained rest; doubled with every look in vain."""
REREAD_SECONDS = (0.2, 0.5, 1.1)
"""Rest after which the newest card is read once more."""
REFRESH_SECONDS = 0.5
"""Between two pictures of a rest in which nothing changes."""


class Rest:
    """One rest, from `since` seconds of the recording on; it is first known of at `t`."""

    def __init__(self, since: float, t: float) -> None:
        self.since = since
        self.changed = since
        """When what lies there now had come, as far as known: light may have hidden the motion,
        and then a card that comes during a rest is told apart from the one before by this."""
        self._next_look = t
        self._pause = LOOK_SECONDS
        self._rereads = 0
        self._refreshed = 0.0

    def quiet(self, t: float) -> None:
        """Nothing has changed up to now."""
        self.changed = t

    def look_due(self, t: float) -> bool:
        """Whether it is time to look at what has changed; the next time then is later."""
        if t < self._next_look:
            return False
        self._next_look = t + self._pause
        self._pause *= 2
        return True

    def reread_due(self, t: float) -> bool:
        """Whether it is time to read the newest card again."""
        if self._rereads == len(REREAD_SECONDS) or t - self.since < REREAD_SECONDS[self._rereads]:
            return False
        self._rereads += 1
        return True

    def refresh_due(self, t: float) -> bool:
        """Whether it is time for another picture of the resting table."""
        if t - self._refreshed < REFRESH_SECONDS:
            return False
        self._refreshed = t
        return True
