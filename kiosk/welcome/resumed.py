"""The question after a restart: the program found an evening going on; how does it go on?"""

from __future__ import annotations

from datetime import datetime

from engine.state import TableState
from kiosk.days import day_of

_NOON = 12
"""Who plays past midnight still plays the evening before."""


class Resumed:
    """What was found at the start; `seq` is the journal's newest event then, 0 for an empty one.

    The question is moot as soon as anything is recorded; an answer is one value put in place.
    """

    def __init__(self, seq: int = 0) -> None:
        self._seq = seq

    def asks(self, state: TableState) -> bool:
        """Tell whether people have to say how a running evening goes on."""
        return state.running and self._seq != 0 and self._seq == state.last_seq

    def begins(self, state: TableState) -> bool:
        """Tell whether the evening was over before the start: the next one can be begun."""
        return state.ended is not None and self._seq != 0 and self._seq == state.last_seq

    def answered(self) -> None:
        """Ask no more."""
        self._seq = 0


def is_old(evening: str | None, now: datetime) -> bool:
    """Tell whether an evening, named by its date, is not this one."""
    # The name goes on after the day: 2026-11-20-17.
    began = day_of((evening or "")[:10])
    if began is None:
        return False
    days = (now.date() - began).days
    return days > 1 or (days == 1 and now.hour >= _NOON)
