"""Ways of cards and hands: from a share of the way, 0 to 1, to where something is."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy.spatial.transform import Rotation, Slerp

from models.shift.rest import Body

Way = Callable[[float], Body]
_TREMBLE_HZ = (1.4, 3.9, 7.7)


def seat_angle(seat: int, seats: int) -> float:
    """Direction from the table's middle to a seat, radians anticlockwise from x."""
    return -math.pi / 2 - 2 * math.pi * seat / seats


def between(start: float, end: float, way: Way) -> Callable[[float], Body]:
    """Return the motion that goes a way from one time to another."""
    return lambda t: way(min(1.0, max(0.0, (t - start) / (end - start))))


def toward(body: Body, angle: float, distance: float, up: float) -> Body:
    """Return the body shifted over the table along `angle` and upwards."""
    x, y, z = body.middle
    return Body((x + distance * math.cos(angle), y + distance * math.sin(angle), z + up), body.turn)


def grip(angle: float, pitch: float) -> Rotation:
    """Return how something held is tilted: its far side, away from the arm, up by `pitch`."""
    axis = np.array([-math.sin(angle), math.cos(angle), 0.0])
    return Rotation.from_rotvec(axis * pitch)


def carried(start: Body, end: Body, pitch: float, angle: float, lift: float = 12.0) -> Way:
    """A way by hand: gentle at both ends, in an arc; tilted by `pitch` until shortly before."""
    turns = Slerp([0, 1], Rotation.concatenate([start.turn, end.turn]))
    first, last = np.array(start.middle), np.array(end.middle)

    def way(share: float) -> Body:
        eased = share * share * (3 - 2 * share)
        x, y, z = first + (last - first) * eased
        tilt = grip(angle, pitch * min(1.0, 3 * (1 - eased)))
        return Body((x, y, z + lift * math.sin(math.pi * eased)), tilt * turns(eased))

    return way


def flown(start: Body, end: Body, touch: float) -> Way:
    """A throw: falls until `touch` (share of the time), then slides until it lies."""
    turns = Slerp([0, 1], Rotation.concatenate([start.turn, end.turn]))
    first, last = np.array(start.middle), np.array(end.middle)

    def way(share: float) -> Body:
        along = 1 - (1 - share) ** 1.8
        x, y, _ = first + (last - first) * along
        falling = max(0.0, 1 - (share / touch) ** 2)
        height = last[2] + (first[2] - last[2]) * falling
        return Body((x, y, height), turns(min(1.0, 1 - (1 - share) ** 2.4)))

    return way


def held(card: Way, near: float, angle: float) -> Way:
    """Where the hand is that holds a card `near` mm from its middle, the arm along `angle`."""

    def way(share: float) -> Body:
        x, y, z = card(share).middle
        place = (x + near * math.cos(angle), y + near * math.sin(angle), z + 1.0)
        return Body(place, Rotation.from_euler("z", angle))

    return way


def stay(body: Body, rng: np.random.Generator, tremble: float) -> Callable[[float], Body]:
    """The motion of a hand that rests: no hand is still; `tremble` in mm."""
    phases = rng.uniform(0, 2 * math.pi, (3, len(_TREMBLE_HZ)))
    x, y, z = body.middle

    def motion(t: float) -> Body:
        shake = tremble * np.sin(2 * math.pi * np.array(_TREMBLE_HZ) * t + phases).mean(axis=1)
        return Body((x + shake[0], y + shake[1], z + abs(shake[2])), body.turn)

    return motion
