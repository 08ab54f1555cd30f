"""Where things lie on the table, and where the camera sees them.

Table plane: millimetres, origin at the centre, x to the right of seat 0, y away from seat 0; seat 0
sits at the lower edge of the picture, the others follow clockwise as seen from above. Won tricks
stand to each player's right, glasses to the left.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

FRAME_WIDTH = 1280
FRAME_HEIGHT = 720
FRAMES_PER_SECOND = 25
USUAL_FOCAL = 0.95
"""Focal length of phones and webcams, in longer sides of the picture."""


@dataclass(frozen=True, slots=True)
class TablePose:
    """A place on the table; `turn` in radians, counter-clockwise as seen from above."""

    x: float
    y: float
    turn: float = 0.0

    def towards(self, other: TablePose, share: float) -> TablePose:
        """Return the pose `share` (0 to 1) of the way to `other`."""
        return TablePose(
            self.x + (other.x - self.x) * share,
            self.y + (other.y - self.y) * share,
            self.turn + (other.turn - self.turn) * share,
        )

    def moved(self, dx: float, dy: float, turn: float = 0.0) -> TablePose:
        """Return the pose shifted and turned further."""
        return TablePose(self.x + dx, self.y + dy, self.turn + turn)


def seat_angle(seat: int, seats: int) -> float:
    """Direction from the table's centre to a seat, radians counter-clockwise from x."""
    return -math.pi / 2 - 2 * math.pi * seat / seats


def corners(pose: TablePose, width: float, height: float) -> Floats:
    """Return a rectangle's corners in millimetres: upper side first, clockwise to its reader."""
    c, s = math.cos(pose.turn), math.sin(pose.turn)
    half = ((-width / 2, height / 2), (width / 2, height / 2))
    points = [*half, *((-x, -y) for x, y in half)]
    return np.array([(pose.x + x * c - y * s, pose.y + x * s + y * c) for x, y in points])


@dataclass(frozen=True, slots=True)
class TiltedCamera:
    """A camera over the table, not quite upright: the far side is a little smaller.

    `scale` in pixels a millimetre at the centre; `tilt_x` and `tilt_y` in shares a millimetre;
    `width` and `height` of the picture in pixels. `pitch` is how far it stands from straight above
    on top of that, in radians, `away` where the far side lies then: radians counter-clockwise from
    the picture's right. `squeeze` is by how much its lines lie closer together than its columns.
    """

    scale: float = 1.81
    tilt_x: float = 0.00004
    tilt_y: float = 0.00020
    roll: float = 0.01
    width: int = FRAME_WIDTH
    height: int = FRAME_HEIGHT
    pitch: float = 0.0
    away: float = math.pi / 2
    squeeze: float = 1.0

    def pixels(self, points: Floats) -> Floats:
        """Return where points of the table plane, [n, 2] in mm, appear; x right, y down."""
        flat = np.asarray(points, float).reshape(-1, 1, 2)
        seen = cv2.perspectiveTransform(flat, self.homography())
        return np.asarray(seen, np.float64).reshape(-1, 2)

    def matrix(self, pose: TablePose, units: float, origin: tuple[float, float]) -> Floats:
        """Return the 3x3 map from a sprite's pixels to the frame's.

        `units` are the sprite's pixels a millimetre; `origin` is the sprite's pixel that lies at
        `pose`. The sprite's x axis points along `pose.turn`, its y axis downwards from there.
        """
        c, s = math.cos(pose.turn) / units, math.sin(pose.turn) / units
        ox, oy = origin
        place = np.array(
            [
                [c, s, pose.x - c * ox - s * oy],
                [s, -c, pose.y - s * ox + c * oy],
                [0.0, 0.0, 1.0],
            ]
        )
        return np.asarray(self.homography() @ place)

    def homography(self) -> Floats:
        """Return the 3x3 map from table millimetres to frame pixels."""
        c, s = math.cos(self.roll), math.sin(self.roll)
        rolled = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        lens = np.array(
            [
                [self.scale, 0.0, self.width / 2],
                [0.0, -self.scale * self.squeeze, self.height / 2],
                [0.0, 0.0, 1.0],
            ]
        )
        # What lies away is further off, and all is shortened that way.
        x, y = math.cos(self.away), math.sin(self.away)
        short = 1.0 - math.cos(self.pitch)
        deeper = math.sin(self.pitch) * self.scale / (USUAL_FOCAL * max(self.width, self.height))
        tilt = np.array(
            [
                [1.0 - short * x * x, -short * x * y, 0.0],
                [-short * x * y, 1.0 - short * y * y, 0.0],
                [self.tilt_x + deeper * x, self.tilt_y + deeper * y, 1.0],
            ]
        )
        return np.asarray(lens @ tilt @ rolled)


_EDGE_X, _EDGE_Y = 302.0, 166.0
_CLEAR = 250.0
"""Things near the players above and below stay this far from the middle, mm."""


def pile_place(seat: int, seats: int) -> TablePose:
    """Return where a player's won tricks lie, face down."""
    angle = seat_angle(seat, seats)
    aside = 0.62 if abs(math.sin(angle)) > 0.7 else 0.22
    return _at_edge(angle + aside, angle)


def glass_place(seat: int, seats: int) -> TablePose:
    """Return where a player's glass stands."""
    angle = seat_angle(seat, seats)
    aside = 0.62 if abs(math.sin(angle)) > 0.7 else 0.42
    return _at_edge(angle - aside, angle)


def drinkers(seats: int) -> tuple[int, ...]:
    """Return who has a glass within the picture: every other player."""
    return tuple(range(0, seats, 2))


def _at_edge(direction: float, owner: float) -> TablePose:
    c, s = math.cos(direction), math.sin(direction)
    reach = min(_EDGE_X / max(abs(c), 1e-9), _EDGE_Y / max(abs(s), 1e-9))
    x, y = reach * c, reach * s
    if abs(x) < _CLEAR:
        x = math.copysign(_CLEAR, x)
    return TablePose(x, y, owner)
