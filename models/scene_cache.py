"""Rendered before-and-after pairs, kept on disk in blocks while the new-card net trains."""

import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np

from models.pictures import Picture
from models.render_scenes import NET_SIDE, pair
from models.view_cache import deck_named

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


def render_all(names: list[str], blocks: int, seed: int, folder: Path) -> list[Path]:
    """Render the blocks that are not there yet, on all cores; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"block-{seed}-{number:03d}.npy" for number in range(blocks)]
    missing = [(k, f) for k, f in enumerate(files) if not f.exists()]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(render_block, names, seed * 1000 + k, f) for k, f in missing]
        for number, job in enumerate(jobs):
            print(f"scenes {number + 1}/{len(jobs)}  {job.result()}", flush=True)
    return files
