"""Suit signs drawn by code: acorn, leaf, heart, bell, the French four, and invented ones."""

from collections.abc import Callable

import cv2
import numpy as np

from models.workshop.pictures import Picture, Random, blank

SIDE = 96
"""Side of a sign's square picture, in pixels."""

InkColour = tuple[int, int, int]
PipOutline = list[tuple[float, float]]

LEAF: PipOutline = [
    (0, -1),
    (0.55, -0.5),
    (0.85, 0.05),
    (0.55, 0.5),
    (0, 0.62),
    (-0.55, 0.5),
    (-0.85, 0.05),
    (-0.55, -0.5),
]
DIAMOND: PipOutline = [(0, -1), (0.72, 0), (0, 1), (-0.72, 0)]


def heart_outline() -> PipOutline:
    """Heart, point down, within the unit square."""
    t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    x = np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 17
    return list(zip(x.tolist(), y.tolist(), strict=True))


def star_outline(rng: Random) -> PipOutline:
    """A star or flower with three to nine points, turned and of any depth."""
    points, depth = int(rng.integers(3, 10)), rng.uniform(0.3, 0.9)
    t = np.linspace(0, 2 * np.pi, points * 2, endpoint=False) + rng.uniform(0, 0.4)
    radius = np.where(np.arange(points * 2) % 2 == 0, 1.0, depth)
    return list(zip((radius * np.sin(t)).tolist(), (-radius * np.cos(t)).tolist(), strict=True))


def blob_outline(rng: Random) -> PipOutline:
    """A smooth closed shape, the same on both sides."""
    waves = rng.normal(0, [0.22, 0.16, 0.1])
    t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    radius = 0.75 + sum(w * np.cos((k + 1) * t) for k, w in enumerate(waves))
    radius = radius / radius.max()
    return list(zip((radius * np.sin(t)).tolist(), (-radius * np.cos(t)).tolist(), strict=True))


def points_of(outline: PipOutline, scale: float, lower: float = 0) -> Picture:
    """Outline as pixel corners for OpenCV with four bits of fraction."""
    middle = SIDE / 2
    corners = np.array(outline) * middle * scale + middle + np.array([0, lower]) * middle
    return np.round(corners * 16).astype(np.int32)


def fill(
    sign: Picture, outline: PipOutline, colour: InkColour, scale: float = 0.92, lower: float = 0
) -> None:
    """Paint an outline opaque onto a sign, its middle lowered."""
    cv2.fillPoly(sign, [points_of(outline, scale, lower)], (*colour, 255), cv2.LINE_AA, 4)


def line(
    sign: Picture, a: tuple[float, float], b: tuple[float, float], colour: InkColour, width: int
) -> None:
    """A stroke between two points of the unit square."""
    middle = SIDE / 2
    ends = [(round(middle + x * middle), round(middle + y * middle)) for x, y in (a, b)]
    cv2.line(sign, ends[0], ends[1], (*colour, 255), width, cv2.LINE_AA)


def dark(colour: InkColour, factor: float = 0.45) -> InkColour:
    """A darker shade."""
    return (int(colour[0] * factor), int(colour[1] * factor), int(colour[2] * factor))


def circle(sign: Picture, x: float, y: float, radius: float, colour: InkColour) -> None:
    """A filled disc in the unit square."""
    middle = SIDE / 2
    centre = (round(middle + x * middle), round(middle + y * middle))
    cv2.circle(sign, centre, max(1, round(radius * middle)), (*colour, 255), -1, cv2.LINE_AA)


