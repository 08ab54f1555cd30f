"""Shapes of a drawing: filled and stroked outlines, moved, turned and mirrored.

Lengths are card units: a face is `WIDTH` x `HEIGHT` of them (58 mm x 92.8 mm on paper), x to the
right, y down, origin at the upper left corner. Everything a face shows is made of `Shape`s, so the
SVG writer and the rasteriser cannot disagree about what is drawn.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

WIDTH = 500
HEIGHT = 800

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an outline: `M` move, `L` line, `Q` and `C` curves, `Z` close."""

    verb: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """An outline with its colours (`#rrggbb`, or None for none) and stroke width in card units.

    Holes follow the even-odd rule; strokes have round joins and ends.
    """

    steps: tuple[Step, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0


Shapes = tuple[Shape, ...]


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


def outline(text: str) -> tuple[Step, ...]:
    """Read the absolute SVG path commands M, L, Q, C and Z.

    Raises:
        ValueError: the text ends in the middle of a step.

    """
    tokens = _TOKEN.findall(text)
    steps: list[Step] = []
    verb, place = "", 0
    while place < len(tokens):
        if tokens[place] in _PAIRS:
            verb = tokens[place]
            place += 1
        count = 2 * _PAIRS[verb]
        numbers = [float(token) for token in tokens[place : place + count]]
        if len(numbers) < count:
            raise ValueError(f"outline ends within {verb}: {text!r}")
        steps.append(Step(verb, tuple(zip(numbers[::2], numbers[1::2], strict=True))))
        place += count
        if verb == "M":
            verb = "L"
    return tuple(steps)


def shape(
    text: str, fill: str | None = None, stroke: str | None = None, width: float = 0.0
) -> Shape:
    """Return a shape from path text."""
    return Shape(outline(text), fill, stroke, width)


def polygon(
    points: Iterable[Point], fill: str | None = None, stroke: str | None = None, width: float = 0.0
) -> Shape:
    """Return a closed shape with straight sides."""
    corners = tuple(points)
    steps = [Step("M", (corners[0],)), *(Step("L", (corner,)) for corner in corners[1:])]
    return Shape((*steps, Step("Z", ())), fill, stroke, width)


def line(points: Iterable[Point], stroke: str, width: float) -> Shape:
    """Return an open stroke through `points`."""
    corners = tuple(points)
    steps = [Step("M", (corners[0],)), *(Step("L", (corner,)) for corner in corners[1:])]
    return Shape(tuple(steps), None, stroke, width)


_KAPPA = 0.5523
"""How far a cubic's handles reach to make a quarter circle."""


def ellipse(
    centre: Point,
    radii: Point,
    fill: str | None = None,
    stroke: str | None = None,
    width: float = 0.0,
) -> Shape:
    """Return an upright ellipse."""
    (x, y), (a, b) = centre, radii
    ka, kb = a * _KAPPA, b * _KAPPA
    steps = (
        Step("M", ((x + a, y),)),
        Step("C", ((x + a, y + kb), (x + ka, y + b), (x, y + b))),
        Step("C", ((x - ka, y + b), (x - a, y + kb), (x - a, y))),
        Step("C", ((x - a, y - kb), (x - ka, y - b), (x, y - b))),
        Step("C", ((x + ka, y - b), (x + a, y - kb), (x + a, y))),
        Step("Z", ()),
    )
    return Shape(steps, fill, stroke, width)


def disc(
    x: float,
    y: float,
    radius: float,
    fill: str | None = None,
    stroke: str | None = None,
    *,
    width: float = 0.0,
) -> Shape:
    """Return a circle."""
    return ellipse((x, y), (radius, radius), fill, stroke, width)


def rounded(box: tuple[float, float, float, float], radius: float) -> tuple[Step, ...]:
    """Return the outline of a rectangle (x0, y0, x1, y1) with round corners."""
    x0, y0, x1, y1 = box
    k = radius * (1 - _KAPPA)
    return (
        Step("M", ((x0 + radius, y0),)),
        Step("L", ((x1 - radius, y0),)),
        Step("C", ((x1 - k, y0), (x1, y0 + k), (x1, y0 + radius))),
        Step("L", ((x1, y1 - radius),)),
        Step("C", ((x1, y1 - k), (x1 - k, y1), (x1 - radius, y1))),
        Step("L", ((x0 + radius, y1),)),
        Step("C", ((x0 + k, y1), (x0, y1 - k), (x0, y1 - radius))),
        Step("L", ((x0, y0 + radius),)),
        Step("C", ((x0, y0 + k), (x0 + k, y0), (x0 + radius, y0))),
        Step("Z", ()),
    )


def gouge(start: Point, end: Point, width: float, fill: str) -> Shape:
    """Return the lens-shaped mark a gouge leaves in wood, `width` wide in the middle."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0)
    nx, ny = (y0 - y1) / length * width, (x1 - x0) / length * width
    mx, my = (x0 + x1) / 2, (y0 + y1) / 2
    steps = (
        Step("M", (start,)),
        Step("Q", ((mx + nx, my + ny), end)),
        Step("Q", ((mx - nx, my - ny), start)),
        Step("Z", ()),
    )
    return Shape(steps, fill)


def placed(
    shapes: Iterable[Shape], x: float, y: float, scale: float = 1.0, turn: float = 0.0
) -> Shapes:
    """Return the shapes scaled, turned clockwise by `turn` degrees, (0, 0) moved to (x, y)."""
    c, s = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
    return _mapped(shapes, (c, -s, x, s, c, y), scale)


def mirrored(shapes: Iterable[Shape], axis: float = WIDTH / 2) -> Shapes:
    """Return the shapes seen in a mirror along the upright line x = `axis`."""
    return _mapped(shapes, (-1.0, 0.0, 2 * axis, 0.0, 1.0, 0.0), 1.0)


def upended(shapes: Iterable[Shape]) -> Shapes:
    """Return the shapes turned half round about the middle of the card."""
    return placed(shapes, WIDTH, HEIGHT, turn=180.0)


def _mapped(
    shapes: Iterable[Shape], matrix: tuple[float, float, float, float, float, float], scale: float
) -> Shapes:
    a, b, tx, c, d, ty = matrix

    def moved(step: Step) -> Step:
        points = tuple((a * x + b * y + tx, c * x + d * y + ty) for x, y in step.points)
        return replace(step, points=points)

    return tuple(
        replace(drawn, steps=tuple(moved(step) for step in drawn.steps), width=drawn.width * scale)
        for drawn in shapes
    )
