"""What every card of both decks has: paper, edge, index, the suit signs, and the pips of 2 to 10.

Signs are 100 units high around (0, 0), in two tones with a few gouge marks; the index letters are
block letters of straight strokes, as a woodcutter cuts them.
"""

from __future__ import annotations

from models.workshop.deck_art.drawing import (
    HEIGHT,
    INK,
    PALETTES,
    PAPER,
    RIVER_DEEP,
    RIVER_PALE,
    WIDTH,
    Drawing,
    InkShape,
    Layer,
    Shapes,
    disc,
    gouge,
    line,
    mirrored,
    outline,
    placed,
    rounded,
    shape,
)


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


_LETTERS = {
    "A": "M24 0L46 0L70 100L48 100L43.500 78L26.500 78L22 100L0 100Z M35 32L30 60L40 60Z",
    "Z": "M2 0L68 0L68 20L31 79L68 79L68 100L2 100L2 80L39 21L2 21Z",
    "S": "M16 0L54 0L68 14L68 34L46 34L46 20L24 20L24 34L68 58L68 86L54 100L16 100L2 86L2 66"
    "L24 66L24 80L46 80L46 69L2 45L2 14Z",
    "K": "M2 0L25 0L25 39L45 0L70 0L42 49L70 100L45 100L25 60L25 100L2 100Z",
    "O": "M18 0L52 0L69 17L69 83L52 100L18 100L1 83L1 17Z M24 21L24 79L46 79L46 21Z",
    "U": "M1 0L24 0L24 79L46 79L46 0L69 0L69 83L52 100L18 100L1 83Z",
    "G": "M18 0L52 0L68 16L68 34L46 34L46 21L24 21L24 79L46 79L46 63L35 63L35 44L69 44L69 84"
    "L53 100L18 100L1 83L1 17Z",
    "P": "M2 0L52 0L69 17L69 47L52 64L25 64L25 100L2 100Z M25 20L25 44L46 44L46 20Z",
    "9": "M18 0L52 0L69 17L69 83L52 100L18 100L2 84L2 68L24 68L24 80L46 80L46 61L18 61L1 44"
    "L1 17Z M24 20L24 42L46 42L46 20Z",
    "8": "M18 0L52 0L68 16L68 38L58 49L69 60L69 84L53 100L17 100L1 84L1 60L12 49L2 38L2 16Z"
    " M24 19L24 40L46 40L46 19Z M23 58L23 81L47 81L47 58Z",
    "7": "M2 0L68 0L68 20L40 100L16 100L43 21L2 21Z",
    "D": "M2 0L52 0L69 17L69 83L52 100L2 100Z M25 21L25 79L46 79L46 21Z",
    "B": "M2 0L53 0L68 15L68 38L58 49L69 60L69 84L53 100L2 100Z M25 19L25 40L46 40L46 19Z"
    " M25 58L25 81L47 81L47 58Z",
    "Q": "M18 0L52 0L69 17L69 79L61 87L71 100L48 100L45 96L41 100L18 100L1 83L1 17Z"
    " M24 21L24 79L37 79L29 67L44 67L46 69L46 21Z",
    "J": "M24 0L69 0L69 83L52 100L18 100L1 83L1 62L24 62L24 79L46 79L46 20L24 20Z",
    "T": "M9 0L24 0L24 100L3 100L3 25L-6 29L-6 9Z"
    " M44 0L63 0L76 15L76 85L63 100L44 100L31 85L31 15Z M50 21L50 79L57 79L57 21Z",
    "5": "M4 0L66 0L66 20L26 20L26 37L52 37L69 54L69 83L52 100L18 100L1 83L1 67L24 67L24 80"
    "L46 80L46 57L4 57Z",
    "4": "M29 0L54 0L54 57L69 57L69 77L54 77L54 100L32 100L32 77L1 77L1 58Z M32 31L21 57L32 57Z",
    "3": "M18 0L52 0L68 16L68 38L58 49L69 60L69 84L53 100L17 100L1 84L1 68L24 68L24 80L46 80"
    "L46 59L28 59L28 40L46 40L46 20L24 20L24 33L2 33L2 16Z",
    "2": "M18 0L52 0L69 17L69 40L31 79L69 79L69 100L1 100L1 77L46 34L46 21L24 21L24 34L1 34L1 17Z",
    "6": "M18 0L52 0L68 16L68 32L46 32L46 20L24 20L24 39L52 39L69 56L69 83L52 100L18 100L1 83"
    "L1 17Z M24 58L24 80L46 80L46 58Z",
}


def letter(rank: str, fill: str) -> Shapes:
    """Return the index letter of a rank in its own units, 70 wide and 100 high from (0, 0)."""
    return (InkShape(outline(_LETTERS[rank]), fill),)


CORNER = 30
_EDGE = "#b9ab8c"


def paper(fill: str = PAPER) -> Drawing:
    """Draw the card's body with its thin edge."""
    inset = 2
    body = rounded((inset, inset, WIDTH - inset, HEIGHT - inset), CORNER - inset)
    return (Layer((InkShape(rounded((0, 0, WIDTH, HEIGHT), CORNER), _EDGE), InkShape(body, fill))),)


def index(suit: str, rank: str, with_sign: bool = True) -> Drawing:
    """Draw the rank's letter in both corners, with the suit's sign beneath where asked."""
    corner = placed(letter(rank, PALETTES[suit].main), 26, 28, 1.16)
    if with_sign:
        corner += sign(suit, 67, 196, 74)
    return (Layer(corner, twice=True),)


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
        return (InkShape(rounded((2, 2, WIDTH - 2, HEIGHT / 2 + 1), 28), tint),)
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
