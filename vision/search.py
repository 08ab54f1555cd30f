"""Looks for the new card between two rests: first where the net points, then thoroughly.

The embedding net recognises a card only where it is aligned, so a reading that is not clear may
be a card at a slightly wrong place. Then every angle is tried, and the outline of what changed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Image
from vision.newcard import Proposal, propose
from vision.pose import Edges, Pose
from vision.reader import Reader, Reading
from vision.size import change_mask, measure

CONFIDENT = 0.45
CLEAR = 0.2
"""Similarity above the acceptance from which on no other place is tried."""
SIZE_SLACK = 0.05
"""How much larger or smaller than usual a card may look: a camera is never quite straight."""
_UNKNOWN_SHARES = (0.135, 0.195, 0.28)
_ANGLES = 12
_BEST = 4
_LEAST_BLOB = 0.12


class Search:
    """Finds new cards with one reader."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._net = reader.nets.newcard

    def unmeasured(self, before: Image, after: Image) -> Reading | None:
        """Find a single new card whose size nobody knows yet."""
        side = after.shape[0]
        proposals = [
            proposal
            for share in _UNKNOWN_SHARES
            for proposal in propose(self._net, before, after, share * side)[:2]
        ]
        return measure(before, after, proposals, self._reader)

    def known(self, before: Image, after: Image, width: float, height: float) -> Reading | None:
        """Find the newest card of known size in pixels; None where nothing card-like changed."""
        proposals = propose(self._net, before, after, height)
        edges = Edges(after)
        best: Reading | None = None
        if proposals and proposals[0].confidence >= CONFIDENT:
            starts = [Pose(p.x, p.y, p.theta, width, height) for p in proposals]
            best = self._reader.locate(after, edges, starts, SIZE_SLACK)
            if best is not None and best.similarity >= self._reader.nets.accept + CLEAR:
                return best
        starts = _everywhere(before, after, proposals, width, height)
        if not starts:
            return best
        raw = sorted(self._reader.read(after, starts), key=lambda r: -r.similarity)[:_BEST]
        other = self._reader.locate(after, edges, [r.pose for r in raw], SIZE_SLACK)
        candidates = [reading for reading in (best, other) if reading is not None]
        return max(candidates, key=lambda reading: reading.similarity, default=None)


def _everywhere(
    before: Image, after: Image, proposals: Sequence[Proposal], width: float, height: float
) -> list[Pose]:
    """Every angle at the places proposed and in the middle of each blob of change."""
    centres = [(proposal.x, proposal.y) for proposal in proposals[:2]]
    poses: list[Pose] = []
    for x, y, theta in _blobs(change_mask(before, after), width, height):
        poses.append(Pose(x, y, theta, width, height))
        centres.append((x, y))
    for x, y in centres[:4]:
        poses += [Pose(x, y, math.pi * k / _ANGLES, width, height) for k in range(_ANGLES)]
    return poses


def _blobs(
    mask: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], width: float, height: float
) -> list[tuple[float, float, float]]:
    """Centre and angle of what changed, where it is no smaller than the visible part of a card."""
    gap = max(3, round(0.1 * height)) | 1
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    found = []
    for share in (0.04, 0.2):
        k = max(3, round(share * height)) | 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (k, k))
        opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, kernel)
        contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in sorted(contours, key=cv2.contourArea, reverse=True)[:2]:
            if cv2.contourArea(contour) < _LEAST_BLOB * width * height:
                continue
            (x, y), (across, along), degrees = cv2.minAreaRect(contour)
            theta = math.radians(degrees) + (math.pi / 2 if across > along else 0.0)
            found.append((float(x), float(y), theta))
    return found
