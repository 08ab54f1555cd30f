"""What light and camera do to a picture: lamps, shadows, glare, blur, noise, compression.

`Light` is what stays the same between two frames of one table; `camera` is one exposure.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from models.workshop.pictures import Picture, Random, noisy, turned, unit_grid

DifficultyLevel = int
"""0 = bright and steady, 1 = a usual room, 2 = a pub at its worst."""


@dataclass(frozen=True)
class RenderedLight:
    """Brightness field and colour of a place."""

    field: Picture
    cast: Picture

    def on(self, picture: Picture) -> Picture:
        """The picture as lit, float32 (may exceed 255)."""
        return picture[..., :3].astype(np.float32) * self.field[..., None] * self.cast


def soft_shadow(rng: Random, height: int, width: int) -> Picture:
    """Shadow with one long edge, sharp or soft: factor field."""
    x, y = unit_grid(height, width)
    along, _ = turned(x, y, float(rng.uniform(0, 6.28)))
    depth = rng.uniform(0.1, 0.6)
    edge = (along - rng.uniform(-0.9, 0.9)) / rng.uniform(0.02, 0.3)
    return (1 - depth / (1 + np.exp(-np.clip(edge, -30, 30)))).astype(np.float32)


def blob_shadow(rng: Random, height: int, width: int) -> Picture:
    """Shadow of a head, an arm or a glass: factor field."""
    x, y = unit_grid(height, width)
    along, across = turned(
        x - float(rng.uniform(-1.2, 1.2)), y - float(rng.uniform(-1.2, 1.2)), rng.uniform(0, 3.14)
    )
    long, short = rng.uniform(0.3, 1.3), rng.uniform(0.15, 0.7)
    power = ((along / long) ** 2 + (across / short) ** 2) ** rng.uniform(1, 2.5)
    return (1 - rng.uniform(0.08, 0.45) * np.exp(-np.minimum(power, 30))).astype(np.float32)


def lamp(rng: Random, height: int, width: int) -> Picture:
    """A lamp over the table: bright middle, falling off to the borders; factor field."""
    x, y = unit_grid(height, width)
    far = np.hypot(x - rng.normal(0, 0.4), y - rng.normal(0, 0.4))
    return (1 / (1 + rng.uniform(0, 1.3) * far**2)).astype(np.float32)


def light(rng: Random, height: int, width: int, level: DifficultyLevel) -> RenderedLight:
    """The light of an evening: gradient, lamp, shadows, brightness and a mostly warm cast."""
    x, y = unit_grid(height, width)
    along, _ = turned(x, y, float(rng.uniform(0, 6.28)))
    field = 1 + along * rng.uniform(0, (0.12, 0.3, 0.5)[level])
    if rng.random() < (0.2, 0.45, 0.6)[level]:
        field = field * lamp(rng, height, width)
    if rng.random() < (0.1, 0.35, 0.5)[level]:
        field = field * soft_shadow(rng, height, width)
    if rng.random() < (0.1, 0.3, 0.5)[level]:
        field = field * blob_shadow(rng, height, width)
    gain = np.exp(rng.normal((-0.1, -0.3, -0.55)[level], (0.12, 0.3, 0.5)[level]))
    cast = np.exp(rng.normal(0, (0.03, 0.07, 0.12)[level], 3))
    if rng.random() < 0.65:
        cast = cast * np.array([0.72, 0.95, 1.12]) ** rng.uniform(0, (0.8, 1.6, 2.6)[level])
    field = field * float(np.clip(gain, 0.14, 1.4))
    return RenderedLight(field.astype(np.float32), cast.astype(np.float32))


def glare(rng: Random, height: int, width: int, level: DifficultyLevel) -> Picture:
    """A lamp's mirror image on varnish: what it adds, 0..255."""
    x, y = unit_grid(height, width)
    along, across = turned(
        x - float(rng.uniform(-1, 1)), y - float(rng.uniform(-1, 1)), rng.uniform(0, 3.14)
    )
    long, short = rng.uniform(0.08, 0.7), rng.uniform(0.06, 0.35)
    power = (along / long) ** 2 + (across / short) ** 2
    strength = rng.uniform(20, (70, 130, 210)[level])
    return (strength * np.exp(-np.minimum(power, 30))).astype(np.float32)


def motion_kernel(rng: Random, length: int) -> Picture:
    """Streak of a moving camera or card."""
    kernel = np.zeros((length, length), np.float32)
    middle, angle = (length - 1) / 2, rng.uniform(0, 3.14)
    dx, dy = middle * np.cos(angle), middle * np.sin(angle)
    a = (round(middle - dx), round(middle - dy))
    b = (round(middle + dx), round(middle + dy))
    cv2.line(kernel, a, b, 1.0, 1)
    return kernel / max(float(kernel.sum()), 1)


@dataclass(frozen=True)
class RenderedCamera:
    """One camera's blur, noise, tone curve and compression."""

    blur: float
    noise: float
    gamma: float
    saturation: float
    quality: int

    @classmethod
    def drawn(cls, rng: Random, level: DifficultyLevel) -> "RenderedCamera":
        """Draw a camera; blur in pixels of the picture it takes."""
        return cls(
            blur=float(rng.uniform(0, (0.7, 1.2, 2.0)[level])),
            noise=float(rng.uniform(0.5, (4, 8, 15)[level])),
            gamma=float(rng.uniform(0.85, 1.25)),
            saturation=float(rng.uniform(0.55, 1.15) if rng.random() < 0.4 else 1),
            quality=int(rng.uniform((75, 45, 25)[level], 96)),
        )

    def shoot(self, lit: Picture, seed: int, streak: Picture | None = None) -> Picture:
        """Expose a lit float picture; the same seed gives the same noise. uint8 BGR."""
        curve = np.round(255 * (np.arange(256) / 255.0) ** self.gamma).astype(np.uint8)
        picture = cv2.LUT(np.clip(lit, 0, 255).astype(np.uint8), curve)
        if self.saturation != 1:
            grey = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
            picture = cv2.addWeighted(picture, self.saturation, grey, 1 - self.saturation, 0)
        if self.blur > 0.3:
            picture = cv2.GaussianBlur(picture, (0, 0), self.blur)
        if streak is not None:
            picture = cv2.filter2D(picture, -1, streak)
        picture = noisy(picture, np.random.default_rng(seed), self.noise)
        done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.quality])
        if not done:
            raise RuntimeError("JPEG encoding failed")
        back = cv2.imdecode(data, cv2.IMREAD_COLOR)
        if back is None:
            raise RuntimeError("JPEG decoding failed")
        return back
