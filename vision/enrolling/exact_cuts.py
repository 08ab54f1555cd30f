"""Lays cards found in rows on their exact outlines, and says which of them surely lie there.

A right number of cards says nothing of where each was cut. Each has an outline of straight edges
of its own, all outlines together must be cards of one size in one plane, and none lies on another:
what shows no outline, one that is no card of that plane, or one that lies on its neighbour's is not
certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.enrolling.cutout import aspect_of
from vision.enrolling.rows import LaidCard
from vision.reading.plane import Plane, fit_plane, misfit
from vision.watching.plane_estimate import outlined

_GROWN = (1.0, 1.04)
"""An outline is looked for around so many times a card as well: a frame is printed within."""
_FITTED = 12
"""So many cards, spread over the picture, tell the plane."""
_SIDES = 3
"""Sides that must show: with the size known, three say where the fourth is."""
_MISFIT = 0.02
"""Misfit in lengths up to which an outline is a card of the plane."""
_OVERLAP = 0.02
"""Share of a card's area from which on it lies on another."""


def exactly_laid(picture: Image, laid: Sequence[LaidCard]) -> list[LaidCard]:
    """Return the cards on their exact outlines; those of which that is not known stay uncertain."""
    best: list[LaidCard] = []
    most = 0.0
    for grown in _GROWN:
        starts = [_scaled(one.quad, grown) for one in laid]
        plane = _plane(picture, starts)
        if plane is None:
            continue
        cut = _apart([_laid(picture, one, plane) for one in laid])
        worth = sum(_area(one.quad) for one in cut if one.certain)
        if worth > most:
            best, most = cut, worth
    return best or list(laid)


def _scaled(quad: Floats, times: float) -> Floats:
    middle = quad.mean(0)
    return np.asarray(middle + times * (quad - middle), float)


def _area(quad: Floats) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


def _plane(picture: Image, starts: Sequence[Floats]) -> Plane | None:
    """Return the plane of the cards that show all four sides, None where hardly one does."""
    clear = [quad for start in starts if (quad := outlined(picture, start)) is not None]
    if len(clear) < 2:
        return None
    aspect = float(np.median([aspect_of(quad) for quad in clear]))
    chosen = np.unique(np.linspace(0, len(clear) - 1, _FITTED).astype(int))
    return fit_plane([clear[k] for k in chosen], aspect, (picture.shape[1], picture.shape[0]))


def _laid(picture: Image, one: LaidCard, plane: Plane) -> LaidCard:
    """Return a card on the outline of the plane's size near where it was found."""
    near = plane.quad(plane.pose(one.quad))
    best, least = one, _MISFIT
    for grown in _GROWN:
        outline = outlined(picture, _scaled(near, grown), _SIDES)
        if outline is not None and misfit(plane, outline) <= least:
            least = misfit(plane, outline)
            best = replace(one, quad=plane.quad(plane.pose(outline)), certain=True)
    return best


def _apart(cut: Sequence[LaidCard]) -> list[LaidCard]:
    """Return the cards with those uncertain that lie on another."""
    doubtful = set()
    for k, one in enumerate(cut):
        for n, other in enumerate(cut[:k]):
            first, second = one.quad.astype(np.float32), other.quad.astype(np.float32)
            if cv2.intersectConvexConvex(first, second)[0] > _OVERLAP * _area(one.quad):
                doubtful |= {k, n}
    return [replace(one, certain=one.certain and k not in doubtful) for k, one in enumerate(cut)]
