"""Whether a camera still sees: gone, frozen, dark, or suddenly delivering another size.

A sensor is never quite still: two pictures that are equal to the last bit, again and again, are
one picture sent again and again. Nothing is read from such a picture, or from a black one.
"""

from __future__ import annotations

from enum import Enum

import cv2
import numpy as np

from engine.text import Text
from vision.arrays import Image, Mask

FROZEN_SECONDS = 2.0
FROZEN_PICTURES = 10
"""Both must be reached: a slow camera is not frozen, nor is one that hiccups."""
DARK_SECONDS = 1.0
DARK_LEVEL = 20.0
"""Of 255. Where even the lightest things are darker, print and paper differ by a few levels, which
is what the sensor's noise amounts to."""
_LIGHTEST = 98
_THUMBNAIL = (64, 36)
_STRIDE = 8


class SourceState(Enum):
    """Whether the camera delivers pictures that can be looked at."""

    OPEN = "open"
    RESIZED = "resized"
    """It delivers, but pictures of another size than it began with."""
    LOST = "lost"
    FROZEN = "frozen"
    DARK = "dark"
    OFF = "off"
    """Switched off on request."""

    @property
    def sees(self) -> bool:
        """Whether pictures are handed over in this state."""
        return self in (SourceState.OPEN, SourceState.RESIZED)


TROUBLE: dict[SourceState, Text] = {
    SourceState.LOST: Text(
        de="Die Kamera liefert kein Bild; bitte Kabel und Strom prüfen. Sie wird wieder "
        "aufgenommen, sobald sie da ist.",
        en="The camera delivers no picture; please check cable and power. It is picked up again "
        "as soon as it is there.",
    ),
    SourceState.FROZEN: Text(
        de="Das Kamerabild steht still; die Kamera wird neu gestartet. Hilft das nicht, bitte "
        "ausstecken und wieder anstecken.",
        en="The camera's picture is frozen; the camera is being started again. If that does not "
        "help, please unplug it and plug it in again.",
    ),
    SourceState.DARK: Text(
        de="Das Kamerabild ist dunkel; bitte Licht machen oder die Abdeckung abnehmen.",
        en="The camera's picture is dark; please switch on the light or take off the lens cap.",
    ),
    SourceState.OFF: Text(de="Die Kamera ist ausgeschaltet.", en="The camera is switched off."),
}
_RESIZED = Text(
    de="Die Kamera liefert jetzt {width} x {height} statt {before_width} x {before_height} Punkte; "
    "wurde der Tisch eingemessen, bitte neu einmessen.",
    en="The camera now delivers {width} x {height} instead of {before_width} x {before_height} "
    "pixels; if the table was measured, please measure it again.",
)


class Health:
    """Follows the pictures of one camera."""

    def __init__(self) -> None:
        self._size: tuple[int, int] | None = None
        self._before: Image | None = None
        self._same = 0
        self._same_since = 0.0
        self._dark_since: float | None = None
        self._now = (0, 0)

    @property
    def words(self) -> Text | None:
        """What is to be said of a changed size, None where it is as it was."""
        if self._size is None or self._now == self._size:
            return None
        (width, height), (before_width, before_height) = self._now, self._size
        return _RESIZED.format(
            width=width, height=height, before_width=before_width, before_height=before_height
        )

    def look(self, t: float, image: Image, region: Mask | None = None) -> SourceState:
        """Take the next picture, at `t` seconds, and say what the camera's state is with it.

        Outside `region` (255 inside) a picture may be as dark as it likes.
        """
        height, width = image.shape[:2]
        self._now = (width, height)
        self._size = self._size or self._now
        dark = self._darkened(t, image, region)
        # A covered lens delivers black after black: that is dark, not frozen.
        frozen = self._frozen(t, image)
        if dark:
            return SourceState.DARK
        if frozen:
            return SourceState.FROZEN
        return SourceState.OPEN if self._now == self._size else SourceState.RESIZED

    @property
    def darkened(self) -> bool:
        """Whether the last picture was dark, for however short a time: nothing is to be read."""
        return self._dark_since is not None

    def interrupt(self) -> None:
        """The camera was opened anew: nothing of before counts but the size."""
        self._before, self._same, self._dark_since = None, 0, None

    def _frozen(self, t: float, image: Image) -> bool:
        before, self._before = self._before, image
        if before is None or not _equal(before, image):
            self._same, self._same_since = 0, t
            return False
        self._same += 1
        return self._same >= FROZEN_PICTURES and t - self._same_since >= FROZEN_SECONDS

    def _darkened(self, t: float, image: Image, region: Mask | None) -> bool:
        if lightest(image, region) >= DARK_LEVEL:
            self._dark_since = None
            return False
        if self._dark_since is None:
            self._dark_since = t
        return t - self._dark_since >= DARK_SECONDS


def lightest(image: Image, region: Mask | None = None) -> float:
    """Return how light the lightest things in the picture are, 0 to 255; noise averages out."""
    # Every fourth row and column first: the rest would add nothing but time.
    thin = image[::4, ::4] if min(image.shape[:2]) >= 4 * _THUMBNAIL[1] else image
    small = cv2.resize(thin, _THUMBNAIL, interpolation=cv2.INTER_AREA)
    levels = small.max(axis=2)
    if region is not None:
        inside = cv2.resize(region, _THUMBNAIL, interpolation=cv2.INTER_AREA) > 127
        levels = levels[inside] if inside.any() else levels
    return float(np.percentile(levels, _LIGHTEST))


def _equal(a: Image, b: Image) -> bool:
    if a is b:
        return True
    if a.shape != b.shape or not np.array_equal(a[::_STRIDE, ::_STRIDE], b[::_STRIDE, ::_STRIDE]):
        return False
    return np.array_equal(a, b)
