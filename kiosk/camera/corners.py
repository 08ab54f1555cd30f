"""The table's corners as they are tapped: one still picture, four points, nudges, one step back.

The still is the only whole picture ever shown: without it nobody could point at the corners. It is
taken on purpose, lies in memory alone and is forgotten when the corners are stored, when somebody
leaves, and after three minutes at the latest.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.text import PlainError
from kiosk.words import camera_setup as w
from vision.arrays import Image
from vision.place import sheet
from vision.place.corners import PicturePoint, from_taps
from vision.place.geometry import Geometry

KEPT_S = 180.0
CORNERS = 4
_NEAR = 0.06
"""A tap so near to a corner, by the picture's width, means that one."""
TABLE_MM = (800, 800)


@dataclass(frozen=True, slots=True)
class Corners:
    """What was tapped: points of the picture in pixels, and which one is being set right."""

    points: tuple[PicturePoint, ...] = ()
    active: int = 0
    table_mm: tuple[int, int] = TABLE_MM

    @property
    def whole(self) -> bool:
        """Whether all four are there."""
        return len(self.points) == CORNERS

    def tapped(self, point: PicturePoint, width: int) -> Corners:
        """Return what a tap makes of it: a new corner, or another place for a near one."""
        near = [
            index
            for index, known in enumerate(self.points)
            if math.dist(known, point) < _NEAR * width
        ]
        if not near and not self.whole:
            return replace(self, points=(*self.points, point), active=len(self.points))
        nearest = min(range(len(self.points)), key=lambda i: math.dist(self.points[i], point))
        return replace(self._with(nearest, point), active=nearest)

    def nudged(self, x: float, y: float) -> Corners:
        """Return it with the active corner moved by so many pixels."""
        if not self.points:
            return self
        old = self.points[self.active]
        return self._with(self.active, (old[0] + x, old[1] + y))

    def _with(self, index: int, point: PicturePoint) -> Corners:
        points = list(self.points)
        points[index] = point
        return replace(self, points=tuple(points))


@dataclass(frozen=True, slots=True, eq=False)
class CornerStill:
    """The picture that is pointed at, and what was tapped in it."""

    number: int
    image: Image
    taken: float
    corners: Corners = Corners()
    before: tuple[Corners, ...] = ()
    """What it was before each step, the newest last."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        height, width = self.image.shape[:2]
        return width, height

    def step(self, corners: Corners) -> CornerStill:
        """Return the still after one more step."""
        return replace(self, corners=corners, before=(*self.before, self.corners))

    def back(self) -> CornerStill:
        """Return the still before the last step."""
        if not self.before:
            return self
        return replace(self, corners=self.before[-1], before=self.before[:-1])

    def geometry(self) -> Geometry:
        """Return where the table lies by the four corners.

        Raises:
            PlainError: they cannot be a table's corners.
        """
        corners = self.corners
        return from_taps(corners.points, self.size, corners.table_mm)

    def by_sheet(self) -> Geometry:
        """Return where the table lies by the printed sheet, and what of it is watched.

        Raises:
            PlainError: it is not to be seen, or two different ones are.
        """
        return sheet.find(self.image)[0]


class Easel:
    """Holds the one still there may be; safe in any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._gate = threading.Lock()
        self._still: CornerStill | None = None
        self._number = 0
        self._table_mm = TABLE_MM

    @property
    def table_mm(self) -> tuple[int, int]:
        """The table's two sides, as somebody said."""
        return self._table_mm

    def size(self, table_mm: tuple[int, int]) -> None:
        """Note how large the table is; a still that is there is pointed at anew."""
        with self._gate:
            self._table_mm, self._still = table_mm, None

    def put(self, image: Image) -> CornerStill:
        """Keep a new picture in place of the one before."""
        with self._gate:
            self._number += 1
            corners = Corners(table_mm=self._table_mm)
            self._still = CornerStill(self._number, image, self._clock(), corners)
            return self._still

    def still(self) -> CornerStill | None:
        """Return the picture that is pointed at; None where there is none any more."""
        with self._gate:
            if self._still is not None and self._clock() - self._still.taken > KEPT_S:
                self._still = None
            return self._still

    def change(self, change: Callable[[CornerStill], CornerStill]) -> CornerStill:
        """Replace the still by what `change` makes of it.

        Raises:
            PlainError: there is none any more.
        """
        with self._gate:
            if self._still is None:
                raise PlainError(w.NO_STILL)
            self._still = change(self._still)
            return self._still

    def clear(self) -> None:
        """Forget the picture."""
        with self._gate:
            self._still = None
