"""Tables drawn by code: planks, veneer, felt, checked and plain cloth, light linen, marble."""

from pathlib import Path

import cv2
import numpy as np

from models.workshop.pictures import Picture, Random, smooth_field, turned

WOOD = np.array([[25, 60, 110], [50, 95, 150], [95, 140, 180], [20, 35, 60], [110, 160, 205]])
LIGHT = np.array(
    [
        [250, 252, 252],
        [215, 232, 240],
        [200, 220, 235],
        [225, 228, 228],
        [190, 205, 222],
        [235, 240, 245],
    ]
)
SURFACES = (
    *("brick", "gravel", "mariasek_wood2-big", "mnk7_hintergrund1_wood", "piiit_table"),
    *("taschee_wood", "webplatformz_table", "greyweave", "stone33", "3dweave"),
)
"""Photographed surfaces of the data folder that are large enough; nothing learns from them."""


def planks(rng: Random, size: int) -> Picture:
    """Boards with grain and, often, dark joints; tones from near black to beech."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) * (512 / size)
    _, across = turned(x, y, float(rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)])))
    wave = smooth_field(rng, (size, size), 8)
    grain = np.sin(across / rng.uniform(2, 16) + wave * rng.uniform(1, 6)) * rng.uniform(2, 14)
    noise = rng.normal(0, 22, (size, size)).astype(np.float32)
    grain = grain + cv2.GaussianBlur(noise, (0, 0), sigmaX=9 * size / 512, sigmaY=0.7)
    tone = np.ones((size, size), np.float32)
    if rng.random() < 0.7:
        width = rng.uniform(35, 170)
        board = np.floor(across / width).astype(int) % 16
        tone = rng.normal(1, 0.1, 16).astype(np.float32)[board]
        joint = np.abs(across / width % 1 - 0.5) > 0.5 - rng.uniform(0.4, 1.4) / width
        grain = grain - joint * rng.uniform(15, 70)
    base = WOOD[int(rng.integers(len(WOOD)))] * rng.uniform(0.6, 1.25)
    colour = base[None, None] + (grain * rng.uniform(0.5, 1.3))[..., None] * [0.6, 0.85, 1.0]
    planked: Picture = colour * tone[..., None]
    return planked


def cloth(rng: Random, size: int, light: bool) -> Picture:
    """Woven or plain cloth, checked at times; light = white, cream or beige linen."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) * (512 / size)
    base: Picture = LIGHT[int(rng.integers(len(LIGHT)))] if light else rng.uniform(12, 200, 3)
    weave = rng.normal(0, rng.uniform(1, 5 if light else 12), (size, size)).astype(np.float32)
    folds = smooth_field(rng, (size, size), 7) * rng.uniform(0, 9)
    period = rng.uniform(2.2, 6)
    weave = weave + rng.uniform(0, 6) * (np.sin(x * 6.28 / period) + np.sin(y * 6.28 / period))
    picture: Picture = base[None, None] + (weave + folds)[..., None]
    if rng.random() < (0.3 if light else 0.45):
        along, across = turned(x, y, float(rng.uniform(0, np.pi)))
        pitch = rng.uniform(20, 90)
        stripe = (np.sin(along / pitch * 6.28) > rng.uniform(-0.3, 0.8)).astype(np.float32)
        if rng.random() < 0.6:
            stripe = stripe + (np.sin(across / pitch * 6.28) > rng.uniform(-0.3, 0.8))
        tint = rng.normal(0, 12 if light else 35, 3) + rng.normal(0, 10 if light else 25)
        picture = picture + stripe[..., None] * tint
    return picture


def stone(rng: Random, size: int) -> Picture:
    """Marble, granite, laminate: clouds at several scales."""
    base = rng.uniform(30, 235, 3) * 0.4 + rng.uniform(30, 235) * 0.6
    clouds = sum(smooth_field(rng, (size, size), c) * rng.uniform(0, 14) for c in (5, 14, 60))
    return base[None, None] + np.asarray(clouds)[..., None] * rng.uniform(0.7, 1.2, 3)


def table(rng: Random, size: int) -> Picture:
    """Any table, float32 BGR 0..255; more than a third are light."""
    kind = rng.random()
    if kind < 0.32:
        picture = planks(rng, size)
    elif kind < 0.68:
        picture = cloth(rng, size, light=True)
    elif kind < 0.87:
        picture = cloth(rng, size, light=False)
    else:
        picture = stone(rng, size)
    return np.clip(picture, 2, 255).astype(np.float32)


def photographed_tables(folder: Path) -> list[Picture]:
    """Photographs of wood and stone on which cards may lie (for measuring only)."""
    pictures = (cv2.imread(str(folder / f"{name}.jpg")) for name in SURFACES)
    return [picture for picture in pictures if picture is not None]


def cut(picture: Picture, rng: Random, size: int) -> Picture:
    """A random square of a photographed surface, as a table of the given size."""
    side = int(min(picture.shape[:2]) * rng.uniform(0.7, 1))
    top = int(rng.integers(0, picture.shape[0] - side + 1))
    left = int(rng.integers(0, picture.shape[1] - side + 1))
    part = picture[top : top + side, left : left + side]
    return cv2.resize(part, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32)
