"""A card as a rectangle in the rectified picture: cut out, fitted to edges, above or below another.

Tracing an outline fails under overlap, shadow and white on white; a rectangle of known size has
three unknowns and does not need its whole outline to be seen. Of two overlapping cards the one
whose outline runs on across the other lies on top.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cmp_to_key

import cv2
import numpy as np

from vision.arrays import Floats, Image, Mask, as_image
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH

_POINTS = 20
_EDGE_CEILING = 640.0
_FAR_LARGER = 1.8
"""Many times as long as its crop, a card is warped large first."""
_TILE = 96
_MARGIN = 5
"""Pixels beside a tile that its gradients depend on."""
CROP_CORNERS = (
    np.array([[0, 0], [CROP_WIDTH, 0], [CROP_WIDTH, CROP_HEIGHT], [0, CROP_HEIGHT]], np.float32)
    - 0.5
)


Sizes = float | Floats
"""A length in pixels, one for all poses or one for each, [n,1]."""


@dataclass(frozen=True, slots=True)
class Pose:
    """A rectangle in the sharp picture: centre, angle, width and height, in pixels and radians."""

    x: float
    y: float
    theta: float
    width: float
    height: float

    def corners(self, grow: float = 1.0) -> Floats:
        """Return the corners clockwise, beginning with a short side."""
        w, h = self.width * grow / 2, self.height * grow / 2
        c, s = math.cos(self.theta), math.sin(self.theta)
        box = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
        return np.asarray(box @ np.array([[c, s], [-s, c]]) + np.array([self.x, self.y]), float)

    def moved(self, x: float = 0.0, y: float = 0.0, theta: float = 0.0, k: float = 1.0) -> Pose:
        """Return the pose shifted in the picture, turned and enlarged."""
        return Pose(self.x + x, self.y + y, self.theta + theta, self.width * k, self.height * k)

    def sized(self, width: float, height: float) -> Pose:
        """Return the pose with another size."""
        return replace(self, width=width, height=height)

    def draw(self, side: int, grow: float = 1.0) -> Mask:
        """Return the rectangle as a mask of side x side: 255 inside."""
        mask = np.zeros((side, side), np.uint8)
        cv2.fillConvexPoly(mask, np.round(self.corners(grow)).astype(np.int32), 255)
        return mask

    def distance(self, other: Pose) -> float:
        """Distance of the centres in lengths of this card."""
        return math.hypot(self.x - other.x, self.y - other.y) / self.height

    def turned(self, other: Pose) -> float:
        """Angle between the long sides, in [0, pi/2]."""
        apart = (self.theta - other.theta) % math.pi
        return min(apart, math.pi - apart)


def from_corners(corners: Floats) -> Pose:
    """Return the pose of a rectangle; the longer sides become its height."""
    points = np.asarray(corners, float)
    first = (points[1] - points[0] + points[2] - points[3]) / 2
    second = (points[2] - points[1] + points[3] - points[0]) / 2
    if np.linalg.norm(first) > np.linalg.norm(second):
        first, second = second, first
    centre = points.mean(0)
    theta = math.atan2(second[1], second[0]) - math.pi / 2
    return Pose(
        float(centre[0]),
        float(centre[1]),
        theta,
        float(np.linalg.norm(first)),
        float(np.linalg.norm(second)),
    )


def crop(image: Image, pose: Pose) -> Image:
    """Cut out the card, upright, 80 x 128."""
    if pose.height > _FAR_LARGER * CROP_HEIGHT:
        return crop_corners(image, pose.corners())
    # A rectangle stays one: half the work of a perspective.
    matrix = cv2.getAffineTransform(pose.corners()[:3].astype(np.float32), CROP_CORNERS[:3])
    return as_image(
        cv2.warpAffine(
            image,
            matrix,
            (CROP_WIDTH, CROP_HEIGHT),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    )


def crop_corners(image: Image, corners: Floats) -> Image:
    """Cut out a card by its corners (clockwise, first side short), 80 x 128."""
    corners = np.asarray(corners, np.float32)
    length = float(np.linalg.norm(corners[1] - corners[2]))
    matrix = cv2.getPerspectiveTransform(corners, CROP_CORNERS)
    if length <= _FAR_LARGER * CROP_HEIGHT:
        return as_image(
            cv2.warpPerspective(
                image,
                matrix,
                (CROP_WIDTH, CROP_HEIGHT),
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
        )
    # Far more pixels than needed: warp large first, else fine print turns into noise.
    k = math.ceil(length / CROP_HEIGHT)
    large = np.diag([k, k, 1.0]) @ np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    large = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]]) @ large @ matrix
    size = (CROP_WIDTH * k, CROP_HEIGHT * k)
    warped = cv2.warpPerspective(
        image, large, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return as_image(cv2.resize(warped, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA))


class Edges:
    """The gradients of one sharp picture, computed once for all fits in it.

    Fits ask around a few places: what nobody asked for is never computed, tile by tile.
    """

    def __init__(self, image: Image) -> None:
        self._image = image
        self._height, self._width = image.shape[:2]
        rows, columns = math.ceil(self._height / _TILE), math.ceil(self._width / _TILE)
        self._known = np.zeros((rows, columns), bool)
        pixels = (3, 2, self._height, self._width)
        self._planes = np.zeros(pixels, np.int16)
        self._gradients = self._planes.reshape(3, 2, -1)
        """For each channel its gradients rightwards and downwards, [3,2,pixels]."""

    @property
    def side(self) -> int:
        """Width of the picture."""
        return int(self._width)

    def sides(self, poses: Floats, width: Sizes, height: Sizes) -> Floats:
        """Return the mean edge strength [n,4] along each side of poses [n,3] (x, y, theta)."""
        *_, strength = self._along(poses, width, height)
        return np.asarray(strength.reshape(len(poses), 4, _POINTS).mean(2), float)

    def outline(self, poses: Floats, width: Sizes, height: Sizes) -> tuple[Floats, Floats]:
        """Return points [n,80,2] along the outlines of poses [n,3] and the edges there [n,80].

        `width` and `height` are one for all or [n,1]. An edge counts only as far as it runs along
        the outline.
        """
        x, y, strength = self._along(poses, width, height)
        return np.stack([x, y], -1), strength

    def _along(self, poses: Floats, width: Sizes, height: Sizes) -> tuple[Floats, Floats, Floats]:
        """Return x, y and edge strength [n,80] of points along the outlines of poses."""
        right, down = _RIGHT * width, _DOWN * height
        c, s = np.cos(poses[:, 2:3]), np.sin(poses[:, 2:3])
        x = right * c - down * s + poses[:, 0:1]
        y = right * s + down * c + poses[:, 1:2]
        nx = (_NORMALS[0] * c - _NORMALS[1] * s).astype(np.float32)
        ny = (_NORMALS[0] * s + _NORMALS[1] * c).astype(np.float32)
        column = np.clip(np.rint(x), 0, self._width - 1)
        row = np.clip(np.rint(y), 0, self._height - 1)
        self._need(column, row)
        at = (row * self._width + column).astype(np.intp)
        strength = np.zeros(at.shape, np.float32)
        for dx, dy in self._gradients:
            np.maximum(strength, np.abs(dx[at] * nx + dy[at] * ny), out=strength)
        return x, y, np.minimum(strength, _EDGE_CEILING).astype(np.float64)

    def _need(self, column: Floats, row: Floats) -> None:
        """Compute the gradients of all tiles between these pixels."""
        top, left = int(row.min()) // _TILE, int(column.min()) // _TILE
        bottom, right = int(row.max()) // _TILE, int(column.max()) // _TILE
        wanted = self._known[top : bottom + 1, left : right + 1]
        if wanted.all():
            return
        for down, across in np.argwhere(~wanted):
            self._compute(top + int(down), left + int(across))
        wanted[:] = True

    def _compute(self, row: int, column: int) -> None:
        y, x = row * _TILE, column * _TILE
        up, west = min(y, _MARGIN), min(x, _MARGIN)
        near = self._image[y - up : y + _TILE + _MARGIN, x - west : x + _TILE + _MARGIN]
        smooth = cv2.GaussianBlur(near, (0, 0), 1.0)
        own = (slice(up, up + _TILE), slice(west, west + _TILE))
        place = (slice(y, y + _TILE), slice(x, x + _TILE))
        for channel, planes in zip(cv2.split(smooth), self._planes, strict=True):
            for gradient, plane in zip(cv2.spatialGradient(channel), planes, strict=True):
                plane[place] = gradient[own]

    def fit(self, start: Pose, reach: float, turn: float) -> Pose:
        """Return the pose near `start` whose sides lie best on edges.

        Searches `reach` pixels around and `turn` radians to both sides in three ever finer grids.
        All four sides must be there: the weakest counts twice.
        """
        current = np.array([start.x, start.y, start.theta])
        for shrink in (1.0, 1 / 3, 1 / 8):
            grid = GRID * np.array([reach, reach, turn]) * shrink
            candidates = grid + current
            sides = self.sides(candidates, start.width, start.height)
            quality = sides.sum(1) + sides.min(1) - 0.6 * np.hypot(grid[:, 0], grid[:, 1])
            current = candidates[quality.argmax()]
        return replace(start, x=float(current[0]), y=float(current[1]), theta=float(current[2]))

    def fit_sides(self, pose: Pose, reach: float) -> Pose:
        """Shift each side on its own to the strongest edge within `reach` card lengths."""
        shifts = np.linspace(-reach, reach, 25) * pose.height
        c, s = math.cos(pose.theta), math.sin(pose.theta)
        down = np.stack([pose.x - s * shifts, pose.y + c * shifts, np.full(25, pose.theta)], 1)
        right = np.stack([pose.x + c * shifts, pose.y + s * shifts, np.full(25, pose.theta)], 1)
        vertical = self.sides(down, pose.width, pose.height)
        across = self.sides(right, pose.width, pose.height)
        top, bottom = (float(shifts[vertical[:, k].argmax()]) for k in (0, 1))
        west, east = (float(shifts[across[:, k].argmax()]) for k in (2, 3))
        moved = pose.moved(
            c * (west + east) / 2 - s * (top + bottom) / 2,
            s * (west + east) / 2 + c * (top + bottom) / 2,
        )
        return moved.sized(pose.width + east - west, pose.height + bottom - top)


def _template() -> tuple[Floats, Floats, Floats]:
    """Points along the outline of a card of size 1, rightwards and downwards, and its normals."""
    along = np.linspace(-0.42, 0.42, _POINTS)
    end = np.full(_POINTS, 0.5)
    right = np.concatenate([along, along, -end, end])
    down = np.concatenate([-end, end, along, along])
    normals = np.repeat([[0.0, 1.0], [1.0, 0.0]], 2 * _POINTS, axis=0)
    return right, down, normals.T.copy()


def _steps() -> Floats:
    step = np.linspace(-1.0, 1.0, 5)
    a, b, c = np.meshgrid(step, step, step, indexing="ij")
    return np.stack([a.ravel(), b.ravel(), c.ravel()], 1)


GRID = _steps()
"""Steps [125,3] from -1 to 1 along three ways at once, for looking round a place."""
_RIGHT, _DOWN, _NORMALS = _template()


_CLEARLY = 1.25
"""How much stronger the upper card's outline is inside the other than the lower one's."""
_LEAST_POINTS = 4
_NEAR = np.array([-0.018, -0.012, -0.006, 0.0, 0.006, 0.012, 0.018])
"""Where the outline is looked for beside the pose, in lengths of the card."""


def overlap(a: Pose, b: Pose) -> float:
    """Return the share of card `a` that lies inside the rectangle of `b`."""
    area, _ = cv2.intersectConvexConvex(
        a.corners().astype(np.float32), b.corners().astype(np.float32)
    )
    return float(area) / (a.width * a.height)


def covered_share(pose: Pose, others: Sequence[Pose], side: int) -> float:
    """Return the share of a card's rectangle that others cover together; [0, 1].

    `side` is the square picture's, in pixels.
    """
    own = pose.draw(side)
    union = np.zeros_like(own)
    for other in others:
        cv2.bitwise_or(union, other.draw(side), dst=union)
    area = cv2.countNonZero(own)
    return cv2.countNonZero(cv2.bitwise_and(own, union)) / area if area else 0.0


def uppermost_first(poses: Sequence[Pose], edges: Edges) -> list[int]:
    """Return the indices of cards from the top down; those that do not overlap stay in order."""

    def above(a: int, b: int) -> int:
        first, second = poses[a], poses[b]
        if overlap(first, second) < 0.02:
            return 0
        own, other = _inside(first, second, edges), _inside(second, first, edges)
        if own > _CLEARLY * other:
            return -1
        return 1 if other > _CLEARLY * own else 0

    return sorted(range(len(poses)), key=cmp_to_key(above))


def _inside(pose: Pose, other: Pose, edges: Edges) -> float:
    """Mean edge strength along the part of a card's outline that runs inside another."""
    by = 2 * _NEAR[:, None] * pose.height
    at = np.tile([pose.x, pose.y, pose.theta], (len(by), 1))
    places, strengths = edges.outline(at, pose.width + by, pose.height + by)
    away = places - np.array([other.x, other.y])
    c, s = np.cos(other.theta), np.sin(other.theta)
    across = np.abs(away @ np.array([c, s])) < 0.47 * other.width
    along = np.abs(away @ np.array([-s, c])) < 0.47 * other.height
    best = 0.0
    for strength, inside in zip(strengths, across & along, strict=True):
        if int(inside.sum()) >= _LEAST_POINTS:
            best = max(best, float(strength[inside].mean()))
    return best
