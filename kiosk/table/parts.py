"""The program's parts that run in threads of their own, begun again where they fail; what is said.

A part that ends on an error nobody foresaw is begun again after a moment, counted, and named on the
page. One that fails `MOST` times within `WITHIN_S` stays off until somebody taps: an error that
comes back at once would fill the log and warm the device for nothing.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

from engine.text import Text
from kiosk.words import parts as w

LOG = logging.getLogger("mehrkopf.parts")

MOST = 3
"""So often within `WITHIN_S` a part may fail and is begun again by itself."""
WITHIN_S = 60.0
PAUSE_S = 0.5
"""Before a part is begun again."""


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something people should know: what happened, and whether a tap tries again."""

    key: str
    words: Text
    again: bool = False


class Mishaps:
    """What stands on the page until somebody taps it away; any thread may tell."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        """How often each part was begun again since the start."""
        self.names: dict[str, Text] = {}
        """What people call the parts that failed."""
        self.changed: Callable[[], object] = bool
        """Called when something else is to be said; must return at once."""
        self._gate = threading.Lock()
        self._said: dict[str, tuple[Mishap, Callable[[], object]]] = {}

    def tell(self, key: str, words: Text, again: Callable[[], object] | None = None) -> None:
        """Have the page say this in place of what it said of `key`; `again` is what a tap does."""
        with self._gate:
            self._said[key] = Mishap(key, words, again is not None), again or bool
        self.changed()

    def hush(self) -> None:
        """Tell nobody any more that something changed: the table closes."""
        self.changed = bool

    def over(self, key: str) -> None:
        """Take off the page what is no longer so."""
        with self._gate:
            found = self._said.pop(key, None)
        if found is not None:
            self.changed()

    def standing(self) -> tuple[Mishap, ...]:
        """Return what is said, the oldest first."""
        with self._gate:
            return tuple(mishap for mishap, _ in self._said.values())

    def counted(self) -> tuple[Text, ...]:
        """Return which parts were begun again since the start, and how often."""
        return tuple(
            w.COUNTED.format(part=self.names[key], count=count)
            for key, count in self.counts.items()
        )

    def tapped(self, key: str) -> bool:
        """Take it off the page, and try again where a tap does; whether it stood there."""
        with self._gate:
            found = self._said.pop(key, None)
        if found is None:
            return False
        found[1]()
        self.changed()
        return True


class Part:
    """A thread that runs `work` until it returns, and again where it fails."""

    def __init__(
        self,
        key: str,
        name: Text,
        work: Callable[[], object],
        mishaps: Mishaps | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Name the thread `key`, and on the page `name`; nothing runs before `start`."""
        self._key, self._name, self._work = key, name, work
        self._mishaps = mishaps or Mishaps()
        self._clock = clock
        self._failed: deque[float] = deque(maxlen=MOST + 1)
        self._over = threading.Event()
        self._gate = threading.Lock()
        self._thread = self._made()

    def start(self) -> None:
        """Begin, or begin once more where it stays off; a second call while it runs does nothing.

        Once `join` was called nothing begins any more.
        """
        with self._gate:
            if self._over.is_set() or self._thread.is_alive():
                return
            if self._thread.ident is not None:
                self._thread = self._made()
            self._failed.clear()
            self._thread.start()

    @property
    def began(self) -> bool:
        """Whether `start` was called."""
        return self._thread.ident is not None

    @property
    def runs(self) -> bool:
        """Whether it is at work."""
        return self._thread.is_alive()

    @property
    def here(self) -> bool:
        """Whether the caller is this part's own thread."""
        return threading.current_thread() is self._thread

    def join(self, timeout: float | None = None) -> None:
        """Wait until the work is over, which whoever calls has seen to; it is not begun again."""
        with self._gate:
            self._over.set()
        if self._thread.ident is not None:
            self._thread.join(timeout)

    def _made(self) -> threading.Thread:
        return threading.Thread(target=self._run, name=self._key, daemon=True)

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self._work()
            except Exception:
                LOG.exception("%s failed", self._key)
                if not self._goes_on():
                    return
            else:
                return

    def _goes_on(self) -> bool:
        """Count a failure and say it; whether the work is to begin again."""
        now = self._clock()
        self._failed.append(now)
        if len(self._failed) > MOST and now - self._failed[0] <= WITHIN_S:
            LOG.error("%s stays off", self._key)
            said = w.STAYS_OFF.format(part=self._name)
            self._mishaps.tell(self._key, said, self.start)
            return False
        self._mishaps.names[self._key] = self._name
        self._mishaps.counts[self._key] += 1
        count = self._mishaps.counts[self._key]
        self._mishaps.tell(self._key, w.BEGUN_AGAIN.format(part=self._name, count=count))
        return not self._over.wait(PAUSE_S)
