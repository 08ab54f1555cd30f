"""The deck `lech`: 52 French faces and a back, drawn by the same hand as the German `isar`.

Kings, queens and jacks are told apart by their outline: a crown over a beard, a veil over long hair
in an arch of flowers, a feathered cap before the onion towers of the Oberland. Each holds a thing
of its own at the left of the half.
"""

from __future__ import annotations

from models.workshop.deck_art import figures, scenery
from models.workshop.deck_art.drawing import (
    GOLD,
    INK,
    PALETTES,
    PAPER,
    STEEL,
    WHITE,
    WOOD,
    Drawing,
    Layer,
    Shapes,
    disc,
    ellipse,
    gouge,
    line,
    mirrored,
    placed,
    polygon,
    shape,
)
from models.workshop.deck_art.german import ass, lozenge_back
from models.workshop.deck_art.signs import index, paper, pips, sign

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


BESIDE = (414.0, 116.0)
"""Where the great sign hangs, beside the head."""
_LIPS = "#b53a36"


def french_court(suit: str, rank: str) -> Drawing:
    """Draw a court card's picture, without paper and index."""
    return (Layer(_HALVES[rank](suit), twice=True), Layer(scenery.river()))


def _king(suit: str) -> Shapes:
    colours = PALETTES[suit]
    collar = (
        "M176 286C196 268 214 262 250 262C286 262 304 268 324 286L338 330C310 316 282 312 250 312"
    )
    collar += "C218 312 190 316 162 330Z"
    spots = tuple(
        gouge((x, y), (x, y + 13), 7, INK)
        for x, y in ((186, 294), (206, 284), (294, 284), (314, 294), (178, 312), (322, 312))
    )
    hem = shape("M232 312L268 312L276 392L224 392Z", colours.tint, INK, 4)
    lace = tuple(disc(250, y, 6, GOLD, INK, width=3) for y in (332, 354, 376))
    return (
        *scenery.rays(suit),
        *prop("K", suit),
        *figures.long_hair(colours.hair),
        *figures.coat(colours.main, 22),
        *figures.arms(colours.bright, 18),
        hem,
        *lace,
        shape(collar, WHITE, INK, 5),
        *spots,
        *figures.head(colours),
        *_KING_FACE[suit](suit),
        *_crown(suit),
        *sign(suit, *BESIDE, 126),
    )


def _full(suit: str) -> Shapes:
    return figures.beard(PALETTES[suit].hair, PALETTES[suit].tint)


def _pointed(suit: str) -> Shapes:
    hair = PALETTES[suit].hair
    return (*figures.mouth(_LIPS), *figures.goatee(hair), *figures.waxed(hair))


def _shaven(suit: str) -> Shapes:
    """Draw the one who wears no moustache, only a beard round the jaw."""
    colours = PALETTES[suit]
    jaw = "M198 190C206 236 226 248 250 250C274 248 294 236 302 190C306 250 284 296 250 300"
    jaw += "C216 296 194 250 198 190Z"
    return (
        shape(jaw, colours.hair, INK, 5),
        gouge((216, 240), (234, 282), 6, colours.tint),
        gouge((284, 240), (266, 282), 6, colours.tint),
        *figures.mouth(_LIPS),
    )


def _side(suit: str) -> Shapes:
    hair = PALETTES[suit].hair
    return (*figures.whiskers(hair), *figures.moustache(hair))


_KING_FACE = {"c": _full, "s": _pointed, "h": _shaven, "d": _side}


def _crown(suit: str) -> Shapes:
    """Draw a closed crown with two arches, in the suit's own lining."""
    colours = PALETTES[suit]
    lining = "M188 146C184 92 212 60 250 60C288 60 316 92 312 146Z"
    arch = "M190 140C186 96 204 66 250 58C296 66 314 96 310 140"
    points = "M184 146L176 92L206 118L222 84L250 112L278 84L294 118L324 92L316 146Z"
    return (
        shape(lining, colours.bright, INK, 5),
        shape(arch, stroke=INK, width=17),
        shape(arch, stroke=GOLD, width=9),
        shape(points, GOLD, INK, 5),
        disc(250, 46, 13, GOLD, INK, width=4),
        gouge((250, 22), (250, 46), 9, INK),
        gouge((238, 30), (262, 30), 9, INK),
        *(
            disc(x, y, 7, WHITE, INK, width=3)
            for x, y in ((176, 88), (222, 80), (278, 80), (324, 88))
        ),
        shape("M184 134L316 134L318 162L182 162Z", GOLD, INK, 5),
        *(disc(x, 148, 8, colours.main, INK, width=3) for x in (208, 250, 292)),
        *(polygon(((x, 140), (x + 8, 148), (x, 156), (x - 8, 148)), WHITE) for x in (229, 271)),
    )


