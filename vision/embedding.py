"""From a rectified card to a unit vector: cards that look alike lie close together.

The training code imports `prepare` from here, so that the net sees at the table exactly what it
saw when it learned.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.nets import Net

CROP_WIDTH = 80
CROP_HEIGHT = 128
_BATCH = 64


def prepare(crops: Image) -> Floats:
    """Turn crops [n,128,80,3] into the net's input [n,3,128,80], free of exposure and tint.

    Half of each channel's mean and half of the common mean are taken off and the whole is divided
    by the common spread: a colder or darker lamp gives nearly the same numbers, while a red suit
    stays redder than a green one.
    """
    result = np.empty((len(crops), 3, *crops.shape[1:3]), np.float32)
    for crop, planes in zip(crops, result, strict=True):
        mean, deviation = (found.ravel() / 255.0 for found in cv2.meanStdDev(crop))
        common = mean.mean()
        # The spread of all values, from the mean and the deviation of each channel.
        variance = (deviation**2 + mean**2).mean() - common**2
        spread = np.sqrt(max(0.0, variance) * crop.size / (crop.size - 1))
        scale = 1.0 / (spread + 0.05)
        taken_off = 0.5 * (common + mean) * scale
        for channel, values in enumerate(cv2.split(crop)):
            planes[channel] = values
            planes[channel] *= np.float32(scale / 255.0)
            planes[channel] -= np.float32(taken_off[channel])
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
