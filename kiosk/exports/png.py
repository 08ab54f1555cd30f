"""A picture as PNG, painted with the page's own letters; no browser is asked.

Painted twice as large and made smaller, which smooths every edge.
"""

from __future__ import annotations

import io
from functools import cache
from itertools import pairwise
from math import hypot
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from kiosk.exports.chart import Disc, Fill, Picture, Piece, Point, Stroke, Words

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
