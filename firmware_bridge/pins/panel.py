"""The box's parts on the Pi's pins: four buttons, the status light, the camera's lamp, the buzzer.

Buttons go to ground, with the Pi's own pull-up. The light is steady while all is well and blinks
slowly where somebody should look. Sounds are short and quiet, played one at a time; nobody waits
for one: a piezo without electronics of its own sounds at the frequency it is driven with, and
driven for a small part of each period it asks for a look and does not ring.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from queue import Empty, Full, Queue
from typing import Any, Protocol

from engine.text import PlainError, Text
from firmware_bridge.buttons import Button, ButtonListener
from firmware_bridge.pins.gpio import (
    BUTTON,
    BUTTONS,
    BUZZER,
    LAMP,
    SECTION,
    STATUS,
    Pins,
    cannot,
    pin_errors,
    pin_factory,
)

BOUNCE_S = 0.02
"""A contact that changes again within this is bouncing (hardware/README.md, Pins and ports)."""
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
        factory = pin_factory(BUTTONS, SECTION)
        for button, pin in wanted:
            try:
                self._devices.append(_device(button, pin, listener, factory))
            except pin_errors() as error:
                self.close()
                raise cannot(BUTTON[button], pin, error) from error

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


BLINK_S = 0.5
"""Seconds on and seconds off: one flash a second, far below three."""


class StatusLight:
    """One LED on a pin, steady from the start; dark after `close`.

    Raises:
        PlainError: a library is missing, or the pin cannot be driven.
    """

    def __init__(self, pin: int) -> None:
        factory = pin_factory(STATUS, SECTION)
        try:
            from gpiozero import LED  # noqa: PLC0415

            self._light: Any = LED(pin, initial_value=True, pin_factory=factory)
        except pin_errors() as error:
            raise cannot(STATUS, pin, error) from error
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


_STAYS_OFF = Text(
    de="{why} Bis dahin bleibt die Kamera aus.", en="{why} Until then the camera stays off."
)
_LAMP_SETTING = "light_pin"


class Lamp(Protocol):
    """What is needed of `gpiozero.LED`."""

    def on(self) -> None:
        """Light it."""

    def off(self) -> None:
        """Put it out."""


def camera_light(pin: int | None) -> Lamp | None:
    """Return the camera's lamp on this pin (BCM number), dark; None where no pin was named.

    Whoever sees it lit knows that pictures are taken. Where a pin was named and cannot be driven
    the camera stays off: a camera that looks without its light is what it is there to prevent.

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
    factory = pin_factory(LAMP, _LAMP_SETTING)
    try:
        from gpiozero import LED  # noqa: PLC0415 - only a table with a lamp needs it

        lamp: Lamp = LED(pin, initial_value=False, pin_factory=factory)
    except pin_errors() as error:
        raise cannot(LAMP, pin, error) from error
    return lamp


LOG = logging.getLogger("mehrkopf.pins")

Sound = tuple[tuple[int, float], ...]
"""Hertz and seconds, one after another; 0 Hz is a pause."""

QUESTION: Sound = ((660, 0.08),)
"""One short sound: the table is asked about a card."""
ALERT: Sound = ((660, 0.08), (0, 0.08), (880, 0.14))
"""Two sounds, rising: there is something to look at on the page."""

LOUDNESS = 0.06
"""Part of a period in which the piezo is driven, 0..0.5; half would be loudest."""


class Sounder:
    """A piezo on a pin; silent after `close`.

    Raises:
        PlainError: a library is missing, or the pin cannot be driven.
    """

    def __init__(self, pin: int) -> None:
        factory = pin_factory(BUZZER, SECTION)
        try:
            from gpiozero import PWMOutputDevice  # noqa: PLC0415

            self._piezo: Any = PWMOutputDevice(pin, frequency=660, pin_factory=factory)
        except pin_errors() as error:
            raise cannot(BUZZER, pin, error) from error
        self._errors = pin_errors()
        self._waiting: Queue[Sound | None] = Queue(1)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
        self._thread.start()

    def play(self, sound: Sound) -> None:
        """Play it next; left out where one waits already. Returns at once."""
        try:
            self._waiting.put_nowait(sound)
        except Full:
            LOG.debug("a sound waits already; left out %s", sound)

    def close(self) -> None:
        """Fall silent and let go of the pin."""
        self._closing.set()
        try:
            self._waiting.get_nowait()
        except Empty:
            LOG.debug("nothing was left to play")
        self._waiting.put(None)
        self._thread.join()
        self._piezo.close()

    def _run(self) -> None:
        while (sound := self._waiting.get()) is not None:
            try:
                self._sound(sound)
            except self._errors as error:
                LOG.warning("the buzzer cannot be heard: %s", error)

    def _sound(self, sound: Sound) -> None:
        try:
            for hertz, seconds in sound:
                if hertz:
                    self._piezo.frequency = hertz
                    self._piezo.value = LOUDNESS
                else:
                    self._piezo.off()
                if self._closing.wait(seconds):
                    return
        finally:
            self._piezo.off()
