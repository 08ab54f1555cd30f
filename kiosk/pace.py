"""A recording played as if it happened now: at real speed, and never behind the clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

from vision.frames import Frame, FrameSource

LATE_S = 0.5
"""So far behind the clock a frame is let go: the newest one counts, as with a camera."""


class Pace:
    """Hands frames over when they are due.

    Frames up to `until` (seconds of the recording) come as fast as they can be read: they were
    played before the program was started again. At other than real speed no frame is dropped.
    """

    def __init__(
        self,
        stop: threading.Event,
        speed: float = 1.0,
        until: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stop = stop
        self._speed = speed
        self._until = until
        self._clock = clock

    def frames(self, source: FrameSource) -> Iterator[Frame]:
        """Return the frames, each at its time, until the end or until stopped."""
        start: float | None = None
        for frame in source:
            if self._stop.is_set():
                return
            if not source.live and (self._until is None or frame.t > self._until):
                now = self._clock()
                start = now - frame.t / self._speed if start is None else start
                late = now - (start + frame.t / self._speed)
                if late < 0 and self._stop.wait(-late):
                    return
                if late > LATE_S and self._speed == 1.0:
                    continue
            yield frame
