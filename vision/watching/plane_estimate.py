"""Where the table lies in the picture, found from the first cards and refined by those after them.

Nobody measured the table: the picture is taken to be seen from straight above until the outlines
of sure cards say otherwise. Each gives eight numbers; one alone says roughly how the camera
stands, two to four say it well (`reading/plane.py`). A plane is taken where it pays: where by it
cards would differ in length from what is held by more than the plane itself is in doubt.
"""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Floats, Image, as_floats
from vision.place.geometry import DEFAULT_FIELD_MM, Geometry, as_rows, transform
from vision.reading.plane import Plane, apart, fit_plane, from_ordered, misfit
from vision.reading.profile import Profile

_LEAST_APART = 0.1
"""So much cards must differ in length for a camera not to count as one straight above: 13 degrees
aside. One nearer to it is read as well as ever."""
_FEW, _FEW_APART = 6, 0.2
"""The same while fewer cards tell it, 23 degrees: corners of worn cards lie off to one side; two of
them put a camera above the table 14 % astray, six 3 %."""
_UPRIGHT = 0.05
"""So far, in lengths, corners lie from those of a card seen from straight above: 0.04 at most where
the camera is 17 degrees aside, 0.08 at least where it is 34."""
_PAYS = 0.015
"""The same for a plane that refines one."""
_SURE = 2.5
"""A plane is taken that differs by so many times its doubt at least."""
_SETTLED = 0.012
"""Doubt below which no more cards are asked."""
_MOST = 10
"""Cards after which the plane is settled, however much doubt is left."""
_LEAST_FIELD = 3.5
"""Side of the watched square in lengths of a card at least, however near the camera is."""


class PlaneEstimate:
    """The plane of the cards in pictures of one size; grows surer with each card."""

    def __init__(self, profile: Profile, size: tuple[int, int]) -> None:
        self._aspect, self._card_mm = profile.aspect, profile.height_mm
        self._size = size
        self._quads: list[Floats] = []
        self._settled = False
        self._news = False
        self._plane: Plane | None = None
        self.shape: tuple[float, float] | None = None
        """Width and length of a card in millimetres by the plane taken last."""

    @property
    def open(self) -> bool:
        """Whether another card would make it surer."""
        return not self._settled

    @property
    def cards(self) -> int:
        """How many cards it rests on."""
        return len(self._quads)

    def add(self, quad: Floats) -> None:
        """Take note of a sure card's corners in the picture, clockwise, first side short."""
        if self.open:
            self._quads.append(quad)
            self._news = True

    def drop_last(self) -> None:
        """The card added last is looked at again."""
        del self._quads[-1:]

    def better(self, held: Geometry) -> Geometry | None:
        """Return where the table lies, where that is surely elsewhere than is `held`."""
        if not self._news:
            return None
        self._news = False
        if not held.calibrated and len(self._quads) < _FEW and self._upright():
            return None
        self._plane = plane = fit_plane(self._quads, self._aspect, self._size, self._plane)
        if plane is None:
            return None
        self._settled = plane.doubt <= _SETTLED or len(self._quads) >= _MOST
        off = apart(plane, held.matrix, self._size)
        least = _FEW_APART if len(self._quads) < _FEW else _LEAST_APART
        if held.calibrated:
            least = _PAYS
        if off < max(least, (1.0 if held.calibrated else _SURE) * plane.doubt):
            return None
        self.shape = (self._card_mm * plane.aspect, self._card_mm)
        return self._geometry(plane)

    def _upright(self) -> bool:
        """Tell whether all cards look as they do from straight above: no plane would pay."""
        for quad in self._quads:
            seen = Plane(np.eye(3), from_ordered(quad).height, self._aspect)
            if misfit(seen, quad) > _UPRIGHT:
                return False
        return True

    def _geometry(self, plane: Plane) -> Geometry:
        """Return the table of a plane: its centre in the picture's middle, seat 0 below."""
        width, height = self._size
        k = self._card_mm / plane.length
        middle = transform(plane.to_plane, (np.array([self._size], float) - 1) / 2)[0]
        metric = np.array([[k, 0.0, -k * middle[0]], [0.0, -k, k * middle[1]], [0.0, 0.0, 1.0]])
        matrix = metric @ plane.to_plane
        found = Geometry(as_rows(matrix / matrix[2, 2]), DEFAULT_FIELD_MM, size=self._size)
        field = min(DEFAULT_FIELD_MM, 2 * _reach(found, width, height))
        return replace(found, field_mm=max(field, _LEAST_FIELD * self._card_mm))


def _reach(geometry: Geometry, width: int, height: int) -> float:
    """Return how far from the centre, in millimetres, the picture shows the table to all sides."""
    along = np.linspace(0.0, DEFAULT_FIELD_MM / 2, 49)[1:]
    reach = float(along[-1])
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        seen = geometry.to_px(np.outer(along, (x, y)))
        inside = ((seen >= 0) & (seen <= (width - 1, height - 1))).all(1)
        shown = along[np.logical_and.accumulate(inside)]
        reach = min(reach, float(shown[-1]) if len(shown) else 0.0)
    return reach


