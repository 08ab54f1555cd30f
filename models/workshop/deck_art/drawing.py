"""Shapes of a drawing, filled and stroked, and the same shapes painted into pixels.

Lengths are card units: a face is `WIDTH` x `HEIGHT` of them (58 mm x 92.8 mm on paper), x to the
right, y down, origin at the upper left corner. Everything a face shows is made of `Shape`s, so the
SVG writer and the rasteriser, which is OpenCV alone, cannot disagree about what is drawn.

Colours: warm paper, one ink, and four suits told apart by the colour-blind too, for they differ in
lightness as well as in hue (nearly black, green, deep red, ochre).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

WIDTH = 500
HEIGHT = 800

InkPoint = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PathStep:
    """One step of an outline: `M` move, `L` line, `Q` and `C` curves, `Z` close."""

    verb: str
    points: tuple[InkPoint, ...]


@dataclass(frozen=True, slots=True)
class InkShape:
    """An outline with its colours (`#rrggbb`, or None for none) and stroke width in card units.

    Holes follow the even-odd rule; strokes have round joins and ends.
    """

    steps: tuple[PathStep, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0


Shapes = tuple[InkShape, ...]


@dataclass(frozen=True, slots=True)
class Layer:
    """Shapes of a drawing; where `twice`, they are drawn a second time the other way up."""

    shapes: Shapes
    twice: bool = False

    def all_shapes(self) -> Shapes:
        """Every shape of the layer, in the order of drawing."""
        return self.shapes + upended(self.shapes) if self.twice else self.shapes


Drawing = tuple[Layer, ...]

_TOKEN = re.compile(r"[MLQCZ]|-?\d+(?:\.\d+)?")
_PAIRS = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}


def outline(text: str) -> tuple[PathStep, ...]:
    """Read the absolute SVG path commands M, L, Q, C and Z.

    Raises:
        ValueError: the text ends in the middle of a step.

    """
    tokens = _TOKEN.findall(text)
    steps: list[PathStep] = []
    verb, place = "", 0
    while place < len(tokens):
        if tokens[place] in _PAIRS:
            verb = tokens[place]
            place += 1
        count = 2 * _PAIRS[verb]
        numbers = [float(token) for token in tokens[place : place + count]]
        if len(numbers) < count:
            raise ValueError(f"outline ends within {verb}: {text!r}")
        steps.append(PathStep(verb, tuple(zip(numbers[::2], numbers[1::2], strict=True))))
        place += count
        if verb == "M":
            verb = "L"
    return tuple(steps)


def shape(
    text: str, fill: str | None = None, stroke: str | None = None, width: float = 0.0
) -> InkShape:
    """Return a shape from path text."""
    return InkShape(outline(text), fill, stroke, width)


def polygon(
    points: Iterable[InkPoint],
    fill: str | None = None,
    stroke: str | None = None,
    width: float = 0.0,
) -> InkShape:
    """Return a closed shape with straight sides."""
    corners = tuple(points)
    steps = [PathStep("M", (corners[0],)), *(PathStep("L", (corner,)) for corner in corners[1:])]
    return InkShape((*steps, PathStep("Z", ())), fill, stroke, width)


def line(points: Iterable[InkPoint], stroke: str, width: float) -> InkShape:
    """Return an open stroke through `points`."""
    corners = tuple(points)
    steps = [PathStep("M", (corners[0],)), *(PathStep("L", (corner,)) for corner in corners[1:])]
    return InkShape(tuple(steps), None, stroke, width)


_KAPPA = 0.5523
"""How far a cubic's handles reach to make a quarter circle."""


def ellipse(
    centre: InkPoint,
    radii: InkPoint,
    fill: str | None = None,
    stroke: str | None = None,
    width: float = 0.0,
) -> InkShape:
    """Return an upright ellipse."""
    (x, y), (a, b) = centre, radii
    ka, kb = a * _KAPPA, b * _KAPPA
    steps = (
        PathStep("M", ((x + a, y),)),
        PathStep("C", ((x + a, y + kb), (x + ka, y + b), (x, y + b))),
        PathStep("C", ((x - ka, y + b), (x - a, y + kb), (x - a, y))),
        PathStep("C", ((x - a, y - kb), (x - ka, y - b), (x, y - b))),
        PathStep("C", ((x + ka, y - b), (x + a, y - kb), (x + a, y))),
        PathStep("Z", ()),
    )
    return InkShape(steps, fill, stroke, width)


