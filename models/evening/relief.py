"""Small solid-looking sprites: heights of rounded bodies, lit from the side."""

from __future__ import annotations

import numpy as np

from models.evening.geometry import Floats, Picture

SPRITE_UNITS = 1.6
"""Pixels a millimetre of every sprite."""

_LIGHT = np.array([-0.35, -0.45, 0.82])


def grid(width: float, height: float) -> tuple[Floats, Floats]:
    """Return x and y in millimetres for every pixel of a sprite of this size."""
    rows, columns = round(height * SPRITE_UNITS), round(width * SPRITE_UNITS)
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float64)
    return x / SPRITE_UNITS, y / SPRITE_UNITS


def capsule(
    field: tuple[Floats, Floats],
    start: tuple[float, float],
    end: tuple[float, float],
    radii: tuple[float, float],
) -> Floats:
    """Return the height in mm over the table of a round body from `start` to `end`; 0 outside."""
    height = np.zeros_like(field[0])
    reach = max(radii) + 1
    near = tuple(
        slice(
            max(0, round((low - reach) * SPRITE_UNITS)),
            max(0, round((high + reach) * SPRITE_UNITS)),
        )
        for low, high in (
            (min(start[1], end[1]), max(start[1], end[1])),
            (min(start[0], end[0]), max(start[0], end[0])),
        )
    )
    x, y = field[0][near], field[1][near]
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = np.clip(((x - start[0]) * dx + (y - start[1]) * dy) / max(length, 1e-9), 0, 1)
    radius = radii[0] + (radii[1] - radii[0]) * along
    off = (x - start[0] - along * dx) ** 2 + (y - start[1] - along * dy) ** 2
    height[near] = np.sqrt(np.maximum(0.0, radius**2 - off))
    return height


def lit(height: Floats, colour: Floats, ambient: float = 0.5) -> Picture:
    """Return a BGRA sprite of a body: `colour` [h, w, 3] or [3], opaque where `height` > 0."""
    down, right = np.gradient(height * SPRITE_UNITS)
    steep = np.sqrt(down**2 + right**2 + 1)
    normal = np.stack([-right, -down, np.ones_like(height)], axis=2) / steep[..., None]
    bright = ambient + (1.12 - ambient) * np.clip(normal @ _LIGHT, 0, 1)
    pixels = np.clip(bright[..., None] * colour, 0, 255)
    alpha = np.clip(height / 2.0, 0, 1) * 255
    return np.dstack([pixels, alpha]).astype(np.uint8)


def over(lower: Picture, upper: Picture) -> Picture:
    """Return `upper` laid on `lower`, both BGRA of one size."""
    share = upper[..., 3:].astype(np.float64) / 255
    colour = lower[..., :3] * (1 - share) + upper[..., :3] * share
    alpha = np.maximum(lower[..., 3], upper[..., 3])
    return np.dstack([colour, alpha]).astype(np.uint8)
