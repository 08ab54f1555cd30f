"""`mehrkopf run` on a machine whose list of cameras is a folder, and whose camera films the sample.

Run as `python -m tests.kiosk.plugging SYSFS WORDS…`. All but list and camera is the program itself.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from engine.text import Text
from kiosk import run
from kiosk.camera import sight
from kiosk.camera.connected import FoundCamera, usb_cameras
from kiosk.cli import main
from kiosk.cli import run as command
from kiosk.table import resumption
from vision.arrays import Image
from vision.camera.frames import VideoFile
from vision.camera.live import Capture, CaptureOpener

FASTER = 2.0
"""The film is shown so much faster than it was, as a camera would: what nobody takes is lost."""


class Filming:
    """A camera above the sample's table."""

    reason: Text | None = None

    def __init__(self) -> None:
        self._frames = iter(VideoFile(resumption.SAMPLE_VIDEO))
        self._picture: Image | None = None
        self._next = threading.Event()

    def grab(self) -> bool:
        self._next.wait(0.04 / FASTER)
        frame = next(self._frames, None)
        self._picture = self._picture if frame is None else frame.image
        return True

    def retrieve(self) -> Image | None:
        return self._picture

    def release(self) -> None:
        self._next.set()


def opener_for(_spec: str, *_more: object) -> CaptureOpener:
    """Return what opens the one camera there is."""

    def opened() -> Capture:
        return Filming()

    return opened


if __name__ == "__main__":
    place = Path(sys.argv[1])

    def listed() -> tuple[FoundCamera, ...]:
        return usb_cameras(place)

    vars(run)["usb_cameras"] = listed
    vars(command)["cameras"] = listed
    vars(sight)["opener_for"] = opener_for
    sys.exit(main(["run", *sys.argv[2:]]))
