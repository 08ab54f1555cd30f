"""What the camera makes of an evening: smear, blur, gain, bands of the mains, coarse JPEG."""

from __future__ import annotations

import math

import cv2
import numpy as np

from models.evening.geometry import Floats, Picture
from models.evening.stage import Nuisance, Stage

_MAINS_HZ = 100.0


class Lens:
    """One camera; feed it every painted frame in order with its time."""

    def __init__(self, stage: Stage) -> None:
        self._rng = np.random.default_rng([stage.seed, 34])
        self._has = stage.nuisances.__contains__
        self._size = (stage.camera.width, stage.camera.height)
        self._before: Picture | None = None
        rng, share = self._rng, stage.camera.height / 720
        self._blur = float(rng.uniform(0.9, 1.7)) * share if self._has(Nuisance.DEFOCUS) else 0.0
        coarse = self._has(Nuisance.BITRATE)
        self._quality = int(rng.integers(28, 45) if coarse else rng.integers(78, 93))
        self._gain = _grain(rng, self._size) if self._has(Nuisance.DIM) else None
        self._depth = float(rng.uniform(0.04, 0.10))
        self._strip = _strip(rng, self._size) if self._has(Nuisance.LEDS) else None

    def take(self, frame: Picture, t: float) -> Picture:
        """Return the frame as it comes from the camera, decoded; `t` in seconds."""
        picture = self._smeared(frame)
        if self._strip is not None:
            picture = self._with_strip(picture, t)
        if self._has(Nuisance.FLICKER):
            picture = self._banded(picture, t)
        if self._blur:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), self._blur), np.uint8)
        if self._gain is not None:
            picture = self._noisy(picture, self._gain)
        return self._sent(picture)

    def _smeared(self, frame: Picture) -> Picture:
        before, self._before = self._before, frame
        if before is None or not self._has(Nuisance.MOTION):
            return frame
        return np.asarray(cv2.addWeighted(frame, 0.62, before, 0.38, 0), np.uint8)

    def _with_strip(self, picture: Picture, t: float) -> Picture:
        assert self._strip is not None
        hue = (t * 0.7 % 1) * 2 * math.pi
        colour = [0.5 + 0.5 * math.cos(hue + k * 2.1) for k in range(3)]
        glow = cv2.merge([np.asarray(self._strip * part, np.uint8) for part in colour])
        return np.asarray(cv2.add(picture, glow), np.uint8)

    def _banded(self, picture: Picture, t: float) -> Picture:
        rows = np.arange(picture.shape[0], dtype=np.float32)
        # A rolling shutter reads the lines one after the other while the lamp pulses.
        phase = 2 * math.pi * (_MAINS_HZ * 1.003 * t + rows / picture.shape[0] * 1.7)
        level = 255 * (1 - self._depth * (0.5 + 0.5 * np.sin(phase)))
        grey = np.round(level).astype(np.uint8)[:, None, None]
        bands = np.ascontiguousarray(np.broadcast_to(grey, picture.shape))
        return np.asarray(cv2.multiply(picture, bands, scale=1 / 255), np.uint8)

    def _noisy(self, picture: Picture, grain: Floats) -> Picture:
        dy, dx = (int(v) for v in self._rng.integers(0, 64, 2))
        part = grain[dy : dy + self._size[1], dx : dx + self._size[0]]
        return np.asarray(cv2.add(picture, part, dtype=cv2.CV_8U), np.uint8)

    def _sent(self, picture: Picture) -> Picture:
        good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
        if not good:
            raise RuntimeError("JPEG encoding failed")
        back = cv2.imdecode(data, cv2.IMREAD_COLOR)
        if back is None:
            raise RuntimeError("JPEG decoding failed")
        return np.asarray(back, np.uint8)


def _grain(rng: np.random.Generator, size: tuple[int, int]) -> Floats:
    shape = (size[1] + 64, size[0] + 64, 3)
    return np.asarray(np.round(rng.normal(0, rng.uniform(4, 7), shape)).astype(np.int16))


def _strip(rng: np.random.Generator, size: tuple[int, int]) -> Floats:
    """Return the glow of a lamp strip along one edge, 0 to 255, [height, width]."""
    wide, tall = size
    y, x = np.mgrid[0:tall, 0:wide].astype(np.float32)
    far = (y, tall - y, x, wide - x)[int(rng.integers(4))] / tall
    glow = 235 * np.exp(-((far / 0.02) ** 2)) + rng.uniform(35, 70) * np.exp(-far / 0.16)
    return np.asarray(glow)
