"""The worst light a strip can make: a third of it, as bright as the supply lets it, runs round."""

from __future__ import annotations

import colorsys

from firmware_bridge.strip import BLACK, Look, Picture, dimmed

ROUND_SECONDS = 1.3
"""Once round the table."""
HUES_SECONDS = 2.1
"""Once through all colours."""


def runner(t: float, lights: int) -> Picture:
    """Return the strip at `t` seconds: full colours, within the supply's current."""
    first = int(t / ROUND_SECONDS * lights)
    red, green, blue = colorsys.hsv_to_rgb(t / HUES_SECONDS % 1, 1.0, 1.0)
    colour = (round(255 * red), round(255 * green), round(255 * blue))
    lit = {(first + step) % lights for step in range(lights // 3)}
    picture = [colour if light in lit else BLACK for light in range(lights)]
    return dimmed(picture, Look(lights=lights, brightness=1.0))
