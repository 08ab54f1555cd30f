"""What the embedding learns from, as arrays: stored views, and pairs of views of one deck."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import cv2
import numpy as np

from models.pictures import Picture, Random, noisy
from vision.embedding import CROP_HEIGHT, CROP_WIDTH, prepare

CARDS = 32
"""Cards taken of a deck in one step; two views each."""

SHORTEST = 24
"""Decks with fewer cards are left out."""

COLOURS = tuple(permutations(range(3)))
CORNERS = np.array(
    [[0, 0], [CROP_WIDTH, 0], [CROP_WIDTH, CROP_HEIGHT], [0, CROP_HEIGHT]], np.float32
)


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
    return cv2.warpPerspective(
        np.ascontiguousarray(crop),
        matrix,
        (CROP_WIDTH, CROP_HEIGHT),
        flags=cv2.INTER_LINEAR,
        borderMode=border,
        borderValue=rng.uniform(0, 255, 3).tolist(),
    )


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
    for card, side in np.argwhere(rng.random((CARDS, 2)) < 0.5):
        crops[card, side] = noisy(crops[card, side], rng, float(rng.uniform(0, 9)))
    return crops


def batch_of(shelf: Shelf, rng: Random, decks: int) -> Picture:
    """Prepared input [decks * CARDS * 2, 3, 128, 80], float32: deck by deck, card by card."""
    chosen = rng.choice(len(shelf.decks), decks, replace=False, p=shelf.shares)
    crops = np.concatenate([pairs_of_deck(shelf.decks[int(d)], rng) for d in chosen])
    return prepare(crops.reshape(-1, CROP_HEIGHT, CROP_WIDTH, 3))