RIMS = (1.0, 1.07)
"""A changed piece's outline is tried so many times as large: white on white the frame printed
within a card's rim may be all that changed."""
_POINTS = 24
_ALONG = (0.1, 0.9)
"""From where to where a side is straight: cards have round corners."""
_REACHES = (0.03, 0.012)
"""How far beside a side its edge is looked for, in lengths, round by round."""
_ASTRAY = 0.1
"""Further than so many lengths from where it was looked for it is another outline."""
_LEAST_PIXELS = 8
_STEP = 0.5
"""Pixels between the places an edge is looked for."""
_CEILING = 24.0
"""Levels a pixel: print that differs by more is no better edge."""
_BESIDE = (0.045, 0.09)
"""From where to where beside a side its surroundings are looked at, in lengths."""
_RIDGE = 1.6
"""How much stronger the edge along a side is than in its surroundings, at least."""
_AS_STRONG = 0.8
"""Share of the strongest edge's strength from which on another one may be the rim."""
_SAME_EDGE = 1.5
"""Pixels within which lines run along the same edge."""
_LEVEL = 1.0
"""Levels a pixel by which plain paper on plain cloth differs anyway."""


def outlined(image: Image, corners: Floats) -> Floats | None:
    """Return the exact corners [4,2] of a card whose outline is near `corners`, in the same order.

    None where one of its sides does not show as a straight edge.
    """
    quad = np.asarray(corners, float)
    length = float(np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1).max())
    first = np.floor(quad.min(0) - 0.1 * length).astype(int).clip(0)
    last = np.ceil(quad.max(0) + 0.1 * length).astype(int) + 1
    near = image[first[1] : last[1], first[0] : last[0]]
    if min(near.shape[:2]) < _LEAST_PIXELS:
        return None
    smooth = cv2.GaussianBlur(near, (0, 0), 1.0).astype(np.float32)
    start = moved = quad - first
    for reach in _REACHES:
        lines: list[Floats] = []
        for k in range(4):
            line = _side(smooth, moved[k], moved[(k + 1) % 4], reach, length)
            if line is None:
                return None
            lines.append(line)
        moved = np.array([_crossing(lines[k - 1], lines[k]) for k in range(4)])
        if not np.abs(moved - start).max() <= _ASTRAY * length:
            return None
    return as_floats(moved + first)


def _side(image: Floats, start: Floats, end: Floats, reach: float, length: float) -> Floats | None:
    """Return the line (a, b, c) of the edge that runs beside a side, or None.

    Of all lines that begin and end at most `reach` lengths from it the outermost of those with the
    most edge along them is taken: grain, print and shadows are short or lie elsewhere. The card
    lies to the right of the way from `start` to `end`.
    """
    way = (end - start) / max(1e-9, float(np.linalg.norm(end - start)))
    normal = np.array([-way[1], way[0]])
    shares = np.linspace(*_ALONG, _POINTS)
    most, count = math.ceil(_BESIDE[1] * length / _STEP), math.ceil(reach * length / _STEP)
    offsets = np.arange(-most, most + 1) * _STEP
    at = (start + (end - start) * shares[:, None, None]) + offsets[None, :, None] * normal
    ahead, behind = at + normal * _STEP, at - normal * _STEP
    steep = np.abs(_sampled(image, ahead) - _sampled(image, behind)).max(2)
    slope = np.minimum(steep, _CEILING)
    tried = offsets[most - count : most + count + 1]
    first, last = (each.ravel() for each in np.meshgrid(tried, tried, indexing="ij"))
    # Lines from each offset at the one end to each at the other.
    ends = first[:, None] * (1 - shares) + last[:, None] * shares
    index = np.rint(ends / _STEP).astype(int) + most
    strength = slope[np.arange(_POINTS), index].mean(1)
    # A frame printed within the rim may be the stronger edge: the outer one is the card's.
    strong = np.flatnonzero(strength >= _AS_STRONG * strength.max())
    outer = strong[(first + last)[strong].argmin()]
    same = np.maximum(np.abs(first - first[outer]), np.abs(last - last[outer])) <= _SAME_EDGE
    best = int(np.where(same, strength, 0.0).argmax())
    beside = float(slope[:, np.abs(offsets) >= _BESIDE[0] * length].mean())
    if strength[best] < _RIDGE * (beside + _LEVEL):
        return None
    near = np.abs(offsets[None] - ends[best][:, None]) <= _SAME_EDGE
    weights = near * (steep * steep + 1e-6)
    middles = (weights * offsets).sum(1) / weights.sum(1)
    points = start + (end - start) * shares[:, None] + middles[:, None] * normal
    line = cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    vx, vy, x, y = (float(value) for value in line)
    return np.array([-vy, vx, vy * x - vx * y])


def _sampled(image: Floats, at: Floats) -> Floats:
    x, y = at[..., 0].astype(np.float32), at[..., 1].astype(np.float32)
    seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, float)


def _crossing(one: Floats, other: Floats) -> Floats:
    point = np.cross(one, other)
    with np.errstate(divide="ignore", invalid="ignore"):
        return as_floats(point[:2] / point[2])
