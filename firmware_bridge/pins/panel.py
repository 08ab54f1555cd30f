"""The four buttons on the Pi's pins: to ground, with the Pi's own pull-up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware_bridge.buttons import Button, ButtonListener
from firmware_bridge.pins import words as w
from firmware_bridge.pins.factory import cannot, pin_errors, pin_factory
from firmware_bridge.pins.numbers import Pins

BOUNCE_S = 0.02
"""A contact that changes again within this is bouncing (HARDWARE section 3.1)."""
HOLD_S = 1.0
"""So long undo is held before it counts: elbows lie on tables."""


class Panel:
    """The buttons that have a pin, until `close`.

    `listener` is called once a press, in gpiozero's threads: at the press, for undo once it was
    held for `HOLD_S`. A button that jams counts once.

    Raises:
        PlainError: a library is missing, or a pin cannot be driven; none of them is held then.
    """

    def __init__(self, pins: Pins, listener: ButtonListener) -> None:
        self._devices: list[Any] = []
        wanted = [(button, pin) for button in Button if (pin := pins.of(button)) is not None]
        if not wanted:
            return
        factory = pin_factory(w.BUTTONS, w.SECTION)
        for button, pin in wanted:
            try:
                self._devices.append(_device(button, pin, listener, factory))
            except pin_errors() as error:
                self.close()
                raise cannot(w.BUTTON[button], pin, error) from error

    def close(self) -> None:
        """Let go of the pins."""
        while self._devices:
            self._devices.pop().close()


def _device(button: Button, pin: int, listener: ButtonListener, factory: Any) -> Any:
    from gpiozero import Button as Contact  # noqa: PLC0415

    contact = Contact(
        pin, pull_up=True, bounce_time=BOUNCE_S, hold_time=HOLD_S, pin_factory=factory
    )
    told = _telling(button, listener)
    if button is Button.UNDO:
        contact.when_held = told
    else:
        contact.when_pressed = told
    return contact


def _telling(button: Button, listener: ButtonListener) -> Callable[[], None]:
    def told() -> None:
        listener(button)

    return told
