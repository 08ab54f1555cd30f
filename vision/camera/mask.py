"""The region mask: what lies outside is blackened before anything else sees the picture.

Hands of cards held up, faces and phones at the edge of the picture are nobody's business, the
program's included.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Image, Mask


class RegionMask:
    """A polygon in picture pixels; None keeps the whole picture."""

    def __init__(self, polygon: Sequence[tuple[float, float]] | None = None) -> None:
        if polygon is not None and len(polygon) < 3:
            raise ValueError("a region needs at least three corners")
        self._polygon = None if polygon is None else np.asarray(polygon, float)
        self._drawn: dict[tuple[int, int], Mask] = {}

    @property
    def whole(self) -> bool:
        """Whether nothing is masked."""
        return self._polygon is None

    def scaled(self, factor: float) -> RegionMask:
        """Return the region for the same picture made `factor` times as large."""
        if self._polygon is None or factor == 1.0:
            return self
        # A pixel's centre lies half a pixel from its corner, whatever its size.
        corners = (self._polygon + 0.5) * factor - 0.5
        return RegionMask([(float(x), float(y)) for x, y in corners])

    def inside(self, height: int, width: int) -> Mask:
        """Return the region for a picture of this size: 255 inside, 0 outside."""
        size = (height, width)
        drawn = self._drawn.get(size)
        if drawn is None:
            drawn = np.full(size, 255, np.uint8)
            if self._polygon is not None:
                drawn[~_inside(self._polygon, height, width)] = 0
            self._drawn = {size: drawn}
        return drawn

    def apply(self, image: Image) -> Image:
        """Return the picture with everything outside the region black."""
        if self.whole:
            return image
        masked = np.zeros_like(image)
        cv2.copyTo(image, self.inside(*image.shape[:2]), masked)
        return masked


def _inside(
    polygon: Floats, height: int, width: int
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return which pixel centres lie inside; exact, where drawing would round at the border."""
    x, y = np.arange(width)[None, :], np.arange(height)[:, None]
    inside = np.zeros((height, width), bool)
    for (x0, y0), (x1, y1) in zip(polygon, np.roll(polygon, -1, 0), strict=True):
        if y0 == y1:
            continue
        crosses = (y >= min(y0, y1)) & (y < max(y0, y1))
        inside ^= crosses & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
    return inside
