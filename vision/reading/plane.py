"""The plane in which the cards of a picture lie, found from the cards that are sure.

All cards of a deck are equally large and lie flat on one table. Turning the camera until it looks
straight down makes each of them the same rectangle: two angles, the focal length and the length
of a card are all that has to be found, and each sure card gives eight numbers for them.

A picture squeezed in one direction (a recorded screen, a wrong shape of picture) looks like one
taken askew, but nothing in it is nearer than the rest, and cards at other angles are squeezed to
other shapes: from three cards on a squeeze is tried where no camera explains them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

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
_ROUGH, _FITS = 3, 3.0
"""From more cards than so many on it is known which way the camera leans; and what a card costs at
most, in nats, where the plane is right: eight numbers, each off as usual, cost three."""
_ALONE = 6
"""So many quads are tried as the only right one."""
_STEEPEST = math.radians(78)
_SQUEEZES = (-0.29, 0.0, 0.29)
"""Logarithms of the squeezes the search starts from: 3 to 4 either way."""
_SQUEEZE_SPREAD = 0.3
_SQUEEZE_CARDS = 3
_SQUEEZE_LEAST = 0.03
_SQUEEZE_WORTH = 2.0
"""So much better, in nats, a squeeze must explain the cards than a camera askew. With corners off
by 0.8 to 1.6 pixels of 170 it was 0.2 (1.3 at most) where there was none, else mostly 3 to 20."""
_AROUND = 1.5
"""How far round the picture's middle the plane's doubt is asked for, in lengths of a card."""


@dataclass(frozen=True)
class Plane:
    """The table as seen from straight above; `length` and `aspect` are those of a card in it."""

    to_plane: Floats
    """Homography from picture to plane."""
    length: float
    aspect: float
    squeeze: float = 1.0
    """How many times closer the picture's lines lie together than its columns."""
    doubt: float = 0.0
    """By how much, as a share, a card round the picture's middle may be longer or shorter than the
    plane says beside the others (standard deviation)."""
    values: tuple[float, ...] = ()
    """What was fitted (`_solve`)."""

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


def fit_plane(
    quads: Sequence[Floats], aspect: float, size: tuple[int, int], before: Plane | None = None
) -> Plane | None:
    """Return the plane in which quads (clockwise, first side short) are cards of one size.

    `aspect` is the deck's, `size` width and height of the picture in pixels. Quads that do not
    fit the others are left out; None where nothing fits. A squeezed picture is noticed from three
    cards on. `before` is what fewer of the quads told: from four on the search goes on from there.
    """
    kept = [np.asarray(quad, float) for quad in quads]
    if not kept:
        return None
    solved = _refined(before, kept, aspect, size) if before and len(kept) > _ROUGH else None
    if solved is None:
        solved = _solve(kept, aspect, size)
    squeezed = _squeezed(solved, kept, aspect, size)
    inside = _inside(squeezed, kept, size)
    if squeezed is solved and len(inside) < len(kept):
        # One quad that is none may have turned the plane: each alone says how the others lie.
        alone = [_inside(_solve([quad], aspect, size), kept, size) for quad in kept[:_ALONE]]
        inside = max([inside, *alone], key=len)
        if not inside:
            return None
        squeezed = _solve(inside, aspect, size)
    if math.hypot(squeezed[0], squeezed[1]) > _STEEPEST:
        return None
    return _plane(squeezed, inside, aspect, size)


def misfit(plane: Plane, quad: Floats) -> float:
    """Return how far the worst corner of a quad lies from a card in the plane, in lengths."""
    flat = transform(plane.to_plane, quad)
    ideal = plane.pose(quad).corners()
    return float(np.linalg.norm(flat - ideal, axis=1).max()) / plane.length


def apart(one: Plane, other: Floats, size: tuple[int, int]) -> float:
    """Return by how much, as a share, cards differ in length in another plane at most.

    They lie round the middle of a picture of `size` and are all of one size in `one`; how large
    that is in the other (a homography from the picture) does not count.
    """
    return float(np.abs(_lengths(one, other, _around_middle(one, size))).max())


def _around_middle(plane: Plane, size: tuple[int, int]) -> Floats:
    """Return cards [n,4,2] in the picture that lie round its middle, either way."""
    middle = transform(plane.to_plane, (np.array([size], float) - 1) / 2)[0]
    reach = _AROUND * plane.length
    box = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * plane.length
    places = [middle + np.array([x, y]) * reach for x in (-1, 0, 1) for y in (-1, 0, 1)]
    flat = np.concatenate([box + place for place in places])
    return transform(plane.to_picture, flat).reshape(-1, 4, 2)


