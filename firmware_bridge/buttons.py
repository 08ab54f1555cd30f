"""The table's buttons, wherever they are wired: to the Raspberry Pi or to the strip's chip.

Every source of presses tells the same listener the same word, so nobody behind it can tell a pin
from the controller. Bounce, holding and counting presses are the source's own work.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum


class Button(Enum):
    """One of the buttons; the values name them in table.toml and in logs."""

    UNDO = "undo"
    NEXT_DEAL = "next_deal"
    CONFIRM = "confirm"
    MUTE = "mute"
    CAMERA = "camera"
    """Switches the camera off, never on: what it sees then is read before somebody says yes."""


FOUR = (Button.UNDO, Button.NEXT_DEAL, Button.CONFIRM, Button.MUTE)
"""The buttons every box has, in the order of the wires (hardware/PROTOCOL.md: D8, D9, D10, D11)."""


ButtonListener = Callable[[Button], None]
"""Called once for each press that counts, in the source's own thread; returns at once and never
raises. Undo counts only once it was held for a second: elbows lie on tables."""
