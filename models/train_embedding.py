"""Train the embedding: two views of one card together, the other cards of its deck apart.

Only cards of one deck are told apart: across decks the same card may look alike, and at the
table there is one deck. A deck mirrored or with its colours exchanged counts as a further deck.
"""

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

from models.nets import EmbeddingNet
from models.pictures import Picture, Random
from models.schedule import Average, device, report, steps
from vision.embedding import CROP_HEIGHT, CROP_WIDTH, prepare

DECKS, CARDS = 4, 32
"""Decks in a step and cards of each; two views a card."""

SHORTEST = 24
"""Decks with fewer cards are left out."""

TOP_RATE = 2e-3
COLOURS = tuple(permutations(range(3)))
CORNERS = np.array([[0, 0], [CROP_WIDTH, 0], [CROP_WIDTH, CROP_HEIGHT], [0, CROP_HEIGHT]],
                   np.float32)  # fmt: skip


@dataclass(frozen=True)
class Shelf:
    """Views of the training decks, [cards, views, 128, 80, 3] each, and how often each is taken."""

    decks: Sequence[Picture]
    shares: Sequence[float]

    @classmethod
    def of_files(cls, files: Sequence[Path]) -> "Shelf":
        """Open rendered decks; German-suited ones and symbolic ones count double."""
        kept = [(f, np.load(f, mmap_mode="r")) for f in files]
        kept = [(f, a) for f, a in kept if len(a) >= SHORTEST]
        weights = np.array([2.0 if f.stem.startswith("german") else 1.0 for f, _ in kept])
        return cls([a for _, a in kept], (weights / weights.sum()).tolist())


def askew(crop: Picture, rng: Random) -> Picture:
    """The crop as cut by a quad that is off by some pixels."""
    error = float(rng.choice([0.015, 0.03, 0.05]))
    taken = CORNERS + rng.normal(0, error * 100, (4, 2)) + rng.normal(0, error * 60, (1, 2))
    border = cv2.BORDER_REFLECT_101 if rng.random() < 0.5 else cv2.BORDER_CONSTANT
    matrix = cv2.getPerspectiveTransform(taken.astype(np.float32), CORNERS)
    return cv2.warpPerspective(np.ascontiguousarray(crop), matrix, (CROP_WIDTH, CROP_HEIGHT),
                               flags=cv2.INTER_LINEAR, borderMode=border,
                               borderValue=rng.uniform(0, 255, 3).tolist())  # fmt: skip


def pairs_of_deck(views: Picture, rng: Random) -> Picture:
    """Two views of CARDS cards of one deck, uint8 [CARDS, 2, 128, 80, 3], as a deck of its own."""
    cards = rng.choice(len(views), CARDS, replace=len(views) < CARDS)
    seen = np.stack([rng.choice(views.shape[1] - 1, 2, replace=False) + 1 for _ in cards])
    if rng.random() < 0.35:
        seen[:, 0] = 0
    crops = np.stack([[views[c, v] for v in row] for c, row in zip(cards, seen, strict=True)])
    if rng.random() < 0.5:
        crops = crops[..., ::-1, :]
    if rng.random() < 0.5:
        crops = crops[..., COLOURS[int(rng.integers(6))]]
    if rng.random() < 0.08:
        crops = 255 - crops
    crops = crops.copy()
    turned = rng.random((CARDS, 2)) < 0.5
    crops[turned] = crops[turned][:, ::-1, ::-1]
    for card, side in np.argwhere(rng.random((CARDS, 2)) < 0.4):
        crops[card, side] = askew(crops[card, side], rng)
    return crops


def loss_of(vectors: Tensor, scale: Tensor) -> tuple[Tensor, float]:
    """Contrast within each deck, both ways, of vectors [decks, cards, 2, 128]; and the share right."""
    alike = torch.einsum("nkd,njd->nkj", vectors[:, :, 0], vectors[:, :, 1])
    alike = alike * scale.exp().clamp(max=60)
    goal = torch.arange(CARDS, device=alike.device).repeat(len(alike))
    there = F.cross_entropy(alike.flatten(0, 1), goal)
    back = F.cross_entropy(alike.transpose(1, 2).flatten(0, 1), goal)
    right = (alike.argmax(2).flatten() == goal).float().mean().item()
    return (there + back) / 2, right


def train(
    files: Sequence[Path], minutes: float, seed: int, most: int | None = None
) -> EmbeddingNet:
    """Train for some minutes, or `most` steps; return the averaged net, ready to export."""
    torch.manual_seed(seed)
    rng, place = np.random.default_rng(seed), device()
    shelf = Shelf.of_files(files)
    net = EmbeddingNet().to(place, memory_format=torch.channels_last)
    scale = torch.nn.Parameter(torch.tensor(math.log(1 / 0.07), device=place))
    pace = torch.optim.AdamW([*net.parameters(), scale], lr=TOP_RATE, weight_decay=1e-3)
    average, seen = Average(net), []
    for step in steps(minutes, most):
        for group in pace.param_groups:
            group["lr"] = step.rate(TOP_RATE)
        chosen = rng.choice(len(shelf.decks), DECKS, replace=False, p=shelf.shares)
        crops = np.concatenate([pairs_of_deck(shelf.decks[int(d)], rng) for d in chosen])
        ready = prepare(crops.reshape(-1, CROP_HEIGHT, CROP_WIDTH, 3))
        batch = torch.from_numpy(ready).to(place, memory_format=torch.channels_last)
        with torch.autocast(place.type, torch.bfloat16):
            vectors = net(batch)
        loss, right = loss_of(vectors.float().view(DECKS, CARDS, 2, -1), scale)
        pace.zero_grad()
        loss.backward()
        pace.step()
        average.take(net, step)
        seen.append((loss.item(), right))
        if step.number % 100 == 99:
            figures = np.mean(seen[-100:], 0)
            report("embedding", step, {"loss": figures[0], "right": figures[1]})
    net.load_state_dict(average.values)
    return net.cpu().eval()
