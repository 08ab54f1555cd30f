"""The court cards: half figures, mirrored in the Isar.

Ober and Unter are told apart as on every German card: the Ober's sign stands high, the Unter's
low. Hats tell the rest: crown, broad hat, falling cap, crested helmet, spiked helmet, braids.
"""

from __future__ import annotations

from models.deck_art import figures, scenery
from models.deck_art.ink import Drawing, Layer, Shapes, disc, gouge, mirrored, polygon, shape
from models.deck_art.palette import GOLD, INK, PALETTES, PRUSSIAN, WHITE
from models.deck_art.props import prop
from models.deck_art.signs import sign

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
