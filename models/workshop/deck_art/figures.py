"""Parts of the court figures: heads, hats and clothes, all looking out from the middle of a half.

A half figure stands with its head about (250, 190) and its coat cut off by the river at y = 390.
"""

from __future__ import annotations

from models.workshop.deck_art.drawing import (
    GOLD,
    INK,
    PRUSSIAN,
    STEEL,
    WHITE,
    WOOD,
    Shapes,
    SuitPalette,
    disc,
    ellipse,
    gouge,
    line,
    mirrored,
    polygon,
    shape,
)


def head(colours: SuitPalette) -> Shapes:
    """Neck and face, the right side in shade, looking straight at the player."""
    chin = "M206 150L294 150L296 200C296 236 272 262 250 262C228 262 204 236 204 200Z"
    shade = "M258 150L294 150L296 200C296 236 272 262 250 262C270 244 276 220 270 196L258 200Z"
    eye = (
        gouge((213, 192), (241, 190), 12, WHITE),
        gouge((211, 190), (242, 187), 7, INK),
        disc(228, 192, 5.5, INK),
    )
    brow = gouge((209, 177), (243, 172), 8, colours.hair)
    return (
        polygon(((228, 240), (272, 240), (278, 292), (222, 292)), colours.shade, INK, 4),
        ellipse((203, 200), (9, 15), colours.skin, INK, 4),
        ellipse((297, 200), (9, 15), colours.shade, INK, 4),
        shape(chin, colours.skin, INK, 5),
        shape(shade, colours.shade),
        *mirrored((*eye, brow)),
        *eye,
        brow,
        shape("M246 186L240 216L254 217", stroke=INK, width=4),
    )


def mouth(lips: str) -> Shapes:
    """Lips, slightly smiling."""
    return (shape("M232 236C242 243 258 243 268 236C260 248 240 248 232 236Z", lips, lips, 3),)


def coat(fill: str, wide: float = 0.0) -> Shapes:
    """Shoulders and chest down to the river; `wide` spreads the shoulders."""
    left, right = 138 - wide, 362 + wide
    body = (
        f"M222 270L278 270C320 276 {right - 12} 282 {right} 318L{right + 14} 392L{left - 14} 392"
        f"L{left} 318C{left + 12} 282 180 276 222 270Z"
    )
    return (shape(body, fill, INK, 5),)


def arms(dark: str, wide: float = 0.0) -> Shapes:
    """Draw the folds that part arms from chest."""
    left = gouge((182 - wide, 312), (176 - wide, 392), 10, dark)
    return (left, *mirrored((left,)))


def buttons(fill: str, x: float, *heights: float) -> Shapes:
    """Draw a row of buttons at `x`."""
    return tuple(disc(x, y, 7, fill, INK, width=3) for y in heights)


def crown(colours: SuitPalette) -> Shapes:
    """Draw a heavy five-pointed crown."""
    spikes = "M186 150L172 66L212 104L250 44L288 104L328 66L314 150Z"
    balls = tuple(
        disc(x, y, 11, colours.bright, INK, width=4) for x, y in ((172, 62), (250, 40), (328, 62))
    )
    band = "M186 132L314 132L316 162L184 162Z"
    jewels = tuple(disc(x, 147, 8, colours.main, INK, width=3) for x in (212, 250, 288))
    lights = (gouge((196, 92), (204, 126), 7, WHITE), gouge((250, 70), (250, 122), 8, WHITE))
    return (shape(spikes, GOLD, INK, 5), *lights, *balls, shape(band, GOLD, INK, 5), *jewels)


def beard(hair: str, light: str) -> Shapes:
    """Draw the König's full beard, cut in strands."""
    full = "M198 196C206 222 222 222 250 226C278 222 294 222 302 196C312 250 296 300 250 336"
    full += "C204 300 188 250 198 196Z"
    strand = [gouge((218, 240), (236, 296), 7, light), gouge((206, 222), (218, 268), 6, light)]
    lips = shape("M236 240C246 246 254 246 264 240C258 250 242 250 236 240Z", "#a8463a", INK, 3)
    return (
        shape(full, hair, INK, 5),
        *strand,
        *mirrored(strand),
        gouge((250, 262), (250, 326), 7, light),
        lips,
        moustache(hair)[0],
        moustache(hair)[1],
    )


