"""Train the new-card net: from the settled pictures before and after to the new card's place."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - the name everybody uses

from models.nets import NewCardNet
from models.pictures import Picture, Random
from models.render_scenes import NET_SIDE
from models.scene_cache import ABSENT, quads_file
from models.schedule import Average, device, report, steps

GRID = NET_SIDE // 4
BATCH = 20
TOP_RATE = 2e-3
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
        return cls([np.load(f, mmap_mode="r") for f in files], [np.load(quads_file(f)) for f in files])

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
    """Another brightness and tone curve for both pictures alike."""
    if rng.random() < 0.5:
        return picture
    gain, gamma = np.exp(rng.normal(0, 0.3)), rng.uniform(0.75, 1.35)
    curve = 255 * np.clip(np.arange(256) / 255 * gain, 0, 1) ** gamma
    return cv2.LUT(np.ascontiguousarray(picture), curve.astype(np.uint8))


def goal_of(quads: list[Picture]) -> Picture:
    """Area, centre peak, cos 2t, sin 2t and where the angle counts, float32 [5, 64, 64]."""
    goal = np.zeros((5, GRID, GRID), np.float32)
    for quad in quads:
        area = np.zeros((NET_SIDE, NET_SIDE), np.uint8)
        cv2.fillConvexPoly(area, np.round(quad).astype(np.int32), 255)
        cover = cv2.resize(area, (GRID, GRID), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
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


def batch_of(store: Store, rng: Random) -> tuple[Tensor, Tensor]:
    """Input [n, 6, 256, 256] as at the table, and the goals."""
    pictures, goals = [], []
    for _ in range(BATCH):
        picture, quads = varied(*store.draw(rng), rng)
        pictures.append(toned(picture, rng).transpose(2, 0, 1))
        goals.append(goal_of(quads))
    ready = np.stack(pictures).astype(np.float32) / 127.5 - 1
    return torch.from_numpy(ready), torch.from_numpy(np.stack(goals))


def losses_of(maps: Tensor, goal: Tensor) -> dict[str, Tensor]:
    """Loss of area, centre and angle."""
    area = F.binary_cross_entropy_with_logits(maps[:, 0], goal[:, 0])
    plain = F.binary_cross_entropy_with_logits(maps[:, 1], goal[:, 1], reduction="none")
    wrong = (torch.sigmoid(maps[:, 1]) - goal[:, 1]).abs() ** 2
    centre = (plain * wrong).sum() / (4 * BATCH)
    off = (maps[:, 2:4] - goal[:, 2:4]).abs().sum(1)
    angle = (off * goal[:, 4]).sum() / (goal[:, 4].sum() + 1)
    return {"area": 3 * area, "centre": centre, "angle": angle}


def train(files: Sequence[Path], minutes: float, seed: int, most: int | None = None) -> NewCardNet:
    """Train for some minutes, or `most` steps; return the averaged net, ready to export."""
    torch.manual_seed(seed)
    rng, place = np.random.default_rng(seed), device()
    store = Store.of_files(files)
    net = NewCardNet().to(place, memory_format=torch.channels_last)
    pace = torch.optim.AdamW(net.parameters(), lr=TOP_RATE, weight_decay=1e-3)
    average, seen = Average(net), []
    for step in steps(minutes, most):
        for group in pace.param_groups:
            group["lr"] = step.rate(TOP_RATE)
        pictures, goal = batch_of(store, rng)
        pictures = pictures.to(place, memory_format=torch.channels_last)
        with torch.autocast(place.type, torch.bfloat16):
            maps = net(pictures)
        losses = losses_of(maps.float(), goal.to(place))
        pace.zero_grad()
        sum(losses.values(), torch.zeros((), device=place)).backward()
        pace.step()
        average.take(net, step)
        seen.append([v.item() for v in losses.values()])
        if step.number % 100 == 99:
            report("newcard", step, dict(zip(losses, np.mean(seen[-100:], 0), strict=True)))
    net.load_state_dict(average.values)
    return net.cpu().eval()
