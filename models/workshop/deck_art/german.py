"""The deck `isar`: 48 faces and a back.

The Ass of each suit is one great sign between two ranges of mountains; the back a field of lozenges
crossed by the river, the same either way up. The court cards are half figures, mirrored in the
Isar. Ober and Unter are told apart as on every German card: the Ober's sign stands high, the
Unter's low. Hats tell the rest, and each figure carries a thing of its own.
"""

from __future__ import annotations

import math

from models.workshop.deck_art import figures, scenery
from models.workshop.deck_art.drawing import (
    GOLD,
    HEIGHT,
    INK,
    PALETTES,
    PAPER,
    PRUSSIAN,
    RIVER,
    RIVER_DEEP,
    STEEL,
    WHITE,
    WIDTH,
    WOOD,
    Drawing,
    InkShape,
    Layer,
    Shapes,
    disc,
    ellipse,
    gouge,
    line,
    mirrored,
    polygon,
    rounded,
    shape,
)
from models.workshop.deck_art.signs import index, paper, pips, sign

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
    rays: list[InkShape] = []
    for ray in range(_RAYS):
        angle = 2 * math.pi * (ray + 0.5) / _RAYS
        c, s = math.cos(angle), math.sin(angle)
        reach = 232 if ray % 2 else 206
        start = (WIDTH / 2 + c * 150, HEIGHT / 2 + s * 150)
        end = (WIDTH / 2 + c * reach, HEIGHT / 2 + s * reach)
        rays.append(gouge(start, end, 13, GOLD if ray % 2 else PALETTES[suit].bright))
    return tuple(rays)


_DEEP = "#1f4a5c"


def lozenge_back(deep: str = _DEEP, light: str = RIVER) -> Shapes:
    """Draw the back's picture, without paper."""
    field: list[InkShape] = [InkShape(rounded((26, 26, 474, 774), 16), deep)]
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
        InkShape(rounded((26, 26, 474, 774), 16), None, RIVER_DEEP, 6),
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


HIGH = (408.0, 112.0)
LOW = (404.0, 318.0)


def court(suit: str, rank: str) -> Drawing:
    """Draw a court card's picture, without paper and index."""
    return (Layer(_HALVES[rank](suit), twice=True), Layer(scenery.river()))


def _koenig(suit: str) -> Shapes:
    colours = PALETTES[suit]
    spots = tuple(
        gouge((x, y), (x, y + 16), 8, INK)
        for x, y in (
            (176, 308),
            (204, 340),
            (296, 340),
            (324, 308),
            (168, 348),
            (332, 348),
            (236, 364),
            (264, 364),
        )
    )
    cape = "M190 276C150 284 140 310 132 340L150 376C200 366 300 366 350 376"
    cape += "L368 340C360 310 350 284 310 276Z"
    return (
        *scenery.rays(suit),
        *figures.long_hair(colours.hair),
        *figures.coat(colours.main, 24),
        shape(cape, WHITE, INK, 5),
        *spots,
        *figures.head(colours),
        *figures.beard(colours.hair, colours.tint),
        *figures.crown(colours),
        *prop("K", suit),
        *sign(suit, *HIGH, 128),
    )


def _ober(suit: str) -> Shapes:
    colours = PALETTES[suit]
    lapel = shape("M222 272L206 300L246 372L250 392L250 300Z", colours.dark, INK, 4)
    return (
        *scenery.mountains(suit),
        *figures.coat(colours.main, 10),
        *figures.arms(colours.dark),
        polygon(((224, 274), (276, 274), (250, 336)), WHITE, INK, 4),
        lapel,
        *mirrored((lapel,)),
        *figures.buttons(GOLD, 200, 336, 364),
        *figures.buttons(GOLD, 300, 336, 364),
        *figures.head(colours),
        *_OBER_HAIR[suit](colours.hair),
        *figures.loden_hat(colours),
        *prop("O", suit),
        *sign(suit, *HIGH, 138),
    )


def _unter(suit: str) -> Shapes:
    colours = PALETTES[suit]
    cap = figures.pointed_cap(colours)
    brace = shape("M206 284L222 280L226 392L204 392Z", colours.main, INK, 4)
    return (
        *scenery.firs(suit),
        *(figures.long_hair(colours.hair) if suit in "EG" else ()),
        *figures.coat(WHITE),
        *figures.arms(colours.tint),
        brace,
        *mirrored((brace,)),
        shape("M216 322L284 322L284 348L216 348Z", colours.main, INK, 4),
        *figures.head(colours),
        *figures.mouth("#a8463a"),
        *(mirrored(cap) if suit in "GS" else cap),
        *prop("U", suit),
        *sign(suit, *LOW, 138),
    )


