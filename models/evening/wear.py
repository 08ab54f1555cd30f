"""Cards and tables after many evenings: scratches, dirt, soft corners, beer rings, bent cards."""

from __future__ import annotations

import cv2
import numpy as np

from models.evening.geometry import Floats, Picture


def worn(
    face: Picture, rng: np.random.Generator, *, wear: bool, stain: bool, bend: bool
) -> Picture:
    """Return a face as used, BGRA of the same size."""
    colour, alpha = np.asarray(face[..., :3], np.float64), face[..., 3]
    if wear:
        colour, alpha = _used(colour, alpha, rng)
    if stain:
        colour = _ring(colour, rng, face.shape[0] * float(rng.uniform(0.2, 0.32)))
    result = np.dstack([np.clip(colour, 0, 255).astype(np.uint8), alpha])
    return _bent(result, rng) if bend else result


def _used(colour: Floats, alpha: Picture, rng: np.random.Generator) -> tuple[Floats, Picture]:
    tall, wide = alpha.shape
    yellow = np.array([rng.uniform(0.78, 0.95), rng.uniform(0.9, 0.98), rng.uniform(0.95, 1.0)])
    small = rng.normal(0, 1, (9, 6)).astype(np.float32)
    dirt = cv2.resize(small, (wide, tall), interpolation=cv2.INTER_CUBIC)
    colour = colour * yellow * (1 - 0.05 * np.abs(dirt))[..., None]
    colour = 128 + (colour - 128) * float(rng.uniform(0.78, 0.95))
    pale = np.ascontiguousarray(colour)
    for _scratch in range(int(rng.integers(2, 9))):
        a, b = (tuple(int(v) for v in rng.uniform(0, 1, 2) * (wide, tall)) for _end in range(2))
        cv2.line(pale, a, b, (225, 232, 236), 1, cv2.LINE_AA)
    share = float(rng.uniform(0.25, 0.6))
    colour = colour * (1 - share) + pale * share
    edge = cv2.distanceTransform((alpha > 127).astype(np.uint8), cv2.DIST_L2, 3)
    rub = np.exp(-edge / (0.012 * tall))[..., None] * float(rng.uniform(0.1, 0.5))
    colour = colour * (1 - rub) + np.array((150.0, 170.0, 180.0)) * rub
    return np.asarray(colour), _soft_corners(alpha, rng)


def _soft_corners(alpha: Picture, rng: np.random.Generator) -> Picture:
    tall, wide = alpha.shape
    result = alpha.copy()
    for x, y in ((0, 0), (wide - 1, 0), (0, tall - 1), (wide - 1, tall - 1)):
        if rng.random() < 0.3:
            cv2.circle(result, (x, y), int(tall * rng.uniform(0.01, 0.03)), 0, -1, cv2.LINE_AA)
    return result


def _ring(colour: Floats, rng: np.random.Generator, radius: float) -> Floats:
    """Add the brown ring a wet glass leaves."""
    tall, wide = colour.shape[:2]
    y, x = np.mgrid[0:tall, 0:wide].astype(np.float32)
    cx, cy = rng.uniform(-0.1, 1.1) * wide, rng.uniform(-0.1, 1.1) * tall
    around = np.arctan2(y - cy, x - cx)
    broken = np.clip(0.6 + 0.6 * np.sin(around * 2 + rng.uniform(0, 6)), 0, 1)
    far = np.hypot(x - cx, y - cy) - radius
    wet = np.exp(-((far / (0.07 * radius)) ** 2)) * broken * float(rng.uniform(0.15, 0.4))
    return np.asarray(colour * (1 - wet[..., None] * np.array((0.75, 0.5, 0.35))))


def ringed(picture: Picture, rng: np.random.Generator, scale: float, count: int) -> Picture:
    """Return a table with `count` rings of glasses on it; `scale` in pixels a millimetre."""
    colour = picture.astype(np.float32)
    for _glass in range(count):
        radius = float(rng.uniform(30, 42)) * scale
        reach = round(radius * 1.3)
        x = int(rng.integers(reach, max(reach + 1, picture.shape[1] - reach)))
        y = int(rng.integers(reach, max(reach + 1, picture.shape[0] - reach)))
        part = colour[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
        rows, columns = np.mgrid[0 : part.shape[0], 0 : part.shape[1]].astype(np.float32)
        far = np.hypot(columns - part.shape[1] / 2, rows - part.shape[0] / 2) - radius
        wet = np.exp(-((far / (0.06 * radius)) ** 2)) * float(rng.uniform(0.2, 0.45))
        part *= 1 - wet[..., None] * np.array((0.7, 0.5, 0.4), np.float32)
    return np.clip(colour, 0, 255).astype(np.uint8)


def _bent(face: Picture, rng: np.random.Generator) -> Picture:
    """Return a card curved along its length: ends nearer the camera, sides bowed, shaded."""
    tall, wide = face.shape[:2]
    rise = float(rng.uniform(0.02, 0.05) * rng.choice((-1, 1)))
    y, x = np.mgrid[0:tall, 0:wide].astype(np.float32)
    v = 2 * y / (tall - 1) - 1
    swell = 1 + rise * v * v
    source_x = (x - wide / 2) / swell + wide / 2
    source_y = ((y - tall / 2) * (1 + abs(rise) * 0.6)) + tall / 2
    curved = cv2.remap(
        face, source_x, source_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0
    )
    light = 1 + 3.0 * rise * v * float(rng.choice((-1, 1)))
    curved[..., :3] = np.clip(curved[..., :3] * light[..., None], 0, 255)
    return np.asarray(curved, np.uint8)
