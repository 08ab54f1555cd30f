"""The lamp beside the camera: whoever sees it lit knows that pictures are taken.

It hangs on one pin of the Raspberry Pi. Where a pin was named and cannot be driven the camera stays
off: a camera that looks without its light is what this lamp is there to prevent.
"""

from __future__ import annotations

from typing import Protocol

from engine.text import PlainError, Text
from firmware_bridge.pins import words as w
from firmware_bridge.pins.gpio import cannot, pin_errors, pin_factory

_STAYS_OFF = Text(
    de="{why} Bis dahin bleibt die Kamera aus.", en="{why} Until then the camera stays off."
)
_SETTING = "light_pin"


class Lamp(Protocol):
    """What is needed of `gpiozero.LED`."""

    def on(self) -> None:
        """Light it."""

    def off(self) -> None:
        """Put it out."""


def camera_light(pin: int | None) -> Lamp | None:
    """Return the lamp on this pin (BCM number), dark; None where no pin was named.

    Raises:
        PlainError: the pin cannot be driven here.
    """
    if pin is None:
        return None
    try:
        return _lamp(pin)
    except PlainError as error:
        raise PlainError(_STAYS_OFF.format(why=error.text)) from error


def _lamp(pin: int) -> Lamp:
    factory = pin_factory(w.LAMP, _SETTING)
    try:
        from gpiozero import LED  # noqa: PLC0415 - only a table with a lamp needs it

        lamp: Lamp = LED(pin, initial_value=False, pin_factory=factory)
    except pin_errors() as error:
        raise cannot(w.LAMP, pin, error) from error
    return lamp
