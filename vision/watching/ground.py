"""Whether a place shows nothing but the table as it was without cards.

A shadow that wanders over a checked cloth changes whole rectangles of it, and checks have edges
along every side of them; where dealt cards were taken up, the bare cloth is what is new. The net
learned faces, not cloths: now and then it finds a cloth a little like some card. But what lies
there hides the cloth's own print, and light does not: so print is compared, spot by spot and free
of light, with the table as it was seen before.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.reading.pose import Pose, crop
from vision.watching.scene import Scene

_SPOT = (13, 13)
"""Pixels of a crop that are compared at a time: a sixth of a card's width."""
_PRINT = 4.0
"""Grey levels by which print spreads at least; a plain cloth's noise spreads less."""
_SAME = 0.8
"""Correlation of a spot from which on it shows the same print."""
_PRINTED = 0.2
"""Share of a rectangle that must be printed for anything to be told."""
BARE = 0.6
"""Share of the printed spots that show the table's print where nothing lies."""


def bare(pose: Pose, now: Image, tables: Iterable[Scene]) -> bool:
    """Whether the sharp picture `now` shows at a pose what one of the tables showed there.

    Never where the table is plain: there is nothing to tell it by.
    """
    seen = _grey(now, pose)
    return any(same_print(_grey(table.sharp, pose), seen) >= BARE for table in tables)


def same_print(table: Floats, seen: Floats) -> float:
    """Return the share of a table's printed spots [h,w] that show the same print, 0..1.

    0 where too little is printed.
    """
    own, other = _spots(table), _spots(seen)
    both = cv2.blur(table * seen, _SPOT) - own[0] * other[0]
    printed = own[1] > _PRINT
    if printed.mean() < _PRINTED:
        return 0.0
    alike = both > _SAME * own[1] * np.maximum(other[1], _PRINT / 2)
    return float(alike[printed].mean())


def _spots(grey: Floats) -> tuple[Floats, Floats]:
    """Return the mean and the spread of grey levels around every pixel."""
    mean = cv2.blur(grey, _SPOT)
    square = cv2.blur(grey * grey, _SPOT)
    return np.asarray(mean), np.sqrt(np.maximum(0.0, square - mean * mean))


def _grey(picture: Image, pose: Pose) -> Floats:
    grey: Floats = cv2.cvtColor(crop(picture, pose), cv2.COLOR_BGR2GRAY).astype(np.float32)
    return grey