def _queen(suit: str) -> Shapes:
    colours = PALETTES[suit]
    sleeve = shape(
        "M192 290C150 270 116 296 120 356C148 372 178 366 192 344Z", colours.bright, INK, 5
    )
    slash = gouge((160, 292), (146, 352), 12, colours.tint)
    bodice = "M194 292L214 284C224 326 276 326 286 284L306 292L320 392L180 392Z"
    stomacher = "M228 326C240 332 260 332 272 326L264 392L236 392Z"
    return (
        *scenery.meadow(suit),
        *prop("Q", suit),
        *_veil(suit),
        *figures.coat(colours.skin, -16),
        sleeve,
        slash,
        *mirrored((sleeve, slash)),
        shape(bodice, colours.main, INK, 5),
        shape(stomacher, colours.tint, INK, 4),
        *(gouge((238, y), (262, y + 8), 5, colours.main) for y in (340, 356, 372)),
        ellipse((250, 152), (44, 40), colours.skin),
        *figures.head(colours),
        *_locks(suit),
        *figures.mouth(_LIPS),
        disc(222, 222, 9, "#dd8d74"),
        disc(278, 222, 9, "#cf7a62"),
        *_diadem(suit),
        shape("M222 282C236 298 264 298 278 282", stroke=GOLD, width=6),
        disc(250, 298, 9, colours.bright, INK, width=4),
        *sign(suit, 436, 112, 98),
    )


def _veil(suit: str) -> Shapes:
    colours = PALETTES[suit]
    cloth = "M192 118C150 150 146 240 154 300L346 300C354 240 350 150 308 118Z"
    folds = (gouge((176, 170), (168, 286), 8, colours.tint),)
    return (shape(cloth, WHITE, INK, 5), *folds, *mirrored(folds))


def _locks(suit: str) -> Shapes:
    """Draw parted hair, each queen's in her own way."""
    hair = PALETTES[suit].hair
    parted = "M250 138C224 146 206 168 204 214C190 190 184 120 250 104C316 120 310 190 296 214"
    parted += "C294 168 276 146 250 138Z"
    drawn: Shapes = (shape(parted, hair, INK, 4),)
    if suit in "ch":
        plait = [disc(x, y, 16, hair, INK, width=4) for x, y in ((196, 230), (192, 260))]
        return (*drawn, *plait, *mirrored(plait))
    curl = shape("M204 196C184 214 182 256 196 284C204 270 210 240 206 216Z", hair, INK, 4)
    return (*drawn, curl, *mirrored((curl,)))


def _diadem(suit: str) -> Shapes:
    colours = PALETTES[suit]
    points = "M196 128L190 84L216 104L232 66L250 96L268 66L284 104L310 84L304 128"
    points += "C270 112 230 112 196 128Z"
    pearls = ((190, 80), (232, 62), (268, 62), (310, 80))
    return (
        shape(points, GOLD, INK, 5),
        *(disc(x, y, 8, WHITE, INK, width=3) for x, y in pearls),
        *(
            disc(x, y, 7, colours.main, INK, width=3)
            for x, y in ((222, 108), (250, 104), (278, 108))
        ),
    )


def _jack(suit: str) -> Shapes:
    colours = PALETTES[suit]
    left = shape(
        "M222 270C180 276 150 282 138 318L124 392L206 392L228 280Z", colours.bright, INK, 4
    )
    ruff = tuple(
        ellipse((x, 282 + abs(x - 250) * 0.05), (13, 16), WHITE, INK, 4)
        for x in (206, 228, 250, 272, 294)
    )
    cap = _cap(suit)
    return (
        *_towers(suit),
        *prop("J", suit),
        *_bob(suit),
        *figures.coat(colours.main),
        left,
        *figures.arms(colours.dark),
        *figures.buttons(GOLD, 250, 322, 348, 374),
        *figures.head(colours),
        *ruff,
        *figures.mouth(_LIPS),
        *(mirrored(cap) if suit in "sd" else cap),
        *sign(suit, *BESIDE, 118),
    )


