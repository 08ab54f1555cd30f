"""When the table has come to rest: the state machine behind everything else.

A frame rests when its middle hardly differs from the frame at which this stillness began, so a
card that slides slowly is not at rest either. Light that changes everywhere at once is no motion.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Image, strongest
from vision.place.field import SMALL
from vision.place.light import relit

REST_SECONDS = 0.10
MOVING_LEVEL = 14.0
MOVING_SHARE = 0.0012
CHANGED_LEVEL = 22.0
CHANGED_SHARE = 0.002
_MIDDLE_RADIUS = 0.85
_NOISE_FACTOR = 8.0


def _disc() -> NDBool:
    y, x = np.mgrid[-1 : 1 : SMALL * 1j, -1 : 1 : SMALL * 1j]
    return np.asarray(x * x + y * y < _MIDDLE_RADIUS**2)


NDBool = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
MIDDLE = _disc()
"""The part of the small picture in which cards are laid; an arm at the rim blocks nothing."""


def difference(a: Image, b: Image) -> Floats:
    """Return how far two small pictures differ at each pixel, common change of light taken off."""
    apart = a.astype(np.int16) - b.astype(np.int16)
    common = np.median(apart[::3, ::3].reshape(-1, 3), axis=0).astype(np.int16)
    result: Floats = strongest(np.abs(apart - common))
    return result


def flat_difference(a: Image, b: Image) -> Floats:
    """Return how far two small pictures differ where light that grows, bends or rolls does not.

    The mains roll through the picture as bands along its lines, lamps and clouds make slopes: what
    whole lines or columns have in common is taken off. A card, a hand or an arm fills none.
    """
    apart = (a.astype(np.int16) - b.astype(np.int16)).astype(np.float32)
    apart -= np.median(apart[:, ::2], axis=1, keepdims=True)
    apart -= np.median(apart[::2], axis=0, keepdims=True)
    result: Floats = strongest(np.abs(apart))
    return result


def share_above(apart: Floats, level: float) -> float:
    """Return the share of the middle's pixels that differ by more than `level`."""
    return float(np.count_nonzero((apart > level) & MIDDLE) / MIDDLE.sum())


def changed(a: Image, b: Image) -> bool:
    """Whether something was laid, taken or moved between two resting small pictures."""
    if share_above(difference(a, b), CHANGED_LEVEL) < CHANGED_SHARE:
        return False
    return share_above(flat_difference(a, relit(b, a)), CHANGED_LEVEL) >= CHANGED_SHARE


@dataclass(slots=True)
class Settle:
    """Follows the small pictures; `resting` tells whether the middle of the table is still."""

    resting: bool = False
    since: float = 0.0
    """First moment of the present stillness, in seconds of the recording."""
    _anchor: Image | None = None
    _frames: int = 0

    def step(self, t: float, small: Image) -> bool:
        """Take the next picture and return `resting`."""
        if self._anchor is None or self._moved(small):
            self._anchor, self.since, self._frames = small, t, 0
            self.resting = False
            return False
        self._frames += 1
        self.resting = self._frames >= 2 and t - self.since >= REST_SECONDS
        return self.resting

    def interrupt(self) -> None:
        """Forget everything: the picture was lost in between."""
        self._anchor, self.resting, self._frames = None, False, 0

    def _moved(self, small: Image) -> bool:
        assert self._anchor is not None
        if share_above(difference(small, self._anchor), MOVING_LEVEL) < MOVING_SHARE:
            return False
        apart = flat_difference(small, self._anchor)
        noise = float(np.median(apart[::3, ::3]))
        return share_above(apart, max(MOVING_LEVEL, _NOISE_FACTOR * noise)) >= MOVING_SHARE
