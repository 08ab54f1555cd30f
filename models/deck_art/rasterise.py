"""Shapes painted into pixels with OpenCV alone: no SVG library is needed to render the deck."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from models.deck_art.ink import HEIGHT, WIDTH, Drawing, Step

Picture = npt.NDArray[np.uint8]

_OVERSAMPLING = 3
_SUBPIXEL_BITS = 4
_CURVE_PIECES = 10


def painted(drawing: Drawing, height: int) -> Picture:
    """Paint a drawing, `height` pixels high, as BGRA; what no shape covers is transparent."""
    scale = height * _OVERSAMPLING / HEIGHT
    size = (round(WIDTH * scale), round(HEIGHT * scale))
    colour = np.zeros((size[1], size[0], 3), np.uint8)
    cover = np.zeros((size[1], size[0]), np.uint8)
    for drawn in (drawn for layer in drawing for drawn in layer.all_shapes()):
        contours = [_fixed(contour, scale) for contour in _contours(drawn.steps)]
        if drawn.fill:
            cv2.fillPoly(colour, contours, _bgr(drawn.fill), shift=_SUBPIXEL_BITS)
            cv2.fillPoly(cover, contours, (255,), shift=_SUBPIXEL_BITS)
        if drawn.stroke:
            thick = max(1, round(drawn.width * scale))
            closed = drawn.steps[-1].verb == "Z"
            ink = _bgr(drawn.stroke)
            cv2.polylines(colour, contours, closed, ink, thick, shift=_SUBPIXEL_BITS)
            cv2.polylines(cover, contours, closed, (255,), thick, shift=_SUBPIXEL_BITS)
    target = (round(WIDTH * height / HEIGHT), height)
    small = cv2.resize(colour, target, interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(cover, target, interpolation=cv2.INTER_AREA)
    return np.dstack([small, alpha]).astype(np.uint8)


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return blue, green, red


def _fixed(points: npt.NDArray[np.float64], scale: float) -> npt.NDArray[np.int32]:
    # OpenCV puts a pixel's middle at whole numbers, SVG at halves.
    moved = (points * scale - 0.5) * (1 << _SUBPIXEL_BITS)
    return np.round(moved).astype(np.int32).reshape(-1, 1, 2)


def _contours(steps: tuple[Step, ...]) -> list[npt.NDArray[np.float64]]:
    contours: list[list[npt.NDArray[np.float64]]] = []
    for step in steps:
        points = [np.array(point, np.float64) for point in step.points]
        if step.verb == "M":
            contours.append([points[0]])
        elif step.verb != "Z":
            contours[-1].extend(_curve([contours[-1][-1], *points]))
    return [np.array(contour) for contour in contours]


def _curve(handles: list[npt.NDArray[np.float64]]) -> list[npt.NDArray[np.float64]]:
    """Points of the Bézier curve with these handles, without its first (de Casteljau)."""
    if len(handles) == 2:
        return [handles[1]]
    points = []
    for piece in range(1, _CURVE_PIECES + 1):
        share = piece / _CURVE_PIECES
        level = handles
        while len(level) > 1:
            level = [a + (b - a) * share for a, b in pairwise(level)]
        points.append(level[0])
    return points