def acorn(rng: Random, colours: list[InkColour]) -> Picture:
    """Acorn in its cup, as on German cards."""
    sign = blank(SIDE, SIDE)
    nut, cup = colours[0], colours[1]
    line(sign, (0, -1), (0, -0.4), dark(cup), int(rng.integers(4, 9)))
    middle, wide = SIDE // 2, rng.uniform(0.5, 0.72)
    size = (int(wide * middle), int(0.72 * middle))
    cv2.ellipse(sign, (middle, int(middle * 1.2)), size, 0, 0, 360, (*nut, 255), -1, cv2.LINE_AA)
    size = (int((wide + 0.1) * middle), int(0.42 * middle))
    cv2.ellipse(sign, (middle, int(middle * 0.82)), size, 0, 0, 360, (*cup, 255), -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        for x in np.linspace(-0.4, 0.4, 4):
            line(sign, (x, -0.5), (x * 1.2, 0.1), dark(cup), 2)
    line(sign, (-0.2, 0.35), (-0.1, 0.75), (255, 255, 255), 2)
    return sign


def leaf(rng: Random, colours: list[InkColour]) -> Picture:
    """Leaf on a stem."""
    sign = blank(SIDE, SIDE)
    line(sign, (0, 0.4), (rng.uniform(-0.2, 0.2), 1), dark(colours[0]), int(rng.integers(4, 9)))
    fill(sign, LEAF, dark(colours[0]), 0.95)
    fill(sign, LEAF, colours[0], rng.uniform(0.78, 0.92))
    line(sign, (0, -0.7), (0, 0.5), dark(colours[0]), 2)
    for y in np.linspace(-0.3, 0.3, int(rng.integers(0, 4))):
        line(sign, (0, y), (0.5, y - 0.2), dark(colours[0]), 2)
        line(sign, (0, y), (-0.5, y - 0.2), dark(colours[0]), 2)
    return sign


def bell(rng: Random, colours: list[InkColour]) -> Picture:
    """Round hawk bell with a band and a slit."""
    sign = blank(SIDE, SIDE)
    radius = rng.uniform(0.7, 0.85)
    circle(sign, 0, -0.8, 0.16, dark(colours[0]))
    circle(sign, 0, 0, radius + 0.06, dark(colours[0]))
    circle(sign, 0, 0, radius, colours[0])
    band = int(rng.integers(5, 14))
    line(sign, (-radius * 0.95, 0), (radius * 0.95, 0), colours[1], band)
    line(sign, (0, 0.2), (0, 0.6), dark(colours[0], 0.25), int(rng.integers(3, 8)))
    circle(sign, 0, 0.3, 0.12, dark(colours[0], 0.25))
    if rng.random() < 0.5:
        circle(sign, -0.3, -0.35, 0.15, (230, 250, 255))
    return sign


def heart(rng: Random, colours: list[InkColour]) -> Picture:
    """Heart, plain or with a rim or a light."""
    sign = blank(SIDE, SIDE)
    fill(sign, heart_outline(), dark(colours[0]) if rng.random() < 0.5 else colours[0], 0.95)
    fill(sign, heart_outline(), colours[0], rng.uniform(0.8, 0.92))
    if rng.random() < 0.4:
        line(sign, (-0.45, -0.4), (-0.5, -0.1), (240, 240, 255), 4)
    return sign


def diamond(rng: Random, colours: list[InkColour]) -> Picture:
    """Diamond, more or less slim."""
    sign = blank(SIDE, SIDE)
    slim = rng.uniform(0.8, 1.2)
    fill(sign, [(x * slim, y) for x, y in DIAMOND], colours[0], 0.95)
    return sign


def club(rng: Random, colours: list[InkColour]) -> Picture:
    """Club of three discs on a foot."""
    sign = blank(SIDE, SIDE)
    radius, spread = rng.uniform(0.36, 0.44), rng.uniform(0.42, 0.5)
    circle(sign, 0, -0.5, radius, colours[0])
    circle(sign, -spread, 0.15, radius, colours[0])
    circle(sign, spread, 0.15, radius, colours[0])
    circle(sign, 0, 0, 0.22, colours[0])
    fill(sign, [(0, 0), (0.3, 0.95), (-0.3, 0.95)], colours[0], 1.0)
    return sign


def spade(rng: Random, colours: list[InkColour]) -> Picture:
    """Spade on a foot."""
    sign = blank(SIDE, SIDE)
    wide = rng.uniform(0.8, 1.0)
    fill(sign, [(x * wide, -y) for x, y in heart_outline()], colours[0], 0.85, -0.1)
    fill(sign, [(0, 0.1), (0.28, 0.95), (-0.28, 0.95)], colours[0], 1.0)
    return sign


def invented(rng: Random, colours: list[InkColour]) -> Picture:
    """A sign of no known deck: a star or blob with a heart of another colour."""
    sign = blank(SIDE, SIDE)
    draw = star_outline if rng.random() < 0.5 else blob_outline
    fill(sign, draw(rng), colours[0], 0.95)
    if rng.random() < 0.7:
        fill(sign, draw(rng), colours[1], rng.uniform(0.3, 0.7), rng.uniform(-0.2, 0.2))
    if rng.random() < 0.5:
        line(sign, (0, 0.3), (0, 1), dark(colours[0]), int(rng.integers(3, 10)))
    return sign


def shade(rng: Random, base: InkColour, spread: float = 30) -> InkColour:
    """A colour near the given one."""
    b, g, r = np.clip(np.array(base) + rng.normal(0, spread, 3), 0, 255).astype(int).tolist()
    return (b, g, r)


def any_colour(rng: Random) -> InkColour:
    """Any printing colour, seldom very light."""
    b, g, r = rng.integers(0, 225, 3).tolist()
    return (b, g, r)


GREEN, RED, GOLD, BROWN, BLACK = (
    (40, 110, 25),
    (45, 35, 200),
    (40, 175, 235),
    (45, 95, 150),
    (25, 20, 20),
)
Sign = Callable[[Random, list[InkColour]], Picture]
GERMAN: tuple[tuple[Sign, InkColour, InkColour], ...] = (
    (acorn, GOLD, GREEN),
    (leaf, GREEN, GOLD),
    (heart, RED, GOLD),
    (bell, GOLD, RED),
)
FRENCH: tuple[tuple[Sign, InkColour, InkColour], ...] = (
    (club, BLACK, BLACK),
    (spade, BLACK, BLACK),
    (heart, RED, RED),
    (diamond, RED, RED),
)


def four_suits(rng: Random) -> tuple[Picture, Picture, Picture, Picture]:
    """The four signs of one deck: mostly German, else French or invented."""
    kind = rng.random()
    signs = []
    for number in range(4):
        if kind < 0.75:
            draw, first, second = (GERMAN if kind < 0.55 else FRENCH)[number]
            colours = [shade(rng, first), shade(rng, BROWN if rng.random() < 0.2 else second)]
            signs.append(draw(rng, colours))
        else:
            signs.append(invented(rng, [any_colour(rng), any_colour(rng)]))
    return signs[0], signs[1], signs[2], signs[3]
