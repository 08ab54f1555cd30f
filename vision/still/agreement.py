"""How well the pixels of a place agree with those of an enrolled face.

The net was taught to tell cards from each other, not from all that lies on tables: there is grain
and there are shadows that it finds like some ace. Pixels know better, and they ask nothing else
than whether light and dark, red and black stand where they stand on the face.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image, as_image

_SMOOTH = 1.5
"""Print finer than this, in pixels of a crop, is not compared: corners are found no better."""
_RIM_X, _RIM_Y = 4, 6
"""So far, in pixels of a crop, the place may be off."""


def agreement(crop: Image, views: Image) -> float:
    """Return the best correlation, -1..1, of a crop [128,80,3] with views [n,128,80,3].

    Either way up; 0 where there are no views.
    """
    seen = _smooth(crop)
    best = 0.0
    for number, view in enumerate(np.concatenate([views, views[:, ::-1, ::-1]])):
        inner = _smooth(view)[_RIM_Y:-_RIM_Y, _RIM_X:-_RIM_X]
        found = float(cv2.matchTemplate(seen, inner, cv2.TM_CCOEFF_NORMED).max())
        best = found if number == 0 else max(best, found)
    return best


def _smooth(crop: Image) -> Image:
    return as_image(cv2.GaussianBlur(np.ascontiguousarray(crop), (0, 0), _SMOOTH))
