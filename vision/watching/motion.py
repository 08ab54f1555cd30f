"""Motion and light: what differs between two pictures of the table, and whether it is still.

Slow changes of light are taken off: a lamp that swings, a cloud, the camera's own exposure. Light
changes smoothly over the table; a card does not. So the ratio of two pictures is fitted by a low
polynomial, of which everything that does not follow it (cards, hands) is left out.

A frame rests when its middle hardly differs from the frame with which the stillness began, so a
card that slides slowly is not at rest. Light that changes everywhere at once is no motion.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Bools, Floats, Image, as_image, median, middles, strongest
from vision.place.geometry import SMALL
from vision.watching.thresholds import THRESHOLDS

_SIDE = 40
_ROUNDS = 4
_OUTLIER = 2.5
_LEAST_SPREAD = 0.015
_DARK = 6.0
_MOST = 2.5
_ENOUGH = 0.6
"""Share of a line that must show the table for its light to be told."""
_TRIFLE = 1e-9
_DEEPEST = 0.4
"""Logarithm of the deepest band."""


def _design() -> Floats:
    y, x = np.mgrid[-1 : 1 : _SIDE * 1j, -1 : 1 : _SIDE * 1j]
    x, y = x.ravel(), y.ravel()
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], 1)


_TERMS = _design()


def relit(picture: Image, target: Image) -> Image:
    """Return `picture` as it would look in the light of `target`; both show the same square."""
    gain = light_ratio(picture, target)
    if float(np.abs(gain - 1.0).max()) < 0.01:
        return picture
    size = (picture.shape[1], picture.shape[0])
    field = cv2.resize(gain.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    return as_image(cv2.multiply(picture, field, dtype=cv2.CV_8U))


def light_ratio(picture: Image, target: Image) -> Floats:
    """Return the smooth ratio of the lights [40,40,3] by which `target` is brighter."""
    ratio = np.log(_thumbnail(target) / _thumbnail(picture))
    common = ratio.mean(1)
    fitted = np.full_like(common, median(common))
    kept = np.ones(len(common), bool)
    for round_ in range(_ROUNDS):
        off = np.abs(common - fitted)
        spread = max(_LEAST_SPREAD, 1.5 * float(median(off)))
        kept = off < _OUTLIER * spread
        # Constant first, then a slope, then a bow: what is fitted early must not follow a card.
        terms = _TERMS[:, : (1, 3, 6, 6)[round_]]
        fitted = terms @ _least_squares(terms * kept[:, None], common * kept)
    tint = median(ratio[kept] - common[kept, None], axis=0)
    gain = (fitted[:, None] + tint).reshape(_SIDE, _SIDE, 3)
    left = np.where(kept[:, None], ratio - fitted[:, None] - tint, np.nan)
    gain = np.exp(gain + _bands(left.reshape(_SIDE, _SIDE, 3)))
    return np.asarray(np.clip(gain, 1 / _MOST, _MOST), float)


def _least_squares(terms: Floats, values: Floats) -> Floats:
    """Return the weights of `terms` [n,k] that come nearest to `values` [n]; rows may be zero."""
    products = terms.T @ terms
    # A trifle on the diagonal: where almost nothing is kept there still is one answer.
    products.flat[:: len(products) + 1] += _TRIFLE
    return np.asarray(np.linalg.solve(products, terms.T @ values), float)


def _bands(left: Floats) -> Floats:
    """Return what whole lines, then whole columns [40,40,3] have in common; nan does not count.

    The mains roll through the picture as bands along its lines, a strip of coloured lamps shines in
    from one side; no low polynomial follows them. A card fills no line.
    """
    found = np.zeros_like(left)
    for axis in (1, 0):
        enough = np.isfinite(left).sum(axis) >= _ENOUGH * _SIDE
        ordered = np.nan_to_num(left - found, nan=0.0)
        middle = np.where(enough, median(ordered, axis), 0.0)
        found = found + np.expand_dims(np.clip(middle, -_DEEPEST, _DEEPEST), axis)
    return np.asarray(found)


def _thumbnail(image: Image) -> Floats:
    shrunk = cv2.resize(image, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    return shrunk.reshape(-1, 3).astype(np.float64) + _DARK


_MOTION = THRESHOLDS.motion


def _disc() -> Bools:
    y, x = np.mgrid[-1 : 1 : SMALL * 1j, -1 : 1 : SMALL * 1j]
    return np.asarray(x * x + y * y < _MOTION.middle_radius**2)


MIDDLE = _disc()
"""The part of the small picture in which cards are laid; an arm at the rim blocks nothing."""


def difference(a: Image, b: Image) -> Floats:
    """Return how far two small pictures differ at each pixel, common change of light taken off."""
    apart = a.astype(np.int16) - b.astype(np.int16)
    common = median(apart[::3, ::3].reshape(-1, 3)).astype(np.int16)
    result: Floats = strongest(np.abs(apart - common))
    return result


def flat_difference(a: Image, b: Image) -> Floats:
    """Return how far two small pictures differ where light that grows, bends or rolls does not.

    The mains roll through the picture as bands along its lines, lamps and clouds make slopes: what
    whole lines or columns have in common is taken off. A card, a hand or an arm fills none.
    """
    apart = (a.astype(np.int16) - b.astype(np.int16)).astype(np.float32)
    apart -= middles(apart[:, ::2], 1)[:, None]
    apart -= middles(apart[::2], 0)[None]
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

    def seen_by(self, small: Image) -> None:
        """Go on from how another square shows the same rest."""
        self._anchor = small

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
        self.looks = 0
        """How often it was looked at."""
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
        self.looks += 1
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
