"""Grounds behind the figures: each rank has its own piece of the Oberland."""

from __future__ import annotations

import math

from models.workshop.deck_art.drawing import (
    GOLD,
    HEIGHT,
    PALETTES,
    PAPER,
    RIVER,
    RIVER_DEEP,
    WHITE,
    WIDTH,
    InkShape,
    Shapes,
    disc,
    gouge,
    polygon,
    rounded,
    shape,
)

MIDDLE = HEIGHT / 2


def river() -> Shapes:
    """Draw the Isar between the two ends of a court card, drawn last, over both."""
    bed = "M2 378C90 354 160 362 250 378C340 394 410 402 498 378L498 422C410 446 340 438 250 422"
    bed += "C160 406 90 398 2 422Z"
    waves = (
        ((60, 384), (170, 381)),
        ((200, 396), (330, 404)),
        ((340, 414), (450, 414)),
        ((110, 402), (190, 400)),
        ((310, 398), (400, 402)),
        ((14, 398), (70, 392)),
        ((430, 408), (486, 402)),
    )
    return (
        shape(bed, RIVER, RIVER_DEEP, 4),
        *(
            gouge(start, end, 6, WHITE if place % 2 else RIVER_DEEP)
            for place, (start, end) in enumerate(waves)
        ),
    )


def rays(suit: str) -> Shapes:
    """Draw a rising sun's rays: the König."""
    drawn: list[InkShape] = [_panel(PALETTES[suit].tint)]
    for ray in range(13):
        angle = math.pi * (ray + 0.5) / 13
        c, s = math.cos(angle), -math.sin(angle)
        nx, ny = -s, c
        far = [(250 + c * 600 + nx * 40 * side, 300 + s * 600 + ny * 40 * side) for side in (-1, 1)]
        drawn.append(polygon(_clipped([(250, 300), *far]), PAPER))
    return tuple(drawn)


def mountains(suit: str) -> Shapes:
    """Snowy peaks: the Ober, whose sign hangs high."""
    colours = PALETTES[suit]
    back = "M2 330L70 236L118 284L190 190L262 290L330 214L392 268L444 222L498 290L498 402L2 402Z"
    snow = (
        "M190 190L160 228L182 222L192 238L208 222L226 240Z",
        "M330 214L304 242L324 240L336 252L352 240Z",
        "M444 222L420 244L440 242L452 254L470 254Z",
        "M70 236L46 268L66 262L78 272L92 260Z",
    )
    return (shape(back, colours.tint, colours.main, 4), *(shape(cap, WHITE) for cap in snow))


def firs(suit: str) -> Shapes:
    """Fir trees and hills: the Unter, whose sign lies low."""
    colours = PALETTES[suit]
    hill = "M2 340C80 300 160 300 250 330C340 360 420 330 498 300L498 402L2 402Z"
    trees: Shapes = ()
    for x, top, size in (
        (122, 190, 1.0),
        (70, 232, 0.8),
        (172, 236, 0.7),
        (388, 150, 0.9),
        (446, 190, 0.7),
    ):
        trees += (_fir(x, top, size, colours.tint, colours.main),)
    return (*trees, shape(hill, colours.tint, colours.main, 4))


def _fir(x: float, top: float, size: float, fill: str, stroke: str) -> InkShape:
    points = ((0, 0), (22, 44), (11, 42), (34, 84), (18, 80), (46, 132))
    right = [(x + px * size, top + py * size) for px, py in points]
    left = [(2 * x - px, py) for px, py in reversed(right)]
    return polygon(right + left, fill, stroke, 4)


def lozenges(suit: str) -> Shapes:
    """Draw the Bavarian lozenges: the Gefreite."""
    colours = PALETTES[suit]
    drawn: list[InkShape] = [_panel(PAPER)]
    width, height = 62.0, 94.0
    for row in range(-1, 5):
        for column in range(9):
            x, y = column * width, row * height + (column % 2) * height / 2
            corners = [
                (x, y - height / 2),
                (x + width / 2, y),
                (x, y + height / 2),
                (x - width / 2, y),
            ]
            drawn.append(polygon(_clipped(corners), colours.tint))
    return tuple(drawn)


def stripes(suit: str) -> Shapes:
    """Draw a sentry box's slanting stripes: the Preuße."""
    drawn: list[InkShape] = [_panel(PAPER)]
    for place in range(-8, 10):
        x = place * 76
        corners: list[tuple[float, float]] = [
            (x, 400),
            (x + 38, 400),
            (x + 38 + 300, 2),
            (x + 300, 2),
        ]
        drawn.append(polygon(_clipped(corners), PALETTES[suit].tint))
    return tuple(drawn)


def meadow(suit: str) -> Shapes:
    """Draw an arch of flowers: the Schöne."""
    colours = PALETTES[suit]
    arch = "M132 402L132 220C132 116 180 58 250 58C320 58 368 116 368 220L368 402Z"
    outer, inner = (PAPER, colours.tint) if suit in "EG" else (colours.tint, PAPER)
    drawn: list[InkShape] = [_panel(outer), shape(arch, inner, colours.main, 5)]
    for place in range(11):
        angle = math.pi * place / 10
        x, y = 250 + 124 * math.cos(angle), 216 - 160 * math.sin(angle)
        drawn += [
            disc(x, y, 17, colours.bright if place % 2 else WHITE, colours.main, width=4),
            disc(x, y, 6, GOLD),
        ]
    return tuple(drawn)


def _panel(fill: str) -> InkShape:
    return InkShape(rounded((2, 2, WIDTH - 2, MIDDLE), 28), fill)


def _clipped(corners: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Draw the part of a convex polygon on the upper half of the card (Sutherland and Hodgman)."""
    left, top, right, bottom = 14.0, 14.0, WIDTH - 14.0, MIDDLE
    for axis, bound, keep_above in (
        (0, left, True),
        (0, right, False),
        (1, top, True),
        (1, bottom, False),
    ):
        corners = _cut(corners, axis, bound, keep_above)
        if not corners:
            return [(left, top), (left, top), (left, top)]
    return corners


def _cut(
    corners: list[tuple[float, float]], axis: int, bound: float, keep_above: bool
) -> list[tuple[float, float]]:
    def inside(point: tuple[float, float]) -> bool:
        return (point[axis] >= bound) == keep_above or point[axis] == bound

    kept: list[tuple[float, float]] = []
    for before, here in zip(corners[-1:] + corners[:-1], corners, strict=True):
        if inside(before) != inside(here):
            share = (bound - before[axis]) / (here[axis] - before[axis])
            kept.append(
                (
                    before[0] + (here[0] - before[0]) * share,
                    before[1] + (here[1] - before[1]) * share,
                )
            )
        if inside(here):
            kept.append(here)
    return kept
