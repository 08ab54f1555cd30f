"""A recording played as if it happened now: at real speed where the machine keeps up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

from vision.camera.frames import Frame, FrameSource

LATE_S = 0.2
"""So far behind the clock the recording waits: unlike a camera's, its frames are not lost."""


class Pace:
    """Hands frames over when they are due.

    Frames up to `until` (seconds of the recording) come as fast as they can be read: they were
    played before the program was started again. A camera's frames come as they are: the source
    itself hands over only the newest.
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
                start += late if late > LATE_S else 0.0
            yield frame
