"""How well the pixels of a place agree with those of an enrolled face.

The net was taught to tell cards from each other, not from all that lies on tables: there is grain
and there are shadows that it finds like some ace. And where it finds two cards alike, a seven and
an eight half hidden, it weighs the whole crop, though only the place matters where they differ.
Pixels know both, and they ask nothing else than whether light and dark, red and black stand where
they stand on the face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.arrays import Floats, Image, Mask, as_image

_SMOOTH = 1.5
"""Print finer than this, in pixels of a crop, is not compared: corners are found no better."""
_FINE = 1.0
"""The same where two faces are told apart: an index is small."""
_RIM_X, _RIM_Y = 4, 6
"""So far, in pixels of a crop, the place may be off."""
_NEAR_COVER = np.ones((5, 5), np.uint8)
_SAME = 20.0
"""Brightness by which a pixel must differ between two faces to speak for one of them."""
LEAST_DIFFERENCE = 4e4
"""Summed squares of what differs between two faces, below which nobody can tell them apart."""


@dataclass(frozen=True)
class Match:
    """An enrolled view, the way up in which it agrees best, and where it lies in the crop."""

    agreement: float
    view: Image
    x: int
    y: int


def matched(crop: Image, views: Image, visible: Mask | None = None) -> Match:
    """Return which of views [n,128,80,3], either way up, agrees best with a crop [128,80,3].

    The agreement is a correlation, -1..1. `visible` [128,80] is 255 where the crop shows the
    card: all of it, if None.
    """
    seen = _smooth(crop, _SMOOTH)
    shown = None if visible is None else _inner(visible)
    found = []
    for view in np.concatenate([views, views[:, ::-1, ::-1]]):
        inner = _inner(_smooth(view, _SMOOTH))
        alike = cv2.matchTemplate(seen, inner, cv2.TM_CCOEFF_NORMED, mask=shown)
        alike = np.nan_to_num(alike, nan=0.0, posinf=0.0, neginf=0.0)
        y, x = np.unravel_index(int(alike.argmax()), alike.shape)
        found.append(Match(float(alike.max()), as_image(view), int(x), int(y)))
    return max(found, key=lambda match: match.agreement)


def told_apart(crop: Image, matches: Sequence[Match], visible: Mask) -> tuple[int, float]:
    """Return which match the crop shows, judged where they differ, and how clearly.

    Clearly is the least over the other matches: 0.5 where the crop looks as the face does, 0 where
    it looks half like the one and half like the other or where they do not differ.
    """
    best = max(matches, key=lambda match: match.agreement)
    height, width = crop.shape[0] - 2 * _RIM_Y, crop.shape[1] - 2 * _RIM_X
    fine = _smooth(crop, _FINE)[best.y : best.y + height, best.x : best.x + width]
    seen = fine.astype(np.float32)
    faces = [_inner(_smooth(match.view, _FINE)).astype(np.float32) for match in matches]
    shown = _inner(as_image(cv2.erode(visible, _NEAR_COVER)))
    leads = [
        min(_lead(seen, one, two, shown) for j, two in enumerate(faces) if j != i)
        for i, one in enumerate(faces)
    ]
    first = int(np.argmax(leads))
    return first, leads[first]


def _lead(seen: Floats, one: Floats, two: Floats, shown: Mask) -> float:
    """Return how much more the crop looks like face `one` than like `two`: 0.5 as it, -0.5."""
    seeing = shown > 0
    apart = (one - two) * seeing[..., None]
    apart = np.where(np.abs(apart) < _SAME, 0.0, apart)
    whole = float((apart**2).sum())
    if whole < LEAST_DIFFERENCE:
        return 0.0
    middle = (one + two) / 2
    alike = seeing & (np.abs(apart).max(2) == 0.0)
    lit = _in_light_of(seen, middle, alike if alike.sum() > _LEAST_ALIKE else seeing)
    lead = float(((lit - middle) * apart).sum()) / whole
    # Far beyond either face something else lies there: that says nothing.
    return float(np.clip(lead, -0.5, 0.5)) if abs(lead) < 1.0 else 0.0


_LEAST_ALIKE = 400
"""Pixels that must be alike on both faces to learn the light from them."""


def _in_light_of(seen: Floats, face: Floats, where: np.ndarray[Any, np.dtype[np.bool_]]) -> Floats:
    """Return the crop in the light of a face: brightness and contrast of each channel."""
    own, other = seen[where], face[where]
    mean, wanted = own.mean(0), other.mean(0)
    off = own - mean
    gain = (off * (other - wanted)).sum(0) / np.maximum(1e-6, (off**2).sum(0))
    lit: Floats = (seen - mean) * gain + wanted
    return lit


def _inner(picture: Image) -> Image:
    return np.ascontiguousarray(picture[_RIM_Y:-_RIM_Y, _RIM_X:-_RIM_X])


def _smooth(crop: Image, spread: float) -> Image:
    return as_image(cv2.GaussianBlur(np.ascontiguousarray(crop), (0, 0), spread))
