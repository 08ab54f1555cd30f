"""What speaks for a card besides its face: that its place changed, and that it has four sides.

A strip left by a pushed card, an arm or a shadow may look a little like some card; none of them
changes most of a card's rectangle and has an edge along each of its sides.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.arrays import Floats, Image, strongest
from vision.reading.pose import Edges, Pose

CHANGE_LEVEL = 12
LEAST_CHANGE = 0.12
"""Share of a rectangle below which nothing happened there worth explaining."""
NEW_CHANGE = 0.25
"""Share of its rectangle a new card on top changes at least: all print on it and below it."""
LEAST_BLOB = 0.12
"""Share of a card's area below which what changed in one piece is no visible part of a card."""
RIDGE = 1.6
"""How much stronger than its surroundings an edge is; noise alone hardly reaches it."""
SIDES = 3
"""Sides of the uppermost card that show; a hand may hide one."""
ALL_SIDES = 4
MIDDLE = 0.75
"""How far from the centre a card of a trick may lie, as a share of half the field."""
_BESIDE = (-0.09, -0.075, -0.06, -0.045, 0.045, 0.06, 0.075, 0.09)
_NEAR = (-0.024, -0.018, -0.012, -0.006, 0.0, 0.006, 0.012, 0.018, 0.024)


def change(before: Image, after: Image) -> Image:
    """Return how far two sharp pictures differ at each pixel, common change of light taken off."""
    apart = strongest(cv2.absdiff(after, in_common_light(before, after)))
    return np.asarray(cv2.blur(apart, (3, 3)), np.uint8)


def in_common_light(before: Image, after: Image) -> Image:
    """Return `before` as much brighter in each channel as most of `after` is."""
    apart = after[::6, ::6].astype(np.int16) - before[::6, ::6].astype(np.int16)
    common = np.median(apart.reshape(-1, 3), axis=0).astype(np.int16)
    if not common.any():
        return before
    brighter = np.append(common, 0).astype(np.float64)
    return np.asarray(cv2.add(before, brighter, dtype=cv2.CV_8U), np.uint8)


def changed_share(level: Image, pose: Pose) -> float:
    """Return the share of a card's rectangle that changed; `level` comes from `change`."""
    inside = pose.draw(level.shape[0], 0.94)
    area = cv2.countNonZero(inside)
    _, above = cv2.threshold(level, CHANGE_LEVEL, 255, cv2.THRESH_BINARY)
    return cv2.countNonZero(cv2.bitwise_and(above, inside)) / area if area else 0.0


def in_the_middle(pose: Pose, side: int) -> bool:
    """Whether a card lies where tricks are played: wholly in the field, its centre well inside."""
    corners = pose.corners()
    whole = bool(corners.min() >= -0.01 * side and corners.max() <= 1.01 * side)
    return whole and math.hypot(pose.x - side / 2, pose.y - side / 2) <= MIDDLE * side / 2


def sides_seen(edges: Edges, pose: Pose) -> int:
    """Return along how many of the four sides there is an edge."""
    return int((side_ridges(edges, pose) >= RIDGE).sum())


def side_ridges(edges: Edges, pose: Pose) -> Floats:
    """Return for each side how much stronger the edge along it is than beside it; 1 is nothing."""
    along = _strengths(edges, pose, _NEAR).max(0)
    beside = np.median(_strengths(edges, pose, _BESIDE), axis=0)
    return np.asarray(along / (beside + 8.0), float)


def _strengths(edges: Edges, pose: Pose, shares: tuple[float, ...]) -> Floats:
    """Edge strengths [shifts,4] along the rectangle grown by each share of its length."""
    by = 2 * np.array(shares)[:, None] * pose.height
    at = np.tile([pose.x, pose.y, pose.theta], (len(shares), 1))
    return edges.sides(at, pose.width + by, pose.height + by)
