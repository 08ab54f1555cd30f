"""Notices when night begins or ends: a picture that stands is painted anew then.

The hour is looked at now and then and not waited for: a clock that is set, or that was wrong until
the network came, makes no difference.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

LOOK_EVERY = 10.0
"""Seconds from one look to the next; so late a night may begin."""


class Dusk:
    """A thread that looks, until `close`.

    Args:
        by_night: tells whether it is night now.
        changed: told, in this thread, that it has become or ended.
        every: seconds from one look to the next.
    """

    def __init__(
        self, by_night: Callable[[], bool], changed: Callable[[], None], every: float
    ) -> None:
        self._by_night, self._changed, self._every = by_night, changed, every
        self._was = by_night()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="dusk", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closing.wait(self._every):
            now = self._by_night()
            if now != self._was:
                self._was = now
                self._changed()
