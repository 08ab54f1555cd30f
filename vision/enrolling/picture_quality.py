"""Whether a picture of a folder can be learned from: in focus, still, neither dark nor burnt out.

What a deck is read worse with is refused; what is only softer than its fellows was not meant so
and is named, but learned. All numbers are of own renders of training decks: 168 photographs of
cards 260 to 460 pixels long, each sharp and with one thing wrong with it. At SMEARED and BURNT a
view begins to lose against the cards most like it; before that nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.enrolling.face_quality import SOFT_EDGES, edge_sharpness
from vision.place.geometry import as_quad

CLEAR_LENGTH = 200.0
"""Length in pixels of the picture from which on softness is the lens's or the hand's; what is
smaller has no finer edges, and is mostly a scan with a margin, whose white paper is no fault."""
SMEARED = 0.5
"""Sharpness across the worst direction: blurred by a hundredth of the card's length, or moved by
four; of sharp renders 99 in 100 have 0.68 and more."""
SOFT_FACE = 0.55
"""Edges of a drawn or scanned face blurred by a hundredth of its length; 1.2 and more in focus."""
_FELLOWS = 5
_SOFTER, _SOFT_ENOUGH = 0.72, 0.85
_SMEARED_MORE, _SMEARED_ENOUGH = 0.65, 0.65
DARK = 60.0
"""Grey level that a twentieth of the card reaches: a quarter of what a lamp gives."""
BURNT = 250
BURNT_SHARE = 0.25
"""Part of a photographed card that is burnt out in all colours: from there on its light inks go."""
_BRIGHT = 95
_INSET_Y, _INSET_X = 6, 5
_EDGE = 7
_DIAGONAL = 1.2
"""A step of one pixel looks so much higher along a diagonal."""
_GRAIN = 0.25
_AROUND = 1.06
_LEAST_GROUND = 0.02


@dataclass(frozen=True, slots=True)
class Focus:
    """How sharp a face is: 1 and more in focus, whatever light and contrast."""

    edges: float
    """Of its sharpest edges, whichever way they run."""
    worst: float
    """Across the direction in which it is least sharp."""


def focus_of(face: Image) -> Focus:
    """Return how sharp a face [128,80,3] is."""
    return Focus(edge_sharpness(face), _worst_direction(face))


def is_soft(focus: Focus, *, photographed: bool) -> bool:
    """Whether a face is so blurred that a deck is read worse with it."""
    return focus.worst < SMEARED if photographed else focus.edges < SOFT_FACE


def is_softer(focus: Focus, fellows: Sequence[Focus]) -> bool:
    """Whether a face is softer than the others of its kind in the same folder.

    It costs nothing measurable yet; who photographs a deck can take it once more.
    """
    if len(fellows) < _FELLOWS:
        return False
    edges = float(np.median([other.edges for other in fellows]))
    worst = float(np.median([other.worst for other in fellows]))
    softer = focus.edges < min(_SOFT_ENOUGH, _SOFTER * edges)
    return softer or focus.worst < min(_SMEARED_ENOUGH, _SMEARED_MORE * worst)


def is_soft_though_small(focus: Focus) -> bool:
    """Whether a drawn or scanned face that is smaller than CLEAR_LENGTH is blurred."""
    return focus.edges < SOFT_EDGES


def is_dark(face: Image) -> bool:
    """Whether a face, or a whole picture, is so dark that noise hides the print."""
    return float(np.percentile(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), _BRIGHT)) < DARK


def is_burnt(face: Image, picture: Image, corners: Floats) -> bool:
    """Whether a camera took the card too bright; white paper that was drawn is no fault.

    `corners` is where the card lies in the picture: the grain of the ground tells the camera.
    """
    burnt = float((face.min(axis=2) >= BURNT).mean())
    return burnt > BURNT_SHARE and _ground_grain(picture, corners) > _GRAIN


def _worst_direction(face: Image) -> float:
    """As `vision.enrolling.cutout.sharpness`, in each of four directions; the least of them."""
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
    inner = np.ascontiguousarray(grey[_INSET_Y:-_INSET_Y, _INSET_X:-_INSET_X])
    around = np.ones((_EDGE, _EDGE), np.uint8)
    local = np.asarray(cv2.dilate(inner, around) - cv2.erode(inner, around), np.float32)
    spread = float(np.percentile(inner, 98) - np.percentile(inner, 2))
    contrast = max(spread, 0.8 * float(np.percentile(local, 99)))
    if contrast < 1.0:
        return 0.0
    printed = float((local >= 0.5 * contrast).mean())
    rank = float(np.clip(100 - 25 * printed / _EDGE, 98.0, 99.9))
    steps = (
        np.diff(inner, axis=1),
        np.diff(inner, axis=0),
        (inner[1:, 1:] - inner[:-1, :-1]) / _DIAGONAL,
        (inner[1:, :-1] - inner[:-1, 1:]) / _DIAGONAL,
    )
    return min(float(np.percentile(np.abs(step), rank)) for step in steps) / contrast * 2.0


def _ground_grain(picture: Image, corners: Floats) -> float:
    """Return by how many levels neighbours differ where the card does not lie; 0 where drawn."""
    quad = np.asarray(as_quad(corners))
    middle = quad.mean(axis=0)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    ground = np.full(grey.shape, 255, np.uint8)
    card = np.rint(middle + (quad - middle) * _AROUND).astype(np.int32)
    cv2.fillConvexPoly(ground, card, (0,))
    if float((ground > 0).mean()) < _LEAST_GROUND:
        return 0.0
    fine = cv2.absdiff(grey, cv2.blur(grey, (3, 3)))
    return float(fine[ground > 0].mean())
