"""`mehrkopf run` on a mocked board, before a camera that films the sample; it tells what happens.

Run as `python -m tests.kiosk.watched_table WORDS…`. After its address it prints one line for each
thing that happens to the camera and its light: what, and when by the system's one clock. A line on
standard input presses the camera's button. Opened a second time the camera sees an empty table.
"""

from __future__ import annotations

import sys
import threading
import time
from typing import Any

import gpiozero
import numpy as np
from gpiozero.pins.mock import MockFactory, MockPWMPin

from kiosk.camera import sight
from kiosk.cli import main
from tests.kiosk.plugging import Filming
from vision.arrays import Image
from vision.camera.live import CaptureOpener

LIGHT, BUTTON = 27, 13
NOISE = 3
_gate = threading.Lock()
_opened = 0


def tell(what: str) -> None:
    with _gate:
        sys.stdout.write(f"{what} {time.monotonic()}\n")
        sys.stdout.flush()


class ToldPin(MockPWMPin):  # type: ignore[misc]
    """Tells when the camera's light changes."""

    def _change_state(self, value: float) -> Any:
        changed = super()._change_state(value)
        if changed and self.info.name == f"GPIO{LIGHT}":
            tell("light" if value else "dark")
        return changed


class Camera(Filming):
    def __init__(self) -> None:
        global _opened  # noqa: PLW0603 - one camera in one program
        super().__init__()
        _opened += 1
        self._still = _opened > 1
        self._chance = np.random.default_rng(_opened)
        tell("open")

    def grab(self) -> bool:
        if self._still and self._picture is not None:
            self._next.wait(0.04)
            return True
        return super().grab()

    def retrieve(self) -> Image | None:
        picture = super().retrieve()
        if picture is None or not self._still:
            return picture
        # A sensor is never quite still.
        noise = self._chance.integers(0, NOISE, picture.shape, np.uint8)
        return np.asarray(picture // 2 + picture // 2 + noise, np.uint8)

    def release(self) -> None:
        super().release()
        tell("release")


def opener_for(_spec: str, *_more: object) -> CaptureOpener:
    return Camera


def press() -> None:
    for _ in sys.stdin:
        pin = gpiozero.Device.pin_factory.pin(BUTTON)
        pin.drive_low()
        pin.drive_high()


if __name__ == "__main__":
    gpiozero.Device.pin_factory = MockFactory(pin_class=ToldPin)
    vars(sight)["opener_for"] = opener_for
    threading.Thread(target=press, daemon=True).start()
    sys.exit(main(["run", *sys.argv[1:]]))
