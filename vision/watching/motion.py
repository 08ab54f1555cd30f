"""Rest and motion: whether the table is still, and when a rest is looked at.

A frame rests when its middle hardly differs from the frame with which the stillness began, so a
card that slides slowly is not at rest. Light that changes everywhere at once is no motion.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Bools, Floats, Image, strongest
from vision.place.geometry import SMALL
from vision.place.light import relit
from vision.watching.thresholds import THRESHOLDS

_MOTION = THRESHOLDS.motion


def _disc() -> Bools:
    y, x = np.mgrid[-1 : 1 : SMALL * 1j, -1 : 1 : SMALL * 1j]
    return np.asarray(x * x + y * y < _MOTION.middle_radius**2)


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
    if share_above(difference(a, b), _MOTION.changed_level) < _MOTION.changed_share:
        return False
    flat = flat_difference(a, relit(b, a))
    return share_above(flat, _MOTION.changed_level) >= _MOTION.changed_share


@dataclass(slots=True)
class RestDetector:
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
        self.resting = self._frames >= 2 and t - self.since >= _MOTION.rest_seconds
        return self.resting

    def interrupt(self) -> None:
        """Forget everything: the picture was lost in between."""
        self._anchor, self.resting, self._frames = None, False, 0

    def _moved(self, small: Image) -> bool:
        assert self._anchor is not None
        apart = difference(small, self._anchor)
        if share_above(apart, _MOTION.moving_level) < _MOTION.moving_share:
            return False
        flat = flat_difference(small, self._anchor)
        noise = _MOTION.noise_factor * float(np.median(flat[::3, ::3]))
        return share_above(flat, max(_MOTION.moving_level, noise)) >= _MOTION.moving_share


class RestSchedule:
    """One rest, from `since` seconds of the recording on; it is first known of at `t`."""

    def __init__(self, since: float, t: float) -> None:
        self.since = since
        self.changed = since
        """When what lies there now had come, as far as known: light may have hidden the motion,
        and then a card that comes during a rest is told apart from the one before by this."""
        self._next_look = t
        self._pause = _MOTION.look_seconds
        self._rereads = 0
        self._refreshed = 0.0

    def quiet(self, t: float) -> None:
        """Nothing has changed up to now."""
        self.changed = t

    def look_due(self, t: float) -> bool:
        """Whether it is time to look at what has changed; the next time then is later."""
        if t < self._next_look:
            return False
        self._next_look = t + self._pause
        self._pause *= 2
        return True

    def reread_due(self, t: float) -> bool:
        """Whether it is time to read the newest card again."""
        after = _MOTION.reread_seconds[self._rereads :]
        if not after or t - self.since < after[0]:
            return False
        self._rereads += 1
        return True

    def refresh_due(self, t: float) -> bool:
        """Whether it is time for another picture of the resting table."""
        if t - self._refreshed < _MOTION.refresh_seconds:
            return False
        self._refreshed = t
        return True
