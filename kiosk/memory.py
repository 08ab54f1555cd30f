"""Memory that an evening held goes back to the system when the evening is left.

A table, its eyes and its pages know one another in circles, so they go only when Python looks for
circles; it counts objects for that and not their size, and an evening's pictures and nets are few
objects of tens of megabytes. And what glibc was given back by the camera's thread it keeps for a
thread that is gone (malloc_trim(3), mallopt(3) on M_ARENA_MAX).
"""

from __future__ import annotations

import ctypes
import gc
import logging

LOG = logging.getLogger("mehrkopf")


def give_back() -> None:
    """Let go of what nothing can be reached by any more, down to the system where it can be told.

    It takes some tenths of a second, so it is for the moments when nobody plays.
    """
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is None:
        LOG.debug("this C library keeps what it was given back")
        return
    trim(ctypes.c_size_t(0))
