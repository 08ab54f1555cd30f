"""Hands in three dimensions: round bones grown together to one skin, with a sleeve over the arm.

A hand's own space, millimetres: the origin is where a held card's near edge is gripped, x points
away from the table's middle along the arm, z up.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Point3d = tuple[float, float, float]


class FingerGrasp(IntEnum):
    """What the fingers do."""

    HOLD = 0
    OPEN = 1


class HandPart(IntEnum):
    """What a place of the surface is made of."""

    SKIN = 0
    SLEEVE = 1
    NAIL = 2


@dataclass(frozen=True, slots=True)
class Mesh:
    """A closed surface: points [n, 3] in mm, triangles [m, 3], part and brightness (128) [n]."""

    points: Floats
    triangles: npt.NDArray[np.int64]
    part: npt.NDArray[np.uint8]
    shade: npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Bone:
    """A round body from `start` to `end` whose radius goes from one value to the other."""

    start: Point3d
    end: Point3d
    radii: tuple[float, float]


_HOLD: tuple[tuple[Point3d, ...], ...] = (
    ((60, 27, 37), (30, 22, 40), (2, 13, 25), (-17, 9, 8)),
    ((64, 9, 41), (32, 6, 46), (2, 2, 28), (-20, -3, 8)),
    ((63, -10, 39), (36, -13, 45), (10, -14, 30), (-10, -15, 11)),
    ((58, -28, 34), (38, -30, 40), (18, -30, 30), (2, -28, 15)),
    ((78, 34, 28), (44, 43, 22), (14, 27, 7), (-6, 17, 4)),
)
_OPEN: tuple[tuple[Point3d, ...], ...] = (
    ((60, 29, 30), (18, 37, 28), (-8, 40, 20), (-30, 41, 13)),
    ((64, 9, 33), (18, 9, 32), (-12, 8, 22), (-38, 7, 13)),
    ((63, -11, 31), (20, -17, 30), (-8, -20, 21), (-31, -22, 13)),
    ((58, -29, 27), (26, -42, 25), (4, -48, 18), (-13, -51, 12)),
    ((84, 36, 24), (54, 62, 21), (28, 74, 15), (8, 78, 11)),
)
_THICK = ((9.6, 8.8, 7.6), (9.9, 9.0, 7.8), (9.6, 8.6, 7.4), (8.6, 7.6, 6.6), (12.0, 9.8, 8.6))
_WRIST: Point3d = (146.0, 2.0, 38.0)
_ELBOW: Point3d = (620.0, 20.0, 92.0)
_CUFF: Point3d = (176.0, 4.0, 42.0)
_BLEND = 3.6
_STEP = 4.5
_SLEEVE_STEP = 11.0


def hand(grasp: FingerGrasp, rng: np.random.Generator) -> Mesh:
    """Return one hand with its sleeve; every `rng` gives other folds."""
    fingers = _HOLD if grasp is FingerGrasp.HOLD else _OPEN
    bones = [
        _Bone(joints[at], joints[at + 1], (thick[at], thick[min(at + 1, 2)] - 0.4))
        for joints, thick in zip(fingers, _THICK, strict=True)
        for at in range(3)
    ]
    bones += [_Bone(joints[0], _WRIST, (13.5, 19.0)) for joints in fingers]
    bones.append(_Bone(_WRIST, _along(0.25), (23.0, 28.0)))
    skin = _grown(bones, _STEP, rng, (0.0, 1.0))
    cuff = [_Bone(_CUFF, _along(0.5), (36.0, 44.0)), _Bone(_along(0.5), _ELBOW, (44.0, 52.0))]
    sleeve = _grown(cuff, _SLEEVE_STEP, rng, (2.6, 38.0))
    nails = [
        _nail(joints[2], joints[3], thick[2]) for joints, thick in zip(fingers, _THICK, strict=True)
    ]
    near = np.stack([np.linalg.norm((skin.points - place) / size, axis=1) for place, size in nails])
    part = np.where(near.min(axis=0) < 1, HandPart.NAIL, HandPart.SKIN).astype(np.uint8)
    count = len(skin.points)
    return Mesh(
        np.concatenate([skin.points, sleeve.points]),
        np.concatenate([skin.triangles, sleeve.triangles + count]),
        np.concatenate([part, np.full(len(sleeve.points), HandPart.SLEEVE, np.uint8)]),
        np.concatenate([skin.shade, sleeve.shade]),
    )


def _along(share: float) -> Point3d:
    x, y, z = (a + (b - a) * share for a, b in zip(_WRIST, _ELBOW, strict=True))
    return (x, y, z)


def _nail(joint: Point3d, tip: Point3d, radius: float) -> tuple[Floats, float]:
    """Return the middle and the radius of a nail, on top of a finger's last bone."""
    from_joint = np.subtract(tip, joint)
    at = np.add(tip, 0.10 * from_joint) + np.array([0.0, 0.0, radius * 1.2])
    return at, radius * 0.85


