"""A phone as the camera of this table: taken in place of another, or given back.

A table that looks through a camera looks through the phone from then on. One that has none, as the
demonstration or the score pad, begins its own evening with it, by `wish`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.text import PlainError
from kiosk.camera.camera_values import choose_camera, chosen_camera
from kiosk.camera.connected import cameras
from kiosk.camera.workshop import Workshop
from kiosk.home.data_folder import Home
from kiosk.words import phone_camera as w
from vision.camera.phone import PHONE


@dataclass(frozen=True, slots=True)
class TablePhone:
    """The choice of a running table; `wish` is None where no other evening can be had."""

    home: Home
    workshop: Workshop
    wish: Callable[[], None] | None = None

    @property
    def possible(self) -> bool:
        """Whether this table can look through a phone."""
        return self._live or self.wish is not None

    @property
    def _live(self) -> bool:
        return self.workshop.sight is not None and self.workshop.sight.live is not None

    def take(self) -> None:
        """Look through the phone from now on; it is remembered.

        Raises:
            PlainError: it cannot be had here, or the data folder cannot be written.
        """
        sight = self.workshop.sight
        if self._live and sight is not None:
            if sight.camera != PHONE:
                self.workshop.choose(PHONE)
        elif self.wish is not None:
            choose_camera(self.home, PHONE)
            self.wish()
        else:
            raise PlainError(w.NOT_HERE)

    def leave(self) -> None:
        """Look through the first camera that is plugged in, or through none.

        Raises:
            PlainError: the data folder cannot be written.
        """
        if chosen_camera(self.home) == PHONE:
            choose_camera(self.home, None)
        sight = self.workshop.sight
        if sight is None or sight.camera != PHONE:
            return
        other = next(iter(cameras()), None)
        if other is None:
            self.workshop.camera.off()
        else:
            self.workshop.choose(other.spec)
