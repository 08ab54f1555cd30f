"""Looks for the new card between two rests: first where the net points, then thoroughly.

The embedding net recognises a card only where it is aligned, so a reading that is not clear may
be a card at a slightly wrong place. Then the outline of what changed is tried, and every rectangle
of card size whose sides lie on edges.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Image, Mask, as_image
from vision.reading.newcard import propose
from vision.reading.pose import Edges, Pose
from vision.reading.reader import Reader, Reading, Skip
from vision.reading.stack import overlap
from vision.watching.evidence import ALL_SIDES, LEAST_BLOB, SIDES, change, sides_seen
from vision.watching.pieces import COARSE_LENGTH, Pieces, pieces, pieces_of
from vision.watching.size import HOPELESS, change_mask, edges_fit, measure

CONFIDENT = 0.45
CLEAR = 0.4
"""Share of the way from the acceptance to likeness itself from which on no other place is tried."""
SIZE_SLACK = 0.05
"""How much larger or smaller than usual a card may look: a camera is never quite straight."""
_MOSTLY = 0.5
_UNKNOWN_SHARES = (0.135, 0.195, 0.28)
_ANGLES = 12
_RECTANGLES = 16
_COARSE_CHANGE = 96
_COARSE_STEP = 3


class Search:
    """Finds new cards with one reader."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._net = reader.nets.newcard
        accept = reader.nets.accept
        self._clear = accept + CLEAR * (1.0 - accept)

    def unmeasured(self, before: Image, after: Image, *, alone: bool = False) -> Reading | None:
        """Find a single new card whose size nobody knows yet, where no arm touches it.

        `alone`: only one that lies by itself and has the deck's shape; the rest takes long.
        """
        side = after.shape[0]
        parts = pieces(change(before, after), _UNKNOWN_SHARES[1] * side)
        if not parts.alone():
            return None
        edges = self._reader.edges(after)
        outlines = parts.rectangles(self._reader.profile.aspect, None)
        fitted = self._reader.best(after, [edges_fit(edges, pose) for pose in outlines])
        if alone or (fitted is not None and not self._hopeful(fitted)):
            return fitted
        proposals = [
            proposal
            for share in _UNKNOWN_SHARES
            for proposal in propose(self._net, before, after, share * side)[:2]
        ]
        found = measure(before, after, proposals, self._reader)
        if found is None or found.similarity >= self._clear:
            return found
        return self._outline_of_another_shape(after, edges, parts, found.pose) or found

    def _outline_of_another_shape(
        self, after: Image, edges: Edges, parts: Pieces, pose: Pose
    ) -> Reading | None:
        """Return the reading of a whole card of another shape where `pose` lies.

        On a card of another deck some rectangle of this deck's shape looks a little like a card of
        this one; a card of this deck of which a quarter is covered is read clearly all the same.
        """
        shaped = parts.cards_of_another_shape(self._reader.profile.aspect, after.shape[0])
        around = [outline for outline in shaped if overlap(pose, outline) >= _MOSTLY]
        fitted = [edges_fit(edges, outline) for outline in around]
        whole = [outline for outline in fitted if sides_seen(edges, outline) >= ALL_SIDES]
        found = self._reader.best(after, whole)
        return found if found is not None and found.similarity < self._reader.nets.accept else None

    def _hopeful(self, reading: Reading) -> bool:
        """Whether a reading may become clear elsewhere: neither clear already nor far from it."""
        return self._reader.nets.accept - HOPELESS < reading.similarity < self._clear

    def _surely_on_top(self, reading: Reading, edges: Edges) -> bool:
        """Whether a reading is clear and has a card's sides.

        Where two cards came at once the net may point between them, and what lies there, half of
        the one and half of the other, may look like a third card.
        """
        return reading.similarity >= self._clear and sides_seen(edges, reading.pose) >= SIDES

    def known(
        self,
        before: Image,
        after: Image,
        size: tuple[float, float],
        skip: Skip,
        lying: Sequence[Pose] = (),
    ) -> Reading | None:
        """Find the newest card of known size in pixels; None where nothing card-like changed.

        Where cards lie already (`lying`) it may have come to lie nearly on one of them: what
        changed has no outline of a card there.
        """
        width, height = size
        proposals = propose(self._net, before, after, height)
        edges = self._reader.edges(after)
        best: Reading | None = None
        if proposals and proposals[0].confidence >= CONFIDENT:
            starts = [Pose(p.x, p.y, p.theta, width, height) for p in proposals]
            best = self._reader.locate(after, edges, starts, SIZE_SLACK, skip)
            if best is not None and self._surely_on_top(best, edges):
                return best
        starts = _everywhere(before, after, width, height)
        if not starts:
            return best
        starts += [pose.sized(width, height) for pose in lying]
        other = self._reader.locate(after, edges, starts, SIZE_SLACK, skip)
        candidates = [reading for reading in (best, other) if reading is not None]
        return max(candidates, key=lambda reading: reading.similarity, default=None)


