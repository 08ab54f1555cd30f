"""How a card comes to lie on what is there already: bent, tilted, as low as it can.

Ways of cards and hands: from a share of the way, 0 to 1, to where something is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog
from scipy.spatial.transform import Rotation, Slerp

Floats = npt.NDArray[np.float64]

THICK = 0.32
"""Of a card, mm."""
_ACROSS, _ALONG = 5, 9
_STEEPEST = 0.4


@dataclass(frozen=True, slots=True)
class Bend:
    """Height over a card's own plane: z = (kx x² + ky y²) / 2 + kxy x y, mm; x across, y along."""

    kx: float = 0.0
    ky: float = 0.0
    kxy: float = 0.0

    def height(self, x: Floats, y: Floats) -> Floats:
        """Return the height at points of the card, mm."""
        return np.asarray((self.kx * x * x + self.ky * y * y) / 2 + self.kxy * x * y)


@dataclass(frozen=True, slots=True)
class Body:
    """A card somewhere in space: its middle in mm and its turn; its z points out of its face."""

    middle: tuple[float, float, float]
    turn: Rotation

    def matrix(self) -> list[float]:
        """Return the 4x4 map from the card's space to the table's, column by column."""
        whole = np.eye(4)
        whole[:3, :3] = self.turn.as_matrix()
        whole[:3, 3] = self.middle
        return [float(v) for v in whole.T.ravel()]


@dataclass(frozen=True, slots=True)
class Resting:
    """A card at rest."""

    body: Body
    bend: Bend
    size: tuple[float, float]

    def top(self, points: Floats) -> Floats:
        """Return how high the card's upper side is over table points [n, 2]; -1 beside it."""
        matrix = self.body.turn.as_matrix()
        flat = points - np.array(self.body.middle[:2])
        # For a card that lies almost flat its own plane is the table's, turned.
        plan = matrix[:2, :2]
        own = flat @ np.linalg.inv(plan).T
        x, y = own[:, 0], own[:, 1]
        up = 1.0 if matrix[2, 2] > 0 else -1.0
        bent = up * self.bend.height(x, y)
        height = self.body.middle[2] + own @ matrix[2, :2] + bent + THICK / 2
        inside = (abs(x) <= self.size[0] / 2) & (abs(y) <= self.size[1] / 2)
        return np.where(inside, height, -1.0)


def settle(
    place: tuple[float, float],
    yaw: float,
    bend: Bend,
    size: tuple[float, float],
    below: Sequence[Resting],
    *,
    face_down: bool = False,
) -> Resting:
    """Return how a card rests at a place of the table on the cards that lie there.

    It takes the plane that lets its middle sink lowest while no point of it enters what is below.
    """
    seen = Bend(-bend.kx, -bend.ky, bend.kxy) if face_down else bend
    x, y = (
        axis.ravel()
        for axis in np.meshgrid(
            np.linspace(-0.5, 0.5, _ACROSS) * size[0], np.linspace(-0.5, 0.5, _ALONG) * size[1]
        )
    )
    c, s = np.cos(yaw), np.sin(yaw)
    offset = np.stack([x * c - y * s, x * s + y * c], axis=1)
    points = offset + np.array(place)
    ground = np.zeros(len(points))
    for card in below:
        ground = np.maximum(ground, card.top(points))
    need = ground + THICK / 2 - seen.height(x, y)
    # Variables: slopes along x and y, height of the middle, and the size of both slopes.
    zeros = np.zeros(len(points))
    above = -np.column_stack([offset, np.ones(len(points)), zeros, zeros])
    slopes = np.array(
        [[1.0, 0, 0, -1, 0], [-1.0, 0, 0, -1, 0], [0, 1.0, 0, 0, -1], [0, -1.0, 0, 0, -1]]
    )
    solved = linprog(
        [0, 0, 1, 0.01, 0.01],
        A_ub=np.vstack([above, slopes]),
        b_ub=np.concatenate([-need, np.zeros(4)]),
        bounds=[(-_STEEPEST, _STEEPEST)] * 2 + [(0, None)] * 3,
        method="highs",
    )
    a, b, height = (float(v) for v in solved.x[:3])
    return Resting(Body((place[0], place[1], height), _lying(yaw, a, b, face_down)), bend, size)


def _lying(yaw: float, a: float, b: float, face_down: bool) -> Rotation:
    """Return the turn of a card that lies on the plane of these slopes."""
    normal = np.array([-a, -b, 1.0])
    normal /= np.linalg.norm(normal)
    axis = np.cross([0.0, 0.0, 1.0], normal)
    tilt = Rotation.from_rotvec(axis / max(np.linalg.norm(axis), 1e-12) * np.arccos(normal[2]))
    over = Rotation.from_euler("y", np.pi) if face_down else Rotation.identity()
    return tilt * Rotation.from_euler("z", yaw) * over


BodyPath = Callable[[float], Body]
_TREMBLE_HZ = (1.4, 3.9, 7.7)


def seat_angle(seat: int, seats: int) -> float:
    """Direction from the table's middle to a seat, radians anticlockwise from x."""
    return -math.pi / 2 - 2 * math.pi * seat / seats


def between(start: float, end: float, way: BodyPath) -> Callable[[float], Body]:
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


def carried(start: Body, end: Body, pitch: float, angle: float, lift: float = 12.0) -> BodyPath:
    """A way by hand: gentle at both ends, in an arc; tilted by `pitch` until shortly before."""
    turns = Slerp([0, 1], Rotation.concatenate([start.turn, end.turn]))
    first, last = np.array(start.middle), np.array(end.middle)

    def way(share: float) -> Body:
        eased = share * share * (3 - 2 * share)
        x, y, z = first + (last - first) * eased
        tilt = grip(angle, pitch * min(1.0, 3 * (1 - eased)))
        return Body((x, y, z + lift * math.sin(math.pi * eased)), tilt * turns(eased))

    return way


def flown(start: Body, end: Body, touch: float) -> BodyPath:
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


def held(card: BodyPath, near: float, angle: float) -> BodyPath:
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
