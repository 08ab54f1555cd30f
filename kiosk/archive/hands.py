"""What each of our own worker processes does first (Dask loads it into them by its name)."""

from __future__ import annotations

import signal


def dask_setup(worker: object) -> None:
    """Leave Ctrl-C to the program that was asked: it ends its workers itself, without a word."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
