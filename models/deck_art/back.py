"""The back: a field of lozenges crossed by the river, the same either way up."""

from __future__ import annotations

from models.deck_art.ink import Shape, Shapes, disc, gouge, polygon, rounded, shape
from models.deck_art.palette import GOLD, PAPER, RIVER, RIVER_DEEP, WHITE

_DEEP = "#1f4a5c"


def lozenge_back(deep: str = _DEEP, light: str = RIVER) -> Shapes:
    """Draw the back's picture, without paper."""
    field: list[Shape] = [Shape(rounded((26, 26, 474, 774), 16), deep)]
    for row in range(11):
        for column in range(7):
            x, y = 250 + (column - 3) * 64, 400 + (row - 5) * 68
            field.append(polygon(((x, y - 34), (x + 32, y), (x, y + 34), (x - 32, y)), light))
    river = (
        "M26 360C110 320 170 330 250 372C330 414 390 424 474 384L474 440C390 480 330 470 250 428"
    )
    river += "C170 386 110 376 26 416Z"
    return (
        *field,
        Shape(rounded((26, 26, 474, 774), 16), None, RIVER_DEEP, 6),
        shape(river, WHITE, deep, 6),
        gouge((60, 372), (190, 372), 9, RIVER_DEEP),
        gouge((310, 428), (440, 428), 9, RIVER_DEEP),
        disc(250, 400, 58, PAPER, deep, width=6),
        disc(250, 400, 44, None, GOLD, width=5),
        *(
            polygon(((250, 400 + s * 32), (266, 400), (250, 400 - s * 8), (234, 400)), deep)
            for s in (-1, 1)
        ),
    )
