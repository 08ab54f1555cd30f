"""The number cards 2 to 10: as many big pips, every rank in a pattern of its own."""

from __future__ import annotations

from models.deck_art.ink import HEIGHT, WIDTH, Drawing, Layer, Shape, Shapes, gouge, rounded, shape
from models.deck_art.palette import PALETTES, RIVER_DEEP, RIVER_PALE
from models.deck_art.signs import sign

_UPPER = {
    "2": (196, ((276, 168),)),
    "3": (160, ((276, 136),)),
    "4": (146, ((214, 140), (372, 140))),
    "5": (146, ((214, 140), (372, 140))),
    "6": (140, ((206, 130), (350, 130))),
    "7": (120, ((250, 96), (124, 296), (376, 296))),
    "8": (120, ((196, 100), (330, 100), (122, 290), (378, 290))),
    "9": (116, ((182, 104), (318, 104), (182, 250), (318, 250))),
    "Z": (104, ((184, 92), (316, 92), (250, 192), (184, 292), (316, 292))),
}
"""Size of the pips and their places in the upper half; the lower half is the same upside down."""

_MIDDLE = {
    "3": (190, (250,)),
    "5": (190, (250,)),
    "6": (150, (132, 368)),
    "7": (206, (250,)),
    "9": (176, (250,)),
}
"""Size and places of the pips that stand in the river."""

_UPPER_FRENCH = {**_UPPER, "7": (112, ((250, 96), (110, 296), (390, 296))), "T": _UPPER["Z"]}
_MIDDLE_FRENCH = {**_MIDDLE, "7": (168, (250,)), "9": (158, (250,))}
"""Clubs and spades are broader than the German signs and stand further apart."""

_LEAN = {"E": 38.0, "G": -14.0}
"""Acorns and leaves hang aslant, outwards from the middle; degrees."""


def pips(suit: str, rank: str) -> Drawing:
    """Draw a number card's pips, its ground and the river that runs through every card."""
    upper_half, middle_row = (
        (_UPPER_FRENCH, _MIDDLE_FRENCH) if suit.islower() else (_UPPER, _MIDDLE)
    )
    size, places = upper_half[rank]
    upper: Shapes = ()
    for x, y in places:
        upper += sign(suit, x, y, size, _lean(suit, x))
    size, columns = middle_row.get(rank, (0, ()))
    middle: Shapes = ()
    for x in columns:
        middle += sign(suit, x, HEIGHT / 2, size, _lean(suit, x))
    return (
        Layer(_ground(suit) + _river(suit), twice=True),
        Layer(upper, twice=True),
        Layer(middle),
    )


def _lean(suit: str, x: float) -> float:
    side = (x > WIDTH / 2) - (x < WIDTH / 2)
    return -_LEAN.get(suit, 0.0) * side


def _ground(suit: str) -> Shapes:
    """Each suit's cards are told apart by their ground too: slope, field, plain paper or gold."""
    tint = PALETTES[suit].tint
    if suit in "Es":
        return (shape("M150 2L470 2C488 2 498 12 498 30L498 350Z", tint),)
    if suit in "Gc":
        return (
            shape("M2 290C120 230 220 240 300 262C380 282 440 282 498 250L498 402L2 402Z", tint),
        )
    if suit in "Sd":
        return (Shape(rounded((2, 2, WIDTH - 2, HEIGHT / 2 + 1), 28), tint),)
    return ()


def _river(suit: str) -> Shapes:
    """One bank of the Isar, pale as the suit; turned half round it is the other."""
    bank = f"M2 384C90 364 160 368 {WIDTH / 2} 384C340 400 410 402 498 384L498 401L2 401Z"
    return (
        shape(bank, RIVER_PALE),
        shape("M2 384C90 364 160 368 250 384C340 400 410 402 498 384", stroke=RIVER_DEEP, width=3),
        gouge((24, 392), (120, 384), 6, RIVER_DEEP),
        gouge((372, 402), (452, 400), 5, RIVER_DEEP),
    )
