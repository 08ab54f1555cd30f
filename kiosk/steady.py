"""Keeps a locked camera's picture as light as the empty table was when the evening began.

Where the room grows darker or lighter for good, the camera is let to settle and locked anew: at a
moment when no card lies, for nothing is seen meanwhile.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import cv2

from kiosk.cameras import CameraSetup, setup_of, store_setup
from kiosk.home import Home
from kiosk.locking import relocking_opener
from vision.camera.controls import Drift, Locked
from vision.camera.frames import Frame
from vision.camera.live import LiveSource, Opener
from vision.sighting import TableActivity

LOG = logging.getLogger("mehrkopf.camera")

_LOOK_SECONDS = 1.0
MakeOpener = Callable[[str, int, Callable[[Locked], None]], Opener]


class Steady:
    """Watches the brightness of one camera's empty table."""

    def __init__(
        self,
        source: LiveSource,
        camera: str,
        home: Home,
        mains_hz: int,
        opener: MakeOpener = relocking_opener,
    ) -> None:
        self._source = source
        self._camera = camera
        self._home = home
        self._mains_hz = mains_hz
        self._opener = opener
        self._drift: Drift | None = None
        self._looked = float("-inf")

    def look(self, frame: Frame, activity: TableActivity) -> None:
        """Take a picture into account; only those of the resting, empty table count."""
        if activity is not TableActivity.EMPTY or frame.t - self._looked < _LOOK_SECONDS:
            return
        self._looked = frame.t
        brightness = float(sum(cv2.mean(frame.image[::8, ::8])[:3])) / 3
        if self._drift is None:
            self._drift = Drift(brightness)
        elif self._drift.step(frame.t, brightness):
            # What it looks like afterwards is the new measure.
            self._drift = None
            LOG.info("the light has changed; the camera settles and is locked anew")
            opener = self._opener(self._camera, self._mains_hz, self._keep)
            self._source.reopen_with(opener)

    def _keep(self, values: Locked) -> None:
        known = setup_of(self._home, self._camera) or CameraSetup()
        store_setup(self._home, self._camera, replace(known, locked=values))


def steady_for(source: LiveSource, camera: str, home: Home) -> Steady | None:
    """Return what keeps this camera steady; None for one that was never locked."""
    setup = setup_of(home, camera)
    if setup is None or setup.locked is None:
        return None
    return Steady(source, camera, home, setup.locked.mains_hz)
