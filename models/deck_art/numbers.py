"""The number cards 6 to 10: as many big pips, every rank in a pattern of its own."""

from __future__ import annotations

from models.deck_art.ink import HEIGHT, WIDTH, Drawing, Layer, Shapes, gouge, shape
from models.deck_art.palette import PALETTES, RIVER_DEEP
from models.deck_art.signs import sign

_UPPER = {
    "6": (136, ((206, 128), (346, 128))),
    "7": (124, ((250, 98), (178, 240), (322, 240))),
    "8": (118, ((250, 92), (182, 206), (318, 206), (250, 320))),
    "9": (118, ((178, 112), (322, 112), (178, 256), (322, 256))),
    "Z": (104, ((184, 92), (316, 92), (250, 192), (184, 292), (316, 292))),
}
"""Size of the pips and their places in the upper half; the lower half is the same upside down."""

_MIDDLE = {"6": (146, (130, 370)), "7": (170, (250,)), "9": (168, (250,))}
"""Size and places of the pips that stand in the river."""


def pips(suit: str, rank: str) -> Drawing:
    """Draw the pips of a number card, and the river that runs through the middle of every card."""
    size, places = _UPPER[rank]
    upper: Shapes = ()
    for x, y in places:
        upper += sign(suit, x, y, size)
    size, columns = _MIDDLE.get(rank, (0, ()))
    middle: Shapes = ()
    for x in columns:
        middle += sign(suit, x, HEIGHT / 2, size)
    return (Layer(_river(suit), twice=True), Layer(upper, twice=True), Layer(middle))


def _river(suit: str) -> Shapes:
    """One bank of the Isar, pale as the suit; turned half round it is the other."""
    bank = f"M2 384C90 364 160 368 {WIDTH / 2} 384C340 400 410 402 498 384L498 401L2 401Z"
    return (
        shape(bank, PALETTES[suit].tint),
        shape("M2 384C90 364 160 368 250 384C340 400 410 402 498 384", stroke=RIVER_DEEP, width=3),
        gouge((24, 392), (120, 384), 6, RIVER_DEEP),
        gouge((372, 402), (452, 400), 5, RIVER_DEEP),
    )
