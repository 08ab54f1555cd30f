"""The buzzer: short quiet sounds, played one at a time; nobody waits for it.

A piezo without electronics of its own sounds at the frequency it is driven with. Driven for a small
part of each period it is quiet: a table asks for a look, it does not ring.
"""

from __future__ import annotations

import logging
import threading
from queue import Empty, Full, Queue
from typing import Any

from firmware_bridge.pins import words as w
from firmware_bridge.pins.factory import cannot, pin_errors, pin_factory

LOG = logging.getLogger("mehrkopf.pins")

Sound = tuple[tuple[int, float], ...]
"""Hertz and seconds, one after another; 0 Hz is a pause."""

QUESTION: Sound = ((660, 0.08),)
"""One short sound: the table is asked about a card."""
ALERT: Sound = ((660, 0.08), (0, 0.08), (880, 0.14))
"""Two sounds, rising: there is something to look at on the page."""
BUSY: Sound = ((440, 0.05),)
"""A button was pressed that does nothing just now."""

LOUDNESS = 0.06
"""Part of a period in which the piezo is driven, 0..0.5; half would be loudest."""


class Sounder:
    """A piezo on a pin; silent after `close`.

    Raises:
        PlainError: a library is missing, or the pin cannot be driven.
    """

    def __init__(self, pin: int) -> None:
        factory = pin_factory(w.BUZZER, w.SECTION)
        try:
            from gpiozero import PWMOutputDevice  # noqa: PLC0415

            self._piezo: Any = PWMOutputDevice(pin, frequency=660, pin_factory=factory)
        except pin_errors() as error:
            raise cannot(w.BUZZER, pin, error) from error
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
