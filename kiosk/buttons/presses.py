"""Which presses count: not the second of a finger that bounces, not an elbow on several buttons.

Pure: it is told the time and does no waiting; `kiosk.buttons.desk` has the thread.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.buttons import Button

TOGETHER_S = 0.25
"""Buttons pressed within this are an elbow: none of them counts. So long a press waits."""
AGAIN_S = 0.8
"""The same button counts again after this."""


@dataclass(frozen=True, slots=True)
class Press:
    """One press that counts."""

    button: Button | None
    """None: several at once, which do nothing but are told."""
    at: float
    """When it was pressed."""


class Presses:
    """Gathers presses; times in seconds of one clock that never goes back."""

    def __init__(self) -> None:
        self._waiting: dict[Button, float] = {}
        self._last: dict[Button, float] = {}

    def press(self, button: Button, now: float) -> None:
        """Note a press; one of a button that counted just now is let pass."""
        last = self._last.get(button)
        if last is not None and now - last < AGAIN_S:
            return
        self._last[button] = now
        self._waiting.setdefault(button, now)

    @property
    def due(self) -> float | None:
        """When `take` has something to give; None: not before the next press."""
        return max(self._waiting.values()) + TOGETHER_S if self._waiting else None

    def take(self, now: float) -> Press | None:
        """Return what was pressed, once nothing more can belong to it."""
        due = self.due
        if due is None or now < due:
            return None
        pressed, self._waiting = self._waiting, {}
        if len(pressed) > 1:
            return Press(None, min(pressed.values()))
        ((button, at),) = pressed.items()
        return Press(button, at)
