"""Where cards may lie in a still picture: quadrilaterals to be read.

Without knowing the table: outlines of what stands out from the ground, and parallelograms over two
straight edges that meet in a corner. Once the plane of the cards is known: every rectangle of card
size that has one of its sides on a straight edge.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.enrolling.cutout import card_like, card_quads
from vision.place.geometry import as_quad, transform
from vision.reading.plane import Plane
from vision.reading.pose import GRID, Pose
from vision.still.edges import PictureEdges

LEAST_AREA = 0.004
"""Smallest share of the picture a card may fill."""
_SEGMENTS = 160
_CORNERS = 70
_GAP = 0.14
"""How far from a corner its edges may end, in lengths of the edge: corners are round."""
_SAME = 0.05
_LEAST_SUPPORT = 0.3
_ROUND = 0.045
"""How much of a side the round corner at one end takes."""
_LEAST_SIDE = 0.22
_LEAST_VISIBLE = 0.3
_RECTANGLES = 70
_WAYS = np.array([[(k + turn) % 4 for k in range(4)] for turn in range(4)])


def free_quads(image: Image, outline: PictureEdges) -> list[Floats]:
    """Return clockwise quads [4,2] that may be cards, the best supported first.

    Which of their sides is the short one stays open.
    """
    least = LEAST_AREA * image.shape[0] * image.shape[1]
    blobs = [np.asarray(as_quad(quad)) for _, quad in card_quads(image, LEAST_AREA, slanted=True)]
    rough = _scored(outline, blobs, 0.03) + _corner_quads(outline, least)
    found: list[Floats] = []
    for start in rough:
        quad = start
        for reach in (0.05, 0.02):
            better = outline.refined(quad, reach)
            quad = quad if better is None else better
        quad = np.asarray(as_quad(quad))
        if card_like(quad, 0.8 * least, slanted=True):
            found.append(quad)
    return _scored(outline, found, _SAME)


def _scored(outline: PictureEdges, quads: list[Floats], same: float) -> list[Floats]:
    """Return what is supported, the best first, without quads that repeat a better one."""
    if not quads:
        return []
    support, visible = outline.support(np.stack(quads))
    score = (support.mean(1) + support.min(1)) * (visible.min(1) > 0.5)
    kept: list[Floats] = []
    for index in np.argsort(-score):
        if score[index] < _LEAST_SUPPORT:
            break
        if all(apart(quads[index], other) > same for other in kept):
            kept.append(quads[index])
    return kept


def apart(one: Floats, two: Floats) -> float:
    """Largest distance of corresponding corners in longer sides of the first."""
    length = float(np.abs(one[2] - one[0]).max() + np.abs(one[3] - one[1]).max()) / 2
    return float(np.abs(two[_WAYS] - one).max((1, 2)).min()) / max(length, 1.0)


def _corner_quads(outline: PictureEdges, least: float) -> list[Floats]:
    """Return parallelograms over two edges that meet in a corner, the likeliest first."""
    lines = outline.segments()[:_SEGMENTS]
    if len(lines) < 2:
        return []
    found = _over_corners(lines.reshape(-1, 2, 2))
    if len(found) == 0:
        return []
    support, _ = outline.support(found)
    order = np.argsort(-(support.sum(1) + support.min(1)))[: 6 * _CORNERS]
    kept: list[Floats] = []
    for index in order:
        quad = np.asarray(as_quad(found[index]))
        if card_like(quad, least, slanted=True) and all(apart(quad, k) > 0.04 for k in kept):
            kept.append(quad)
        if len(kept) == _CORNERS:
            break
    return kept


def _over_corners(ends: Floats) -> Floats:
    """Return the parallelograms [n,4,2] over all pairs of segments that nearly meet at an end."""
    i, j = np.triu_indices(len(ends), 1)
    found = []
    for a in (0, 1):
        for b in (0, 1):
            near, far = ends[i, a], ends[i, 1 - a]
            other, away = ends[j, b], ends[j, 1 - b]
            long = np.linalg.norm(far - near, axis=1)
            wide = np.linalg.norm(away - other, axis=1)
            u, v = (far - near) / long[:, None], (away - other) / wide[:, None]
            cross = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
            safe = np.where(np.abs(cross) < 0.3, np.inf, cross)
            apart = other - near
            s = (apart[:, 0] * v[:, 1] - apart[:, 1] * v[:, 0]) / safe
            t = (apart[:, 0] * u[:, 1] - apart[:, 1] * u[:, 0]) / safe
            meets = (np.abs(cross) > 0.3) & (np.abs(s) < _GAP * long + 2)
            meets &= (np.abs(t) < _GAP * wide + 2) & (wide < 4 * long) & (long < 4 * wide)
            corner = near + u * s[:, None]
            # As much as the round corner takes here it takes at the far ends.
            one = far + u * np.clip(-s, 0, _GAP * long)[:, None]
            two = away + v * np.clip(-t, 0, _GAP * wide)[:, None]
            found.append(np.stack([one, corner, two, one + two - corner], 1)[meets])
    return np.concatenate(found)


def plane_poses(outline: PictureEdges, plane: Plane, unsure: float = 0.0) -> list[Pose]:
    """Return card-sized poses with a side on a straight edge, the best supported first.

    `unsure` is how far off a rim may lie from where the plane expects it, in lengths of a card.
    """
    lines = outline.segments()[: 2 * _SEGMENTS]
    ends = transform(plane.to_plane, lines.reshape(-1, 2)).reshape(-1, 2, 2)
    poses = _poses_on(ends, plane)
    if len(poses) == 0:
        return []
    quads = quads_of(poses, plane)
    support, visible = outline.support(quads, outline.reach(unsure * _length(quads)))
    score = _score(support, visible)
    chosen: list[Pose] = []
    for index in np.argsort(-score)[: 12 * _RECTANGLES]:
        if score[index] < 0.25:
            break
        x, y, theta = (float(v) for v in poses[index])
        pose = Pose(x, y, theta, plane.length * plane.aspect, plane.length)
        if all(pose.distance(other) > 0.05 or pose.turned(other) > 0.12 for other in chosen):
            chosen.append(pose)
        if len(chosen) == _RECTANGLES:
            break
    return chosen


def _score(support: Floats, visible: Floats) -> Floats:
    """Weigh each side by how much of it can be seen; hardly anything visible scores nothing."""
    share = visible.sum(1)
    mean = (support * visible).sum(1) / np.maximum(share, 1e-6)
    worst = np.where(visible > _LEAST_VISIBLE, support, 1.0).min(1)
    score: Floats = (mean + worst) / 2 * (share > 1.2)
    return score


def _length(quads: Floats) -> float:
    """Return the usual length of the longer sides, in pixels."""
    return float(np.median(np.linalg.norm(quads - np.roll(quads, 1, 1), axis=2).max(1)))


def quads_of(poses: Floats, plane: Plane) -> Floats:
    """Return quads [n,4,2] in the picture of poses [n,3] (x, y, theta) of card size."""
    w, h = plane.length * plane.aspect / 2, plane.length / 2
    box = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
    c, s = np.cos(poses[:, 2])[:, None], np.sin(poses[:, 2])[:, None]
    x = box[:, 0] * c - box[:, 1] * s + poses[:, :1]
    y = box[:, 0] * s + box[:, 1] * c + poses[:, 1:2]
    flat = np.stack([x, y], 2)
    return transform(plane.to_picture, flat).reshape(-1, 4, 2)


def _poses_on(ends: Floats, plane: Plane) -> Floats:
    """Return poses [n,3] that have a side on a segment and a corner at one of its ends."""
    along = ends[:, 1] - ends[:, 0]
    length = np.linalg.norm(along, axis=1)
    usable = (length > _LEAST_SIDE * plane.length) & (length < 1.1 * plane.length)
    ends, along, length = ends[usable], along[usable], length[usable]
    if len(ends) == 0:
        return np.zeros((0, 3))
    unit = along / length[:, None]
    normal = np.stack([-unit[:, 1], unit[:, 0]], 1)
    width, height = plane.length * plane.aspect, plane.length
    found = []
    for side, depth, turn in ((width, height, 0.0), (height, width, math.pi / 2)):
        theta = np.arctan2(unit[:, 1], unit[:, 0]) + turn
        fits = length < 1.08 * side
        corner = _ROUND * plane.length
        starts = (
            ends[:, 0] - unit * corner + unit * side / 2,
            ends[:, 1] + unit * corner - unit * side / 2,
            ends.mean(1),
        )
        for start in starts:
            for sign in (1.0, -1.0):
                centre = start + sign * normal * depth / 2
                found.append(np.column_stack([centre, theta])[fits])
    return np.concatenate(found)


def fitted(
    outline: PictureEdges,
    plane: Plane,
    poses: list[Pose],
    reach: float = 0.05,
    unsure: bool = False,
) -> list[Pose]:
    """Shift and turn each pose a little to where its visible sides are supported best.

    Where the plane is `unsure`, edges are looked for as far off as the steps are wide.
    """
    result = []
    for pose in poses:
        current = np.array([pose.x, pose.y, pose.theta])
        for shrink in (1.0, 0.35, 0.12):
            grid = GRID * np.array([reach * pose.height, reach * pose.height, 0.05]) * shrink
            tries = current + grid
            quads = quads_of(tries, plane)
            step = reach * shrink * _length(quads) / 2 if unsure else 0.0
            support, visible = outline.support(quads, outline.reach(step))
            score = _score(support, visible) - 0.02 * np.abs(GRID).sum(1) * shrink
            current = tries[int(score.argmax())]
        x, y, theta = (float(v) for v in current)
        result.append(Pose(x, y, theta, pose.width, pose.height))
    return result


def support_of_quads(outline: PictureEdges, quads: Floats) -> tuple[Floats, Floats]:
    """Return for quads [n,4,2] how well visible sides are supported, and the visible sides."""
    support, visible = outline.support(quads)
    shares: Floats = visible.mean(1)
    return _score(support, visible), shares


def shared(one: Floats, two: Floats) -> float:
    """Return the common area of two convex quads over the smaller one."""
    a, b = one.astype(np.float32), two.astype(np.float32)
    common, _ = cv2.intersectConvexConvex(a, b)
    return float(common) / max(1.0, min(cv2.contourArea(a), cv2.contourArea(b)))