def moustache(hair: str) -> Shapes:
    """Draw a broad moustache that hangs down."""
    half = shape("M250 222C236 216 214 224 204 246C224 244 240 244 250 232Z", hair, INK, 3)
    return (half, *mirrored((half,)))


def waxed(hair: str) -> Shapes:
    """Draw a waxed moustache with its ends turned up to the cheekbones."""
    half = shape("M250 222C234 220 214 232 190 196C192 236 226 250 250 236Z", hair, INK, 3)
    return (half, *mirrored((half,)))


def goatee(hair: str) -> Shapes:
    """Draw a moustache and a pointed chin beard."""
    tip = shape(
        "M228 246C238 256 262 256 272 246C276 270 266 292 250 304C234 292 224 270 228 246Z",
        hair,
        INK,
        4,
    )
    return (*moustache(hair), tip)


def whiskers(hair: str) -> Shapes:
    """Broad side whiskers and a shaven chin."""
    half = shape("M198 176L214 196C212 222 222 240 238 250C222 262 200 244 198 214Z", hair, INK, 4)
    return (*mouth("#a8463a"), half, *mirrored((half,)))


def loden_hat(colours: SuitPalette) -> Shapes:
    """Draw the Ober's broad hat with a Gamsbart."""
    tuft = [
        gouge((318, 134), (x, y), 9, colours.hair)
        for x, y in ((318, 40), (334, 34), (350, 38), (362, 48), (372, 62))
    ]
    brim = "M148 148C190 164 310 164 352 148C362 158 340 176 250 176C160 176 138 158 148 148Z"
    top = "M190 152C190 104 206 78 226 84C242 92 258 92 274 84C296 78 310 104 310 152Z"
    return (
        *tuft,
        shape(top, colours.dark, INK, 5),
        shape(
            "M190 134C230 146 270 146 310 134L311 156C270 166 230 166 189 156Z",
            colours.bright,
            INK,
            4,
        ),
        disc(318, 138, 11, WHITE, INK, width=4),
        shape(brim, colours.dark, INK, 5),
        gouge((206, 98), (204, 130), 8, colours.bright),
    )


def long_hair(hair: str) -> Shapes:
    """Hair down to the collar, behind the head."""
    return (
        shape("M196 150C176 190 178 240 190 270L310 270C322 240 324 190 304 150Z", hair, INK, 5),
    )


def pointed_cap(colours: SuitPalette) -> Shapes:
    """Draw the Unter's long cap that falls over to one side."""
    bag = "M196 160C196 108 222 76 268 70C318 66 356 92 372 138"
    bag += "C350 122 328 116 306 122C306 138 304 150 304 160Z"
    return (
        shape(bag, colours.bright, INK, 5),
        gouge((226, 106), (286, 84), 9, colours.tint),
        gouge((290, 96), (350, 112), 7, colours.dark),
        polygon(((372, 136), (358, 184), (372, 178), (382, 188), (392, 176)), GOLD, INK, 4),
        shape(
            "M192 150C220 138 280 138 308 150L308 172C280 160 220 160 192 172Z",
            colours.dark,
            INK,
            5,
        ),
        disc(222, 152, 7, GOLD),
        disc(250, 149, 7, GOLD),
        disc(278, 152, 7, GOLD),
    )


