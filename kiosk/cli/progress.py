"""A progress bar for people: only on a terminal, on standard error, never in a pipe."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

_WIDTH = 30
_LEAST_S = 0.1


class Progress:
    """Shows how much of `total` is done; without a terminal it shows nothing."""

    def __init__(self, what: str, total: float) -> None:
        self._what = what
        self._total = total
        self._shown = sys.stderr.isatty() and total > 0
        self._last = 0.0

    def __call__(self, done: float) -> None:
        """Say how much is done."""
        now = time.monotonic()
        if not self._shown or now - self._last < _LEAST_S:
            return
        self._last = now
        share = min(1.0, done / self._total)
        bar = "█" * round(share * _WIDTH)
        sys.stderr.write(f"\r{self._what} {bar:<{_WIDTH}} {share:4.0%}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Make room for a sentence; the bar is drawn again with the next step."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()
