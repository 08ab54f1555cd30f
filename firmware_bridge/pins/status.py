"""The status light: steady while all is well, blinking slowly where somebody should look."""

from __future__ import annotations

from typing import Any

from firmware_bridge.pins import words as w
from firmware_bridge.pins.factory import cannot, pin_errors, pin_factory

BLINK_S = 0.5
"""Seconds on and seconds off: one flash a second, far below three."""


class StatusLight:
    """One LED on a pin, steady from the start; dark after `close`.

    Raises:
        PlainError: a library is missing, or the pin cannot be driven.
    """

    def __init__(self, pin: int) -> None:
        factory = pin_factory(w.STATUS, w.SECTION)
        try:
            from gpiozero import LED  # noqa: PLC0415

            self._light: Any = LED(pin, initial_value=True, pin_factory=factory)
        except pin_errors() as error:
            raise cannot(w.STATUS, pin, error) from error
        self._trouble = False

    def tell(self, *, trouble: bool) -> None:
        """Blink where there is trouble, shine steadily where there is none; returns at once."""
        if trouble == self._trouble:
            return
        self._trouble = trouble
        if trouble:
            self._light.blink(on_time=BLINK_S, off_time=BLINK_S)
        else:
            self._light.on()

    def close(self) -> None:
        """Put it out and let go of the pin."""
        self._light.off()
        self._light.close()
