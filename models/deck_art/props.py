"""What Ober and Unter carry: eight different things, so that no two look like each other."""

from __future__ import annotations

from models.deck_art import figures
from models.deck_art.ink import Shapes, disc, ellipse, gouge, line, polygon, shape
from models.deck_art.palette import GOLD, INK, RIVER, RIVER_DEEP, STEEL, WHITE, WOOD


def prop(rank: str, suit: str) -> Shapes:
    """Draw the thing in the figure's hand, at the left of the half."""
    return _PROPS[rank + suit]()


def _halberd() -> Shapes:
    return figures.halberd(92)


def _horn() -> Shapes:
    """Draw a hunting horn."""
    return (
        shape("M60 264C60 340 110 372 166 350", stroke=INK, width=30),
        shape("M60 264C60 340 110 372 166 350", stroke=GOLD, width=21),
        polygon(((36, 262), (86, 258), (72, 222), (38, 226)), GOLD, INK, 4),
        gouge((66, 296), (96, 340), 6, WHITE),
    )


def _beer() -> Shapes:
    """Draw a Maß of beer."""
    return (
        shape("M52 288C18 288 18 352 52 352", stroke=INK, width=12),
        polygon(((50, 262), (132, 262), (128, 370), (54, 370)), GOLD, INK, 5),
        *(line(((x, 286), (x, 358)), "#a87416", 6) for x in (72, 92, 112)),
        shape(
            "M44 268C38 240 66 234 76 242C86 226 110 230 112 242C136 236 146 256 138 268Z",
            WHITE,
            INK,
            4,
        ),
    )


def _zither() -> Shapes:
    """Draw a zither held against the chest."""
    return (
        shape("M40 372L58 250L96 236L150 330L138 380Z", WOOD, INK, 5),
        disc(94, 326, 20, INK),
        *(line(((62 + 9 * k, 256), (62 + 19 * k, 372)), WHITE, 2.5) for k in range(5)),
    )


def _axe() -> Shapes:
    """Draw a woodcutter's axe."""
    return (
        line(((60, 386), (116, 238)), WOOD, 13),
        shape("M92 232L142 252L128 296C104 292 86 280 78 262Z", STEEL, INK, 4),
    )


def _trout() -> Shapes:
    """Draw a trout from the Isar."""
    return (
        polygon(((78, 352), (44, 386), (92, 388)), RIVER_DEEP, INK, 4),
        shape("M82 366C56 320 70 264 106 240C130 276 124 336 82 366Z", RIVER, INK, 5),
        disc(104, 262, 5, INK),
        *(disc(x, y, 4.5, "#a8463a") for x, y in ((92, 292), (106, 306), (90, 322), (100, 338))),
        gouge((78, 290), (80, 344), 6, WHITE),
    )


def _pretzel() -> Shapes:
    """Draw a pretzel."""
    knot = "M96 360C30 350 34 268 76 274C112 280 108 336 74 364M88 360C154 350 150 268 108 274"
    knot += "C72 280 76 336 110 364"
    return (
        shape(knot, stroke=INK, width=27),
        shape(knot, stroke="#b3682a", width=18),
        *(
            disc(x, y, 3.5, WHITE)
            for x, y in ((56, 300), (70, 276), (114, 276), (130, 300), (92, 356))
        ),
    )


def _fiddle() -> Shapes:
    """Draw a fiddle and its bow."""
    return (
        line(((92, 214), (92, 300)), INK, 11),
        ellipse((92, 300), (30, 28), WOOD, INK, 4),
        ellipse((92, 348), (38, 34), WOOD, INK, 4),
        line(((92, 232), (92, 366)), WHITE, 4),
        line(((40, 236), (146, 330)), INK, 5),
        *(gouge((x, 316), (x, 344), 5, INK) for x in (76, 108)),
    )


_PROPS = {
    "OE": _halberd,
    "OG": _horn,
    "OH": _beer,
    "OS": _zither,
    "UE": _axe,
    "UG": _trout,
    "UH": _pretzel,
    "US": _fiddle,
}