def disc(
    x: float,
    y: float,
    radius: float,
    fill: str | None = None,
    stroke: str | None = None,
    *,
    width: float = 0.0,
) -> InkShape:
    """Return a circle."""
    return ellipse((x, y), (radius, radius), fill, stroke, width)


def rounded(box: tuple[float, float, float, float], radius: float) -> tuple[PathStep, ...]:
    """Return the outline of a rectangle (x0, y0, x1, y1) with round corners."""
    x0, y0, x1, y1 = box
    k = radius * (1 - _KAPPA)
    return (
        PathStep("M", ((x0 + radius, y0),)),
        PathStep("L", ((x1 - radius, y0),)),
        PathStep("C", ((x1 - k, y0), (x1, y0 + k), (x1, y0 + radius))),
        PathStep("L", ((x1, y1 - radius),)),
        PathStep("C", ((x1, y1 - k), (x1 - k, y1), (x1 - radius, y1))),
        PathStep("L", ((x0 + radius, y1),)),
        PathStep("C", ((x0 + k, y1), (x0, y1 - k), (x0, y1 - radius))),
        PathStep("L", ((x0, y0 + radius),)),
        PathStep("C", ((x0, y0 + k), (x0 + k, y0), (x0 + radius, y0))),
        PathStep("Z", ()),
    )


