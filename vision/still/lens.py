"""What a wide-angle lens bends, found from cards that lie about and taken back.

Straight lines bend outwards in such a picture, the more the farther from its middle: a point that
belongs `r` half widths from the middle is seen where `r = seen * (1 + bend * seen ** 2)`. Cards of
one size on one table say how much: with the right bend they fit one plane better than without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image, as_image
from vision.reading.plane import fit_plane, misfit

_LEAST_CARDS = 3
_STEPS = (0.1, 0.2, 0.3, 0.4)
_FINER = 0.05
_MUCH, _BETTER = 0.015, 0.5
"""Usual misfit, in lengths of a card, from which on a bend is looked for, and what share of it may
be left where one is found: corners are read a hundredth off where nothing is bent."""


@dataclass(frozen=True)
class Lens:
    """How much a picture of so many pixels, width and height, is bent."""

    bend: float
    size: tuple[int, int]

    @property
    def wide(self) -> tuple[int, int]:
        """Width and height of the straight picture: as fine in the middle as the bent one."""
        return round(self.size[0] * (1 + self.bend)), round(self.size[1] * (1 + self.bend))

    def straight(self, points: Floats) -> Floats:
        """Return where points [...,2] of the picture lie in the straight one."""
        off = points - _middle(self.size)
        far = (off**2).sum(-1, keepdims=True) / _half(self.size) ** 2
        result: Floats = off * (1 + self.bend * far) + _middle(self.wide)
        return result

    def bent(self, points: Floats) -> Floats:
        """Return where points [...,2] of the straight picture are seen."""
        off = points - _middle(self.wide)
        seen = np.linspace(0.0, 2.0, 2001)
        far = np.linalg.norm(off, axis=-1, keepdims=True) / _half(self.size)
        share = np.interp(far, seen * (1 + self.bend * seen**2), seen) / np.maximum(far, 1e-9)
        result: Floats = off * share + _middle(self.size)
        return result

    def straightened(self, image: Image) -> Image:
        """Return the straight picture."""
        x, y = np.meshgrid(np.arange(self.wide[0]), np.arange(self.wide[1]))
        source = self.bent(np.stack([x, y], -1).astype(float)).astype(np.float32)
        x, y = np.ascontiguousarray(source[..., 0]), np.ascontiguousarray(source[..., 1])
        return as_image(cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def find_lens(quads: Sequence[Floats], aspect: float, size: tuple[int, int]) -> Lens | None:
    """Return what bent the rims of cards (clockwise, first side short); None where nothing did."""
    if len(quads) < _LEAST_CARDS:
        return None
    before = _left(Lens(0.0, size), quads, aspect)
    if before < _MUCH:
        return None
    rough = min(_STEPS, key=lambda bend: _left(Lens(bend, size), quads, aspect))
    tried = [Lens(rough + step, size) for step in (-_FINER, 0.0, _FINER)]
    left, best = min(((_left(lens, quads, aspect), lens) for lens in tried), key=lambda one: one[0])
    return best if left < _BETTER * before else None


def _left(lens: Lens, quads: Sequence[Floats], aspect: float) -> float:
    """Return the mean misfit of the quads in their plane, straightened, in lengths of a card."""
    laid = [lens.straight(quad) for quad in quads]
    plane = fit_plane(laid, aspect, lens.wide)
    return np.inf if plane is None else float(np.mean([misfit(plane, quad) for quad in laid]))


def _middle(size: tuple[int, int]) -> Floats:
    return np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])


def _half(size: tuple[int, int]) -> float:
    return max(size) / 2
