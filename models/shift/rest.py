"""How a card comes to lie on what is there already: bent, tilted, as low as it can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog
from scipy.spatial.transform import Rotation

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

    def turned_over(self) -> Bend:
        """The same card seen with its other side up, turned about its long side."""
        return Bend(-self.kx, -self.ky, self.kxy)


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
