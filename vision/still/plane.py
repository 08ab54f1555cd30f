"""The plane in which the cards of one still picture lie, found from the cards that are sure.

All cards of a deck are equally large and lie flat on one table. Turning the camera until it looks
straight down makes each of them the same rectangle: two angles, the focal length and the length
of a card are all that has to be found, and each sure card gives eight numbers for them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import least_squares

from vision.arrays import Floats
from vision.place.geometry import transform
from vision.reading.pose import Pose, from_corners

_USUAL_FOCAL = 0.95
"""Focal length of phones and webcams, in longer sides of the picture."""
_FOCAL_SPREAD = 0.25
_ASPECT_SPREAD = 0.03
_CORNER_SPREAD = 0.012
"""How exactly corners are found, in lengths of a card."""
_ASTRAY = 0.06
_TILTS = (
    (0.0, 0.0),
    *((a * x, a * y) for a in (0.6, 1.1) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))),
)
"""From where the search starts: straight above, and leaning to each side."""
_BASINS = 3
_BASIN = 0.15
"""The search goes on from so many tilts that lie at least so far apart, in radians: from far off
a card that leans towards us looks nearly like one that leans away."""
_ALONE = 6
"""So many quads are tried as the only right one."""
_STEEPEST = math.radians(78)


@dataclass(frozen=True)
class Plane:
    """The table as seen from straight above; `length` and `aspect` are those of a card in it."""

    to_plane: Floats
    """Homography from picture to plane."""
    length: float
    aspect: float

    @property
    def to_picture(self) -> Floats:
        """Homography from plane to picture."""
        return np.asarray(np.linalg.inv(self.to_plane), float)

    def pose(self, quad: Floats) -> Pose:
        """Return the card-sized pose nearest to a quad of the picture (first side short)."""
        flat = from_ordered(transform(self.to_plane, quad))
        return flat.sized(self.length * self.aspect, self.length)

    def quad(self, pose: Pose) -> Floats:
        """Return the corners of a pose in the picture, first side short."""
        return transform(self.to_picture, pose.corners())


def from_ordered(corners: Floats) -> Pose:
    """Return the rectangle of ordered corners: the first side stays the short one."""
    first = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    second = (corners[2] - corners[1] + corners[3] - corners[0]) / 2
    centre = corners.mean(0)
    # Both directions tell the angle; across is turned onto along.
    along = second + np.array([-first[1], first[0]])
    theta = math.atan2(along[1], along[0]) - math.pi / 2
    width, height = float(np.linalg.norm(first)), float(np.linalg.norm(second))
    return Pose(float(centre[0]), float(centre[1]), theta, width, height)


def fit_plane(quads: Sequence[Floats], aspect: float, size: tuple[int, int]) -> Plane | None:
    """Return the plane in which quads (clockwise, first side short) are cards of one size.

    `aspect` is the deck's, `size` width and height of the picture in pixels. Quads that do not
    fit the others are left out; None where nothing fits.
    """
    kept = [np.asarray(quad, float) for quad in quads]
    if not kept:
        return None
    solved = _solve(kept, aspect, size)
    inside = _inside(solved, kept, size)
    if len(inside) < len(kept):
        # One quad that is none may have turned the plane: each alone says how the others lie.
        alone = [_inside(_solve([quad], aspect, size), kept, size) for quad in kept[:_ALONE]]
        inside = max([inside, *alone], key=len)
        if not inside:
            return None
        solved = _solve(inside, aspect, size)
    if math.hypot(solved[0], solved[1]) > _STEEPEST:
        return None
    return Plane(_rectifying(solved, size), float(math.exp(solved[3])), float(solved[4]))


def misfit(plane: Plane, quad: Floats) -> float:
    """Return how far the worst corner of a quad lies from a card in the plane, in lengths."""
    flat = transform(plane.to_plane, quad)
    ideal = plane.pose(quad).corners()
    return float(np.linalg.norm(flat - ideal, axis=1).max()) / plane.length


def _solve(quads: Sequence[Floats], aspect: float, size: tuple[int, int]) -> Floats:
    """Return tilt about x and y, log focal length, log length of a card, aspect."""
    corners = np.stack(quads)
    length = float(np.median([from_corners(quad).height for quad in quads]))

    def solve(start: Floats, steps: int) -> tuple[float, Floats]:
        done = least_squares(
            _residuals, start, loss="soft_l1", max_nfev=steps, args=(corners, aspect, size)
        )
        return float(done.cost), np.asarray(done.x, float)

    starts = [
        np.array([*tilt, math.log(_USUAL_FOCAL), math.log(length), aspect]) for tilt in _TILTS
    ]
    basins: list[Floats] = []
    for _, rough in sorted((solve(start, 8) for start in starts), key=lambda found: found[0]):
        if all(math.dist(rough[:2], other[:2]) > _BASIN for other in basins[:_BASINS]):
            basins.append(rough)
    ends = [solve(rough, 40) for rough in basins[:_BASINS]]
    # One that went once round is the same plane, but looks too steep.
    upright = [end for end in ends if math.hypot(end[1][0], end[1][1]) <= _STEEPEST]
    return min(upright or ends, key=lambda found: found[0])[1]


def _residuals(values: Floats, corners: Floats, aspect: float, size: tuple[int, int]) -> Floats:
    matrix = _rectifying(values, size)
    length = math.exp(values[3])
    flat = transform(matrix, corners).reshape(corners.shape)
    off = (flat - _ideal(flat, length * values[4], length)).ravel() / length / _CORNER_SPREAD
    priors = [
        (values[2] - math.log(_USUAL_FOCAL)) / _FOCAL_SPREAD,
        (values[4] - aspect) / _ASPECT_SPREAD,
    ]
    residuals: Floats = np.nan_to_num(np.concatenate([off, priors]), nan=1e3)
    return residuals


def _ideal(flat: Floats, width: float, length: float) -> Floats:
    """Return rectangles [n,4,2] of a size where the quads lie."""
    across = (flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]) / 2
    along = (flat[:, 2] - flat[:, 1] + flat[:, 3] - flat[:, 0]) / 2
    along = along + np.stack([-across[:, 1], across[:, 0]], 1)
    along = along / np.maximum(1e-9, np.linalg.norm(along, axis=1, keepdims=True))
    across = np.stack([along[:, 1], -along[:, 0]], 1)
    centre = flat.mean(1)
    w, h = across * width / 2, along * length / 2
    result: Floats = np.stack([centre - w - h, centre + w - h, centre + w + h, centre - w + h], 1)
    return result


def _inside(values: Floats, quads: Sequence[Floats], size: tuple[int, int]) -> list[Floats]:
    """Return the quads that are cards of the plane."""
    plane = Plane(_rectifying(values, size), math.exp(values[3]), float(values[4]))
    return [quad for quad in quads if misfit(plane, quad) < _ASTRAY]


def _rectifying(values: Floats, size: tuple[int, int]) -> Floats:
    """Return the homography that turns the camera about its centre by the tilt."""
    focal = math.exp(float(np.clip(values[2], -3, 3))) * max(size)
    centre = np.array(
        [[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]], float
    )
    matrix = centre @ _turn(float(values[0]), float(values[1])) @ np.linalg.inv(centre)
    result: Floats = matrix
    return result


def _turn(x: float, y: float) -> Floats:
    """Return the rotation about the axis (x, y, 0) by its length in radians."""
    angle = math.hypot(x, y)
    if angle < 1e-9:
        return np.eye(3)
    u, v = x / angle, y / angle
    k = np.array([[0, 0, v], [0, 0, -u], [-v, u, 0]])
    result: Floats = np.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * (k @ k)
    return result
