"""What the pages of corners and seats show."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.text import PlainError, Text
from kiosk.places import even_angles
from kiosk.setup import place_words as w
from kiosk.setup.picture import field_corners
from kiosk.setup.switch import CameraState, Power
from kiosk.setup.taps import CORNERS, Easel
from vision.place.corners import Point, card_pixels
from vision.place.geometry import Geometry


@dataclass(frozen=True, slots=True)
class Size:
    """A size of table that is offered."""

    key: str
    word: Text
    chosen: bool


@dataclass(frozen=True, slots=True)
class CornerScreen:
    """Pointing at the corners."""

    on: bool
    """Whether the camera delivers."""
    number: int | None
    """Number of the still, None where none was taken."""
    step: int
    """Grows with every step, so that the loupe is fetched anew."""
    width: int
    height: int
    points: tuple[Point, ...]
    active: int
    frame: str
    """The corners in order, as a polygon; empty before the fourth."""
    field: str
    """The square that will be watched, as a polygon."""
    sizes: tuple[Size, ...]
    whole: bool
    undoable: bool
    ask: Text
    pixels: int | None
    """Pixels a card is long by these corners."""
    wrong: Text | None


@dataclass(frozen=True, slots=True)
class SeatMark:
    """A name at its side of the square; x and y from -1 to 1, y down."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class SeatScreen:
    """Who sits where."""

    seats: tuple[SeatMark, ...]
    frame: int | None
    wrong: Text | None


def corner_screen(easel: Easel, camera: CameraState, wrong: Text | None = None) -> CornerScreen:
    """Return the page of the corners; what cannot be a table is said as soon as all are there."""
    on, still = camera.power is Power.ON, easel.still()
    sizes = _sizes(easel.table_mm)
    if still is None or not camera.wanted:
        return CornerScreen(
            on, None, 0, 0, 0, (), 0, "", "", sizes, False, False, w.SIZE, None, wrong
        )
    corners, geometry = still.corners, None
    if corners.whole:
        try:
            geometry = still.geometry()
        except PlainError as error:
            wrong = wrong or error.text
    width, height = still.size
    return CornerScreen(
        on=on,
        number=still.number,
        step=len(still.before),
        width=width,
        height=height,
        points=corners.points,
        active=corners.active,
        frame=_polygon(_round(corners.points)) if corners.whole else "",
        field=_field(geometry),
        sizes=sizes,
        whole=geometry is not None,
        undoable=bool(still.before),
        ask=w.CHECK if corners.whole else w.STEP.format(n=min(len(corners.points) + 1, CORNERS)),
        pixels=None if geometry is None else round(card_pixels(geometry)),
        wrong=wrong,
    )


def _sizes(chosen: tuple[int, int]) -> tuple[Size, ...]:
    return tuple(
        Size(f"{a}x{b}", w.CM.format(a=a // 10, b=b // 10), (a, b) == chosen) for a, b in w.SIZES
    )


def _round(points: tuple[Point, ...]) -> list[Point]:
    """Return the points in order round their middle."""
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    return sorted(points, key=lambda point: math.atan2(point[1] - y, point[0] - x))


def _field(geometry: Geometry | None) -> str:
    if geometry is None:
        return ""
    return _polygon([(float(x), float(y)) for x, y in field_corners(geometry)])


def _polygon(points: list[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def seat_screen(
    names: tuple[str, ...],
    angles: tuple[float, ...] | None,
    frame: int | None,
    wrong: Text | None = None,
) -> SeatScreen:
    """Return the page of the seats; `angles` in degrees clockwise from the lower edge."""
    if angles is None or len(angles) != len(names):
        angles = even_angles(len(names))
    marks = []
    for name, angle in zip(names, angles, strict=True):
        turn = math.radians(angle)
        marks.append(SeatMark(name, -math.sin(turn), math.cos(turn)))
    return SeatScreen(tuple(marks), frame, wrong)
