"""`mehrkopf doctor` about the Raspberry Pi's own pins: can they be reached?"""

from __future__ import annotations

from typing import Literal

from engine.text import Text
from firmware_bridge.pins import words as w
from firmware_bridge.pins.factory import pin_factory
from firmware_bridge.pins.numbers import Pins

_NONE = Text(
    de="keine; mit dem Abschnitt [pins] in table.toml kommen Tasten, Summer und Statuslicht dazu",
    en="none; the section [pins] in table.toml adds buttons, buzzer and status light",
)
_THERE = Text(de="GPIO {pins}", en="GPIO {pins}")


def look_for_pins(pins: Pins | None) -> tuple[Literal["ok", "note"], Text]:
    """Return how it stands with the pins, without taking one: a running table holds them.

    Raises:
        PlainError: they are wanted and cannot be reached.
    """
    if pins is None:
        return "note", _NONE
    pin_factory(w.BUTTONS, w.SECTION)
    used = ", ".join(f"{pin} ({name})" for name, pin in pins.used())
    return "ok", _THERE.format(pins=used)
