"""What the courts of the French deck hold: twelve different things, at the left of the half."""

from __future__ import annotations

from models.deck_art import figures
from models.deck_art.ink import Shapes, disc, ellipse, gouge, line, placed, polygon, shape
from models.deck_art.palette import GOLD, INK, PALETTES, STEEL, WHITE, WOOD

_GREEN = "#4d7a3a"
_SMALLER, _TALL = 0.8, 0.68


def prop(rank: str, suit: str) -> Shapes:
    """Draw the thing a king, a queen or a jack holds, below the sign of the index."""
    size = _TALL if rank + suit in ("Jc", "Js") else _SMALLER
    return placed(_PROPS[rank + suit](), 92 * (1 - size), 392 * (1 - size), size)


def _orb() -> Shapes:
    return (
        line(((92, 226), (92, 272)), GOLD, 11),
        line(((74, 242), (110, 242)), GOLD, 11),
        disc(92, 318, 46, GOLD, INK, width=5),
        line(((48, 316), (136, 316)), INK, 5),
        line(((92, 274), (92, 316)), INK, 5),
        gouge((64, 336), (84, 352), 6, WHITE),
    )


def _sword() -> Shapes:
    return (
        polygon(((76, 336), (80, 232), (92, 204), (104, 232), (108, 336)), STEEL, INK, 4),
        line(((92, 236), (92, 330)), WHITE, 4),
        line(((52, 342), (132, 342)), GOLD, 14),
        line(((92, 350), (92, 392)), WOOD, 14),
    )


def _sceptre() -> Shapes:
    heart = placed(
        (
            shape(
                "M0 48C-16 26 -46 8 -46 -18C-46 -42 -14 -52 0 -26C14 -52 46 -42 46 -18"
                "C46 8 16 26 0 48Z",
                PALETTES["h"].bright,
                INK,
                10,
            ),
        ),
        92,
        236,
        0.5,
    )
    return (line(((92, 262), (92, 392)), GOLD, 12), disc(92, 268, 13, GOLD, INK, width=4), *heart)


def _axe() -> Shapes:
    return (
        line(((92, 206), (92, 392)), WOOD, 12),
        shape("M92 226C60 214 40 232 34 272C60 292 80 288 92 282Z", STEEL, INK, 4),
        gouge((48, 248), (46, 274), 6, WHITE),
        polygon(((92, 236), (120, 254), (92, 272)), STEEL, INK, 4),
        disc(92, 200, 9, GOLD, INK, width=4),
    )


def _bunch() -> Shapes:
    """Draw clover."""
    clover = "M0 0C-30 -6 -24 -36 0 -30C24 -36 30 -6 0 0C10 -26 40 -12 32 8C40 30 8 30 0 0"
    clover += "C-8 30 -40 30 -32 8C-40 -12 -10 -26 0 0Z"
    leaf = shape(clover, _GREEN, INK, 4)
    leaves = (*placed((leaf,), 70, 264, 1.05), *placed((leaf,), 116, 248, 1.05))
    stems = [line(((x, y), (94, 380)), _GREEN, 6) for x, y in ((72, 266), (112, 250))]
    return (*stems, *leaves)


def _candle() -> Shapes:
    return (
        shape("M92 196C112 222 108 244 92 248C76 244 72 222 92 196Z", GOLD, INK, 4),
        gouge((92, 216), (92, 242), 8, WHITE),
        polygon(((80, 252), (104, 252), (104, 336), (80, 336)), WHITE, INK, 4),
        gouge((86, 258), (86, 290), 5, "#d9cdb4"),
        shape(
            "M50 336L134 336C130 356 114 362 104 362L104 384L80 384L80 362C70 362 54 356 50 336Z",
            STEEL,
            INK,
            4,
        ),
    )


def _rose() -> Shapes:
    red = PALETTES["h"]
    return (
        shape("M92 290C98 330 92 360 94 392", stroke=_GREEN, width=9),
        shape("M96 340C120 318 136 322 142 334C128 352 108 352 96 340Z", _GREEN, INK, 4),
        shape("M92 356C70 336 54 340 46 350C60 370 80 368 92 356Z", _GREEN, INK, 4),
        disc(92, 258, 40, red.main, INK, width=5),
        shape("M58 250C66 222 118 222 126 250C118 280 66 280 58 250Z", red.bright, INK, 4),
        shape("M76 250C80 236 104 236 108 250C104 264 80 264 76 250Z", red.main, INK, 4),
        gouge((66, 270), (84, 290), 6, "#f6dad0"),
    )


def _fan() -> Shapes:
    gold = PALETTES["d"]
    blades = [
        polygon(((92, 380), (92 + dx, 262 + dy), (92 + dx2, 262 + dy2)), fill, INK, 4)
        for dx, dy, dx2, dy2, fill in (
            (-66, 40, -50, 10, gold.bright),
            (-50, 10, -24, -8, gold.tint),
            (-24, -8, 4, -14, gold.bright),
            (4, -14, 30, -4, gold.tint),
            (30, -4, 54, 18, gold.bright),
        )
    ]
    return (*blades, disc(92, 378, 9, GOLD, INK, width=4))


def _halberd() -> Shapes:
    return figures.halberd(86)


def _lute() -> Shapes:
    return (
        line(((66, 196), (84, 300)), WOOD, 13),
        polygon(((58, 176), (78, 172), (74, 206), (62, 208)), INK, INK, 3),
        ellipse((94, 334), (44, 50), WOOD, INK, 5),
        disc(92, 322, 13, INK),
        *(line(((62 + k * 5, 208), (84 + k * 8, 366)), WHITE, 2.5) for k in range(3)),
        line(((76, 366), (114, 362)), INK, 6),
    )


def _letter() -> Shapes:
    red = PALETTES["h"]
    return (
        polygon(((34, 262), (146, 246), (156, 326), (44, 342)), WHITE, INK, 5),
        shape("M36 264L96 308L144 248", stroke=INK, width=5),
        disc(97, 308, 17, red.main, INK, width=4),
        gouge((90, 304), (102, 300), 5, WHITE),
    )


def _lantern() -> Shapes:
    gold = PALETTES["d"]
    return (
        shape("M66 238C66 200 118 200 118 238", stroke=INK, width=7),
        polygon(((60, 258), (92, 230), (124, 258)), WOOD, INK, 4),
        polygon(((58, 258), (126, 258), (132, 350), (52, 350)), gold.tint, INK, 5),
        shape("M92 284C108 306 104 328 92 332C80 328 76 306 92 284Z", GOLD, INK, 4),
        line(((76, 260), (72, 348)), INK, 4),
        line(((108, 260), (112, 348)), INK, 4),
        polygon(((46, 350), (138, 350), (134, 372), (50, 372)), WOOD, INK, 4),
    )


_PROPS = {
    "Kc": _orb,
    "Ks": _sword,
    "Kh": _sceptre,
    "Kd": _axe,
    "Qc": _bunch,
    "Qs": _candle,
    "Qh": _rose,
    "Qd": _fan,
    "Jc": _halberd,
    "Js": _lute,
    "Jh": _letter,
    "Jd": _lantern,
}
