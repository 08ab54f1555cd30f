"""Things on a pub table that are no face-up card: hands, glasses, coasters, phones, card backs."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.workshop.pictures import Picture, Random

SKIN = np.array([125.0, 165.0, 220.0])


@dataclass(frozen=True)
class Prop:
    """A thing with its place (pixels), turn (radians) and the seed of its look."""

    kind: str
    x: float
    y: float
    turn: float
    seed: int

    def moved(self, dx: float, dy: float, turn: float) -> "Prop":
        """The same thing elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy, turn=self.turn + turn)


def box(x: float, y: float, width: float, height: float, turn: float) -> Picture:
    """Corners of a turned rectangle."""
    cos, sin = np.cos(turn), np.sin(turn)
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
    corners: Picture = half @ np.array([[cos, sin], [-sin, cos]]) + [x, y]
    return corners


def polygon(canvas: Picture, corners: Picture, colour: list[float]) -> None:
    """Filled polygon with smooth edges."""
    cv2.fillPoly(canvas, [np.round(corners * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def disc(
    canvas: Picture, x: float, y: float, radius: float, colour: list[float], *, width: int = -1
) -> None:
    """Filled disc, or a ring of a width."""
    centre = (round(x * 16), round(y * 16))
    cv2.circle(canvas, centre, max(1, round(radius * 16)), colour, width, cv2.LINE_AA, 4)


def glass(canvas: Picture, prop: Prop, scale: float, rng: Random) -> Picture:
    """Glass of beer, water or wine from above, foam and reflection, more or less clear."""
    radius = rng.uniform(28, 46) * scale
    over = canvas.copy()
    beer = (
        np.array([40, 140, 210]) * rng.uniform(0.5, 1.2)
        if rng.random() < 0.7
        else rng.uniform(60, 230, 3)
    )
    disc(over, prop.x + 0.25 * radius, prop.y + 0.12 * radius, radius, (beer * 0.8).tolist())
    disc(over, prop.x, prop.y, radius, beer.tolist())
    disc(
        over,
        prop.x,
        prop.y,
        radius * rng.uniform(0.7, 0.95),
        rng.uniform(180, 250, 3).tolist(),
        width=-1 if rng.random() < 0.5 else 2,
    )
    disc(over, prop.x + radius * 0.35, prop.y - radius * 0.4, radius * 0.14, [255, 255, 255])
    solid = rng.uniform(0.55, 0.95)
    return over * solid + canvas * (1 - solid)


def coaster(canvas: Picture, prop: Prop, scale: float, rng: Random) -> Picture:
    """Beer mat, round or square with a printed ring or bar."""
    size = rng.uniform(88, 108) * scale
    paper = rng.uniform(60, 250, 3).tolist()
    ink = rng.uniform(0, 220, 3).tolist()
    if rng.random() < 0.5:
        disc(canvas, prop.x, prop.y, size / 2, paper)
        disc(canvas, prop.x, prop.y, size * rng.uniform(0.25, 0.42), ink, width=2)
    else:
        polygon(canvas, box(prop.x, prop.y, size, size, prop.turn), paper)
        polygon(canvas, box(prop.x, prop.y, size * 0.7, size * 0.3, prop.turn), ink)
    return canvas


def phone(canvas: Picture, prop: Prop, scale: float, rng: Random) -> Picture:
    """Phone, ashtray box or wallet: one dark or coloured rectangle, larger than a card."""
    width = rng.uniform(66, 80) * scale
    shell = (rng.uniform(0, 90, 3) if rng.random() < 0.7 else rng.uniform(0, 255, 3)).tolist()
    polygon(canvas, box(prop.x, prop.y, width, width * 2.05, prop.turn), shell)
    if rng.random() < 0.7:
        screen = rng.uniform(5, 60, 3).tolist()
        polygon(canvas, box(prop.x, prop.y, width * 0.9, width * 1.9, prop.turn), screen)
    return canvas


def notepad(canvas: Picture, prop: Prop, scale: float, rng: Random) -> Picture:
    """Sheet of paper with scribbled rows, larger than a card."""
    width = rng.uniform(95, 150) * scale
    polygon(
        canvas,
        box(prop.x, prop.y, width, width * 1.4, prop.turn),
        rng.uniform(190, 250, 3).tolist(),
    )
    for row in np.linspace(-0.55, 0.5, 8):
        long = rng.uniform(0.2, 0.8) * width
        bar = box(
            prop.x - np.sin(prop.turn) * row * width,
            prop.y + np.cos(prop.turn) * row * width,
            long,
            2.5 * scale,
            prop.turn,
        )
        polygon(canvas, bar, rng.uniform(30, 150, 3).tolist())
    return canvas


def coins(canvas: Picture, prop: Prop, scale: float, rng: Random) -> Picture:
    """A few coins."""
    for _ in range(int(rng.integers(1, 6))):
        x, y = prop.x + rng.normal(0, 18) * scale, prop.y + rng.normal(0, 18) * scale
        metal = [60.0, 120.0, 165.0] if rng.random() < 0.5 else [165.0, 175.0, 180.0]
        disc(canvas, x, y, rng.uniform(9, 13) * scale, metal)
        disc(canvas, x, y, rng.uniform(5, 7) * scale, [m * 0.8 for m in metal])
    return canvas


def card_back(canvas: Picture, prop: Prop, scale: float, rng: Random) -> Picture:
    """One or more cards face down: white border and a regular pattern."""
    width, height = rng.uniform(54, 64) * scale, rng.uniform(88, 101) * scale
    ink = rng.uniform(20, 200, 3)
    other = (ink * 0.4 + 150).tolist() if rng.random() < 0.7 else [250.0, 250.0, 250.0]
    step = rng.uniform(2.5, 9) * scale
    angle = rng.uniform(0, 0.8)
    for _ in range(int(rng.integers(1, 5))):
        turn = prop.turn + rng.normal(0, 0.05)
        x, y = prop.x + rng.normal(0, 2) * scale, prop.y + rng.normal(0, 2) * scale
        polygon(canvas, box(x, y, width, height, turn), [235, 240, 240])
        area = box(x, y, width * 0.88, height * 0.92, turn)
        polygon(canvas, area, ink.tolist())
        pattern = np.zeros(canvas.shape[:2], np.uint8)
        cv2.fillPoly(pattern, [np.round(area).astype(np.int32)], 255)
        lines = np.zeros(canvas.shape[:2], np.uint8)
        reach = 0.8 * height
        for way in (turn + angle, turn + angle + np.pi / 2):
            ahead = np.array([np.cos(way), np.sin(way)])
            aside = np.array([-ahead[1], ahead[0]])
            for k in np.arange(-reach, reach, max(2.5, step)):
                a, b = aside * k - ahead * reach + [x, y], aside * k + ahead * reach + [x, y]
                cv2.line(
                    lines,
                    np.round(a).astype(int).tolist(),
                    np.round(b).astype(int).tolist(),
                    255,
                    1,
                    cv2.LINE_AA,
                )
        print_ = (cv2.min(lines, pattern).astype(np.float32) / 255)[..., None]
        canvas[...] = canvas * (1 - print_) + np.array(other, np.float32) * print_
    return canvas


def hand(canvas: Picture, prop: Prop, scale: float, rng: Random) -> Picture:
    """Hand whose fingertips lie at the prop's place, its arm leading off along `turn`."""
    skin = SKIN * rng.uniform(0.28, 1.12) * np.exp(rng.normal(0, 0.05, 3))
    sleeve = rng.uniform(8, 220, 3).tolist()
    ahead = np.array([np.cos(prop.turn), np.sin(prop.turn)])
    aside = np.array([-ahead[1], ahead[0]])
    tip = np.array([prop.x, prop.y])
    over = canvas.copy()
    bare = rng.uniform(90, 260) * scale

    def limb(start: Picture, end: Picture, width: float, colour: list[float]) -> None:
        ends = [np.round(p * 16).astype(int).tolist() for p in (start, end)]
        cv2.line(over, ends[0], ends[1], colour, max(1, round(width)), cv2.LINE_AA, 4)

    far = tip + ahead * 900 * scale
    limb(tip + ahead * (75 * scale + bare), far, 92 * scale, sleeve)
    wrist = tip + ahead * 95 * scale
    limb(wrist, tip + ahead * (75 * scale + bare), 56 * scale, (skin * 0.95).tolist())
    palm = np.round(tip + ahead * 78 * scale).astype(int).tolist()
    cv2.ellipse(
        over,
        palm,
        (round(46 * scale), round(36 * scale)),
        float(np.rad2deg(prop.turn)),
        0,
        360,
        skin.tolist(),
        -1,
        cv2.LINE_AA,
    )
    closed = rng.uniform(0.15, 1.0)
    for finger in (-1.5, -0.5, 0.5, 1.5):
        short = abs(finger) * 8 + rng.uniform(0, 10)
        end = tip + ahead * short * scale + aside * finger * 17 * closed * scale
        root = tip + ahead * 60 * scale + aside * finger * 17 * scale
        limb(root, end, 16.5 * scale, (skin * rng.uniform(0.88, 1.06)).tolist())
        disc(over, end[0], end[1], 5 * scale, np.clip(skin * 1.08, 0, 255).tolist())
    thumb = tip + ahead * rng.uniform(20, 50) * scale + aside * rng.choice([-1, 1]) * 45 * scale
    limb(tip + ahead * 85 * scale, thumb, 18 * scale, (skin * 0.94).tolist())
    mask = (np.abs(over - canvas).sum(2) > 0).astype(np.float32)
    soft = max(0.5, 7 * scale)
    height = cv2.GaussianBlur(mask, (0, 0), soft)[..., None]
    shape = np.where(mask[..., None] > 0, 0.55 + 0.5 * height, 1)
    dark = (
        1
        - 0.45
        * cv2.GaussianBlur(
            np.roll(mask, (int(6 * scale) + 1, int(5 * scale) + 1), (0, 1)), (0, 0), soft
        )[..., None]
    )
    return np.where(mask[..., None] > 0, over * shape, canvas * dark).astype(np.float32)


Drawer = Callable[[Picture, Prop, float, Random], Picture]
DRAWERS: dict[str, Drawer] = {
    "glass": glass,
    "coaster": coaster,
    "phone": phone,
    "notepad": notepad,
    "coins": coins,
    "back": card_back,
    "hand": hand,
}
LYING = ("coaster", "coaster", "phone", "notepad", "coins", "back", "back", "back")
"""Things that lie flat, under the cards if they are covered at all."""


def draw(canvas: Picture, prop: Prop, scale: float) -> Picture:
    """Draw a thing onto a float32 canvas; scale in pixels per millimetre."""
    return DRAWERS[prop.kind](canvas, prop, scale, np.random.default_rng(prop.seed))


def random_prop(rng: Random, size: int, kinds: tuple[str, ...], near: float = 0.3) -> Prop:
    """A thing somewhere at least `near` sides from the middle."""
    angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(near, 0.62) * size
    return Prop(
        kind=str(rng.choice(kinds)),
        x=size / 2 + far * float(np.cos(angle)),
        y=size / 2 + far * float(np.sin(angle)),
        turn=float(rng.uniform(0, 2 * np.pi)),
        seed=int(rng.integers(1 << 31)),
    )


def reaching_hand(rng: Random, size: int, target: tuple[float, float] | None = None) -> Prop:
    """A hand coming in from the border, its fingertips at the target or anywhere."""
    angle = float(rng.uniform(0, 2 * np.pi))
    if target is None:
        far = rng.uniform(0.05, 0.55) * size
        target = (size / 2 + far * float(np.cos(angle)), size / 2 + far * float(np.sin(angle)))
    return Prop("hand", target[0], target[1], angle, int(rng.integers(1 << 31)))
