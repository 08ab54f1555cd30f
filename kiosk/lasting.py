"""What hides the table for longer than play takes: a hand that stays, a heap that is not swept."""

from __future__ import annotations

from engine.text import Text
from kiosk import camera_words as words
from vision.sighting import TableActivity

HAND_S = 20.0
"""Nobody thinks so long with a hand over the trick."""
HEAP_S = 90.0
"""Counting and shuffling take a minute."""
_PATIENCE = {
    TableActivity.HAND: (HAND_S, words.HAND_TOO_LONG),
    TableActivity.SWEPT: (HEAP_S, words.SWEPT_TOO_LONG),
}


class Lasting:
    """Tells when the table has been hidden too long; `t` in seconds of the source."""

    def __init__(self) -> None:
        self._activity: TableActivity | None = None
        self._since = 0.0
        self.note: Text | None = None
        """What is said about it; None while it does not take long."""

    def look(self, t: float, activity: TableActivity) -> bool:
        """Take note of what the table looks like; return whether something else is said now."""
        if activity is not self._activity:
            self._activity, self._since = activity, t
        patience, sentence = _PATIENCE.get(activity, (0.0, None))
        before = self.note
        self.note = sentence if sentence is not None and t - self._since >= patience else None
        return self.note is not before