def _lengths(one: Plane, other: Floats, quads: Floats) -> Floats:
    """Return the logarithms of the lengths of all sides of squares of `one` in another plane."""
    flat = transform(other, quads).reshape(quads.shape)
    sides = np.log(np.linalg.norm(flat - np.roll(flat, -1, 1), axis=2)) - math.log(one.length)
    result: Floats = sides - np.median(sides)
    return result


def _plane(values: Floats, quads: Sequence[Floats], aspect: float, size: tuple[int, int]) -> Plane:
    """Return the plane of fitted values, with how far cards leave it in doubt."""
    plane = Plane(
        _rectifying(values, size), math.exp(values[3]), float(values[4]), _squeeze(values)
    )
    corners = np.stack(quads)

    def off(at: Floats) -> Floats:
        return _residuals(at, corners, aspect, size)

    own, steps = off(values), np.eye(len(values)) * 1e-5
    slopes = np.stack([(off(values + step) - own) / 1e-5 for step in steps], 1)
    # Corners found worse than they usually are say less.
    worse = max(1.0, float(own @ own) / max(1, len(own) - len(values) - 3 * len(quads)))
    variances, axes = np.linalg.eigh(np.linalg.pinv(slopes.T @ slopes, hermitian=True) * worse)
    around = _around_middle(plane, size)
    spread = [
        _lengths(plane, _rectifying(values + axis * math.sqrt(max(0.0, variance)), size), around)
        for variance, axis in zip(variances, axes.T, strict=True)
    ]
    doubt = float(np.sqrt(np.square(spread).sum(0)).max())
    doubt = doubt if math.isfinite(doubt) else math.inf
    return replace(plane, doubt=doubt, values=tuple(values.tolist()))


def _squeezed(
    plain: Floats, quads: Sequence[Floats], aspect: float, size: tuple[int, int]
) -> Floats:
    """Return the values with a squeeze where that explains the quads much better, else `plain`."""
    if len(quads) < _SQUEEZE_CARDS:
        return plain
    corners = np.stack(quads)
    cost = _cost(plain, corners, aspect, size)
    if cost < _SQUEEZE_WORTH:
        return plain
    upright = np.array([0.0, 0.0, math.log(_USUAL_FOCAL), plain[3], aspect])
    starts = [np.append(at, way) for at in (plain, upright) for way in _SQUEEZES]
    best, values = min(
        (_descended(start, 60, corners, aspect, size) for start in starts), key=lambda end: end[0]
    )
    inside = len(_inside(values, quads, size)) == len(quads)
    worth = inside and abs(values[5]) >= _SQUEEZE_LEAST and cost - best >= _SQUEEZE_WORTH
    return values if worth else plain


def _cost(values: Floats, corners: Floats, aspect: float, size: tuple[int, int]) -> float:
    off = _residuals(values, corners, aspect, size)
    return float((np.sqrt(1 + off * off) - 1).sum())


def _descended(
    start: Floats, steps: int, corners: Floats, aspect: float, size: tuple[int, int]
) -> tuple[float, Floats]:
    done = least_squares(
        _residuals, start, loss="soft_l1", max_nfev=steps, args=(corners, aspect, size)
    )
    return float(done.cost), np.asarray(done.x, float)


def _refined(
    before: Plane, quads: Sequence[Floats], aspect: float, size: tuple[int, int]
) -> Floats | None:
    """Return the values near those of a plane, or None where the quads do not fit there."""
    start = np.asarray(before.values)
    cost, values = _descended(start, 40, np.stack(quads), aspect, size)
    return values if cost <= _FITS * len(quads) else None


def _solve(quads: Sequence[Floats], aspect: float, size: tuple[int, int]) -> Floats:
    """Return tilt about x and y, log focal length, log length of a card, aspect.

    A sixth value, where there is one, is the log of the squeeze.
    """
    corners = np.stack(quads)
    length = float(np.median([from_corners(quad).height for quad in quads]))

    def solve(start: Floats, steps: int) -> tuple[float, Floats]:
        return _descended(start, steps, corners, aspect, size)

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
        *(values[5:] / _SQUEEZE_SPREAD),
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
    seen = centre.copy()
    seen[1, 1] *= _squeeze(values)
    result: Floats = centre @ _turn(float(values[0]), float(values[1])) @ np.linalg.inv(seen)
    return result


def _squeeze(values: Floats) -> float:
    return math.exp(float(np.clip(values[5], -1, 1))) if len(values) > 5 else 1.0


def _turn(x: float, y: float) -> Floats:
    """Return the rotation about the axis (x, y, 0) by its length in radians."""
    angle = math.hypot(x, y)
    if angle < 1e-9:
        return np.eye(3)
    u, v = x / angle, y / angle
    k = np.array([[0, 0, v], [0, 0, -u], [-v, u, 0]])
    result: Floats = np.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * (k @ k)
    return result
