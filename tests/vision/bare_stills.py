"""Still pictures without a face-up card: tables, cloths, newspaper, and what lies about in a pub.

Half of the tables are those the nets learn on, half those of the own evenings, which they never
saw. Beside hands, glasses, beer mats, phones, pads and coins there lie backs of cards: those are
cards, but none that can be read.
"""

from __future__ import annotations

import cv2
import numpy as np

from models.workshop.evening import surfaces
from models.workshop.evening.geometry import TiltedCamera
from models.workshop.pictures import Picture, Random
from models.workshop.rendering import photometry, props
from models.workshop.rendering.textures import table
from tests.vision.rendered_stills import random_view
from vision.arrays import Floats, Image, as_image

KINDS = ("hand", "glass", "coaster", "phone", "notepad", "coins", "back")
SIDE = 1024
_MOST = 5


def bare(rng: Random, level: int) -> Image:
    """Draw one picture, 960 x 720 or upright, in which no card shows its face."""
    width, height = (960, 720) if rng.random() < 0.7 else (720, 960)
    view = random_view(rng, width, height)
    whole = float(rng.uniform(500, 900))
    surface = _surface(rng, SIDE / whole)
    for _ in range(int(rng.integers(0, _MOST + 1))):
        kind = str(rng.choice(KINDS))
        at = rng.uniform(0.3, 0.7, 2) * SIDE
        turn, seed = float(rng.uniform(0, 2 * np.pi)), int(rng.integers(1 << 31))
        surface = props.draw(surface, props.Prop(kind, at[0], at[1], turn, seed), SIDE / whole)
    canvas = _seen(surface, view, whole, (width, height))
    lit = photometry.light(rng, height, width, level).on(canvas)
    camera = photometry.RenderedCamera.drawn(rng, level)
    return as_image(camera.shoot(lit, int(rng.integers(1 << 31))))


def _surface(rng: Random, scale: float) -> Picture:
    """Return a square of table, `scale` pixels a millimetre."""
    if rng.random() < 0.5:
        return table(rng, SIDE)
    kind = list(surfaces.Surface)[int(rng.integers(len(surfaces.Surface)))]
    camera = TiltedCamera(scale=scale, width=SIDE, height=SIDE)
    top = surfaces.top(kind, rng, camera)
    if rng.random() < 0.4:
        top = surfaces.cluttered(top, rng, camera)
    return np.asarray(top, np.float32)


def _seen(surface: Picture, view: Floats, whole: float, size: tuple[int, int]) -> Picture:
    k = whole / SIDE
    onto = view @ np.array([[k, 0, -whole / 2], [0, k, -whole / 2], [0, 0, 1.0]])
    plain = np.clip(surface, 0, 255).astype(np.uint8)
    seen = cv2.warpPerspective(
        plain, onto, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(seen, np.float32)
