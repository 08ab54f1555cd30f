"""Light that is never quite still: drift, flicker, and shadows of people moving about."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from models.evening.geometry import FRAME_HEIGHT, FRAME_WIDTH, Picture
from models.evening.moment import Extras

_COLUMNS, _ROWS = 64, 36
_UNITY = 200.0
"""The field's value for unchanged light; leaves room above."""


class Ambient:
    """The changing light; feed it every frame in order."""

    def __init__(
        self,
        rng: np.random.Generator,
        noise: float = 1.7,
        size: tuple[int, int] = (FRAME_WIDTH, FRAME_HEIGHT),
        drift: float = 0.0025,
        shade: float = 0.10,
    ) -> None:
        self._rng = rng
        self._drift = 0.0
        self._restless, self._shade = drift, shade
        self._shadow = rng.uniform(0, 1, 2)
        self._frame = 0
        self._y, self._x = np.mgrid[0 : 1 : _ROWS * 1j, 0 : 1 : _COLUMNS * 1j]
        self._size = size
        tall, wide = size[1] + 64, size[0] + 64
        self._noise: npt.NDArray[np.int16] = np.round(rng.normal(0, noise, (tall, wide, 3))).astype(
            np.int16
        )

    def lit(self, frame: Picture, extras: Extras, seat_angles: tuple[float, ...]) -> Picture:
        """Return the frame in this moment's light, with the sensor's noise."""
        rng = self._rng
        self._frame += 1
        self._drift = 0.995 * self._drift + float(rng.normal(0, self._restless))
        self._shadow = np.clip(self._shadow + rng.normal(0, 0.006, 2), -0.2, 1.2)
        flicker = 0.006 * math.sin(self._frame * 1.7)
        sx, sy = self._shadow
        far = ((self._x - sx) / 0.16) ** 2 + ((self._y - sy) / 0.26) ** 2
        field = (1 + self._drift + flicker) * (1 - self._shade * np.exp(-far))
        for seat, share in extras.leaning:
            x = 0.5 + 0.62 * math.cos(seat_angles[seat])
            y = 0.5 - 0.62 * math.sin(seat_angles[seat])
            far = ((self._x - x) / 0.34) ** 2 + ((self._y - y) / 0.5) ** 2
            field = field * (1 - 0.28 * share * np.exp(-far))
        grey = np.clip(field * _UNITY, 0, 255).astype(np.float32)
        large = cv2.resize(grey, self._size, interpolation=cv2.INTER_LINEAR)
        level = cv2.merge([np.round(large).astype(np.uint8)] * 3)
        shaded = cv2.multiply(frame, level, scale=1 / _UNITY)
        dy, dx = (int(v) for v in rng.integers(0, 64, 2))
        grain = self._noise[dy : dy + self._size[1], dx : dx + self._size[0]]
        return np.asarray(cv2.add(shaded, grain, dtype=cv2.CV_8U), np.uint8)
