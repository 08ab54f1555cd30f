"""Names for the arrays that pass through vision, so that signatures say what they carry."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""Height x width x 3, blue-green-red, as OpenCV decodes it."""
Mask = NDArray[np.uint8]
"""Height x width, 0 or 255."""
Bools = NDArray[np.bool_]
"""Any array of yes and no."""
Floats = NDArray[np.floating[Any]]
"""Any array of real numbers."""


def as_image(array: Any) -> Image:
    """Give OpenCV's answer the type this package works with; a copy only where needed."""
    return np.asarray(array, dtype=np.uint8)


def as_floats(array: Any) -> Floats:
    """Give OpenCV's or scipy's answer the type this package works with."""
    return np.asarray(array, dtype=np.float64)


def strongest(values: Any) -> Any:
    """Return the greatest of three channels at each pixel; far quicker than `max(axis=-1)`."""
    if values.dtype == np.uint8 and values.ndim == 3:
        blue, green, red = cv2.split(values)
        return cv2.max(cv2.max(blue, green), red)
    return np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2])


def median(values: Any, axis: int = 0) -> Any:
    """Return `np.median` along an axis of numbers that are none of them NaN; several times quicker.

    What it saves is the asking whether there are any.
    """
    high = values.shape[axis] // 2
    low = (values.shape[axis] - 1) // 2
    ordered = np.partition(values, (low, high), axis=axis)
    return (ordered.take(low, axis).astype(np.float64) + ordered.take(high, axis)) / 2


def middles(values: Any, axis: int) -> Any:
    """Return `median` along an axis of many short lines in 32 bits; three times as quick there."""
    lines = np.array(np.moveaxis(values, axis, -1), order="C")
    high = lines.shape[-1] // 2
    lines.partition(high, axis=-1)
    top = lines[..., high].astype(np.float64)
    return top if lines.shape[-1] % 2 else (lines[..., :high].max(-1) + top) / 2


_BYTE = 255


def median_of_differences(values: Any) -> Any:
    """Return `median` of each column of differences of bytes, int16 [n,k], by counting them."""
    count, found = len(values), []
    for column in values.T:
        until = np.bincount(column + _BYTE, minlength=2 * _BYTE + 1).cumsum()
        low, high = np.searchsorted(until, ((count + 1) // 2, count // 2 + 1))
        found.append((low + high) / 2 - _BYTE)
    return np.array(found)
