"""Whether a rectified face is good enough to learn from: large, sharp and free of glare.

What is learned badly is read badly all evening, so doubtful views are refused at once, in words
that say what to change.
"""

from __future__ import annotations

from enum import Enum

import cv2
import numpy as np

from engine.text import Text
from vision.arrays import Image
from vision.enrolling.cutout import sharpness
from vision.reading.embedding import CROP_HEIGHT, CROP_WIDTH

BLURRED = 0.36
"""Sharpness below which the small signs in the corners are gone: edges wider than six pixels."""
SOFT_EDGES = 0.33
"""The same for a face without noise, by `edge_sharpness`: a drawn one in focus has 0.9 and more,
one blurred by 2.5 pixels about this."""
SHORTEST = 64.0
"""Length in pixels of the picture below which a card's pips run together: half of a crop's."""
GLARE_SHARE = 0.05
"""Part of the face that may be burnt out."""
_BURNT = 250
_ABOVE_PAPER = 12
_RIM = 4
_STRONGEST = 30
_EXTREMES = 20
_SPECK = 5


class Flaw(Enum):
    """Why a view is not learned."""

    BLURRED = "blurred"
    SMALL = "small"
    GLARE = "glare"
    DARK = "dark"
    BURNT = "burnt"


FLAW_WORDS = {
    Flaw.BLURRED: Text(
        de="unscharf: ruhig liegen lassen, Kamera scharf stellen",
        en="blurred: let it lie still, focus the camera",
    ),
    Flaw.SMALL: Text(
        de="zu klein: die Kamera näher an den Tisch bringen",
        en="too small: bring the camera nearer to the table",
    ),
    Flaw.GLARE: Text(
        de="von einer Spiegelung überstrahlt: Karte drehen oder Lampe versetzen",
        en="burnt out by a reflection: turn the card or move the lamp",
    ),
    Flaw.DARK: Text(
        de="zu dunkel: mehr Licht machen oder länger belichten",
        en="too dark: make more light or expose longer",
    ),
    Flaw.BURNT: Text(
        de="überbelichtet: kürzer belichten oder weniger Licht",
        en="overexposed: expose shorter or take less light",
    ),
}


def flaw_of(face: Image, length_px: float) -> Flaw | None:
    """Return what is wrong with a face [128,80,3] that was `length_px` long in the picture."""
    if length_px < SHORTEST:
        return Flaw.SMALL
    if glare_share(face) > GLARE_SHARE:
        return Flaw.GLARE
    return Flaw.BLURRED if sharpness(face) < BLURRED else None


def edge_sharpness(face: Image) -> float:
    """Return how sharp the sharpest edges of a face [128,80,3] are; 2 is a step in one pixel.

    For drawn and scanned faces: it does not matter how few edges there are, as on an ace with one
    small sign, but a camera's noise would be taken for edges.
    """
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)[_RIM:-_RIM, _RIM:-_RIM]
    levels = np.sort(grey, axis=None)
    spread = float(levels[-_EXTREMES:].mean() - levels[:_EXTREMES].mean())
    if spread < 1.0:
        return 0.0
    steps = [np.sort(np.abs(np.diff(grey, axis=axis)), axis=None) for axis in (0, 1)]
    return max(float(each[-_STRONGEST:].mean()) for each in steps) / spread * 2.0


def glare_share(face: Image) -> float:
    """Return the share of a face [128,80,3] that is burnt out, brighter than its own paper.

    White paper may itself be as bright as the camera can tell; then nothing can be called glare.
    """
    inner = face[_RIM : CROP_HEIGHT - _RIM, _RIM : CROP_WIDTH - _RIM]
    darkest = inner.min(axis=2)
    rim = np.concatenate([face[:_RIM].reshape(-1, 3), face[-_RIM:].reshape(-1, 3)])
    paper = float(np.median(rim.min(axis=1)))
    burnt = (darkest >= max(_BURNT, paper + _ABOVE_PAPER)).astype(np.uint8)
    kernel = np.ones((_SPECK, _SPECK), np.uint8)
    whole = cv2.morphologyEx(burnt, cv2.MORPH_OPEN, kernel)
    return float(whole.mean())
