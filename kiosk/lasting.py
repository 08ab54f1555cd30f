"""What lasts longer than play takes.

A hand that stays, a heap that is not swept, a table that is empty while cards of the trick are
missing.
"""

from __future__ import annotations

from typing import Literal

from engine.text import Text
from kiosk import camera_words as words
from vision.sighting import TableActivity

HAND_S = 20.0
"""Nobody thinks so long with a hand over the trick."""
HEAP_S = 90.0
"""Counting and shuffling take a minute."""
ADRIFT_S = 4.0
"""An arm that seemed to sweep a trick is gone by then."""
_ADRIFT: Literal["adrift"] = "adrift"
_PATIENCE: dict[TableActivity | Literal["adrift"], tuple[float, Text]] = {
    TableActivity.HAND: (HAND_S, words.HAND_TOO_LONG),
    TableActivity.SWEPT: (HEAP_S, words.SWEPT_TOO_LONG),
    _ADRIFT: (ADRIFT_S, words.OUT_OF_STEP),
}


class Lasting:
    """Tells when the table has been hidden too long; `t` in seconds of the source."""

    def __init__(self) -> None:
        self._now: TableActivity | Literal["adrift"] | None = None
        self._since = 0.0
        self.note: Text | None = None
        """What is said about it; None while it does not take long."""

    def look(self, t: float, activity: TableActivity, *, adrift: bool = False) -> bool:
        """Take note of what the table looks like; return whether something else is said now.

        `adrift`: a trick was swept that lacks cards by the record.
        """
        now = _ADRIFT if adrift and activity not in _PATIENCE else activity
        if now != self._now:
            self._now, self._since = now, t
        patience, sentence = _PATIENCE.get(now, (0.0, None))
        before = self.note
        self.note = sentence if sentence is not None and t - self._since >= patience else None
        return self.note is not before
