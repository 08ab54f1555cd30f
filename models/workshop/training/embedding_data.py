"""What the embedding learns from, as arrays: stored views, and steps of enrolled and played cards.

A step copies what happens at the table: each card of a deck is enrolled by one good view, then
seen in two worse ones. All views of a card lie the same way up, each card its own way: the reader
compares with both ways, so the net need not find a card and the same card turned alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import cv2
import numpy as np

from models.workshop.pictures import Picture, Random, noisy
from models.workshop.rendering.cache import Levels, levels_of, nothing_file
from models.workshop.rendering.photometry import glare
from models.workshop.rendering.pipeline import CameraPipeline
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH, prepare

CARDS = 32
"""Cards taken of a deck in one step."""

VIEWS = 3
"""Views of each card in one step: the enrolled one, then those played."""

PLAYED = (0.05, 0.35, 0.60)
"""How often a played card is seen at each level of difficulty."""

GOOD = 0.8
"""How often a card is enrolled in the best light, otherwise in a usual room."""

POOR = 0.4
"""How often a whole deck is enrolled from poor pictures, all taken in one place."""

SHARP = 1.8
"""Strongest blur of a poor picture, pixels of the crop."""

MISCUT = 0.03
"""Deviation of each side that all poor pictures of a deck are cut by, shares of its length."""

ARTWORK = 0.25
"""How often a whole deck is enrolled from its artwork."""

NOTHINGS = 8
"""Crops without a card taken of a deck in one step."""

SHORTEST = 24
"""Decks with fewer cards are left out."""

COLOURS = tuple(permutations(range(3)))
CORNERS = np.array(
    [[0, 0], [CROP_WIDTH, 0], [CROP_WIDTH, CROP_HEIGHT], [0, CROP_HEIGHT]], np.float32
)


@dataclass(frozen=True)
class ViewShelf:
    """Views of the training decks, [cards, views, 128, 80, 3] each, and how often each is taken.

    `nothings` holds for each deck crops [n, 128, 80, 3] in which no card lies as it should.
    """

    decks: Sequence[Picture]
    nothings: Sequence[Picture]
    shares: Sequence[float]

    @classmethod
    def of_files(cls, files: Sequence[Path]) -> "ViewShelf":
        """Open rendered decks; German-suited ones and symbolic ones count double."""
        kept = [(f, np.load(f, mmap_mode="r")) for f in files]
        kept = [(f, a) for f, a in kept if len(a) >= SHORTEST]
        nothings = [np.load(nothing_file(f), mmap_mode="r") for f, _ in kept]
        weights = np.array([2.0 if f.stem.startswith("german") else 1.0 for f, _ in kept])
        return cls([a for _, a in kept], nothings, (weights / weights.sum()).tolist())


def askew(crop: Picture, rng: Random) -> Picture:
    """The crop as cut by a quad that is off by some pixels."""
    error = float(rng.choice([0.015, 0.03, 0.05]))
    off = rng.normal(0, error * 100, (4, 2)) + rng.normal(0, error * 60, (1, 2))
    return cut_by(crop, CORNERS + off, rng)


def cut_by(crop: Picture, taken: Picture, rng: Random) -> Picture:
    """The crop cut anew by a quad [4, 2]; what lies beyond it is guessed."""
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


def taken(levels: Levels, artwork: bool, rng: Random) -> list[int]:
    """Which stored views of a card are taken: one enrolled, two others as played."""
    first = 0
    if not artwork:
        level = 0 if rng.random() < GOOD else 1
        first = int(rng.choice(np.flatnonzero(levels == level)))
    weight = np.array([0.0, *PLAYED])[levels + 1]
    weight[first] = 0
    played = rng.choice(len(levels), VIEWS - 1, replace=False, p=weight / weight.sum())
    return [first, *played.tolist()]


def step_of_deck(views: Picture, nothings: Picture, rng: Random) -> Picture:
    """Crops of one deck, uint8 [VIEWS * CARDS + NOTHINGS, 128, 80, 3], as of a deck of its own.

    First the views of each card, card by card, then crops without a card.
    """
    cards = rng.choice(len(views), CARDS, replace=len(views) < CARDS)
    levels, artwork = levels_of(views.shape[1]), rng.random() < ARTWORK
    crops = [views[c, v] for c in cards for v in taken(levels, artwork, rng)]
    empty = [nothings[k] for k in rng.choice(len(nothings), NOTHINGS, replace=False)]
    step = recoloured(np.stack([*crops, *empty]), rng)
    turned = np.repeat(rng.random(CARDS) < 0.5, VIEWS)
    step[: len(turned)][turned] = step[: len(turned)][turned][:, ::-1, ::-1]
    if rng.random() < POOR:
        enrolled = slice(0, VIEWS * CARDS, VIEWS)
        step[enrolled] = poorly_taken(step[enrolled], rng)
    return spoiled(step, rng)


def poorly_taken(crops: Picture, rng: Random) -> Picture:
    """The pictures a deck is enrolled from, taken poorly by one camera.

    Blurred, some with glare, all cut by one hand: a rim left out or let in on the same sides.
    """
    camera, blur = CameraPipeline.drawn(rng), float(rng.uniform(0, SHARP))
    (left, top), (right, low) = rng.normal(0, MISCUT, (2, 2)) * CORNERS[2]
    cut = CORNERS + np.array([[left, top], [right, top], [right, low], [left, low]])
    rows, columns = crops.shape[1:3]
    taken = np.empty_like(crops)
    for number, crop in enumerate(crops):
        lit = cut_by(crop, cut, rng).astype(np.float32)
        if rng.random() < 0.4:
            lit = lit + glare(rng, rows, columns, 2)[..., None]
        told: Picture = np.clip(lit, 0, 255).astype(np.uint8)
        if blur > 0.3:
            told = cv2.GaussianBlur(told, (0, 0), blur * float(rng.uniform(0.7, 1.2)))
        taken[number] = camera.on(told, rng)
    return taken


def recoloured(crops: Picture, rng: Random) -> Picture:
    """All crops mirrored or with colours exchanged alike: a further deck."""
    if rng.random() < 0.5:
        crops = crops[..., ::-1, :]
    if rng.random() < 0.5:
        crops = crops[..., COLOURS[int(rng.integers(6))]]
    if rng.random() < 0.08:
        crops = 255 - crops
    return crops.copy()


def covered(crop: Picture, rng: Random) -> Picture:
    """The crop with something over a part of its border: a finger, a glass, another card."""
    edge = rng.uniform(0, 1, 2)
    edge[int(rng.integers(2))] = rng.integers(2)
    centre = (edge * [CROP_WIDTH, CROP_HEIGHT]).tolist()
    size = (rng.uniform(0.1, 0.45, 2) * CROP_WIDTH).tolist()
    colour = rng.uniform(0, 255, 3).tolist()
    turn = float(rng.uniform(0, 180))
    over = np.ascontiguousarray(crop)
    if rng.random() < 0.5:
        cv2.ellipse(over, (centre, size, turn), colour, -1, cv2.LINE_AA)
    else:
        outline = cv2.boxPoints((centre, size, turn)).astype(np.int32)
        cv2.fillConvexPoly(over, outline, colour, cv2.LINE_AA)
    return over


def spoiled(crops: Picture, rng: Random) -> Picture:
    """Each crop for itself cut askew, covered in part or noisy; the enrolled ones seldom."""
    enrolled = np.zeros(len(crops), bool)
    enrolled[: VIEWS * CARDS : VIEWS] = True
    for number in np.flatnonzero(rng.random(len(crops)) < np.where(enrolled, 0.2, 0.4)):
        crops[number] = askew(crops[number], rng)
    for number in np.flatnonzero(rng.random(len(crops)) < np.where(enrolled, 0.0, 0.12)):
        crops[number] = covered(crops[number], rng)
    for number in np.flatnonzero(rng.random(len(crops)) < np.where(enrolled, 0.2, 0.4)):
        crops[number] = noisy(crops[number], rng, float(rng.uniform(0, 9)))
    return crops


def embedding_batch_of(shelf: ViewShelf, rng: Random, decks: int) -> Picture:
    """Prepared input [decks * (VIEWS * CARDS + NOTHINGS), 3, 128, 80], float32, deck by deck."""
    chosen = rng.choice(len(shelf.decks), decks, replace=False, p=shelf.shares)
    parts = [step_of_deck(shelf.decks[int(d)], shelf.nothings[int(d)], rng) for d in chosen]
    return prepare(np.concatenate(parts))
