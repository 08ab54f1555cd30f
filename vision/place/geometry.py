"""Pixels of the picture, millimetres of the table, and the watched square seen from above.

Table plane (DESIGN 11): millimetres, origin at the centre, x to the right of seat 0, y away from
seat 0; the picture's y runs down, and seat 0 sits at its lower edge. The watched square is
rectified, small for every frame and sharp for each rest, so that a card is a rectangle of known
size and only its place and angle are sought.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.arrays import Floats, Image, as_floats, as_image
from vision.sighting import Place, Quad

_SAME_SHAPE = 0.01
DEFAULT_FIELD_MM = 480.0
"""Side of the watched square where nothing is calibrated: a usual camera over a usual table."""


@dataclass(frozen=True)
class Geometry:
    """Where the table lies in the picture.

    `px_to_mm` is the homography from picture to table plane, row by row; `field_mm` the side of
    the square around the centre in which tricks are played and which alone is looked at.
    """

    px_to_mm: tuple[tuple[float, float, float], ...]
    field_mm: float
    calibrated: bool = True
    size: tuple[int, int] | None = None
    """Width and height of the pictures it was measured in, None where nobody noted them."""

    @cached_property
    def matrix(self) -> Floats:
        """Picture to table plane, 3 x 3."""
        return np.asarray(self.px_to_mm, float)

    @cached_property
    def inverse(self) -> Floats:
        """Table plane to picture, 3 x 3."""
        return as_floats(np.linalg.inv(self.matrix))

    def to_mm(self, points: Floats) -> Floats:
        """Map picture points [n,2] to millimetres."""
        return transform(self.matrix, points)

    def to_px(self, points: Floats) -> Floats:
        """Map points of the table plane [n,2] to picture pixels."""
        return transform(self.inverse, points)

    def place(self, quad: Quad) -> Place:
        """Return centre and angle of the long side of a card; the angle lies in [0, pi)."""
        corners = self.to_mm(np.asarray(quad, float))
        centre = corners.mean(0)
        along = (corners[2] - corners[1]) + (corners[3] - corners[0])
        return Place(float(centre[0]), float(centre[1]), math.atan2(along[1], along[0]) % math.pi)

    def scaled(self, factor: float) -> Geometry:
        """Return the same view with every millimetre `factor` times as long."""
        matrix = np.diag([factor, factor, 1.0]) @ self.matrix
        return replace(self, px_to_mm=as_rows(matrix), field_mm=self.field_mm * factor)

    def shifted(self, homography: Floats) -> Geometry:
        """Return the geometry after the picture moved: `homography` maps old pixels to new."""
        matrix = self.matrix @ np.linalg.inv(homography)
        return replace(self, px_to_mm=as_rows(matrix / matrix[2, 2]))

    def in_picture(self, width: int, height: int) -> Geometry:
        """Return the geometry for pictures of this size.

        The same view in more or fewer pixels is known; of another shape nobody knows what it shows,
        so it is taken to be seen from straight above, as without a calibration.
        """
        if self.size is None or self.size == (width, height):
            return self
        k, other = width / self.size[0], height / self.size[1]
        if abs(k / other - 1) > _SAME_SHAPE:
            return overhead(width, height, self.field_mm)
        back = np.array([[1 / k, 0, 0.5 / k - 0.5], [0, 1 / k, 0.5 / k - 0.5], [0, 0, 1.0]])
        return replace(self, px_to_mm=as_rows(self.matrix @ back), size=(width, height))


def transform(matrix: Floats, points: Floats) -> Floats:
    """Apply a homography to points [n,2]."""
    flat = np.asarray(points, float).reshape(-1, 1, 2)
    return as_floats(cv2.perspectiveTransform(flat, matrix)).reshape(-1, 2)


def as_rows(matrix: Floats) -> tuple[tuple[float, float, float], ...]:
    """Turn a 3 x 3 array into tuples that can be compared and stored."""
    return tuple((float(row[0]), float(row[1]), float(row[2])) for row in matrix)


def overhead(width: int, height: int, field_mm: float = DEFAULT_FIELD_MM) -> Geometry:
    """Guess the geometry of a picture taken straight from above: the middle square is the field."""
    side = min(width, height)
    k = field_mm / side
    centre_x, centre_y = (width - 1) / 2, (height - 1) / 2
    rows = ((k, 0.0, -k * centre_x), (0.0, -k, k * centre_y), (0.0, 0.0, 1.0))
    return Geometry(rows, field_mm, calibrated=False)


def from_points(
    pixels: Sequence[tuple[float, float]],
    millimetres: Sequence[tuple[float, float]],
    field_mm: float,
) -> Geometry:
    """Return the geometry in which four picture points lie at four known places of the table.

    Raises:
        ValueError: not four points each, or three of them on one line.
    """
    source = np.asarray(pixels, np.float32)
    target = np.asarray(millimetres, np.float32)
    if source.shape != (4, 2) or target.shape != (4, 2):
        raise ValueError("four points of the picture and four of the table are needed")
    if min(_least_triangle(source), _least_triangle(target)) < 1.0:
        raise ValueError("three of the points lie on one line")
    return Geometry(as_rows(as_floats(cv2.getPerspectiveTransform(source, target))), field_mm)


def _least_triangle(points: Floats) -> float:
    def area(a: Floats, b: Floats, c: Floats) -> float:
        return abs(float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))) / 2

    return min(area(*(points[k] for k in range(4) if k != left)) for left in range(4))


def as_quad(points: Floats) -> Quad:
    """Turn four corners into a `Quad`: clockwise in the picture, first side a short side."""
    corners = np.asarray(points, float)
    if _signed_area(corners) < 0:
        corners = corners[::-1]
    first = np.linalg.norm(corners[0] - corners[1]) + np.linalg.norm(corners[2] - corners[3])
    second = np.linalg.norm(corners[1] - corners[2]) + np.linalg.norm(corners[3] - corners[0])
    if first > second:
        corners = np.roll(corners, -1, 0)
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def grown(quad: Quad, factor: float) -> Quad:
    """Return a card's corners in the same picture made `factor` times as large."""
    # A pixel's centre lies half a pixel from its corner, whatever its size.
    a, b, c, d = (((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5) for x, y in quad)
    return a, b, c, d


def _signed_area(corners: Floats) -> float:
    x, y = corners[:, 0], corners[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


SMALL = 144
"""Side of the small picture in pixels: a card is about thirty of them long."""
_SIDE_MIN = 320
_SIDE_MAX = 1024


class WatchedSquare:
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

    def from_picture(self, quad: Quad) -> Floats:
        """Map a card's corners in the source picture to the sharp picture."""
        return transform(self._sharp, np.asarray(quad, float))

    def to_picture(self, corners: Floats) -> Floats:
        """Map points [n,2] from the sharp picture to the source picture."""
        return transform(np.linalg.inv(self._sharp), corners)

    def onto(self, other: WatchedSquare) -> Floats:
        """Return the homography from this sharp picture to that of another square."""
        return as_floats(other._sharp @ np.linalg.inv(self._sharp))

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