def crested_helmet(colours: SuitPalette) -> Shapes:
    """Draw the Bavarian helmet with its caterpillar crest: the Gefreite."""
    crest = "M176 116C180 58 220 36 262 40C308 44 338 74 336 118"
    crest += "C316 86 288 74 256 74C222 74 196 88 176 116Z"
    dome = "M196 166C190 104 214 74 250 74C286 74 310 104 304 166Z"
    hatch = tuple(
        gouge((x, 48 + abs(x - 256) * 0.12), (x - 4, 70 + abs(x - 256) * 0.1), 5, WHITE)
        for x in (216, 240, 264, 288)
    )
    return (
        shape(dome, INK, INK, 5),
        shape(crest, colours.main, INK, 5),
        *hatch,
        shape("M186 156C220 144 280 144 314 156L318 174C280 160 220 160 182 174Z", GOLD, INK, 4),
        disc(250, 122, 17, GOLD, INK, width=4),
    )


def spiked_helmet() -> Shapes:
    """Draw the spiked helmet of the Preuße, a size too large."""
    dome = "M184 168C176 104 206 76 250 76C294 76 324 104 316 168Z"
    peak = "M176 160C220 146 280 146 324 160L330 186C290 166 210 166 170 186Z"
    return (
        polygon(((242, 62), (250, 8), (258, 62)), GOLD, INK, 4),
        ellipse((250, 68), (22, 12), GOLD, INK, 4),
        shape(dome, PRUSSIAN, INK, 5),
        gouge((206, 100), (198, 146), 9, STEEL),
        shape(peak, INK, GOLD, 4),
    )


def monocle() -> Shapes:
    """Draw an eyeglass with its cord."""
    return (
        disc(272, 190, 19, None, GOLD, width=5),
        shape("M288 200C304 240 296 280 282 300", stroke=GOLD, width=3),
    )


def braids(colours: SuitPalette) -> Shapes:
    """Draw the Schöne's hair: parted, with a braid laid round the head."""
    cap = "M202 206C184 130 214 96 250 96C286 96 316 130 298 206"
    cap += "C294 170 276 150 250 142C224 150 206 170 202 206Z"
    plait = [
        disc(x, y, 15, colours.hair, INK, width=4)
        for x, y in (
            (196, 138),
            (208, 116),
            (228, 101),
            (250, 96),
            (272, 101),
            (292, 116),
            (304, 138),
        )
    ]
    return (shape(cap, colours.hair, INK, 5), *plait, gouge((250, 104), (250, 142), 3, INK))


def wreath(colours: SuitPalette) -> Shapes:
    """Three flowers in the hair."""
    drawn: Shapes = ()
    for x, y in ((214, 106), (250, 90), (286, 106)):
        drawn += (disc(x, y, 16, colours.bright, INK, width=4), disc(x, y, 6, WHITE))
    return drawn


def halberd(x: float) -> Shapes:
    """Draw a halberd held upright at `x`."""
    blade = f"M{x} 226C{x - 56} 196 {x - 54} 288 {x} 272Z"
    return (
        line(((x, 190), (x, 392)), WOOD, 11),
        shape(blade, STEEL, INK, 4),
        polygon(((x - 10, 218), (x, 156), (x + 10, 218)), STEEL, INK, 4),
        polygon(((x, 232), (x + 28, 248), (x, 264)), STEEL, INK, 4),
    )


def rifle(x: float) -> Shapes:
    """Draw a rifle with its bayonet shouldered at `x`."""
    return (
        polygon(((x - 4, 210), (x, 148), (x + 4, 210)), STEEL, INK, 3),
        line(((x, 208), (x, 270)), INK, 9),
        line(((x, 246), (x, 392)), WOOD, 18),
        line(((x - 9, 290), (x + 9, 290)), GOLD, 6),
    )


def sceptre(x: float) -> Shapes:
    """Draw a sceptre's staff at `x`, with a golden knob."""
    return (
        line(((x, 250), (x, 392)), GOLD, 12),
        disc(x, 238, 17, GOLD, INK, width=4),
        disc(x, 212, 9, GOLD, INK, width=4),
    )


def sabre() -> Shapes:
    """Draw a sabre drawn much too high."""
    return (
        shape("M396 392C410 320 420 240 402 150C438 230 436 320 414 392Z", STEEL, INK, 4),
        line(((384, 344), (436, 352)), GOLD, 9),
    )
