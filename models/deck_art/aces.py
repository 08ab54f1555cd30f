"""The Ass of each suit: one great sign in a burst of light between two ranges of mountains."""

from __future__ import annotations

import math

from models.deck_art.ink import HEIGHT, WIDTH, Drawing, Layer, Shape, Shapes, gouge, shape
from models.deck_art.palette import GOLD, PALETTES
from models.deck_art.signs import sign

_RAYS = 28


def ass(suit: str) -> Drawing:
    """Draw the picture of an Ass, without paper and index."""
    great_sign = sign(suit, WIDTH / 2, HEIGHT / 2, 330)
    return (Layer(_burst(suit)), Layer(_sky(suit), twice=True), Layer(great_sign))


def _sky(suit: str) -> Shapes:
    """Draw the sky over the Karwendel; the mountains are the paper left white."""
    colours = PALETTES[suit]
    sky = "M2 250L60 268L120 180L170 236L250 128L330 236L380 180L440 268L498 250L498 30"
    sky += "C498 12 488 2 470 2L30 2C12 2 2 12 2 30Z"
    slopes = (((250, 140), (226, 208)), ((120, 192), (106, 232)), ((380, 192), (364, 232)))
    return (
        shape(sky, colours.tint, colours.main, 4),
        *(gouge(start, end, 9, colours.bright) for start, end in slopes),
    )


def _burst(suit: str) -> Shapes:
    rays: list[Shape] = []
    for ray in range(_RAYS):
        angle = 2 * math.pi * (ray + 0.5) / _RAYS
        c, s = math.cos(angle), math.sin(angle)
        reach = 232 if ray % 2 else 206
        start = (WIDTH / 2 + c * 150, HEIGHT / 2 + s * 150)
        end = (WIDTH / 2 + c * reach, HEIGHT / 2 + s * reach)
        rays.append(gouge(start, end, 13, GOLD if ray % 2 else PALETTES[suit].bright))
    return tuple(rays)