def _grown(
    bones: list[_Bone], step: float, rng: np.random.Generator, folds: tuple[float, float]
) -> Mesh:
    """Return the surface of bodies that grow into each other; folds: depth and length in mm."""
    ends = np.array([[*bone.start, *bone.end] for bone in bones]).reshape(-1, 3)
    reach = max(max(bone.radii) for bone in bones) + 3 * step + folds[0]
    low, high = ends.min(axis=0) - reach, ends.max(axis=0) + reach
    axes = [np.arange(a, b, step) for a, b in zip(low, high, strict=True)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    total = np.zeros(grid.shape[:3])
    for bone in bones:
        total += np.exp(-_distance(grid, bone) / _BLEND)
    field = -_BLEND * np.log(np.maximum(total, 1e-30))
    phase = rng.uniform(0, 2 * np.pi, 3)
    if folds[0]:
        x, y, z = (grid[..., axis] * (2 * np.pi / folds[1]) for axis in range(3))
        field = field + folds[0] * np.sin(x + 1.3 * np.sin(y * 0.7 + phase[0]) + phase[1])
        field = field + 0.5 * folds[0] * np.sin(2.3 * y + 1.7 * z + 0.6 * x + phase[2])
    points, triangles = surface(field)
    places = points * step + low
    mottled = np.sin(places @ np.array([0.11, 0.17, 0.09]) + phase[0])
    mottled += np.sin(places @ np.array([-0.23, 0.13, 0.21]) + phase[1])
    shade = np.clip(128 + 7 * mottled + rng.normal(0, 3, len(places)), 0, 255).astype(np.uint8)
    return Mesh(places, triangles, np.zeros(len(places), np.uint8), shade)


def _distance(grid: Floats, bone: _Bone) -> Floats:
    start, way = np.array(bone.start), np.subtract(bone.end, bone.start)
    share = np.clip(((grid - start) @ way) / float(way @ way), 0, 1)
    radius = bone.radii[0] + (bone.radii[1] - bone.radii[0]) * share
    apart = np.linalg.norm(grid - start - share[..., None] * way, axis=-1)
    return np.asarray(apart - radius)


def surface(field: Floats) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Return points (in cells) and triangles of the surface where a field [x, y, z] is 0.

    Naive surface nets: one point a cell that the surface crosses, the mean of its crossings; two
    triangles for each crossed edge. Negative is inside; triangles run anticlockwise as seen from
    outside.
    """
    inside = field < 0
    size = tuple(n - 1 for n in field.shape)
    total, count = np.zeros((*size, 3)), np.zeros(size)
    for axis in range(3):
        for first in range(2):
            for second in range(2):
                _crossings(field, inside, axis, (first, second), total, count)
    crossed = count > 0
    number = np.full(size, -1, np.int64)
    number[crossed] = np.arange(int(crossed.sum()))
    cells = np.argwhere(crossed)
    points = cells + total[crossed] / count[crossed][:, None]
    faces = [_faces(inside, number, axis) for axis in range(3)]
    return np.asarray(points), np.concatenate(faces)


def _crossings(
    field: Floats,
    inside: npt.NDArray[np.bool_],
    axis: int,
    offsets: tuple[int, int],
    total: Floats,
    count: Floats,
) -> None:
    """Add where the surface crosses one of the four edges along `axis` of every cell."""
    others = [other for other in range(3) if other != axis]
    low: list[slice] = [slice(None)] * 3
    low[axis] = slice(0, -1)
    for other, offset in zip(others, offsets, strict=True):
        low[other] = slice(offset, field.shape[other] - 1 + offset)
    high = list(low)
    high[axis] = slice(1, None)
    a, b = field[tuple(low)], field[tuple(high)]
    cut = inside[tuple(low)] != inside[tuple(high)]
    share = np.where(cut, a / np.where(cut, a - b, 1.0), 0.0)
    total[..., axis] += share
    for other, offset in zip(others, offsets, strict=True):
        total[..., other] += offset * cut
    count += cut


def _faces(
    inside: npt.NDArray[np.bool_], number: npt.NDArray[np.int64], axis: int
) -> npt.NDArray[np.int64]:
    """Return the triangles across the crossed edges along `axis`."""
    u, v = (axis + 1) % 3, (axis + 2) % 3
    after = np.roll(inside, -1, axis=axis)
    cut = inside != after
    edges = np.argwhere(cut)
    limit = np.array(number.shape)
    whole = (edges[:, u] > 0) & (edges[:, v] > 0) & np.all(edges < limit, axis=1)
    edges = edges[whole]
    ring = []
    for du, dv in ((1, 1), (0, 1), (0, 0), (1, 0)):
        cell = edges.copy()
        cell[:, u] -= du
        cell[:, v] -= dv
        ring.append(number[tuple(cell.T)])
    outwards = inside[tuple(edges.T)]
    a, b, c, d = ring
    b, d = np.where(outwards, b, d), np.where(outwards, d, b)
    return np.concatenate([np.stack([a, c, d], axis=1), np.stack([a, b, c], axis=1)])
