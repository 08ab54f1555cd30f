"""Which of two overlapping cards lies on top: the one whose outline runs on across the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key

import cv2
import numpy as np

from vision.arrays import Floats
from vision.reading.pose import Edges, Pose

_CLEARLY = 1.25
"""How much stronger the upper card's outline is inside the other than the lower one's."""
_LEAST_POINTS = 4
_NEAR = (-0.018, -0.012, -0.006, 0.0, 0.006, 0.012, 0.018)


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
    at = np.array([[pose.x, pose.y, pose.theta]])
    c, s = np.cos(other.theta), np.sin(other.theta)
    best = 0.0
    for share in _NEAR:
        by = 2 * share * pose.height
        places, strengths = edges.outline(at, pose.width + by, pose.height + by)
        away: Floats = places[0] - np.array([other.x, other.y])
        across = np.abs(away @ np.array([c, s])) < 0.47 * other.width
        along = np.abs(away @ np.array([-s, c])) < 0.47 * other.height
        inside = across & along
        if int(inside.sum()) >= _LEAST_POINTS:
            best = max(best, float(strengths[0][inside].mean()))
    return best
