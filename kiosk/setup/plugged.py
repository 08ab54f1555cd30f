"""A camera that is plugged in while a table runs without one is noticed, and said on the page.

Nothing is opened for it: the system's list of cameras is looked at, calmly, in a thread of its own.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from kiosk.setup.found import Found

LOG = logging.getLogger("mehrkopf.camera")

LOOK_S = 2.0
"""Seconds between two looks at the system's list; it costs a tenth of a millisecond."""


class Plugged:
    """Tells `news` which camera is there as soon as that changes; None: there is none any more.

    `news` is called in this thread and must return soon.
    """

    def __init__(
        self,
        there: Callable[[], tuple[Found, ...]],
        news: Callable[[Found | None], None],
        look_s: float = LOOK_S,
    ) -> None:
        self._there = there
        self._news = news
        self._look_s = look_s
        self._found: Found | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="plugged", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._over.set()
        self._thread.join()

    def look(self) -> None:
        """Look once."""
        found = next(iter(self._there()), None)
        if found != self._found:
            self._found = found
            self._news(found)

    def _run(self) -> None:
        while True:
            try:
                self.look()
            except OSError as error:
                # A camera's entries vanish in mid-look when it is pulled: the next look tells.
                LOG.info("looking for a camera: %s", error)
            if self._over.wait(self._look_s):
                return