def gouge(start: InkPoint, end: InkPoint, width: float, fill: str) -> InkShape:
    """Return the lens-shaped mark a gouge leaves in wood, `width` wide in the middle."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0)
    nx, ny = (y0 - y1) / length * width, (x1 - x0) / length * width
    mx, my = (x0 + x1) / 2, (y0 + y1) / 2
    steps = (
        PathStep("M", (start,)),
        PathStep("Q", ((mx + nx, my + ny), end)),
        PathStep("Q", ((mx - nx, my - ny), start)),
        PathStep("Z", ()),
    )
    return InkShape(steps, fill)


def placed(
    shapes: Iterable[InkShape], x: float, y: float, scale: float = 1.0, turn: float = 0.0
) -> Shapes:
    """Return the shapes scaled, turned clockwise by `turn` degrees, (0, 0) moved to (x, y)."""
    c, s = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
    return _mapped(shapes, (c, -s, x, s, c, y), scale)


def mirrored(shapes: Iterable[InkShape], axis: float = WIDTH / 2) -> Shapes:
    """Return the shapes seen in a mirror along the upright line x = `axis`."""
    return _mapped(shapes, (-1.0, 0.0, 2 * axis, 0.0, 1.0, 0.0), 1.0)


def upended(shapes: Iterable[InkShape]) -> Shapes:
    """Return the shapes turned half round about the middle of the card."""
    return placed(shapes, WIDTH, HEIGHT, turn=180.0)


def _mapped(
    shapes: Iterable[InkShape],
    matrix: tuple[float, float, float, float, float, float],
    scale: float,
) -> Shapes:
    a, b, tx, c, d, ty = matrix

    def moved(step: PathStep) -> PathStep:
        points = tuple((a * x + b * y + tx, c * x + d * y + ty) for x, y in step.points)
        return replace(step, points=points)

    return tuple(
        replace(drawn, steps=tuple(moved(step) for step in drawn.steps), width=drawn.width * scale)
        for drawn in shapes
    )


Picture = npt.NDArray[np.uint8]

_OVERSAMPLING = 3
_SUBPIXEL_BITS = 4
_CURVE_PIECES = 10


def painted(drawing: Drawing, height: int) -> Picture:
    """Paint a drawing, `height` pixels high, as BGRA; what no shape covers is transparent."""
    scale = height * _OVERSAMPLING / HEIGHT
    size = (round(WIDTH * scale), round(HEIGHT * scale))
    colour = np.zeros((size[1], size[0], 3), np.uint8)
    cover = np.zeros((size[1], size[0]), np.uint8)
    for drawn in (drawn for layer in drawing for drawn in layer.all_shapes()):
        contours = [_fixed(contour, scale) for contour in _contours(drawn.steps)]
        if drawn.fill:
            cv2.fillPoly(colour, contours, _bgr(drawn.fill), shift=_SUBPIXEL_BITS)
            cv2.fillPoly(cover, contours, (255,), shift=_SUBPIXEL_BITS)
        if drawn.stroke:
            thick = max(1, round(drawn.width * scale))
            closed = drawn.steps[-1].verb == "Z"
            ink = _bgr(drawn.stroke)
            cv2.polylines(colour, contours, closed, ink, thick, shift=_SUBPIXEL_BITS)
            cv2.polylines(cover, contours, closed, (255,), thick, shift=_SUBPIXEL_BITS)
    target = (round(WIDTH * height / HEIGHT), height)
    small = cv2.resize(colour, target, interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(cover, target, interpolation=cv2.INTER_AREA)
    return np.dstack([small, alpha]).astype(np.uint8)


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return blue, green, red


def _fixed(points: npt.NDArray[np.float64], scale: float) -> npt.NDArray[np.int32]:
    # OpenCV puts a pixel's middle at whole numbers, SVG at halves.
    moved = (points * scale - 0.5) * (1 << _SUBPIXEL_BITS)
    return np.round(moved).astype(np.int32).reshape(-1, 1, 2)


def _contours(steps: tuple[PathStep, ...]) -> list[npt.NDArray[np.float64]]:
    contours: list[list[npt.NDArray[np.float64]]] = []
    for step in steps:
        points = [np.array(point, np.float64) for point in step.points]
        if step.verb == "M":
            contours.append([points[0]])
        elif step.verb != "Z":
            contours[-1].extend(_curve([contours[-1][-1], *points]))
    return [np.array(contour) for contour in contours]


def _curve(handles: list[npt.NDArray[np.float64]]) -> list[npt.NDArray[np.float64]]:
    """Points of the Bézier curve with these handles, without its first (de Casteljau)."""
    if len(handles) == 2:
        return [handles[1]]
    points = []
    for piece in range(1, _CURVE_PIECES + 1):
        share = piece / _CURVE_PIECES
        level = handles
        while len(level) > 1:
            level = [a + (b - a) * share for a, b in pairwise(level)]
        points.append(level[0])
    return points


PAPER = "#f6efdd"
INK = "#17110b"
RIVER = "#8fc1bd"
RIVER_PALE = "#cfe3dc"
RIVER_DEEP = "#2f6f74"
GOLD = "#e2ae3a"
WHITE = "#fffaf0"
STEEL = "#93a0a8"
PRUSSIAN = "#27384f"
WOOD = "#7a4a24"


@dataclass(frozen=True, slots=True)
class SuitPalette:
    """One suit's colours: `main` for sign and index, `bright` beside it, `tint` for grounds."""

    main: str
    bright: str
    dark: str
    tint: str
    skin: str
    shade: str
    hair: str


PALETTES = {
    "E": SuitPalette("#3b2110", "#b5651d", "#24140a", "#ecd6b8", "#e9bd92", "#c48d62", "#2a1a10"),
    "G": SuitPalette("#20806b", "#4fae8d", "#0f4a3e", "#d3e5d3", "#f0c8a0", "#cf9a70", "#8a4b1f"),
    "H": SuitPalette("#921f1a", "#c8473a", "#5a100e", "#f3d5c8", "#eec09c", "#c98d6c", "#4a2c18"),
    "S": SuitPalette("#ab8005", "#dcae2e", "#6a4d05", "#f4e4ac", "#e6b88c", "#bf8a5d", "#d9b45a"),
    "c": SuitPalette("#1f5139", "#6fa565", "#0f2a1c", "#dbe6cf", "#ecc19a", "#c9926a", "#5a3a20"),
    "s": SuitPalette("#1b2433", "#4f6d96", "#0d131d", "#d3dcea", "#f0caa6", "#cf9c76", "#1d1510"),
    "h": SuitPalette("#a3201c", "#d9564a", "#641110", "#f6dad0", "#efc3a0", "#ca8f6e", "#8a4b1f"),
    "d": SuitPalette("#b4600a", "#e69a35", "#70380a", "#f8e3bd", "#e8bb90", "#c08c60", "#d8ab52"),
}
"""By suit: E G H S of the German deck, c s h d (clubs, spades, hearts, diamonds) of the French."""
