"""Figures and aces of drawn decks: people made of coloured pieces, no maker's own picture."""

from dataclasses import dataclass

import cv2
import numpy as np

from models.workshop.decks.pips import InkColour, any_colour, dark, shade
from models.workshop.pictures import Picture, Random

FigurePalette = tuple[InkColour, ...]
SKIN: InkColour = (175, 200, 235)
CUFF = np.array([0, 0.05])
BLADE = np.array([0.02, 0])


@dataclass(frozen=True)
class Style:
    """How the figures of one deck are made."""

    double: bool
    same_body: bool
    line: int
    busy: int
    sign: float
    ace: int

    @classmethod
    def drawn(cls, rng: Random) -> "Style":
        """Draw a manner."""
        return cls(
            double=bool(rng.random() < 0.7),
            same_body=bool(rng.random() < 0.3),
            line=int(rng.integers(0, 4)),
            busy=int(rng.integers(4, 22)),
            sign=float(rng.uniform(0.2, 0.32)),
            ace=int(rng.integers(3)),
        )


def palette(rng: Random) -> FigurePalette:
    """Six printing colours: a stem colour, ink, and four garments."""
    usual: list[InkColour] = [
        (40, 100, 30),
        (30, 30, 40),
        (40, 40, 190),
        (160, 90, 40),
        (50, 180, 230),
        (60, 120, 50),
    ]
    return tuple(shade(rng, c, 25) if rng.random() < 0.75 else any_colour(rng) for c in usual)


def lay(canvas: Picture, sign: Picture, x: float, y: float, side: float) -> None:
    """Lay an upright sign centred at x, y (fractions of the canvas), side in widths."""
    height, width = canvas.shape[:2]
    length = max(8, int(side * width))
    left, top = int(x * width - length / 2), int(y * height - length / 2)
    x0, x1 = max(0, left), min(width, left + length)
    y0, y1 = max(0, top), min(height, top + length)
    if x1 <= x0 or y1 <= y0:
        return
    layer = cv2.resize(sign, (length, length), interpolation=cv2.INTER_AREA)
    layer = layer[y0 - top : y1 - top, x0 - left : x1 - left]
    alpha = layer[..., 3:].astype(np.float32) / 255
    part = canvas[y0:y1, x0:x1]
    canvas[y0:y1, x0:x1] = (part * (1 - alpha) + layer[..., :3] * alpha).astype(np.uint8)


class FigurePainter:
    """Paints pieces in fractions of a canvas, with a dark outline where the deck has one."""

    def __init__(self, canvas: Picture, outline: int) -> None:
        self.canvas, self.outline = canvas, outline
        self.height, self.width = canvas.shape[:2]

    def piece(self, corners: Picture, colour: InkColour) -> None:
        """A polygon."""
        points = np.round(corners * [self.width, self.height]).astype(np.int32)
        cv2.fillPoly(self.canvas, [points], colour, cv2.LINE_AA)
        if self.outline:
            cv2.polylines(self.canvas, [points], True, dark(colour, 0.3), self.outline, cv2.LINE_AA)

    def oval(
        self, x: float, y: float, axes: tuple[float, float], colour: InkColour, turn: float = 0
    ) -> None:
        """An ellipse by its middle and half axes."""
        w, h = axes
        centre = (int(x * self.width), int(y * self.height))
        size = (max(1, int(w * self.width)), max(1, int(h * self.height)))
        cv2.ellipse(self.canvas, centre, size, turn, 0, 360, colour, -1, cv2.LINE_AA)
        if self.outline:
            ink = dark(colour, 0.3)
            cv2.ellipse(self.canvas, centre, size, turn, 0, 360, ink, self.outline, cv2.LINE_AA)


def ornaments(paint: FigurePainter, colours: FigurePalette, busy: int, rng: Random) -> None:
    """Leaves, strokes and patches around a figure."""
    for _ in range(busy):
        x, y = rng.uniform(0.08, 0.92), rng.uniform(0.05, 0.95)
        colour = colours[int(rng.integers(len(colours)))]
        if rng.random() < 0.5:
            w, h = rng.uniform(0.01, 0.06), rng.uniform(0.01, 0.04)
            paint.oval(x, y, (w, h), colour, rng.uniform(0, 180))
        else:
            corners = np.array([x, y]) + rng.normal(0, [0.06, 0.04], (int(rng.integers(3, 6)), 2))
            paint.piece(corners, colour)


def garment(paint: FigurePainter, colours: FigurePalette, rng: Random, foot: float) -> None:
    """Body, belt, stripes and arms between the shoulders and the given foot height."""
    top, wide = rng.uniform(0.27, 0.34), rng.uniform(0.16, 0.28)
    lean = rng.normal(0, 0.05)
    main, second = colours[int(rng.integers(2, 6))], colours[int(rng.integers(1, 6))]
    body = np.array(
        [
            [0.5 - wide * 0.7, top],
            [0.5 + wide * 0.7, top],
            [0.5 + wide + lean, foot],
            [0.5 - wide + lean, foot],
        ]
    )
    paint.piece(body, main)
    for _ in range(int(rng.integers(0, 5))):
        a, b = rng.uniform(-wide, wide, 2)
        strip = np.array(
            [
                [0.5 + a * 0.6, top],
                [0.5 + a * 0.6 + 0.05, top],
                [0.5 + b * 0.9 + 0.06, foot],
                [0.5 + b * 0.9, foot],
            ]
        )
        paint.piece(strip, second if rng.random() < 0.6 else colours[int(rng.integers(6))])
    for side in (-1, 1):
        shoulder = np.array([0.5 + side * wide * 0.7, top + 0.02])
        elbow = shoulder + np.array([side * rng.uniform(0.02, 0.16), rng.uniform(0.04, 0.14)])
        hand = elbow + np.array([-side * rng.uniform(-0.15, 0.2), rng.uniform(-0.12, 0.06)])
        sleeve = np.array([shoulder, shoulder + CUFF, elbow + CUFF, hand, elbow - CUFF / 3])
        paint.piece(sleeve, colours[int(rng.integers(2, 6))])
        paint.oval(hand[0], hand[1], (0.035, 0.02), SKIN)
        if rng.random() < 0.5:  # sword, staff, pipe
            tip = hand + rng.normal(0, [0.12, 0.14])
            paint.piece(
                np.array([hand, hand + BLADE, tip + BLADE, tip]), colours[int(rng.integers(6))]
            )


