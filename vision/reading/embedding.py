"""From a rectified card to a unit vector: cards that look alike lie close together.

The training code imports `prepare` from here, so that the net sees at the table exactly what it
saw when it learned.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.reading.nets import Net

CROP_WIDTH = 80
CROP_HEIGHT = 128
_BATCH = 64
_WHITE = 255.0


def prepare(crops: Image) -> Floats:
    """Turn crops [n,128,80,3] into the net's input [n,3,128,80], free of exposure and tint.

    Half of each channel's mean and half of the common mean are taken off and the whole is divided
    by the common spread: a colder or darker lamp gives nearly the same numbers, while a red suit
    stays redder than a green one.
    """
    result = np.empty((len(crops), 3, *crops.shape[1:3]), np.float32)
    # Crop by crop, in place: what is worked on stays in the processor's cache.
    for crop, values in zip(crops, result, strict=True):
        means, own = (measure[:, 0] / _WHITE for measure in cv2.meanStdDev(crop))
        middle = means.mean()
        variance = float((own**2 + (means - middle) ** 2).mean())
        scale = 1.0 / (math.sqrt(variance * values.size / (values.size - 1)) + 0.05)
        for channel, plane, mean in zip(cv2.split(crop), values, means, strict=True):
            np.multiply(channel, np.float32(scale / _WHITE), out=plane, dtype=np.float32)
            np.subtract(plane, np.float32(0.5 * scale * (mean + middle)), out=plane)
    return result


def embed(net: Net, crops: Image) -> Floats:
    """Return unit vectors [n,128] of crops [n,128,80,3]."""
    if len(crops) == 0:
        return np.zeros((0, 128), np.float32)
    parts = [
        net.run(prepare(crops[start : start + _BATCH])) for start in range(0, len(crops), _BATCH)
    ]
    return np.concatenate(parts)


def half_turned(crops: Image) -> Image:
    """Return the crops turned by 180 degrees, as a player opposite sees them."""
    return np.ascontiguousarray(crops[:, ::-1, ::-1])
