"""The watched square, rectified: a small picture for every frame, a sharp one for each rest.

In the rectified picture the table plane is seen straight from above, so that a card is a rectangle
of known size and only its place and angle are sought.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.arrays import Floats, Image, as_image
from vision.place.geometry import Geometry, as_quad, transform
from vision.sighting import Quad

SMALL = 144
"""Side of the small picture in pixels: a card is about thirty of them long."""
_SIDE_MIN = 320
_SIDE_MAX = 1024


class Field:
    """Rectifies the watched square of pictures of one size."""

    def __init__(self, geometry: Geometry, width: int, height: int, side: int = 576) -> None:
        self.geometry = geometry
        self.width, self.height = width, height
        self.side = int(np.clip(side, _SIDE_MIN, _SIDE_MAX))
        half = geometry.field_mm / 2
        corners = np.array([[-half, half], [half, half], [half, -half], [-half, -half]])
        self._corners = geometry.to_px(corners)
        self._sharp = self._to_field(self.side)
        self._crop = _plain_square(self._corners, width, height)
        spread = np.linalg.norm(self._corners[1] - self._corners[0])
        self._shrink = max(1, math.floor(float(spread) / SMALL))
        k = float(self._shrink)
        from_shrunk = np.array([[k, 0, (k - 1) / 2], [0, k, (k - 1) / 2], [0, 0, 1.0]])
        self._small = self._to_field(SMALL) @ from_shrunk

    @property
    def px_per_mm(self) -> float:
        """Pixels of the sharp picture a millimetre of the table."""
        return self.side / self.geometry.field_mm

    def small(self, image: Image) -> Image:
        """Return the square at `SMALL` x `SMALL`, smoothed a little against noise."""
        if self._crop is not None:
            x, y, side = self._crop
            shrunk = cv2.resize(
                image[y : y + side, x : x + side], (SMALL, SMALL), interpolation=cv2.INTER_AREA
            )
        else:
            size = (round(self.width / self._shrink), round(self.height / self._shrink))
            whole = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
            shrunk = cv2.warpPerspective(whole, self._small, (SMALL, SMALL))
        return as_image(cv2.GaussianBlur(shrunk, (0, 0), 1.0))

    def sharp(self, image: Image) -> Image:
        """Return the square at `side` x `side`."""
        if self._crop is not None:
            x, y, side = self._crop
            how = cv2.INTER_AREA if side >= self.side else cv2.INTER_CUBIC
            cut = image[y : y + side, x : x + side]
            return as_image(cv2.resize(cut, (self.side, self.side), interpolation=how))
        return as_image(
            cv2.warpPerspective(image, self._sharp, (self.side, self.side), flags=cv2.INTER_LINEAR)
        )

    def to_picture(self, corners: Floats) -> Quad:
        """Map a card's corners from the sharp picture to the source picture."""
        return as_quad(transform(np.linalg.inv(self._sharp), corners))

    def _to_field(self, side: int) -> Floats:
        edge = side - 0.5
        target = np.array([[-0.5, -0.5], [edge, -0.5], [edge, edge], [-0.5, edge]], np.float32)
        matrix = cv2.getPerspectiveTransform(self._corners.astype(np.float32), target)
        return np.asarray(matrix, float)


def _plain_square(corners: Floats, width: int, height: int) -> tuple[int, int, int] | None:
    """Return x, y, side where the field is an upright square of the picture, else None."""
    left, top = corners.min(0)
    right, bottom = corners.max(0)
    box = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    side = round(right - left)
    if np.abs(box - corners).max() > 0.5 or abs((right - left) - (bottom - top)) > 0.5:
        return None
    # A pixel's area reaches half a pixel around its centre.
    x, y = round(left + 0.5), round(top + 0.5)
    inside = x >= 0 and y >= 0 and x + side <= width and y + side <= height
    return (x, y, side) if inside else None