def head(paint: FigurePainter, colours: FigurePalette, rng: Random, crowned: bool) -> None:
    """Face, beard or hair, and a crown or hat."""
    x, y = 0.5 + rng.normal(0, 0.04), rng.uniform(0.2, 0.25)
    hair = shade(rng, (40, 70, 110), 40)
    paint.oval(x, y + 0.01, (0.1, 0.065), hair)
    paint.oval(x + rng.normal(0, 0.01), y, (0.075, 0.05), shade(rng, SKIN, 12))
    for side in (-1, 1):
        paint.oval(x + side * 0.03, y - 0.008, (0.008, 0.005), (40, 30, 30))
    if rng.random() < 0.5:
        paint.oval(x, y + 0.04, (0.05, 0.03), hair)
    colour = colours[int(rng.integers(2, 6))]
    if crowned:
        tips = np.linspace(-0.1, 0.1, 5)
        ridge = [[x + t, y - (0.13 if k % 2 == 0 else 0.08)] for k, t in enumerate(tips)]
        paint.piece(
            np.array([[x - 0.09, y - 0.035], *ridge, [x + 0.09, y - 0.035]]), (60, 190, 235)
        )
    else:
        lean, high = rng.normal(0, 0.06), rng.uniform(0.05, 0.1)
        paint.piece(
            np.array(
                [
                    [x - 0.12, y - 0.03],
                    [x - 0.05 + lean, y - high],
                    [x + 0.05 + lean, y - high],
                    [x + 0.12, y - 0.03],
                ]
            ),
            colour,
        )
        if rng.random() < 0.6:
            feather = np.array(
                [[x + lean, y - high], [x + 0.15, y - high - 0.06], [x + 0.1, y - high + 0.02]]
            )
            paint.piece(feather, colours[int(rng.integers(6))])


def figure(
    canvas: Picture,
    sign: Picture,
    rank: str,
    suit: int,
    *,
    style: Style,
    colours: FigurePalette,
    seed: int,
) -> None:
    """Paint Unter, Ober, King (or jack, queen, king); the sign stands low only for an Unter."""
    person = np.random.default_rng([seed, ord(rank), 0 if style.same_body else suit + 1])
    around = np.random.default_rng([seed, ord(rank), suit + 1, 5])
    height = canvas.shape[0]
    foot = 0.5 if style.double else 0.86
    half = canvas.copy()
    paint = FigurePainter(half, style.line)
    ornaments(paint, colours, style.busy, around)
    garment(paint, colours, person, foot)
    head(paint, colours, person, crowned=rank == "K")
    low = 0.43 if style.double else 0.78
    place = {"U": low, "J": 0.13, "O": 0.13, "Q": 0.13, "K": 0.13}[rank]
    lay(half, sign, 0.19 if style.double or rank == "U" else 0.81, place, style.sign)
    if rank == "K":
        lay(half, sign, 0.81, place, style.sign)
    if style.double:
        canvas[: height // 2] = half[: height // 2]
        canvas[height - height // 2 :] = half[: height // 2][::-1, ::-1]
        if person.random() < 0.5:
            cv2.line(canvas, (0, height // 2), (canvas.shape[1], height // 2), colours[1], 4)
    else:
        canvas[...] = half


def ace_picture(
    canvas: Picture, sign: Picture, style: Style, colours: FigurePalette, rng: Random
) -> None:
    """Paint an ace: one large sign, two signs, or two over a little scene."""
    if style.ace == 0:
        lay(canvas, sign, 0.5, 0.5, rng.uniform(0.45, 0.75))
        return
    if style.ace == 2:
        ornaments(FigurePainter(canvas, style.line), colours, style.busy + 6, rng)
    height, width = canvas.shape[:2]
    for y in (0.27, 0.73):
        lay(canvas, sign, 0.5, y, rng.uniform(0.4, 0.6))
    if rng.random() < 0.6:
        cv2.rectangle(
            canvas,
            (int(width * 0.1), int(height * 0.46)),
            (int(width * 0.9), int(height * 0.54)),
            shade(rng, (225, 235, 240), 8),
            -1,
        )
        letters = "".join(rng.choice(list("aehilmnorstu"), 7).tolist())
        cv2.putText(
            canvas,
            letters,
            (int(width * 0.14), int(height * 0.525)),
            cv2.FONT_HERSHEY_COMPLEX,
            width / 240,
            colours[1],
            2,
            cv2.LINE_AA,
        )
