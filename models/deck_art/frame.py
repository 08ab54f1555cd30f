"""What every card has: paper, edge and the index in two corners."""

from __future__ import annotations

from models.deck_art.glyphs import letter
from models.deck_art.ink import HEIGHT, WIDTH, Drawing, Layer, Shape, placed, rounded
from models.deck_art.palette import PALETTES, PAPER
from models.deck_art.signs import sign

CORNER = 30
_EDGE = "#b9ab8c"


def paper(fill: str = PAPER) -> Drawing:
    """Draw the card's body with its thin edge."""
    inset = 2
    body = rounded((inset, inset, WIDTH - inset, HEIGHT - inset), CORNER - inset)
    return (Layer((Shape(rounded((0, 0, WIDTH, HEIGHT), CORNER), _EDGE), Shape(body, fill))),)


def index(suit: str, rank: str, with_sign: bool = True) -> Drawing:
    """Draw the rank's letter in both corners, with the suit's sign beneath where asked."""
    corner = placed(letter(rank, PALETTES[suit].main), 26, 28, 1.16)
    if with_sign:
        corner += sign(suit, 67, 196, 74)
    return (Layer(corner, twice=True),)
