"""What the box says back: a short sound with a question or an alert, and the status light."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from firmware_bridge.pins.sounder import ALERT, QUESTION, Sound
from kiosk.comfort.news import news
from kiosk.comfort.tones import Tone
from kiosk.pages import facts
from kiosk.view import TableView

_SOUNDS = {Tone.ALERT: ALERT, Tone.QUESTION: QUESTION}


class Buzzer(Protocol):
    """What is needed of `firmware_bridge.pins.sounder.Sounder`."""

    def play(self, sound: Sound) -> None:
        """Play it; returns at once."""


class Status(Protocol):
    """What is needed of `firmware_bridge.pins.status.StatusLight`."""

    def tell(self, *, trouble: bool) -> None:
        """Blink where there is trouble; returns at once."""


class Signals:
    """Hears what the table publishes; called in the writer's thread, which never waits here."""

    def __init__(
        self, buzzer: Buzzer | None, status: Status | None, quiet: Callable[[], bool]
    ) -> None:
        """`quiet` tells whether it is night or the table was muted."""
        self._buzzer, self._status, self._quiet = buzzer, status, quiet
        self._last: TableView | None = None
        self._deaf = False

    def close(self) -> None:
        """Hear nothing more: the parts are about to be let go."""
        self._deaf = True

    def heard(self, view: TableView) -> None:
        """Take the newest picture."""
        before, self._last = self._last, view
        if self._deaf:
            return
        if self._status is not None:
            self._status.tell(trouble=facts.camera(view).bad)
        if self._buzzer is None or before is None or self._quiet():
            return
        for each in news(before, view):
            if each.tone in _SOUNDS:
                self._buzzer.play(_SOUNDS[each.tone])
                return  # the most urgent one; two sounds at once would say neither
