"""What keeps a camera from reading a table, rendered: beyond what an evening's nuisances do."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.workshop.evening.geometry import Picture
from models.workshop.evening.stage import CameraLens, EveningStage

_FOCAL = 1.1
"""Focal length of the pitched camera in widths of the picture: a usual webcam."""
_SPREAD = 64


@dataclass(frozen=True, slots=True)
class CameraFault:
    """What is wrong with camera, light or place, from `begins` to `ends`, seconds."""

    light: float = 1.0
    """Share of the light that is left; the noise stays as it is."""
    noise: float = 0.0
    """Standard deviation in grey levels."""
    blur: float = 0.0
    """Standard deviation in pixels of 720 lines: the lens is out of focus."""
    glare: float = 0.0
    """Radius of a lamp mirrored over the middle, in heights of the picture."""
    cover: tuple[int, int, int] | None = None
    """Colour of what lies right before the lens, BGR; a little light of the table comes through."""
    distance: float = 1.0
    """So many times as far from the table as it should be."""
    pitch: float = 0.0
    """Degrees from straight above."""
    frozen: bool = False
    """The same picture comes again and again."""
    begins: float = 0.0
    ends: float = math.inf


class FaultyLens:
    """A `CameraLens` with a fault; feed it every painted frame in order with its time."""

    def __init__(self, stage: EveningStage, fault: CameraFault) -> None:
        self._lens = CameraLens(stage)
        self._fault = fault
        rng = self._rng = np.random.default_rng([stage.seed, 38])
        wide, tall = stage.camera.width, stage.camera.height
        self._size = (wide, tall)
        self._grain = rng.normal(0, fault.noise, (tall + _SPREAD, wide + _SPREAD, 3))
        self._grain = np.asarray(np.round(self._grain), np.int16)
        y, x = np.mgrid[0:tall, 0:wide].astype(np.float32)
        far = np.hypot(x - wide / 2, y - tall / 2) / max(fault.glare * tall, 1e-6)
        self._glow = (400 * np.exp(-(np.minimum(far, 4.0) ** 4)))[..., None]
        self._last: Picture | None = None

    def take(self, frame: Picture, t: float) -> Picture:
        """Return the frame as it comes from the camera, decoded; `t` in seconds."""
        if not self._fault.begins <= t < self._fault.ends:
            return self._lens.take(frame, t)
        if self._fault.frozen and self._last is not None:
            return self._last
        self._last = self._lens.take(self._spoilt(frame), t)
        return self._last

    def _spoilt(self, frame: Picture) -> Picture:
        fault, picture = self._fault, frame
        if fault.pitch or fault.distance != 1.0:
            picture = _moved(picture, fault.pitch, fault.distance)
        if fault.blur:
            blur = fault.blur * picture.shape[0] / 720
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
        light = picture.astype(np.float32)
        if fault.glare:
            light += self._glow
        if fault.cover is not None:
            light = np.float32(0.15) * _washed(picture) + np.array(fault.cover, np.float32)
        light *= fault.light
        if fault.noise:
            dy, dx = (int(value) for value in self._rng.integers(0, _SPREAD, 2))
            light += self._grain[dy : dy + self._size[1], dx : dx + self._size[0]]
        return np.asarray(np.clip(light, 0, 255), np.uint8)


def _washed(picture: Picture) -> npt.NDArray[np.float32]:
    """Return the picture so far out of focus that only a blotch is left of it."""
    small = cv2.GaussianBlur(cv2.resize(picture, (64, 36)), (0, 0), 6.0)
    high, wide = picture.shape[:2]
    return np.asarray(cv2.resize(small, (wide, high)), np.float32)


def _moved(picture: Picture, pitch: float, distance: float) -> Picture:
    """Return the picture as seen by a camera further away and pitched towards the lower edge.

    It is taken for what lies flat on the table; round it is the dark floor.
    """
    high, wide = picture.shape[:2]
    focal, turn = _FOCAL * wide, math.radians(pitch)
    k = focal / distance
    seen = np.array([[k, 0, 0], [0, k * math.cos(turn), 0], [0, math.sin(turn), focal]])
    middle = np.array([[1, 0, -wide / 2], [0, -1, high / 2], [0, 0, 1.0]])
    back = np.array([[1, 0, wide / 2], [0, -1, high / 2], [0, 0, 1.0]])
    how = cv2.INTER_AREA if distance > 1 else cv2.INTER_LINEAR
    matrix = back @ seen @ middle
    floor = tuple(float(value) for value in 0.4 * picture.mean(axis=(0, 1)))
    moved = cv2.warpPerspective(picture, matrix, (wide, high), flags=how, borderValue=floor)
    return np.asarray(moved, np.uint8)
