"""What the court figures carry: different things, so that no two of a rank look alike."""

from __future__ import annotations

from models.deck_art import figures
from models.deck_art.ink import Shapes, disc, ellipse, gouge, line, polygon, shape
from models.deck_art.palette import GOLD, INK, PALETTES, RIVER, RIVER_DEEP, STEEL, WHITE, WOOD


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


def _rifle_left() -> Shapes:
    return figures.rifle(124)


def _rifle_right() -> Shapes:
    return figures.rifle(384)


def _banner() -> Shapes:
    """Draw a banner with lozenges, flying high."""
    red = PALETTES["H"].main
    cloth = "M376 150C406 132 436 172 486 148L486 262C436 286 406 244 376 264Z"
    lozenges = [
        polygon(((x, y - 26), (x + 16, y), (x, y + 26), (x - 16, y)), red)
        for x, y in ((396, 176), (428, 190), (460, 186), (396, 228), (428, 242), (460, 236))
    ]
    return (
        line(((374, 130), (374, 392)), WOOD, 12),
        shape(cloth, WHITE, INK, 4),
        *lozenges,
        disc(374, 126, 11, GOLD, INK, width=4),
    )


def _drum() -> Shapes:
    """Draw a drum with its sticks."""
    strings = [line(((38 + 24 * k, 300), (50 + 24 * k, 372)), WHITE, 4) for k in range(5)]
    return (
        polygon(((32, 290), (154, 290), (154, 384), (32, 384)), PALETTES["S"].main, INK, 5),
        *strings,
        polygon(((26, 276), (160, 276), (160, 300), (26, 300)), GOLD, INK, 5),
        line(((44, 246), (110, 276)), WOOD, 9),
        line(((140, 244), (90, 276)), WOOD, 9),
    )


def _sceptre() -> Shapes:
    return figures.sceptre(96)


def _sword() -> Shapes:
    """Draw a broad sword held upright at the right."""
    return (
        polygon(((388, 336), (392, 222), (404, 200), (416, 222), (420, 336)), STEEL, INK, 4),
        line(((404, 226), (404, 330)), WHITE, 4),
        line(((366, 342), (442, 342)), GOLD, 14),
        line(((404, 350), (404, 392)), WOOD, 14),
    )


def _orb() -> Shapes:
    """Draw an imperial orb at the right."""
    return (
        line(((404, 214), (404, 256)), GOLD, 11),
        line(((386, 230), (422, 230)), GOLD, 11),
        disc(404, 302, 46, GOLD, INK, width=5),
        line(((360, 300), (448, 300)), INK, 5),
        line(((404, 258), (404, 300)), INK, 5),
        gouge((376, 320), (396, 336), 6, WHITE),
    )


def _goblet() -> Shapes:
    """Draw a goblet at the left."""
    return (
        shape("M46 254L138 254C138 310 112 330 92 330C72 330 46 310 46 254Z", STEEL, INK, 5),
        line(((92, 332), (92, 370)), STEEL, 13),
        shape("M58 254C66 236 84 246 92 238C104 232 118 244 126 254Z", "#7c2030", INK, 3),
        gouge((62, 268), (74, 308), 8, WHITE),
    )


_PROPS = {
    "KE": _sceptre,
    "KG": _sword,
    "KH": _orb,
    "KS": _goblet,
    "GE": _rifle_left,
    "GG": _rifle_right,
    "GH": _banner,
    "GS": _drum,
    "OE": _halberd,
    "OG": _horn,
    "OH": _beer,
    "OS": _zither,
    "UE": _axe,
    "UG": _trout,
    "UH": _pretzel,
    "US": _fiddle,
}
