"""A strip without a strip: it keeps the picture and hands it on, to the page or to a test."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware_bridge.look import BLACK
from firmware_bridge.strip import Picture, Rgb


class SimulatedStrip:
    """Satisfies `Strip`; `listener` gets every new picture, in the thread that shows it."""

    def __init__(self, lights: int = 60, listener: Callable[[Picture], None] | None = None) -> None:
        self._lights = lights
        self._listener = listener
        self._picture: Picture = (BLACK,) * lights

    @property
    def lights(self) -> int:
        """How many lights it has."""
        return self._lights

    @property
    def picture(self) -> Picture:
        """What it shows now."""
        return self._picture

    def show(self, picture: Sequence[Rgb]) -> None:
        """Show the picture, cut or filled up with black to the strip's length."""
        shown = (*tuple(picture)[: self._lights], *(BLACK,) * (self._lights - len(picture)))
        if shown == self._picture:
            return
        self._picture = shown
        if self._listener is not None:
            self._listener(shown)

    def close(self) -> None:
        """Show black."""
        self.show(())
