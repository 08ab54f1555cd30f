"""What the embedding learns from, as arrays: stored views, and pairs of views of one deck."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import cv2
import numpy as np

from models.pictures import Picture, Random, noisy
from models.view_cache import nothing_file
from vision.embedding import CROP_HEIGHT, CROP_WIDTH, prepare

CARDS = 32
"""Cards taken of a deck in one step; two views each."""

NOTHINGS = 8
"""Crops without a card taken of a deck in one step."""

SHORTEST = 24
"""Decks with fewer cards are left out."""

COLOURS = tuple(permutations(range(3)))
CORNERS = np.array(
    [[0, 0], [CROP_WIDTH, 0], [CROP_WIDTH, CROP_HEIGHT], [0, CROP_HEIGHT]], np.float32
)


@dataclass(frozen=True)
class Shelf:
    """Views of the training decks, [cards, views, 128, 80, 3] each, and how often each is taken.

    `nothings` holds for each deck crops [n, 128, 80, 3] in which no card lies as it should.
    """

    decks: Sequence[Picture]
    nothings: Sequence[Picture]
    shares: Sequence[float]

    @classmethod
    def of_files(cls, files: Sequence[Path]) -> "Shelf":
        """Open rendered decks; German-suited ones and symbolic ones count double."""
        kept = [(f, np.load(f, mmap_mode="r")) for f in files]
        kept = [(f, a) for f, a in kept if len(a) >= SHORTEST]
        nothings = [np.load(nothing_file(f), mmap_mode="r") for f, _ in kept]
        weights = np.array([2.0 if f.stem.startswith("german") else 1.0 for f, _ in kept])
        return cls([a for _, a in kept], nothings, (weights / weights.sum()).tolist())


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


def step_of_deck(views: Picture, nothings: Picture, rng: Random) -> Picture:
    """Crops of one deck, uint8 [2 * CARDS + NOTHINGS, 128, 80, 3], as of a deck of its own.

    First two views of each card, card by card, then crops without a card.
    """
    cards = rng.choice(len(views), CARDS, replace=len(views) < CARDS)
    seen = np.stack([rng.choice(views.shape[1] - 1, 2, replace=False) + 1 for _ in cards])
    if rng.random() < 0.35:
        seen[:, 0] = 0
    crops = [views[c, v] for c, row in zip(cards, seen, strict=True) for v in row]
    empty = [nothings[k] for k in rng.choice(len(nothings), NOTHINGS, replace=False)]
    return spoiled(recoloured(np.stack([*crops, *empty]), rng), rng)


def recoloured(crops: Picture, rng: Random) -> Picture:
    """All crops mirrored or with colours exchanged alike: a further deck."""
    if rng.random() < 0.5:
        crops = crops[..., ::-1, :]
    if rng.random() < 0.5:
        crops = crops[..., COLOURS[int(rng.integers(6))]]
    if rng.random() < 0.08:
        crops = 255 - crops
    return crops.copy()


def spoiled(crops: Picture, rng: Random) -> Picture:
    """Each crop for itself turned, cut askew or noisy."""
    turned = rng.random(len(crops)) < 0.5
    crops[turned] = crops[turned][:, ::-1, ::-1]
    for number in np.flatnonzero(rng.random(len(crops)) < 0.4):
        crops[number] = askew(crops[number], rng)
    for number in np.flatnonzero(rng.random(len(crops)) < 0.5):
        crops[number] = noisy(crops[number], rng, float(rng.uniform(0, 9)))
    return crops


def batch_of(shelf: Shelf, rng: Random, decks: int) -> Picture:
    """Prepared input [decks * (2 * CARDS + NOTHINGS), 3, 128, 80], float32, deck by deck."""
    chosen = rng.choice(len(shelf.decks), decks, replace=False, p=shelf.shares)
    parts = [step_of_deck(shelf.decks[int(d)], shelf.nothings[int(d)], rng) for d in chosen]
    return prepare(np.concatenate(parts))
