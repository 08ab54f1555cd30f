"""Rendered views of every training card, kept on disk while a training runs.

Rendered before-and-after pairs, kept on disk in blocks while the new-card net trains.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.deck_art import CODES, raster
from models.workshop.decks import face_decks
from models.workshop.decks.drawn import drawn_deck
from models.workshop.pictures import Picture
from models.workshop.rendering.pipeline import PLAIN, CameraPipeline
from models.workshop.rendering.scenes import NET_SIDE, pair
from models.workshop.rendering.views import CardGround, clean, ground, nothing, view
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH

LEVELS = (0, 1, 1, 2, 2)
"""Levels of difficulty taken in turn."""

OWN = "isar"
"""Our own deck, drawn by models.workshop.deck_art."""

NOTHINGS = 24
"""Crops of each deck in which no card lies as it should."""

STRANGERS = 40
"""Faces of other drawn decks that lie under and over a card."""


Levels = NDArray[np.int64]


def levels_of(views: int) -> Levels:
    """The level of each of a card's stored views; -1 for the face itself, which is the first."""
    return np.array([-1, *(LEVELS[k % len(LEVELS)] for k in range(views - 1))])


def deck_named(name: str) -> face_decks.FaceDeck:
    """A deck by `drawn-SEED` or `sparse-SEED`, our own `isar`, or one of the data folder."""
    if name.startswith("drawn-"):
        return drawn_deck(int(name.removeprefix("drawn-")))
    if name.startswith("sparse-"):
        return drawn_deck(int(name.removeprefix("sparse-")), sparse=True)
    if name == OWN:
        return own_deck()
    return next(iter(face_decks.load([name])))


def own_deck() -> face_decks.FaceDeck:
    """The deck of our own."""
    return face_decks.FaceDeck(
        OWN, {code: face_decks.shrink(raster(code, face_decks.ART_HEIGHT)) for code in CODES}
    )


STOCKS = 6
"""Different tables with strangers' cards; each deck lies on one of them."""


@cache
def stock_of(number: int, seed: int) -> CardGround:
    """One of STOCKS places, the same for all decks that lie there: drawing them takes a while."""
    rng = np.random.default_rng([seed, number])
    return ground(rng, strangers(rng), tables=48)


def strangers(rng: np.random.Generator) -> list[Picture]:
    """Faces of decks drawn for the purpose, shared by all views of a deck."""
    faces = [f for s in rng.integers(10_000, 20_000, 4) for f in drawn_deck(int(s)).faces.values()]
    return [faces[int(i)] for i in rng.integers(0, len(faces), STRANGERS)]


def render_deck(name: str, views: int, seed: int, file: Path) -> str:
    """Render a deck to FILE, uint8 [cards, 1 + views, 128, 80, 3]; the first view is the face.

    All views are upright, their levels LEVELS in turn.

    Beside it lie NOTHINGS crops without a card, uint8 [n, 128, 80, 3].
    """
    cv2.setNumThreads(1)
    deck = deck_named(name)
    rng = np.random.default_rng([seed, *name.encode()])
    place = stock_of(int(rng.integers(STOCKS)), seed)
    stock = replace(place, cards=place.cards + tuple(deck.faces.values())[::2])
    crops = np.empty((len(deck.faces), 1 + views, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    for number, face in enumerate(deck.faces.values()):
        crops[number, 0] = clean(face)
        for turn in range(views):
            level = LEVELS[turn % len(LEVELS)]
            way = None if rng.random() < PLAIN else CameraPipeline.drawn(rng)
            crops[number, 1 + turn] = view(face, stock, rng, level, upright=True, pipeline=way)[0]
    cards = tuple(deck.faces.values())
    empty = [nothing(cards, stock, rng, LEVELS[k % len(LEVELS)]) for k in range(NOTHINGS)]
    np.save(nothing_file(file), np.stack(empty))
    part = file.with_suffix(".part.npy")
    np.save(part, crops)
    part.replace(file)
    return name


def nothing_file(file: Path) -> Path:
    """Where the crops without a card lie."""
    return file.with_name(f"{file.stem}.nothing.npy")


def render_all_views(names: list[str], views: int, seed: int, folder: Path) -> list[Path]:
    """Render every named deck that is not there yet, on all cores; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {name: folder / f"{name}.npy" for name in names}
    missing = [name for name in names if not files[name].exists()]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(render_deck, n, views, seed, files[n]) for n in missing]
        for number, job in enumerate(jobs):
            print(f"views  {number + 1}/{len(jobs)}  {job.result()}", flush=True)
    return list(files.values())


BLOCK = 200
"""Pairs in one file."""

DECKS_PER_BLOCK = 8
MOST_NEW = 2
ABSENT = -1.0e6
"""Marks a quad that is not there."""


def quads_array(quads: tuple[Picture, ...]) -> Picture:
    """Up to MOST_NEW quads, float32 [2, 4, 2], ABSENT where there is none."""
    filled = np.full((MOST_NEW, 4, 2), ABSENT, np.float32)
    for number, quad in enumerate(quads[:MOST_NEW]):
        filled[number] = quad
    return filled


def render_block(names: list[str], seed: int, file: Path) -> str:
    """Render one block: FILE with uint8 pictures [n, 256, 256, 6], FILE.quads with corners."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, 3])
    chosen = rng.choice(names, min(DECKS_PER_BLOCK, len(names)), replace=False)
    stock = [deck_named(str(name)) for name in chosen]
    pictures = np.empty((BLOCK, NET_SIDE, NET_SIDE, 6), np.uint8)
    corners = np.empty((BLOCK, MOST_NEW, 4, 2), np.float32)
    for number in range(BLOCK):
        one = pair(stock[number % len(stock)], rng, int(rng.integers(3)))
        pictures[number] = np.concatenate([one.before, one.after], 2)
        corners[number] = quads_array(one.quads)
    np.save(quads_file(file), corners)
    part = file.with_suffix(".part.npy")
    np.save(part, pictures)
    part.replace(file)
    return file.stem


def quads_file(file: Path) -> Path:
    """Where the corners of a block lie."""
    return file.with_name(f"{file.stem}.quads.npy")


def render_all_scenes(names: list[str], blocks: int, seed: int, folder: Path) -> list[Path]:
    """Render the blocks that are not there yet, on all cores; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"block-{seed}-{number:03d}.npy" for number in range(blocks)]
    missing = [(k, f) for k, f in enumerate(files) if not f.exists()]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(render_block, names, seed * 1000 + k, f) for k, f in missing]
        for number, job in enumerate(jobs):
            print(f"scenes {number + 1}/{len(jobs)}  {job.result()}", flush=True)
    return files
