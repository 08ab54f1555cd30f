"""Finished deals step by step for phones: drawn when first asked for, kept, and within bounds.

Working a deal out costs the table's own processor. So one picture is drawn at a time, few wait for
their turn, and all phones together take a share of one core; whoever comes beyond that is asked to
come again. What was drawn once costs nothing: a deal that is over has one look, until it is
corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import BoundedSemaphore, Lock
from time import monotonic, thread_time

from kiosk.guests.files import pack
from kiosk.guests.painter import Sheet
from kiosk.replay.library import Library, NewestFew

MOST_SHEETS = 400
"""Pictures kept, about ten kilobytes each."""
MOST_REELS = 8
"""Deals kept worked out."""
MOST_WAITING = 6
"""Phones that wait for a drawing at once; each holds one of the server's threads."""
SHARE = 0.3
"""Of one core, in the long run."""
SAVED_S = 6.0
"""Seconds of work that may be done at once after a quiet while."""
COME_AGAIN_S = 3


class Allowance:
    """Work that may be done: `share` seconds a second, saved up to `saved` seconds."""

    def __init__(
        self,
        share: float = SHARE,
        saved: float = SAVED_S,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._share, self._most, self._now = share, saved, now
        self._left, self._since = saved, now()

    def any_left(self) -> bool:
        """Tell whether something may be begun."""
        now = self._now()
        self._left = min(self._most, self._left + self._share * (now - self._since))
        self._since = now
        return self._left > 0

    def spend(self, seconds: float) -> None:
        """Note work that was done; it may go below nothing."""
        self._left -= seconds


class Replays:
    """The deals and the pictures of them that were drawn."""

    def __init__(self, library: Library, allowance: Allowance | None = None) -> None:
        self.library = library
        self._allowance = Allowance() if allowance is None else allowance
        self._sheets: NewestFew[Sheet] = NewestFew(MOST_SHEETS)
        self._turn = Lock()
        self._waiting = BoundedSemaphore(MOST_WAITING)

    def sheet(self, key: Hashable, draw: Callable[[], str]) -> Sheet | None:
        """Return the page of this key, drawn now if need be; None where there is no room for it."""
        known = self._sheets.get(key)
        if known is not None:
            return known
        if not self._waiting.acquire(blocking=False):
            return None
        try:
            with self._turn:
                return self._sheets.get(key) or self._draw(key, draw)
        finally:
            self._waiting.release()

    def _draw(self, key: Hashable, draw: Callable[[], str]) -> Sheet | None:
        if not self._allowance.any_left():
            return None
        begun = thread_time()
        try:
            plain = draw().encode()
            return self._sheets.keep(key, Sheet(str(key), plain, pack(plain)))
        finally:
            self._allowance.spend(thread_time() - begun)
