"""Where everybody's things stand: won tricks to each player's right, glasses to the left."""

from __future__ import annotations

import math

from models.evening.geometry import Pose, seat_angle

_EDGE_X, _EDGE_Y = 302.0, 166.0
_CLEAR = 250.0
"""Things near the players above and below stay this far from the middle, mm."""


def pile_place(seat: int, seats: int) -> Pose:
    """Return where a player's won tricks lie, face down."""
    angle = seat_angle(seat, seats)
    aside = 0.62 if abs(math.sin(angle)) > 0.7 else 0.22
    return _at_edge(angle + aside, angle)


def glass_place(seat: int, seats: int) -> Pose:
    """Return where a player's glass stands."""
    angle = seat_angle(seat, seats)
    aside = 0.62 if abs(math.sin(angle)) > 0.7 else 0.42
    return _at_edge(angle - aside, angle)


def drinkers(seats: int) -> tuple[int, ...]:
    """Return who has a glass within the picture: every other player."""
    return tuple(range(0, seats, 2))


def _at_edge(direction: float, owner: float) -> Pose:
    c, s = math.cos(direction), math.sin(direction)
    reach = min(_EDGE_X / max(abs(c), 1e-9), _EDGE_Y / max(abs(s), 1e-9))
    x, y = reach * c, reach * s
    if abs(x) < _CLEAR:
        x = math.copysign(_CLEAR, x)
    return Pose(x, y, owner)
