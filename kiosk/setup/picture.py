"""Pictures for the set-up pages: the watched square alone, everything else blackened first."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Image, as_image
from vision.camera.mask import RegionMask
from vision.place.field import Field
from vision.place.geometry import Geometry, overhead

SIDE = 640
_QUALITY = 80
_CROSS = (0, 176, 255)
"""The colour of the cross in the loupe, blue first: the amber of the corner that is set right."""


def view_of(geometry: Geometry | None, width: int, height: int) -> Geometry:
    """Return where the table lies in pictures of this size; a guess where nobody measured."""
    return overhead(width, height) if geometry is None else geometry.in_picture(width, height)


def field_corners(geometry: Geometry) -> Floats:
    """Return the watched square's corners [4,2] in the picture, clockwise from seat 0's left."""
    half = geometry.field_mm / 2
    return geometry.to_px(np.array([[-half, half], [half, half], [half, -half], [-half, -half]]))


def masked(image: Image, geometry: Geometry) -> Image:
    """Return the picture with everything outside the watched square black (KIOSK section 5)."""
    corners = [(float(x), float(y)) for x, y in field_corners(geometry)]
    return RegionMask(corners).apply(image)


def square(image: Image, geometry: Geometry | None, side: int = SIDE) -> Image:
    """Return the watched square as seen from straight above, seat 0 below; nothing else."""
    height, width = image.shape[:2]
    seen = view_of(geometry, width, height)
    return Field(seen, width, height, side).sharp(masked(image, seen))


def jpeg(image: Image) -> bytes:
    """Return a picture as JPEG."""
    whole, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    assert whole
    return data.tobytes()


def closeup(image: Image, x: float, y: float, half: int = 40, zoom: int = 6) -> Image:
    """Return what surrounds a point, enlarged; black beyond the picture's border."""
    padded = cv2.copyMakeBorder(image, half, half, half, half, cv2.BORDER_CONSTANT)
    column, row = round(x), round(y)
    cut = padded[row : row + 2 * half + 1, column : column + 2 * half + 1]
    side = (2 * half + 1) * zoom
    shown = as_image(cv2.resize(cut, (side, side), interpolation=cv2.INTER_LINEAR))
    for start, end in (((side // 2, 0), (side // 2, side)), ((0, side // 2), (side, side // 2))):
        cv2.line(shown, start, end, _CROSS, 2)
    return shown
