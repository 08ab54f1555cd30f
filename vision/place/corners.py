"""Where the table lies in the picture, from four taps on its corners.

Taps may come in any order, in a picture held either way; which of the table's sides is seat 0's is
told by one more point. What cannot be right is refused in words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from engine.text import PlainError, Text
from vision.arrays import Floats, as_floats
from vision.place.geometry import DEFAULT_FIELD_MM, Geometry, as_rows, from_points

PicturePoint = tuple[float, float]
CARD_MM = (59.0, 92.0)
"""The smallest usual card: a bridge- or skat-sized one is no smaller."""
LEAST_CARD_PIXELS = 60.0
_LEAST_SHARE = 0.06
_MOST_TILT = 3.0
_NEARLY = 0.03

_FOUR = Text(
    de="Es braucht vier Ecken des Tischs, gegeben sind {count}.",
    en="Four corners of the table are needed; {count} were given.",
)
_OUTSIDE = Text(
    de="Die Ecke {x:.0f},{y:.0f} liegt außerhalb des Bilds ({width} x {height}); bitte die Kamera "
    "so richten, dass alle vier Ecken zu sehen sind.",
    en="The corner {x:.0f},{y:.0f} is outside the picture ({width} x {height}); "
    "please point the camera so that it sees all four corners.",
)
_CLOSE = Text(
    de="Zwei der vier Ecken liegen aufeinander; bitte jede Ecke einmal antippen.",
    en="Two of the four corners are the same; please tap each corner once.",
)
_NOT_ROUND = Text(
    de="Die vier Punkte umfahren keinen Tisch: einer liegt zwischen den anderen; bitte neu "
    "antippen.",
    en="These four points do not go round a table: one lies between the others; please tap again.",
)
_SMALL = Text(
    de="Der Tisch ist im Bild zu klein; bitte die Kamera näher heran oder das Bild größer stellen.",
    en="The table is too small in the picture; please move the camera closer or "
    "choose a larger picture size.",
)
_TILTED = Text(
    de="Die Kamera sieht den Tisch zu schräg; bitte mehr von oben aufnehmen.",
    en="The camera sees the table at too flat an angle; please have it look down more steeply.",
)
_SIZE = Text(
    de="Die Tischmaße {width:.0f} x {height:.0f} mm können nicht stimmen; erwartet werden 300 bis "
    "3000 mm.",
    en="A table of {width:.0f} x {height:.0f} mm cannot be right; 300 to 3000 mm are expected.",
)


def from_taps(
    taps: Sequence[PicturePoint],
    size: tuple[int, int],
    table_mm: tuple[float, float],
    seat_zero: PicturePoint | None = None,
    field_mm: float = DEFAULT_FIELD_MM,
) -> Geometry:
    """Return the geometry in which four picture points are the corners of a rectangular table.

    `size` is width and height of the picture, `table_mm` the table's two sides in either order;
    the side that is longer in the picture is taken for the longer one. Seat 0 sits at the side
    nearest to `seat_zero` (a picture point; None: the lower edge of the picture).

    Raises:
        PlainError: the points cannot be the corners of a table.
    """
    corners = _checked(taps, size)
    long, short = max(table_mm), min(table_mm)
    if short < 300.0 or long > 3000.0:
        raise PlainError(_SIZE.format(width=table_mm[0], height=table_mm[1]))
    first = np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])
    second = np.linalg.norm(corners[2] - corners[1]) + np.linalg.norm(corners[3] - corners[0])
    width, height = (long, short) if first >= second else (short, long)
    turns = _side_towards(corners, seat_zero or (size[0] / 2, 2.0 * size[1]))
    if turns % 2:
        width, height = height, width
    # Clockwise from the corner that is on the far left as seat 0 looks at the table.
    plane = [(-width, height), (width, height), (width, -height), (-width, -height)]
    ordered = np.roll(corners, -turns, 0)
    geometry = from_points(
        [(float(x), float(y)) for x, y in ordered],
        [(x / 2, y / 2) for x, y in plane],
        min(field_mm, short),
    )
    geometry = replace(geometry, size=size)
    if card_pixels(geometry) < LEAST_CARD_PIXELS:
        raise PlainError(_SMALL)
    return geometry


def turned(geometry: Geometry, degrees: float) -> Geometry:
    """Return the geometry for a seat 0 that sits so many degrees further, clockwise from above."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    matrix = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ geometry.matrix
    return replace(geometry, px_to_mm=as_rows(matrix))


def card_pixels(geometry: Geometry, card_mm: tuple[float, float] = CARD_MM) -> float:
    """Return how many pixels long a card is where it is seen smallest in the watched square."""
    half, length = geometry.field_mm / 2 - card_mm[1] / 2, card_mm[1] / 2
    middles = [(0.0, 0.0), (-half, half), (half, half), (half, -half), (-half, -half)]
    lengths = []
    for x, y in middles:
        for dx, dy in ((length, 0.0), (0.0, length)):
            ends = geometry.to_px(np.array([[x - dx, y - dy], [x + dx, y + dy]]))
            lengths.append(float(np.linalg.norm(ends[1] - ends[0])))
    return min(lengths)


def _checked(taps: Sequence[PicturePoint], size: tuple[int, int]) -> Floats:
    """Return the corners clockwise as seen in the picture, the upper left one first."""
    if len(taps) != 4:
        raise PlainError(_FOUR.format(count=len(taps)))
    points = np.asarray(taps, float)
    width, height = size
    for x, y in points:
        if not (-0.5 <= x <= width - 0.5 and -0.5 <= y <= height - 0.5):
            raise PlainError(_OUTSIDE.format(x=x, y=y, width=width, height=height))
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)[~np.eye(4, dtype=bool)]
    if apart.min() < _NEARLY * max(size):
        raise PlainError(_CLOSE)
    hull = cv2.convexHull(points.astype(np.float32)).reshape(-1, 2)
    if len(hull) != 4 or _flattest(as_floats(hull)) < _NEARLY * max(size):
        raise PlainError(_NOT_ROUND)
    if cv2.contourArea(hull) < _LEAST_SHARE * width * height:
        raise PlainError(_SMALL)
    sides = np.linalg.norm(hull - np.roll(hull, -1, 0), axis=1)
    if max(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1]) > (
        _MOST_TILT
    ):
        raise PlainError(_TILTED)
    middle = points.mean(0)
    around = np.argsort(np.arctan2(points[:, 1] - middle[1], points[:, 0] - middle[0]))
    clockwise = points[around]
    return np.roll(clockwise, -int(clockwise.sum(1).argmin()), 0)


def _flattest(hull: Floats) -> float:
    """Return how far the flattest corner stands out from the line between its neighbours."""
    heights = []
    for k in range(4):
        before, here, after = hull[k - 1], hull[k], hull[(k + 1) % 4]
        line, arm = after - before, here - before
        heights.append(abs(float(line[0] * arm[1] - line[1] * arm[0])) / float(np.hypot(*line)))
    return min(heights)


def _side_towards(corners: Floats, point: PicturePoint) -> int:
    """Return by how many corners the list must be rolled so that this side comes to lie below."""
    middle = corners.mean(0)
    sides = (corners + np.roll(corners, -1, 0)) / 2 - middle
    towards = np.asarray(point, float) - middle
    cosine = sides @ towards / np.linalg.norm(sides, axis=1)
    # Side 2 runs between the third and fourth corner: the lower one where nothing is rolled.
    return (int(cosine.argmax()) - 2) % 4
