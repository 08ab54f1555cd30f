"""How well quadrilaterals lie on the straight edges of a still picture.

Edges are kept apart by direction: a card's side finds support only in edges that run along it,
so neither print nor cloth nor the grain of wood is taken for a rim that easily.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Image, Mask, as_image

WORK_SIDE = 900
"""Longer side, in pixels, of the picture in which edges are looked for."""
_BINS = 12
REACH = 4.0
"""Distance in working pixels at which an edge supports nothing any more."""
_FARTHEST = 24.0
"""The same at most, where somebody looks from farther off."""
_SPREAD = math.radians(20)
_POINTS = 24
_LEAST_GRADIENT = 24.0
_NOISE_TIMES = 2.5
_SHORTEST = 0.03


class PictureEdges:
    """The edges of one picture. All coordinates are pixels of the picture given."""

    def __init__(self, image: Image) -> None:
        self.scale = min(1.0, WORK_SIDE / max(image.shape[:2]))
        small = as_image(
            cv2.resize(image, None, fx=self.scale, fy=self.scale, interpolation=cv2.INTER_AREA)
        )
        smooth = cv2.GaussianBlur(small, (0, 0), 1.0)
        self._dx, self._dy = _strongest_gradient(as_image(smooth))
        self._height, self._width = small.shape[:2]
        self._far = self._distances()
        self._seen: Mask = np.full((self._height, self._width), 255, np.uint8)
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
        self.light: Mask = np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.2), np.uint8)

    def reach(self, length: float) -> float:
        """Return a length in pixels of the picture as a reach in working pixels."""
        return float(np.clip(length * self.scale, REACH, _FARTHEST))

    def inside(self, quads: Floats) -> Floats:
        """Return the share of each side [n,4] of quads [n,4,2] that lies in the picture."""
        column, row = self._cells(_along(self._small(quads)))
        within = (column >= 0) & (row >= 0) & (column < self._width) & (row < self._height)
        share: Floats = within.mean(2)
        return share

    def hide(self, quads: Sequence[Floats]) -> None:
        """Regard what lies under these quads as unseen: no rim can be looked for there."""
        seen = np.full((self._height, self._width), 255, np.uint8)
        for quad in quads:
            small = self._small(quad[None])[0]
            cv2.fillConvexPoly(seen, np.round(small).astype(np.int32), 0)
        self._seen = seen

    def support(self, quads: Floats, reach: float = REACH) -> tuple[Floats, Floats]:
        """Return support and visible share of each side, both [n,4] in 0..1, of quads [n,4,2].

        Support is the mean over the visible part: 1 on an edge, 0 `reach` working pixels off it.
        """
        small = self._small(quads)
        points = _along(small)
        column, row = self._cells(points)
        within = (column >= 0) & (row >= 0) & (column < self._width) & (row < self._height)
        column = np.clip(column, 0, self._width - 1)
        row = np.clip(row, 0, self._height - 1)
        sides = np.roll(small, -1, 1) - small
        angle = np.arctan2(sides[..., 1], sides[..., 0]) % math.pi
        which = (np.rint(angle / math.pi * _BINS).astype(int) % _BINS)[..., None]
        near = 1 - np.minimum(self._far[which, row, column], reach) / reach
        visible = within & (self._seen[row, column] > 0)
        count = visible.sum(2)
        support = (near * visible).sum(2) / np.maximum(count, 1)
        shares: Floats = count / _POINTS
        return np.asarray(support, float), shares

    def segments(self) -> Floats:
        """Return straight segments [n,4] (x1, y1, x2, y2), the longest first."""
        finder = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
        found = finder.detect(self.light)[0]
        if found is None:
            return np.zeros((0, 4))
        lines = np.asarray(found, float).reshape(-1, 4)
        lengths = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
        order = np.argsort(-lengths)
        order = order[lengths[order] >= _SHORTEST * max(self._height, self._width)]
        result: Floats = (lines[order] + 0.5) / self.scale - 0.5
        return result

    def refined(self, quad: Floats, reach: float) -> Floats | None:
        """Return the quad with each side laid on the edge within `reach` card lengths, or None.

        Each side is fitted on its own: what comes out need not be a parallelogram.
        """
        small = self._small(quad[None])[0]
        long = max(float(np.linalg.norm(small[k] - small[k - 1])) for k in range(4))
        lines = [self._side(small, k, max(2.0, reach * long)) for k in range(4)]
        corners = []
        for k in range(4):
            crossing = np.cross(lines[k - 1], lines[k])
            if abs(crossing[2]) < 1e-6:
                return None
            corners.append(crossing[:2] / crossing[2])
        fitted = np.array(corners)
        if not np.isfinite(fitted).all() or np.abs(fitted - small).max() > 2.5 * reach * long + 4:
            return None
        if not cv2.isContourConvex(fitted.astype(np.float32)):
            return None
        return np.asarray((fitted + 0.5) / self.scale - 0.5, float)

    def _side(self, small: Floats, k: int, reach: float) -> Floats:
        """Return the line (homogeneous) of one side, fitted to the edges that run along it."""
        a, b = small[k], small[(k + 1) % 4]
        unit = (b - a) / max(1e-6, float(np.linalg.norm(b - a)))
        normal = np.array([-unit[1], unit[0]])
        along = a + (b - a) * np.linspace(0.1, 0.9, 2 * _POINTS)[:, None]
        offsets = np.arange(-reach, reach + 0.5, 0.5)
        points = along[:, None] + normal * offsets[:, None]
        column = np.clip(np.rint(points[..., 0]).astype(int), 0, self._width - 1)
        row = np.clip(np.rint(points[..., 1]).astype(int), 0, self._height - 1)
        across = self._dx[row, column] * normal[0] + self._dy[row, column] * normal[1]
        off_line = self._dx[row, column] * unit[0] + self._dy[row, column] * unit[1]
        # Lighter inside is what paper on a table looks like; the other way round counts half.
        strength = np.where(across > 0, across, -0.5 * across) * (np.abs(off_line) < np.abs(across))
        strength = strength * (self._seen[row, column] > 0)
        best = strength.argmax(1)
        weight = strength[np.arange(len(best)), best]
        good = weight > _LEAST_GRADIENT
        if good.sum() < _POINTS // 2:
            return _line(a, b)
        chosen = points[np.arange(len(best)), best][good]
        return _robust_line(chosen, a, b)

    def _small(self, points: Floats) -> Floats:
        return np.asarray((points + 0.5) * self.scale - 0.5, float)

    @staticmethod
    def _cells(points: Floats) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.intp]], ...]:
        cells = np.rint(np.clip(points, -1e6, 1e6)).astype(np.intp)
        return cells[..., 0], cells[..., 1]

    def _distances(self) -> Floats:
        """Return for each direction [bins,h,w] how far the next edge running along it is."""
        size = np.hypot(self._dx, self._dy)
        least = max(_LEAST_GRADIENT, _NOISE_TIMES * float(np.median(size)))
        thin = cv2.Canny(self._dx.astype(np.int16), self._dy.astype(np.int16), least, 2 * least)
        angle = (np.arctan2(self._dy, self._dx) + math.pi / 2) % math.pi
        away = np.zeros((_BINS, self._height, self._width), np.float32)
        for index in range(_BINS):
            apart = np.abs(angle - index * math.pi / _BINS)
            apart = np.minimum(apart, math.pi - apart)
            edge = (thin > 0) & (apart < _SPREAD)
            far = cv2.distanceTransform((~edge).astype(np.uint8), cv2.DIST_L2, 3)
            away[index] = np.minimum(far, _FARTHEST)
        return away


def _strongest_gradient(smooth: Image) -> tuple[Floats, Floats]:
    """Return the gradient of the channel in which it is steepest."""
    dx = np.asarray(cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3), np.float32)
    dy = np.asarray(cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3), np.float32)
    channel = (dx * dx + dy * dy).argmax(2)[..., None]
    across: Floats = np.take_along_axis(dx, channel, 2)[..., 0]
    down: Floats = np.take_along_axis(dy, channel, 2)[..., 0]
    return across, down


def _along(quads: Floats) -> Floats:
    """Return points [n,4,points,2] along the sides, leaving out the round corners."""
    share = np.linspace(0.1, 0.9, _POINTS)[:, None]
    start = quads[:, :, None]
    end = np.roll(quads, -1, 1)[:, :, None]
    result: Floats = start + (end - start) * share
    return result


def _line(a: Floats, b: Floats) -> Floats:
    return np.asarray(np.cross([a[0], a[1], 1.0], [b[0], b[1], 1.0]), float)


def _robust_line(points: Floats, a: Floats, b: Floats) -> Floats:
    """Fit a line to most of the points: outliers are print, shadows and other cards."""
    kept = points
    for limit in (3.0, 1.5, 1.0):
        centre = kept.mean(0)
        off = kept - centre
        xx, yy, xy = (off[:, 0] ** 2).sum(), (off[:, 1] ** 2).sum(), (off[:, 0] * off[:, 1]).sum()
        angle = 0.5 * math.atan2(2 * xy, xx - yy)
        unit = np.array([math.cos(angle), math.sin(angle)])
        away = np.abs((points - centre) @ np.array([-unit[1], unit[0]]))
        near = points[away < max(limit, float(np.median(away)))]
        if len(near) < _POINTS // 3:
            return _line(a, b)
        kept = near
    return _line(centre, centre + unit * 50.0)
