"""The second renderer's camera: where a point of the table appears, and what the lens adds."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

WIDTH = 1280
HEIGHT = 720
_QUALITY = 88


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera over the table, not quite upright, with a little barrel distortion.

    `place` and `target` in millimetres, `fov` the vertical opening in degrees, `roll` in radians,
    `bulge` how much of the half diagonal a corner is drawn in.
    """

    place: tuple[float, float, float]
    target: tuple[float, float, float]
    fov: float
    roll: float
    bulge: float

    @property
    def up(self) -> tuple[float, float, float]:
        """What points upwards in the picture."""
        return (-math.sin(self.roll), math.cos(self.roll), 0.0)

    def project(self, points: Floats) -> Floats:
        """Return where points [n, 3] in mm appear in the finished picture, pixels [n, 2]."""
        return self._distorted(self._drawn(points))

    def _drawn(self, points: Floats) -> Floats:
        """Return where the renderer draws them."""
        look = _unit(np.subtract(self.target, self.place))
        right = _unit(np.cross(look, self.up))
        up = np.cross(right, look)
        away = points - np.array(self.place)
        depth = away @ look
        scale = HEIGHT / 2 / math.tan(math.radians(self.fov) / 2)
        return np.stack(
            [WIDTH / 2 + scale * (away @ right) / depth, HEIGHT / 2 - scale * (away @ up) / depth],
            axis=1,
        )

    def _distorted(self, pixels: Floats) -> Floats:
        """Return where drawn pixels lie in the finished picture."""
        middle = np.array([WIDTH / 2, HEIGHT / 2])
        drawn = pixels - middle
        seen = drawn.copy()
        for _ in range(12):
            seen = drawn / self._stretch(seen)[..., None]
        return np.asarray(seen + middle)

    def _stretch(self, seen: Floats) -> Floats:
        """How much farther out a seen point (from the middle) was drawn; 1 at the corners."""
        radius = (seen**2).sum(axis=-1) / (WIDTH**2 + HEIGHT**2) * 4
        return np.asarray((1 + self.bulge * radius) / (1 + self.bulge))

    def maps(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Return for every pixel seen which drawn pixel it shows, for cv2.remap."""
        y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float64)
        seen = np.stack([x + 0.5 - WIDTH / 2, y + 0.5 - HEIGHT / 2], axis=-1)
        drawn = seen * self._stretch(seen)[..., None]
        return (
            (drawn[..., 0] + WIDTH / 2 - 0.5).astype(np.float32),
            (drawn[..., 1] + HEIGHT / 2 - 0.5).astype(np.float32),
        )


def _unit(vector: Floats) -> Floats:
    return np.asarray(vector / np.linalg.norm(vector))


class Sensor:
    """What happens to the light behind the lens: softness, falling off, noise, colour cast."""

    def __init__(
        self,
        lens: Lens,
        rng: np.random.Generator,
        noise: float,
        soft: float,
        cast: tuple[float, float, float],
    ) -> None:
        self._maps = cv2.convertMaps(*lens.maps(), cv2.CV_16SC2)
        self._rng = rng
        self._soft = soft
        y, x = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j]
        fall = 1.0 - 0.16 * ((x**2 + y**2) / 2) ** 1.4
        self._gain = (fall[..., None] * np.array(cast)).astype(np.float32)
        grain = rng.normal(0, 1, (2, HEIGHT + 128, WIDTH + 128, 3))
        coarse = np.stack([cv2.GaussianBlur(one, (0, 0), 0.8) for one in grain])
        # Noise is coarser than the pixels: the camera has smoothed it already.
        self._grain = (coarse / coarse.std() * noise).astype(np.float32)

    def seen(self, drawn: Picture) -> Picture:
        """Return the picture as the camera hands it over, BGR; the noise differs every time."""
        bent = cv2.remap(drawn, *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        soft = cv2.GaussianBlur(bent, (0, 0), self._soft) if self._soft > 0.2 else bent
        which, dy, dx = (int(v) for v in self._rng.integers(0, (2, 128, 128)))
        grain = self._grain[which, dy : dy + HEIGHT, dx : dx + WIDTH]
        return np.asarray(np.clip(soft * self._gain + grain, 0, 255), np.uint8)

    def coded(self, drawn: Picture) -> bytes:
        """Return the same as the camera codes it, JPEG."""
        whole, data = cv2.imencode(".jpg", self.seen(drawn), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not whole:
            raise ValueError("a picture could not be coded")
        return data.tobytes()
