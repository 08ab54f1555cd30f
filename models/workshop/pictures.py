"""Small picture helpers that rendering shares: blending, blank canvases, random fields."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[Any]
"""uint8 BGR or BGRA, or a float32 working picture in the same 0..255 scale."""

Random = np.random.Generator


def blank(height: int, width: int) -> Picture:
    """Fully transparent BGRA canvas."""
    return np.zeros((height, width, 4), np.uint8)


def blend(ground: Picture, layer: Picture) -> Picture:
    """Lay a BGRA picture over a BGR one of the same size; float32 result."""
    alpha = layer[..., 3:].astype(np.float32) / 255
    return ground[..., :3].astype(np.float32) * (1 - alpha) + layer[..., :3] * alpha


def flatten(layer: Picture, grey: int = 128) -> Picture:
    """BGRA over plain grey, as uint8 BGR."""
    ground = np.full((*layer.shape[:2], 3), grey, np.uint8)
    return blend(ground, layer).astype(np.uint8)


def smooth_field(rng: Random, shape: tuple[int, int], cells: int) -> Picture:
    """Smooth random field of about unit deviation, float32, height x width."""
    coarse = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    return cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)


def unit_grid(height: int, width: int) -> tuple[Picture, Picture]:
    """Coordinates x, y from -1 to 1 over a picture."""
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    return x, y


def turned(x: Picture, y: Picture, angle: float) -> tuple[Picture, Picture]:
    """Coordinates along and across a direction (radians)."""
    cos, sin = float(np.cos(angle)), float(np.sin(angle))
    return x * cos + y * sin, -x * sin + y * cos


def noisy(picture: Picture, rng: Random, deviation: float) -> Picture:
    """The uint8 picture with fresh noise in every channel."""
    cv2.setRNGSeed(int(rng.integers(1 << 31)))
    noise = np.empty(picture.shape, np.int16)
    # OpenCV draws for at most four channels; a plain number would reach the first one only.
    for first in range(0, picture.shape[2], 3):
        part = np.empty((*picture.shape[:2], 3), np.int16)
        noise[..., first : first + 3] = cv2.randn(part, np.zeros(3), np.full(3, deviation))
    return cv2.add(np.ascontiguousarray(picture), noise, dtype=cv2.CV_8U)


def warp_onto(art: Picture, quad: Picture, size: tuple[int, int]) -> Picture:
    """Draw BGRA art into a quad (corners from its upper left, clockwise) on a size=(w, h) canvas.

    The art is first shrunk by area to the quad's own size, as a camera would average it.
    """
    quad = np.asarray(quad, np.float32)
    width = max(4, round(float(np.linalg.norm(quad[1] - quad[0]))))
    height = max(4, round(float(np.linalg.norm(quad[3] - quad[0]))))
    if width < art.shape[1] or height < art.shape[0]:
        art = cv2.resize(art, (width, height), interpolation=cv2.INTER_AREA)
    rows, columns = art.shape[:2]
    corners = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners, quad)
    return cv2.warpPerspective(art, matrix, size, flags=cv2.INTER_LINEAR)
