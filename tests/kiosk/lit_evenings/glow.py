"""What a strip of coloured lights along the table's edge adds to the lamp's light in a picture.

Each light shines over the table from the edge, so what it adds is strongest before its own seat and
has its colour; part of it comes back from wall and ceiling and lies over everything alike.

Harder than the strip as it is built (hardware/mechanics), which lies low on the rim behind a
diffuser (`hardware.tools.rails`): here bare lights stand over the edge and look at the cards. What
they add multiplies the picture's values, which are not proportional to light: twice the light makes
a camera's picture 1.4 times as bright, here it makes it twice as bright.

How strong: a WS2812B has about 1.25 cd at full white (data sheet: 0.4 red, 0.67 green, 0.19 blue).
Sixty of them at 450 mm, 60 mm over the cards, give 60 * 1.25 * 0.06 / 0.454**3 = 48 lx in the
middle. So a `strength` of 0.3 is a lamp of 160 lx over the table, 1 one of 50 lx in a dim pub, and
3 one of 16 lx: a candle. Reckoned, not measured.
"""

from __future__ import annotations

import cv2
import numpy as np

from firmware_bridge.strip import Picture as Lights
from models.workshop.evening.geometry import Floats, Picture, TiltedCamera

EDGE_MM = 450.0
"""From the table's middle to its edges."""
HEIGHT_MM = 60.0
"""How high over the table the lights shine from."""
DIFFUSE = 0.3
"""Part of the light that lies over everything alike."""
_GRID = (64, 36)
_EXPOSING = 0.12
"""Share of the way to the right exposure that a camera goes from one picture to the next."""


class Glow:
    """The strip's light on the pictures of one camera.

    `strength` is what the whole strip at full white would add in the middle of the table, as a
    share of the lamp's light there. A camera whose exposure is `locked`, as it is at the table,
    shows light that is added and is blown out where it is too much; another one gets used to it.
    """

    def __init__(
        self, camera: TiltedCamera, lights: int, strength: float, *, locked: bool = False
    ) -> None:
        self._locked = locked
        self._size = (camera.width, camera.height)
        near = _reach(camera, lights)
        middle = near[_GRID[1] // 2, _GRID[0] // 2].sum()
        spread = DIFFUSE / lights + (1 - DIFFUSE) * near / middle
        self._share: Floats = strength * spread
        self._gain = 1.0

    def on(self, picture: Picture, lights: Lights) -> Picture:
        """Return the picture lit by the strip as well, as the camera shows it."""
        colours = np.array(lights, np.float64)[:, ::-1] / 255
        factor = 1 + self._share @ colours
        if not self._locked:
            self._gain += _EXPOSING * (1 / factor.mean() - self._gain)
        large = cv2.resize((factor * self._gain).astype(np.float32), self._size)
        lit = cv2.multiply(picture, large, dtype=cv2.CV_8U)
        return np.asarray(lit, np.uint8)


def _reach(camera: TiltedCamera, lights: int) -> Floats:
    """Return how much of each light falls on each place of a coarse picture [36, 64, lights]."""
    tall, wide = camera.height, camera.width
    table = np.array([[-200, 200], [200, 200], [200, -200], [-200, -200]], np.float64)
    matrix = cv2.getPerspectiveTransform(
        np.asarray(camera.pixels(table), np.float32), np.asarray(table, np.float32)
    )
    columns, rows = np.meshgrid(
        np.linspace(0, wide - 1, _GRID[0]), np.linspace(0, tall - 1, _GRID[1])
    )
    spots = np.stack([columns, rows], axis=-1).reshape(1, -1, 2)
    places = cv2.perspectiveTransform(spots, matrix)[0]
    apart = places[:, None, :] - edge(lights)[None, :, :]
    # A light looks along the table: what falls on it grows with the light's height over it.
    far = np.sqrt((apart**2).sum(axis=2) + HEIGHT_MM**2)
    return np.asarray(HEIGHT_MM / far**3).reshape(_GRID[1], _GRID[0], lights)


def edge(lights: int) -> Floats:
    """Return where the lights lie, millimetres [lights, 2]; in the order that cues paint."""
    along = 4 * (np.arange(lights) + 0.5) / lights
    side, run = along.astype(int), EDGE_MM * (1 - 2 * (along % 1))
    out = np.full(lights, EDGE_MM)
    x = np.choose(side, (run, -out, -run, out))
    y = np.choose(side, (-out, -run, out, run))
    return np.stack([x, y], axis=1)
