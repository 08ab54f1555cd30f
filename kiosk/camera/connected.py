"""The cameras there are, on a USB port or a Raspberry Pi's ribbon, and one plugged in later.

Nothing is opened to find them. While a table runs without a camera, `Plugged` looks at the system's
list in a thread of its own and has the page say what it found.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.text import PlainError
from kiosk.table.parts import Mishaps, Part
from kiosk.words.parts import PLUGGED
from vision.camera.cameras import device_of, ribbon_number
from vision.camera.rpicam import listed

LOG = logging.getLogger("mehrkopf.camera")

SYSFS = Path("/sys/class/video4linux")
_NO_CAMERAS = ("bcm2835-", "rpi-", "rpivid", "pispbe", "rp1-cfe", "unicam", "hevc")
"""What a Pi's own video hardware is called: codecs, and a ribbon's raw end (`rpicam` reads it)."""


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A camera: what it is opened by, and what it calls itself."""

    spec: str
    name: str


def cameras(sysfs: Path = SYSFS) -> tuple[FoundCamera, ...]:
    """Return the cameras there are just now; ribbon cameras first, they were built in on purpose.

    Nothing is opened for it.
    """
    return (*ribbon_cameras(), *usb_cameras(sysfs))


def usb_cameras(sysfs: Path = SYSFS) -> tuple[FoundCamera, ...]:
    """Return the USB cameras by the system's list, the one with udev's name first.

    Each has other nodes beside its pictures'.
    """
    if not sysfs.is_dir():
        return ()
    found = []
    # This one is called as on the command line: what was measured stands by this name.
    first = os.path.realpath(device_of("camera"))
    for node in sorted(sysfs.glob("video*"), key=lambda node: int(node.name[5:] or 0)):
        name, index = _read(node / "name"), _read(node / "index")
        if index in ("", "0") and not name.startswith(_NO_CAMERAS):
            spec = "camera" if f"/dev/{node.name}" == first else f"/dev/{node.name}"
            found.append(FoundCamera(spec, name.split(":")[0].strip() or node.name))
    return tuple(sorted(found, key=lambda camera: camera.spec != "camera"))


def ribbon_cameras() -> tuple[FoundCamera, ...]:
    """Return the ribbon cameras that the Pi's own program lists; none where it is not there."""
    try:
        found = listed()
    except PlainError as error:
        LOG.info("%s", error)
        return ()
    return tuple(
        FoundCamera("csi" if number == 0 else f"csi:{number}", name)
        for number, name in found.items()
    )


def same(one: str, other: str) -> bool:
    """Whether two names mean one camera: `camera`, `0` and `/dev/video0` do, `csi` and `csi:0`."""
    return _plain(one) == _plain(other)


def _plain(spec: str) -> str:
    ribbon = ribbon_number(spec)
    return os.path.realpath(device_of(spec)) if ribbon is None else f"csi:{ribbon}"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


LOOK_S = 2.0
"""Seconds between two looks at the system's list; it costs a tenth of a millisecond."""


class Plugged:
    """Tells `news` which camera is there as soon as that changes; None: there is none any more.

    `news` is called in this thread and must return soon.
    """

    def __init__(
        self,
        there: Callable[[], tuple[FoundCamera, ...]],
        news: Callable[[FoundCamera | None], None],
        look_s: float = LOOK_S,
        mishaps: Mishaps | None = None,
    ) -> None:
        self._there = there
        self._news = news
        self._look_s = look_s
        self._found: FoundCamera | None = None
        self._over = threading.Event()
        self._part = Part("plugged", PLUGGED, self._run, mishaps)

    def start(self) -> None:
        """Begin to look."""
        self._part.start()

    def close(self) -> None:
        """Look no more."""
        self._over.set()
        self._part.join()

    def look(self) -> None:
        """Look once."""
        found = next(iter(self._there()), None)
        if found != self._found:
            self._found = found
            self._news(found)

    def _run(self) -> None:
        while True:
            try:
                self.look()
            except OSError as error:
                # A camera's entries vanish in mid-look when it is pulled: the next look tells.
                LOG.info("looking for a camera: %s", error)
            if self._over.wait(self._look_s):
                return