def _gefreiter(suit: str) -> Shapes:
    colours = PALETTES[suit]
    belt = shape("M170 288L196 280L336 392L292 392Z", WHITE, INK, 4)
    epaulette = shape(
        "M130 320C132 292 152 284 182 286L180 306C160 306 146 312 140 326Z", GOLD, INK, 4
    )
    return (
        *scenery.lozenges(suit),
        *prop("G", suit),
        *figures.coat(colours.main, 6),
        belt,
        *mirrored((belt,)),
        epaulette,
        *mirrored((epaulette,)),
        shape("M220 264L280 264L284 290L216 290Z", colours.bright, INK, 4),
        disc(250, 334, 46, WHITE, INK, width=4),
        *sign(suit, 250, 334, 76),
        *figures.head(colours),
        *figures.mouth("#a8463a"),
        *figures.crested_helmet(colours),
    )


def _schoene(suit: str) -> Shapes:
    colours = PALETTES[suit]
    puff = shape("M196 286C150 270 118 300 124 360C150 372 176 366 188 346Z", WHITE, INK, 5)
    lace = [shape(f"M232 {y}L268 {y + 14}", stroke=GOLD, width=5) for y in (330, 352)]
    return (
        *scenery.meadow(suit),
        *figures.coat(colours.skin, -14),
        puff,
        *mirrored((puff,)),
        shape(
            "M196 290L214 282C220 322 280 322 286 282L304 290L322 392L178 392Z",
            colours.main,
            INK,
            5,
        ),
        shape("M226 322L274 322L268 392L232 392Z", colours.bright, INK, 4),
        *lace,
        *figures.head(colours),
        *figures.mouth("#b53a36"),
        *figures.braids(colours),
        *figures.wreath(colours),
        shape("M224 278C236 292 264 292 276 278", stroke=GOLD, width=6),
        *sign(suit, 434, 318, 104),
    )


def _preusse(suit: str) -> Shapes:
    colours = PALETTES[suit]
    epaulette = shape(
        "M128 324C130 292 150 282 184 284L182 306C160 306 144 314 138 328Z", GOLD, INK, 4
    )
    return (
        *(mirrored(scenery.stripes(suit)) if suit in "GS" else scenery.stripes(suit)),
        *(mirrored(figures.sabre()) if suit in "GH" else figures.sabre()),
        *figures.coat(PRUSSIAN if suit == "E" else colours.main, 16),
        epaulette,
        *mirrored((epaulette,)),
        shape("M212 252L288 252L292 294L208 294Z", colours.bright, INK, 5),
        *figures.buttons(GOLD, 226, 316, 342, 368),
        *figures.buttons(GOLD, 274, 316, 342, 368),
        *figures.head(colours),
        *figures.waxed(colours.hair),
        *figures.monocle(),
        *figures.spiked_helmet(),
        disc(250, 124, 22, GOLD, INK, width=4),
        *sign(suit, 404 if suit in "GH" else 96, 306, 116),
    )


_OBER_HAIR = {
    "E": figures.moustache,
    "G": figures.goatee,
    "H": figures.waxed,
    "S": figures.whiskers,
}

_HALVES = {
    "K": _koenig,
    "O": _ober,
    "U": _unter,
    "G": _gefreiter,
    "S": _schoene,
    "P": _preusse,
}


SUITS = "EGHS"
RANKS = "AZSKOUG9876P"
CODES = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""The 48 card codes, suit then rank."""
BACK = "back"


def face(code: str) -> Drawing:
    """Everything on the face named by a card code, or on the `back`.

    Raises:
        KeyError: `code` is neither.

    """
    if code == BACK:
        return (*paper(), Layer(lozenge_back()))
    if code not in CODES:
        raise KeyError(code)
    suit, rank = code[0], code[1]
    if rank == "A":
        return paper() + ass(suit) + index(suit, rank)
    if rank in "Z9876":
        return paper() + pips(suit, rank) + index(suit, rank)
    return paper() + court(suit, rank) + index(suit, rank, with_sign=rank in "KSG")
