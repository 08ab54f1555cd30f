"""The newest pictures for the set-up pages: in memory, only while somebody looks, never stored."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable

from kiosk.setup.glance import Glance
from vision.camera.frames import Frame
from vision.sighting import VisionEvent

LOG = logging.getLogger("mehrkopf.setup")

RECENT = 8
"""Pictures kept while somebody looks: so many the bands of mains light need."""
KEPT_S = 5.0
"""So long after the last look pictures are kept; then they are forgotten."""

Taker = Callable[[Frame], None]


class Window:
    """An onlooker of the eyes (`kiosk.eyes.Onlooker`); safe in any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._news = threading.Condition()
        self._asked = float("-inf")
        self._recent: deque[Frame] = deque(maxlen=RECENT)
        self._taker: Taker | None = None
        self.glance = Glance()

    def sees(self, frame: Frame) -> bool:
        """Keep the picture while somebody looks; hand it over where it is lent out."""
        with self._news:
            taker = self._taker
            if self._clock() - self._asked <= KEPT_S:
                if frame.gap:
                    self._recent.clear()
                self._recent.append(frame)
            else:
                self._recent.clear()
            self._news.notify_all()
        if taker is None:
            return False
        try:
            taker(frame)
        except Exception:
            # The table must not lose its eyes for a mistake in what looks on.
            LOG.exception("what borrowed the camera failed; the table has it back")
            self.lend(None)
        return True

    def hears(self, event: VisionEvent) -> None:
        """Note what the watcher makes of the pictures."""
        self.glance.hears(event)

    def lend(self, taker: Taker | None) -> None:
        """Hand the pictures to `taker` instead of the watcher; None: give them back."""
        with self._news:
            self._taker = taker

    @property
    def lent(self) -> bool:
        """Whether the watcher has to do without the pictures just now."""
        with self._news:
            return self._taker is not None

    def newest(self, timeout: float = 0.0) -> Frame | None:
        """Return the newest picture, waiting up to `timeout` seconds for the first."""
        with self._news:
            self._asked = self._clock()
            self._news.wait_for(lambda: bool(self._recent), timeout)
            return self._recent[-1] if self._recent else None

    def recent(self) -> tuple[Frame, ...]:
        """Return the last pictures, the newest last."""
        with self._news:
            self._asked = self._clock()
            return tuple(self._recent)

    def forget(self) -> None:
        """Forget every picture: the camera is off."""
        with self._news:
            self._recent.clear()