def _everywhere(before: Image, after: Image, width: float, height: float) -> list[Pose]:
    """Outlines of what changed, and the rectangles whose sides lie best on edges there.

    What reaches in from the rim is an arm; what it holds is found once it is gone, or by the net.
    """
    k = COARSE_LENGTH / height
    mask = change_mask(before, after)
    coarse = cv2.resize(mask, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    parts = pieces_of(np.asarray(coarse > _COARSE_CHANGE, np.uint8), k)
    inner = np.asarray((parts.areas > 0) & ~parts.reaches_in)
    mask = np.asarray(inner[parts.labels], np.uint8)
    blobs = _blobs(mask, k, LEAST_BLOB * width * height)
    if not blobs:
        return []
    poses = [Pose(x, y, theta, width, height) for x, y, theta in blobs]
    return poses + _rectangles(after, mask, width, height)


def _rectangles(after: Image, mask: Mask, width: float, height: float) -> list[Pose]:
    """Return the best rectangles of card size among all places in `mask` and all angles."""
    k = COARSE_LENGTH / height
    small = as_image(cv2.resize(after, None, fx=k, fy=k, interpolation=cv2.INTER_AREA))
    rows, columns = np.nonzero(mask[::_COARSE_STEP, ::_COARSE_STEP])
    if len(rows) == 0:
        return []
    places = np.stack([columns, rows], 1).astype(float) * _COARSE_STEP
    angles = math.pi * np.arange(_ANGLES) / _ANGLES
    grid = np.concatenate(
        [np.repeat(places, _ANGLES, axis=0), np.tile(angles, len(places))[:, None]], axis=1
    )
    edges = Edges(as_image(cv2.GaussianBlur(small, (0, 0), 1.0)))
    sides = edges.sides(grid, width * k, height * k)
    quality = sides.sum(1) + 2 * sides.min(1)
    chosen: list[Pose] = []
    for index in np.argsort(-quality)[: 40 * _RECTANGLES]:
        x, y, theta = (float(value) for value in grid[index])
        pose = Pose((x + 0.5) / k - 0.5, (y + 0.5) / k - 0.5, theta, width, height)
        if all(pose.distance(other) > 0.09 or pose.turned(other) > 0.3 for other in chosen):
            chosen.append(pose)
        if len(chosen) == _RECTANGLES:
            break
    return chosen


def _blobs(mask: Mask, k: float, least: float) -> list[tuple[float, float, float]]:
    """Centre and angle of what changed, where it is no smaller than the visible part of a card."""
    found = []
    for reach in (1, 9):
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
        opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel)
        contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in sorted(contours, key=cv2.contourArea, reverse=True)[:2]:
            if cv2.contourArea(contour) < least * k**2:
                continue
            (x, y), (across, along), degrees = cv2.minAreaRect(contour)
            theta = math.radians(degrees) + (math.pi / 2 if across > along else 0.0)
            found.append(((x + 0.5) / k - 0.5, (y + 0.5) / k - 0.5, theta))
    return found
