"""The balance of everybody over the deals of an evening, as a picture: SVG or PNG.

Each line has its own colour, dash and marks and its name at its end, so that nobody has to tell
colours apart. Pure: a list of strokes and texts, which `svg` and `png` write. The PNG is painted
with the page's own letters, without a browser, twice as large and made smaller, which smooths every
edge.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from html import escape
from itertools import pairwise
from math import floor, hypot, log10
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from engine.text import Language
from kiosk.screens.evening_list import Book
from kiosk.words import exports as w

Theme = Literal["dark", "paper"]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class ChartStyle:
    """Colours of a picture."""

    ground: str | None
    """None: whatever lies below."""
    text: str
    muted: str
    grid: str
    zero: str
    lines: tuple[str, ...]


LOOKS: dict[str, ChartStyle] = {
    "dark": ChartStyle(
        None,
        "#f2f2ee",
        "#a9b4bd",
        "#2b353d",
        "#8d99a3",
        ("#ffb000", "#4cc9f0", "#f2f2ee", "#ff7a6b", "#7be0ad", "#d59bf6", "#faf695", "#9aa7ff"),
    ),
    "paper": ChartStyle(
        "#fffdf7",
        "#17110b",
        "#6a6357",
        "#e4dcc8",
        "#8c8471",
        ("#b35900", "#0a6ebd", "#17110b", "#b3122d", "#1e7d54", "#7a3ba8", "#7d6608", "#3848b8"),
    ),
}
"""Eight of each: lightness differs too, for who does not see red and green apart."""
DASHES: tuple[tuple[float, ...], ...] = (
    *((), (14, 7), (3, 6), (20, 6, 4, 6)),
    *((9, 4), (24, 9), (4, 10), (14, 5, 4, 5, 4, 5)),
)
MARKS = ("disc", "square", "up", "diamond", "down", "ring", "cross", "bar")


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points."""

    points: tuple[Point, ...]
    colour: str
    width: float
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Fill:
    """A closed area."""

    points: tuple[Point, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle; hollow where `width` is given."""

    at: Point
    radius: float
    colour: str
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Words:
    """A text whose baseline begins, has its middle or ends at a point."""

    at: Point
    text: str
    size: float
    colour: str
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False


Piece = Stroke | Fill | Disc | Words


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole picture, `width` x `height` units."""

    width: float
    height: float
    ground: str | None
    pieces: tuple[Piece, ...]
    title: str


@dataclass(frozen=True, slots=True)
class ChartShape:
    """How large a picture is and how large its letters."""

    width: float = 1200.0
    height: float = 600.0
    letters: float = 30.0


WIDE = ChartShape()
TALL = ChartShape(600.0, 720.0, 30.0)
"""For a telephone held upright."""
SQUAT = ChartShape(1200.0, 470.0, 32.0)
"""For the page, between its bars."""


def chart(
    listed: Book, language: Language, theme: Theme = "paper", shape: ChartShape = WIDE
) -> Picture:
    """Return the picture of an evening; with no line yet everybody stands at nothing."""
    look = LOOKS[theme]
    frame = _frame(listed, shape)
    pieces: list[Piece] = [*_grid(frame, look, language), *_numbers(frame, look, listed)]
    # Who came first is drawn last and lies on top.
    for at in reversed(range(len(listed.people))):
        pieces += _course(frame, listed.courses()[at], at, look)
    pieces += _names(frame, listed, look, language)
    title = w.COURSE.in_language(language)
    return Picture(shape.width, shape.height, look.ground, tuple(pieces), title)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where the values lie in the picture."""

    box: tuple[float, float, float, float]
    """Left, top, right, bottom."""
    steps: int
    low: Fraction
    high: Fraction
    every: Fraction
    letters: float
    money: bool
    """Whether the values are cents."""

    def at(self, step: int, value: Fraction) -> Point:
        """Return the point of a value after so many lines."""
        left, top, right, bottom = self.box
        x = left + (right - left) * (step / max(1, self.steps))
        share = (value - self.low) / (self.high - self.low)
        return round(x, 1), round(bottom - (bottom - top) * float(share), 1)


def _frame(listed: Book, shape: ChartShape) -> _Frame:
    courses = listed.courses()
    values = [value for course in courses for value in course] or [Fraction(0)]
    every = _step(max(values) - min(values))
    low = every * floor(min(values) / every)
    high = every * -floor(-max(values) / every)
    if low == high:
        low, high = -every, every
    labels = [_label(listed, person.name, person.total) for person in listed.people]
    widest = max(map(len, labels), default=4)
    right = shape.letters * min(12.0, 0.56 * widest + 1.2)
    levels = [low + every * n for n in range(int((high - low) / every) + 1)]
    ticks = [_written(level, money=listed.money) for level in levels]
    left = shape.letters * (0.58 * max(map(len, ticks)) + 0.6)
    box = (left, shape.letters * 0.9, shape.width - right, shape.height - shape.letters * 1.7)
    return _Frame(box, len(listed.lines), low, high, every, shape.letters, listed.money)


def _step(span: Fraction) -> Fraction:
    """Return a round distance between grid lines, for four to eight of them."""
    if span <= 0:
        return Fraction(1)
    power = Fraction(10) ** floor(log10(float(span) / 4))
    return next(
        (power * factor for factor in (1, 2, 5) if span / (power * factor) <= 7), power * 10
    )


def _grid(frame: _Frame, look: ChartStyle, language: Language) -> list[Piece]:
    left, _, right, _ = frame.box
    pieces: list[Piece] = []
    for n in range(int((frame.high - frame.low) / frame.every) + 1):
        value = frame.low + frame.every * n
        _, y = frame.at(0, value)
        colour, width = (look.zero, 2.5) if not value else (look.grid, 1.5)
        pieces.append(Stroke(((left, y), (right, y)), colour, width))
        at = (left - 0.35 * frame.letters, y + 0.34 * frame.letters)
        written = _written(value, language, money=frame.money)
        pieces.append(Words(at, written, frame.letters * 0.86, look.muted, "end"))
    return pieces


def _numbers(frame: _Frame, look: ChartStyle, listed: Book) -> list[Piece]:
    """Write the numbers of some deals below; as many as there is room for."""
    _, _, right, bottom = frame.box
    room = max(1, int((right - frame.box[0]) / (frame.letters * 2.2)))
    every = next(n for n in (1, 2, 5, 10, 20, 50, 100, 1000) if frame.steps / n <= room)
    y = bottom + 1.25 * frame.letters
    pieces: list[Piece] = []
    for step, line in enumerate(listed.lines, 1):
        if line.number is not None and (line.number % every == 0 or line.number == 1 == every):
            x, _ = frame.at(step, frame.low)
            pieces.append(
                Words((x, y), str(line.number), frame.letters * 0.8, look.muted, "middle")
            )
    return pieces


def _course(frame: _Frame, course: Sequence[Fraction], at: int, look: ChartStyle) -> list[Piece]:
    colour = look.lines[at % len(look.lines)]
    points = tuple(frame.at(step, value) for step, value in enumerate(course))
    pieces: list[Piece] = [Stroke(points, colour, 5.0, DASHES[at % len(DASHES)])]
    every = max(1, -(-len(points) // 12))
    marked = [point for step, point in enumerate(points) if step % every == 0]
    mark = MARKS[at % len(MARKS)]
    size = frame.letters * 0.27
    for point in dict.fromkeys((*marked, points[-1])):
        pieces += _marked(mark, point, size, colour)
    return pieces


def _marked(mark: str, at: Point, size: float, colour: str) -> list[Piece]:
    x, y = at
    corners: dict[str, tuple[Point, ...]] = {
        "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        "up": ((0, -1.3), (1.2, 0.9), (-1.2, 0.9)),
        "down": ((0, 1.3), (1.2, -0.9), (-1.2, -0.9)),
        "diamond": ((0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0)),
        "bar": ((-0.5, -1.4), (0.5, -1.4), (0.5, 1.4), (-0.5, 1.4)),
    }
    if mark == "disc":
        return [Disc(at, size, colour)]
    if mark == "ring":
        return [Disc(at, size, colour, size * 0.5)]
    if mark == "cross":
        return [
            Stroke(((x - size, y - size), (x + size, y + size)), colour, size * 0.6),
            Stroke(((x - size, y + size), (x + size, y - size)), colour, size * 0.6),
        ]
    points = tuple((round(x + dx * size, 1), round(y + dy * size, 1)) for dx, dy in corners[mark])
    return [Fill(points, colour)]


def _names(frame: _Frame, listed: Book, look: ChartStyle, language: Language) -> list[Piece]:
    """Write each name and total at the end of its line; those too close together move apart."""
    right = frame.box[2]
    ends = [frame.at(frame.steps, course[-1])[1] for course in listed.courses()]
    places = _apart(ends, frame.letters * 1.12, frame.box[1], frame.box[3])
    pieces: list[Piece] = []
    for at, (person, y) in enumerate(zip(listed.people, places, strict=True)):
        colour = look.lines[at % len(look.lines)]
        x = right + 0.9 * frame.letters
        if abs(y - ends[at]) > 0.4 * frame.letters:
            start = (right + 0.32 * frame.letters, ends[at])
            pieces.append(Stroke((start, (x - 0.12 * frame.letters, y)), colour, 1.5))
        label = _label(listed, person.name, person.total, language)
        place = (x, round(y + 0.34 * frame.letters, 1))
        pieces.append(Words(place, label, frame.letters, colour, bold=True))
    return pieces


def _apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return heights in the wanted order, at least `gap` from each other."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    gap = min(gap, (high - low + gap) / max(1, len(wanted)))
    places = [0.0] * len(wanted)
    floor_ = low
    for at in order:
        places[at] = floor_ = max(wanted[at], floor_)
        floor_ += gap
    ceiling = high
    for at in reversed(order):
        places[at] = min(places[at], ceiling)
        ceiling = places[at] - gap
    return [round(place, 1) for place in places]


def _label(listed: Book, name: str, total: Fraction, language: Language = "de") -> str:
    short = name if len(name) <= 12 else f"{name[:11]}…"
    plus = "+" if total > 0 else ""
    return f"{short} {plus}{_written(total, language, money=listed.money)}"


def _written(value: Fraction, language: Language = "de", *, money: bool = False) -> str:
    """Write a number with a true minus, one decimal where it is not whole; cents as euros."""
    sign = "−" if value < 0 else ""
    if money:
        euros = f"{float(abs(value)) / 100:,.2f}"
        if language == "en":
            return f"{sign}€{euros}"
        return f"{sign}{euros.translate(str.maketrans(',.', '.,'))}\xa0€"
    if value.denominator == 1:
        written = f"{abs(value.numerator):,}"
        return sign + (written.replace(",", ".") if language == "de" else written)
    text = f"{float(abs(value)):.1f}"
    return sign + (text.replace(".", ",") if language == "de" else text)


def svg(listed: Book, language: Language, theme: Theme = "paper", shape: ChartShape = WIDE) -> str:
    """Return the picture as SVG text: no script, no style, nothing from outside."""
    return written(chart(listed, language, theme, shape))


def written(picture: Picture) -> str:
    """Write a picture as SVG."""
    size = f"{picture.width:g} {picture.height:g}"
    ground = f'<rect width="100%" height="100%" fill="{picture.ground}"/>' if picture.ground else ""
    body = "\n".join(_piece(piece) for piece in picture.pieces)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
        f'width="{picture.width:g}" height="{picture.height:g}" role="img" '
        'font-family="Atkinson Hyperlegible, DejaVu Sans, sans-serif" fill="none" '
        'stroke-linejoin="round" stroke-linecap="round">\n'
        f"<title>{escape(picture.title)}</title>\n{ground}\n{body}\n</svg>\n"
    )


def _piece(piece: Piece) -> str:
    match piece:
        case Stroke(points=points, colour=colour, width=width, dash=dash):
            dashed = f' stroke-dasharray="{" ".join(f"{each:g}" for each in dash)}"' if dash else ""
            return (
                f'<polyline points="{_points(points)}" stroke="{colour}" '
                f'stroke-width="{width:g}"{dashed}/>'
            )
        case Fill(points=points, colour=colour):
            return f'<polygon points="{_points(points)}" fill="{colour}"/>'
        case Disc(at=(x, y), radius=radius, colour=colour, width=width):
            paint = f'stroke="{colour}" stroke-width="{width:g}"' if width else f'fill="{colour}"'
            return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {paint}/>'
        case Words(at=(x, y), text=text, size=size, colour=colour, anchor=anchor, bold=bold):
            weight = ' font-weight="700"' if bold else ""
            return (
                f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" '
                f'text-anchor="{anchor}"{weight}>{escape(text)}</text>'
            )


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


_VENDOR = Path(__file__).parents[1] / "static" / "vendor"
_FINE = 2
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def png(picture: Picture, scale: float = 1.5) -> bytes:
    """Return the file; `scale` is pixels a unit."""
    fine = scale * _FINE
    size = (round(picture.width * fine), round(picture.height * fine))
    image = Image.new("RGB", size, picture.ground or "#101418")
    draw = ImageDraw.Draw(image)
    for piece in picture.pieces:
        _paint(draw, piece, fine)
    small = image.resize((size[0] // _FINE, size[1] // _FINE), Image.Resampling.LANCZOS)
    target = io.BytesIO()
    small.save(target, "PNG")
    return target.getvalue()


def _paint(draw: ImageDraw.ImageDraw, piece: Piece, fine: float) -> None:
    def at(point: Point) -> Point:
        return point[0] * fine, point[1] * fine

    match piece:
        case Stroke(points=points, colour=colour, width=width, dash=dash):
            for part in _dashed([at(point) for point in points], [each * fine for each in dash]):
                _line(draw, part, colour, width * fine)
        case Fill(points=points, colour=colour):
            draw.polygon([at(point) for point in points], fill=colour)
        case Disc(at=centre, radius=radius, colour=colour, width=width):
            outer = radius + width / 2
            (x, y), r = at(centre), outer * fine
            box = (x - r, y - r, x + r, y + r)
            if width:
                draw.ellipse(box, outline=colour, width=round(width * fine))
            else:
                draw.ellipse(box, fill=colour)
        case Words(at=place, text=text, size=size, colour=colour, anchor=anchor, bold=bold):
            _write(draw, at(place), text, size * fine, colour, _ANCHORS[anchor], bold)


def _line(draw: ImageDraw.ImageDraw, points: list[Point], colour: str, width: float) -> None:
    draw.line(points, fill=colour, width=max(1, round(width)), joint="curve")
    for x, y in (points[0], points[-1]):
        half = width / 2
        draw.ellipse((x - half, y - half, x + half, y + half), fill=colour)


def _dashed(points: list[Point], dash: list[float]) -> list[list[Point]]:
    """Return the parts of a line that are drawn."""
    if not dash:
        return [points]
    parts: list[list[Point]] = [[points[0]]]
    place, left = 0, dash[0]
    for start, end in pairwise(points):
        length, gone = hypot(end[0] - start[0], end[1] - start[1]), 0.0
        while length - gone > left:
            gone += left
            share = gone / length
            turn = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            parts[-1].append(turn)
            parts.append([turn])
            place, left = place + 1, dash[(place + 1) % len(dash)]
        left -= length - gone
        parts[-1].append(end)
    return [part for part in parts[::2] if len(part) > 1]


def _write(
    draw: ImageDraw.ImageDraw,
    at: Point,
    text: str,
    size: float,
    colour: str,
    anchor: str,
    bold: bool,
) -> None:
    """Write a text letter group by letter group: not every letter is in the first file."""
    runs = _runs(text, bold)
    total = sum(_font(name, size).getlength(part) for name, part in runs)
    x = at[0] - {"l": 0.0, "m": total / 2, "r": total}[anchor[0]]
    for name, part in runs:
        font = _font(name, size)
        draw.text((x, at[1]), part, font=font, fill=colour, anchor="ls")
        x += font.getlength(part)


def _runs(text: str, bold: bool) -> list[tuple[str, str]]:
    weight = 700 if bold else 400
    plain = f"atkinson-hyperlegible-latin-{weight}-normal.woff2"
    further = f"atkinson-hyperlegible-latin-ext-{weight}-normal.woff2"
    runs: list[tuple[str, str]] = []
    for letter in text:
        name = further if 0x100 <= ord(letter) <= 0x1EFF else plain
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + letter)
        else:
            runs.append((name, letter))
    return runs


@cache
def _font(name: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_VENDOR / name), size)
