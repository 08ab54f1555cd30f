"""Takes slow changes of light off: a lamp that swings, a cloud, the camera's own exposure.

Light changes smoothly over the table; a card does not. So the ratio of two pictures is fitted by a
low polynomial, of which everything that does not follow it (cards, hands) is left out.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Image, as_image

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
    fitted = np.full_like(common, np.median(common))
    kept = np.ones(len(common), bool)
    for round_ in range(_ROUNDS):
        off = np.abs(common - fitted)
        spread = max(_LEAST_SPREAD, 1.5 * float(np.median(off)))
        kept = off < _OUTLIER * spread
        # Constant first, then a slope, then a bow: what is fitted early must not follow a card.
        terms = _TERMS[:, : (1, 3, 6, 6)[round_]]
        fitted = terms @ _least_squares(terms * kept[:, None], common * kept)
    tint = np.median(ratio[kept] - common[kept, None], axis=0)
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
        middle = np.where(enough, np.median(ordered, axis=axis), 0.0)
        found = found + np.expand_dims(np.clip(middle, -_DEEPEST, _DEEPEST), axis)
    return np.asarray(found)


def _thumbnail(image: Image) -> Floats:
    shrunk = cv2.resize(image, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    return shrunk.reshape(-1, 3).astype(np.float64) + _DARK
