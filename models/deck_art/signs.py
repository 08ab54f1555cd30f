"""The suit signs of both decks, 100 units high around (0, 0): two tones, a few gouge marks."""

from __future__ import annotations

from models.deck_art.ink import Shapes, disc, gouge, line, mirrored, placed, shape
from models.deck_art.palette import INK, PALETTES, PAPER


def sign(suit: str, x: float, y: float, size: float, turn: float = 0.0) -> Shapes:
    """Draw the sign of a suit (see `PALETTES`), `size` card units high, its middle at (x, y)."""
    return placed(_SIGNS[suit](), x, y, size / 100, turn)


def _acorn() -> Shapes:
    colours = PALETTES["E"]
    nut = "M-31 -10C-36 22 -16 38 0 52C16 38 36 22 31 -10Z"
    cup = (
        "M-41 -6C-45 -30 -24 -42 0 -42C24 -42 45 -30 41 -6C28 -14 14 -2 0 -8C-14 -2 -28 -14 -41 -6Z"
    )
    return (
        shape("M-2 -38C-2 -46 2 -50 10 -53", stroke=colours.dark, width=9),
        shape(nut, colours.bright, colours.dark, 5),
        shape("M6 -8L29 -8C32 18 16 34 4 45C14 24 14 8 6 -8Z", "#8a4712"),
        gouge((-17, 0), (-12, 28), 7, PAPER),
        shape(cup, colours.main, colours.dark, 4),
        *(
            gouge((x, -33 + abs(x) * 0.25), (x - 4, -15 + abs(x) * 0.1), 5, PAPER)
            for x in (-24, -8, 8, 24)
        ),
    )


def _leaf() -> Shapes:
    colours = PALETTES["G"]
    half = "M0 -52C26 -30 48 -8 44 14C40 32 14 30 0 18Z"
    veins = [gouge((3, y), (27, y - 12), 4, PAPER) for y in (-14, 2)]
    return (
        shape("M0 10C0 30 -3 42 -12 50", stroke=colours.dark, width=10),
        *mirrored([shape(half, colours.main)], 0),
        shape(half, colours.dark),
        *veins,
        *mirrored(veins, 0),
        gouge((0, -44), (0, 22), 6, PAPER),
    )


def _heart() -> Shapes:
    colours = PALETTES["H"]
    full = "M0 48C-16 26 -46 8 -46 -18C-46 -42 -14 -52 0 -26C14 -52 46 -42 46 -18C46 8 16 26 0 48Z"
    return (
        shape(full, colours.main),
        shape("M0 48C16 26 46 8 46 -18C46 -30 38 -37 30 -38C38 -10 20 16 0 48Z", colours.dark),
        gouge((-34, -14), (-21, -32), 8, PAPER),
        gouge((-30, 0), (-25, -8), 5, PAPER),
    )


def _bell() -> Shapes:
    colours = PALETTES["S"]
    return (
        disc(0, -42, 8, None, INK, width=6),
        disc(0, 6, 42, colours.bright, INK, width=5),
        shape("M20 -30C30 -22 38 -12 40 0L26 3C26 -10 25 -20 20 -30Z", colours.main),
        shape(
            "M-42 4C-20 13 20 13 42 4C43 30 24 48 0 48C-24 48 -43 30 -42 4Z", colours.dark, INK, 5
        ),
        line(((0, 26), (0, 44)), colours.bright, 7),
        disc(-17, 28, 5, colours.bright),
        disc(17, 28, 5, colours.bright),
        gouge((-28, -4), (-12, -26), 8, PAPER),
    )


def _club() -> Shapes:
    colours = PALETTES["c"]
    stem = "M-12 -12L12 -12L6 10C5 28 10 42 22 50L-22 50C-10 42 -5 28 -6 10Z"
    return (
        shape(stem, colours.main),
        shape("M1 6L6 4C5 28 10 42 22 50L5 50C2 40 1 20 1 6Z", colours.dark),
        *(disc(x, y, 23.5, colours.main) for x, y in ((0, -26), (-25, 9), (25, 9))),
        shape("M8 -48C26 -42 28 -14 10 -5C18 -20 18 -36 8 -48Z", colours.dark),
        shape("M33 -13C52 -6 54 24 31 32C43 20 45 2 33 -13Z", colours.dark),
        gouge((-16, -26), (-6, -40), 6, PAPER),
        gouge((-41, 10), (-31, -5), 6, PAPER),
    )


def _spade() -> Shapes:
    colours = PALETTES["s"]
    full = "M0 -52C16 -26 46 -8 46 16C46 38 18 42 5 25C6 37 11 44 22 50L-22 50C-11 44 -6 37 -5 25"
    full += "C-18 42 -46 38 -46 16C-46 -8 -16 -26 0 -52Z"
    side = "M0 -52C16 -26 46 -8 46 16C46 30 34 37 22 35C36 20 16 -20 0 -52Z"
    return (
        shape(full, colours.main),
        shape(side, colours.bright),
        gouge((-35, 14), (-16, -12), 8, PAPER),
        gouge((-29, 24), (-25, 19), 5, PAPER),
    )


def _red_heart() -> Shapes:
    colours = PALETTES["h"]
    full = "M0 50C-14 28 -46 8 -46 -18C-46 -42 -14 -52 0 -26C14 -52 46 -42 46 -18C46 8 14 28 0 50Z"
    return (
        shape(full, colours.main),
        shape("M0 50C14 28 46 8 46 -18C46 -30 38 -37 30 -38C38 -10 20 18 0 50Z", colours.bright),
        gouge((-34, -14), (-21, -32), 8, PAPER),
        gouge((-30, 0), (-25, -8), 5, PAPER),
    )


def _diamond() -> Shapes:
    colours = PALETTES["d"]
    half = "M0 -54C11 -32 24 -15 41 0C24 15 11 32 0 54Z"
    return (
        *mirrored([shape(half, colours.main)], 0),
        shape(half, colours.bright),
        gouge((-27, -2), (-10, -27), 8, PAPER),
        gouge((-22, 8), (-27, 3), 5, PAPER),
    )


_SIGNS = {
    **{"E": _acorn, "G": _leaf, "H": _heart, "S": _bell},
    **{"c": _club, "s": _spade, "h": _red_heart, "d": _diamond},
}