def _bob(suit: str) -> Shapes:
    """Draw a page's hair, cut straight at the collar."""
    hair = PALETTES[suit].hair
    cut = "M196 140C176 176 174 226 178 266L218 266L212 180L288 180L282 266L322 266"
    cut += "C326 226 324 176 304 140Z"
    return (shape(cut, hair, INK, 5),)


def _cap(suit: str) -> Shapes:
    """Draw a flat cap with a long feather."""
    colours = PALETTES[suit]
    crown = "M184 146C160 118 190 82 250 84C318 84 346 112 320 148C276 132 228 132 184 146Z"
    feather = "M214 116C208 70 176 38 126 32C134 44 136 52 132 62C144 66 148 74 146 84"
    feather += "C160 86 168 94 168 104C186 102 202 106 214 116Z"
    return (
        shape(feather, WHITE, INK, 4),
        shape("M210 112C196 78 170 52 134 38", stroke=colours.main, width=4),
        shape(crown, colours.bright, INK, 5),
        gouge((206, 112), (262, 100), 9, colours.tint),
        shape(
            "M184 142C228 126 276 126 320 144L318 166C280 152 224 152 186 166Z",
            colours.dark,
            INK,
            5,
        ),
        disc(210, 124, 12, GOLD, INK, width=4),
    )


def _towers(suit: str) -> Shapes:
    """Draw a town with its onion towers: the Jack."""
    colours = PALETTES[suit]
    roofs = "M2 356L60 320L104 352L150 316L196 350L304 350L348 312L392 350L440 318L498 356"
    roofs += "L498 402L2 402Z"

    def tower(x: float, top: float, wide: float) -> Shapes:
        half = wide / 2
        onion = (
            f"M{x} {top}C{x} {top + 22} {x - half * 1.5} {top + 30} {x - half * 1.4} {top + 56}"
            f"C{x - half * 1.3} {top + 74} {x - half} {top + 76} {x - half} {top + 88}"
            f"L{x + half} {top + 88}C{x + half} {top + 76} {x + half * 1.3} {top + 74}"
            f" {x + half * 1.4} {top + 56}C{x + half * 1.5} {top + 30} {x} {top + 22} {x} {top}Z"
        )
        wall = ((x - half, top + 88), (x + half, top + 88), (x + half, 392), (x - half, 392))
        return (
            polygon(wall, PAPER, colours.main, 4),
            shape(onion, colours.tint, colours.main, 4),
            disc(x, top - 5, 5, GOLD, colours.main, width=2),
            gouge((x, top + 108), (x, top + 138), wide * 0.3, colours.main),
        )

    return (
        *tower(150, 176, 44),
        *tower(356, 200, 44),
        *tower(452, 214, 34),
        shape(roofs, colours.tint, colours.main, 4),
    )


_HALVES = {"K": _king, "Q": _queen, "J": _jack}


SUITS = "CSHD"
RANKS = "AKQJT98765432"
CODES = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""The 52 card codes, suit then rank."""
GERMAN_INDEX = {"Q": "D", "J": "B"}
"""What packs for Germany print for queen and jack: Dame, Bube (A. Pollett, "Indices",
members.tripod.com/a_pollett/cardindd.htm: Germany A, K, D, B)."""
GERMAN_CODES = tuple(code for code in CODES if code[1] in GERMAN_INDEX)
"""The cards that have another letter there."""
BACK = "back"
_DEEP, _LIGHT = "#5c1f22", "#c98f72"
"""Wine red and clay: nobody takes the back for the other deck's."""


def french_face(code: str, german: bool = False) -> Drawing:
    """Everything on the face named by a card code, or on the `back`; `german` with D and B.

    Raises:
        KeyError: `code` is neither.

    """
    if code == BACK:
        return (*paper(), Layer(lozenge_back(_DEEP, _LIGHT)))
    if code not in CODES:
        raise KeyError(code)
    # The German suits' letters are taken: in the drawings the French ones are written small.
    suit, rank = code[0].lower(), code[1]
    if rank == "A":
        return paper() + ass(suit) + index(suit, rank)
    if rank in "KQJ":
        printed = GERMAN_INDEX.get(rank, rank) if german else rank
        return paper() + french_court(suit, rank) + index(suit, printed)
    return paper() + pips(suit, rank) + index(suit, rank)
