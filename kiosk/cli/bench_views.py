"""Views of the bundled deck as a dim table would show them, made on the spot from its faces.

Nothing of it was used in training: plain perspective, a lamp to one side, a fingertip or a shine,
blur, noise, JPEG. It is for comparing ways of recognising a card on the same pictures, not for
saying how good any is.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image, as_floats
from vision.reading.profile import Profile

WIDTH, HEIGHT = 80, 128


@dataclass(frozen=True, slots=True)
class View:
    """One picture of a card."""

    card: int
    """Index into the profile's cards."""
    crop: Image
    """uint8 [128,80,3], corners a little off, either way up."""


def views(profile: Profile, each: int, seed: int) -> tuple[View, ...]:
    """Return `each` views of every card."""
    chance = np.random.default_rng(seed)
    return tuple(
        View(card, _seen(profile.crops[card][0], chance))
        for card in range(len(profile.cards))
        for _ in range(each)
    )


def _seen(face: Image, chance: np.random.Generator) -> Image:
    turned = face[::-1, ::-1] if chance.random() < 0.5 else face
    corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    moved = corners + chance.normal(0, 3.5, corners.shape).astype(np.float32)
    warp = cv2.getPerspectiveTransform(corners, moved)
    skewed = cv2.warpPerspective(
        np.ascontiguousarray(turned), warp, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE
    )
    blurred = cv2.GaussianBlur(skewed, (0, 0), chance.uniform(0.5, 2.2))
    lit = _hidden(_lit(np.asarray(blurred, np.float32), chance), chance)
    noisy = lit + chance.normal(0, chance.uniform(2, 9), lit.shape)
    whole = np.clip(noisy, 0, 255).astype(np.uint8)
    quality = [int(cv2.IMWRITE_JPEG_QUALITY), int(chance.integers(35, 90))]
    _, packed = cv2.imencode(".jpg", whole, quality)
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _hidden(picture: Floats, chance: np.random.Generator) -> Floats:
    """Return the picture with a fingertip over it, or the shine of a lamp on it, or neither."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    dx, dy = x - chance.uniform(0, WIDTH), y - chance.uniform(0, HEIGHT)
    size = chance.uniform(8, 22)
    what = chance.random()
    if what < 0.35:
        finger = np.array([110, 140, 190]) * chance.uniform(0.5, 1.0)
        return as_floats(np.where((np.hypot(dx, dy) < size)[..., None], finger, picture))
    if what < 0.7:
        return as_floats(picture + (160 * np.exp(-(dx**2 + dy**2) / (2 * size**2)))[..., None])
    return picture


def _lit(picture: Floats, chance: np.random.Generator) -> Floats:
    """Return the picture under a warm lamp to one side."""
    y, x = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j]
    angle = chance.uniform(0, 2 * np.pi)
    slope = 1 + chance.uniform(0, 0.35) * (x * np.cos(angle) + y * np.sin(angle))
    warm = np.array([chance.uniform(0.6, 1.0), chance.uniform(0.8, 1.0), 1.0])
    lit = picture * slope[..., None] * warm * chance.uniform(0.35, 1.0)
    return np.asarray(lit, np.float32)
