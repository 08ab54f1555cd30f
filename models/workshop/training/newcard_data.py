"""What the new-card net learns from, as arrays: stored pairs, their variants and the goals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import cv2
import numpy as np

from models.workshop.pictures import Picture, Random, noisy
from models.workshop.rendering.cache import ABSENT, quads_file
from models.workshop.rendering.scenes import NET_SIDE

GRID = NET_SIDE // 4
CENTRE_SIGMA = 1.3
"""Width of the centre's peak, in cells."""

COLOURS = tuple(permutations(range(3)))
CELL_Y, CELL_X = np.mgrid[0:GRID, 0:GRID].astype(np.float32)


@dataclass(frozen=True)
class Store:
    """Rendered blocks: pictures (memory-mapped) and corners."""

    pictures: Sequence[Picture]
    corners: Sequence[Picture]

    @classmethod
    def of_files(cls, files: Sequence[Path]) -> "Store":
        """Open blocks."""
        return cls(
            [np.load(f, mmap_mode="r") for f in files], [np.load(quads_file(f)) for f in files]
        )

    def draw(self, rng: Random) -> tuple[Picture, list[Picture]]:
        """One pair at random: picture [256, 256, 6] and its quads."""
        block = int(rng.integers(len(self.pictures)))
        number = int(rng.integers(len(self.pictures[block])))
        quads = [q for q in self.corners[block][number] if q[0, 0] > ABSENT / 2]
        return self.pictures[block][number], quads


def varied(picture: Picture, quads: list[Picture], rng: Random) -> tuple[Picture, list[Picture]]:
    """Turned by quarters, mirrored, colours exchanged: eight places and six tints from one pair."""
    last = NET_SIDE - 1
    turns = int(rng.integers(4))
    picture = np.rot90(picture, turns)
    for _ in range(turns):
        quads = [np.stack([q[:, 1], last - q[:, 0]], 1) for q in quads]
    if rng.random() < 0.5:
        picture = picture[:, ::-1]
        quads = [np.stack([last - q[:, 0], q[:, 1]], 1)[[1, 0, 3, 2]] for q in quads]
    if rng.random() < 0.4:
        order = COLOURS[int(rng.integers(6))]
        picture = picture[..., [*order, *(k + 3 for k in order)]]
    return picture, quads


def toned(picture: Picture, rng: Random) -> Picture:
    """Another brightness and tone curve for both pictures alike, and fresh noise in each."""
    picture = np.ascontiguousarray(picture)
    if rng.random() < 0.5:
        gain, gamma = np.exp(rng.normal(0, 0.3)), rng.uniform(0.75, 1.35)
        curve = 255 * np.clip(np.arange(256) / 255 * gain, 0, 1) ** gamma
        picture = cv2.LUT(picture, curve.astype(np.uint8))
    if rng.random() < 0.5:
        picture = noisy(picture, rng, float(rng.uniform(0, 6)))
    return picture


def goal_of(quads: list[Picture]) -> Picture:
    """Area, centre peak, cos 2t, sin 2t and where the angle counts, float32 [5, 64, 64]."""
    goal = np.zeros((5, GRID, GRID), np.float32)
    for quad in quads:
        area = np.zeros((NET_SIDE, NET_SIDE), np.uint8)
        cv2.fillConvexPoly(area, np.round(quad).astype(np.int32), 255)
        cover = (
            cv2.resize(area, (GRID, GRID), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        )
        middle = (quad.mean(0) + 0.5) / 4 - 0.5
        far = (CELL_X - middle[0]) ** 2 + (CELL_Y - middle[1]) ** 2
        side = quad[3] - quad[0]
        double = 2 * math.atan2(float(side[1]), float(side[0]))
        goal[0] = np.maximum(goal[0], cover)
        goal[1] = np.maximum(goal[1], np.exp(-far / (2 * CENTRE_SIGMA**2)))
        inside = cover > 0.7
        goal[2][inside], goal[3][inside] = math.cos(double), math.sin(double)
        goal[4][inside] = 1
    return goal


def newcard_batch_of(store: Store, rng: Random, size: int) -> tuple[Picture, Picture]:
    """Input [size, 6, 256, 256] as at the table, and the goals [size, 5, 64, 64], float32."""
    pictures, goals = [], []
    for _ in range(size):
        picture, quads = varied(*store.draw(rng), rng)
        pictures.append(toned(picture, rng).transpose(2, 0, 1))
        goals.append(goal_of(quads))
    return np.stack(pictures).astype(np.float32) / 127.5 - 1, np.stack(goals)
