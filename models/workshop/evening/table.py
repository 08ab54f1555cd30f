"""A wooden pub table, drawn: planks, grain, knots, and the light of the lamp over it."""

from __future__ import annotations

import math

import cv2
import numpy as np

from models.workshop.evening.geometry import FRAME_HEIGHT, FRAME_WIDTH, Floats, Picture

_PLANK = 132
"""Width of a plank in pixels."""


def wood(rng: np.random.Generator) -> Picture:
    """Return the table top as BGR, unlit; every `rng` gives another table."""
    shape = (FRAME_HEIGHT, FRAME_WIDTH)
    fine = _streaks(rng, shape, 90.0, 0.8)
    broad = _streaks(rng, shape, 260.0, 5.0)
    value = 0.5 * fine + 0.8 * broad + 0.9 * _rings(rng, shape)
    tone = np.array([70.0, 112.0, 168.0]) * rng.uniform(0.62, 0.86)
    top = np.empty((*shape, 3))
    rows = np.arange(FRAME_HEIGHT)
    start = rng.integers(_PLANK)
    for plank in range(-1, FRAME_HEIGHT // _PLANK + 2):
        edge = start + plank * _PLANK
        inside = (rows >= edge) & (rows < edge + _PLANK)
        shift = int(rng.integers(FRAME_WIDTH))
        lightness = rng.uniform(0.9, 1.1)
        grain = np.roll(value[inside], shift, axis=1)[..., None]
        top[inside] = tone * lightness + grain * np.array([9.0, 13.0, 17.0])
    joints = np.abs((rows - start + _PLANK / 2) % _PLANK - _PLANK / 2)
    top *= (1.0 - 0.62 * np.exp(-((joints / 1.6) ** 2)))[:, None, None]
    for _ in range(int(rng.integers(2, 5))):
        _knot(top, rng)
    return np.clip(top, 0, 255).astype(np.uint8)


def lamp(rng: np.random.Generator, shape: tuple[int, int] = (FRAME_HEIGHT, FRAME_WIDTH)) -> Floats:
    """Return the warm light of a hanging lamp: factors [height, width, 3], BGR, near 1."""
    tall, wide = shape
    y, x = np.mgrid[0:tall, 0:wide].astype(np.float64) * (FRAME_HEIGHT / tall)
    cx = FRAME_WIDTH / 2 + rng.uniform(-90, 90)
    cy = FRAME_HEIGHT / 2 + rng.uniform(-60, 60)
    far = ((x - cx) / 820) ** 2 + ((y - cy) / 640) ** 2
    bright = 0.58 + 0.5 * np.exp(-far)
    window = 0.06 * np.exp(-(((x - FRAME_WIDTH) / 500) ** 2))
    warm = np.array([0.84, 0.97, 1.08])
    cold = np.array([1.3, 1.0, 0.8])
    return np.asarray(bright[..., None] * warm + window[..., None] * cold)


def _streaks(
    rng: np.random.Generator, shape: tuple[int, int], along: float, across: float
) -> Floats:
    # Blurred along the grain at an eighth of the width: the same look, much quicker.
    noise = rng.normal(0.0, 1.0, (shape[0], shape[1] // 8))
    streaks = cv2.GaussianBlur(noise, (0, 0), sigmaX=along / 8, sigmaY=across)
    wide = np.asarray(cv2.resize(streaks, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float64)
    return np.asarray(wide / wide.std())


def _rings(rng: np.random.Generator, shape: tuple[int, int]) -> Floats:
    """Flat-sawn growth rings: a sine over a slowly warped height."""
    warp = cv2.resize(rng.normal(0, 1, (6, 9)), shape[::-1], interpolation=cv2.INTER_CUBIC)
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float64)
    phase = y / rng.uniform(3.5, 6.0) + warp * 9.0 + x / 400
    return np.asarray(np.sin(phase) * (0.55 + 0.45 * np.sin(phase / 7)))


def _knot(top: Floats, rng: np.random.Generator) -> None:
    cx, cy = rng.uniform(0, FRAME_WIDTH), rng.uniform(0, FRAME_HEIGHT)
    size = rng.uniform(7, 15)
    left, upper = max(0, int(cx - 16 * size)), max(0, int(cy - 9 * size))
    part = top[upper : int(cy + 9 * size), left : int(cx + 16 * size)]
    y, x = np.mgrid[0 : part.shape[0], 0 : part.shape[1]].astype(np.float64)
    far = np.sqrt(((x + left - cx) / 1.9) ** 2 + (y + upper - cy) ** 2) / size
    ring = 0.5 + 0.5 * np.cos(far * 2 * math.pi * 1.4)
    part *= (1.0 - 0.45 * np.exp(-(far**2)) - 0.14 * ring * np.exp(-far / 1.5))[..., None]
