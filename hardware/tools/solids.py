"""Solids of the furniture and the rays that meet them: boxes, rods and balls, in millimetres.

The table's top is z = 0, its middle the origin, seat 0 sits at -y. All of it is plain geometry on
arrays; nothing here knows what a solid is for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]
Point = tuple[float, float, float]

NEAR = 1e-6
"""Nearer than this a ray meets nothing: it begins on a surface."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box: its middle, its sides, tilted about its own x, then turned about z (degrees)."""

    middle: Point
    size: Point
    turn: float = 0.0
    tilt: float = 0.0

    def axes(self) -> Floats:
        """Return its own x, y and z as rows [3, 3]."""
        a, b = np.radians((self.turn, self.tilt))
        along = (np.cos(a), np.sin(a), 0.0)
        across = (-np.sin(a) * np.cos(b), np.cos(a) * np.cos(b), np.sin(b))
        up = (np.sin(a) * np.sin(b), -np.cos(a) * np.sin(b), np.cos(b))
        return np.array([along, across, up])


@dataclass(frozen=True, slots=True)
class Rod:
    """A round rod from one end's middle to the other's, with flat ends."""

    start: Point
    end: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Ball:
    """A ball, such as a head."""

    middle: Point
    radius: float


Solid = Box | Rod | Ball


def first_hits(origin: Floats, rays: Floats, solids: Sequence[Solid]) -> tuple[Floats, Numbers]:
    """Return how far along each ray the first solid is met, and its number (-1: none).

    `origin` is one point or one a ray; distances are in lengths of the ray.
    """
    best = np.full(len(rays), np.inf)
    number: Numbers = np.full(len(rays), -1, np.intp)
    for at, solid in enumerate(solids):
        far = _meets(origin, rays, solid)
        nearer = far < best
        best[nearer], number[nearer] = far[nearer], at
    return best, number


def normals(points: Floats, solid: Solid) -> Floats:
    """Return which way a solid's surface looks at points that lie on it [n, 3]."""
    if isinstance(solid, Ball):
        return np.asarray((points - np.array(solid.middle)) / solid.radius)
    if isinstance(solid, Box):
        axes = solid.axes()
        local = (points - np.array(solid.middle)) @ axes.T
        share = local / (np.array(solid.size) / 2)
        side = np.abs(share).argmax(axis=1)
        sign = np.sign(share[np.arange(len(points)), side])
        return np.asarray(axes[side] * sign[:, None])
    along, long = _axis(solid)
    local = points - np.array(solid.start)
    height = local @ along
    radial = local - height[:, None] * along
    cap = (np.abs(height) < 1e-3) | (np.abs(height - long) < 1e-3)
    side = radial / np.maximum(np.linalg.norm(radial, axis=1), NEAR)[:, None]
    return np.asarray(np.where(cap[:, None], np.sign(height - long / 2)[:, None] * along, side))


def _meets(origin: Floats, rays: Floats, solid: Solid) -> Floats:
    if isinstance(solid, Box):
        return _meets_box(origin, rays, solid)
    if isinstance(solid, Rod):
        return _meets_rod(origin, rays, solid)
    return _meets_ball(origin, rays, solid)


def _meets_box(origin: Floats, rays: Floats, box: Box) -> Floats:
    axes = box.axes()
    start = (origin - np.array(box.middle)) @ axes.T
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1.0 / (rays @ axes.T)
        half = np.array(box.size) / 2
        one, other = (-half - start) * inverse, (half - start) * inverse
    enter = np.minimum(one, other).max(axis=1)
    leave = np.maximum(one, other).min(axis=1)
    far = np.where(enter > NEAR, enter, leave)
    return np.asarray(np.where((enter <= leave) & (far > NEAR), far, np.inf))


def _meets_rod(origin: Floats, rays: Floats, rod: Rod) -> Floats:
    along, long = _axis(rod)
    start = np.broadcast_to(origin - np.array(rod.start), rays.shape)
    ray_up, start_up = rays @ along, start @ along
    ray_side, start_side = rays - ray_up[:, None] * along, start - start_up[:, None] * along
    a = (ray_side**2).sum(axis=1)
    b = (ray_side * start_side).sum(axis=1)
    c = (start_side**2).sum(axis=1) - rod.radius**2
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt(b * b - a * c)
        sides = np.stack([(-b - root) / a, (-b + root) / a])
        caps = np.stack([-start_up / ray_up, (long - start_up) / ray_up])
        height = start_up + sides * ray_up
        out = ((start_side + caps[:, :, None] * ray_side) ** 2).sum(axis=2)
    sides = np.where((sides > NEAR) & (height >= 0) & (height <= long), sides, np.inf)
    caps = np.where((caps > NEAR) & (out <= rod.radius**2), caps, np.inf)
    return np.asarray(np.concatenate([sides, caps]).min(axis=0))


def _meets_ball(origin: Floats, rays: Floats, ball: Ball) -> Floats:
    start = np.broadcast_to(origin - np.array(ball.middle), rays.shape)
    a = (rays**2).sum(axis=1)
    b = (rays * start).sum(axis=1)
    c = (start**2).sum(axis=1) - ball.radius**2
    with np.errstate(invalid="ignore"):
        root = np.sqrt(b * b - a * c)
    both = np.stack([(-b - root) / a, (-b + root) / a])
    return np.asarray(np.where(both > NEAR, both, np.inf).min(axis=0))


def _axis(rod: Rod) -> tuple[Floats, float]:
    between = np.array(rod.end) - np.array(rod.start)
    long = float(np.linalg.norm(between))
    return between / long, long
