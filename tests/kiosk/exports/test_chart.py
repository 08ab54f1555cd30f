"""The picture of the course: every line told apart without colour, as SVG and as PNG."""

from __future__ import annotations

import io
import itertools
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest
from PIL import Image

from engine.events import Event
from kiosk.exports import chart
from kiosk.exports import chart as png
from kiosk.screens.evening_list import book
from tests.kiosk.exports.evenings import GENERATED, begun, state_of, told
from tests.kiosk.exports.test_tables import wenz

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("shape", [chart.WIDE, chart.TALL, chart.SQUAT])
@pytest.mark.parametrize("evening", GENERATED)
def test_every_name_stands_in_the_picture_and_apart_from_the_others(
    evening: str, shape: chart.ChartShape
) -> None:
    listed = book(state_of(GENERATED[evening]))
    drawn = chart.chart(listed, "de", "paper", shape)
    names = [piece for piece in drawn.pieces if isinstance(piece, chart.Words) and piece.bold]
    assert len(names) == len(listed.people)
    for person, label in zip(listed.people, names, strict=True):
        assert label.text.startswith(person.name[:11])
        assert 0 < label.at[0] < shape.width
        assert 0 < label.at[1] < shape.height
    heights = sorted(label.at[1] for label in names)
    assert all(b - a > shape.letters * 0.7 for a, b in itertools.pairwise(heights))


def test_lines_differ_in_colour_dash_and_mark() -> None:
    people = [f"Person {at}" for at in range(6)]
    events: list[Event] = [begun("mehrkopf", people)]
    for at in range(20):
        events += told(f"d{at}", wenz(at % 6), won=at % 2 == 0)
    picture = chart.chart(book(state_of(events)), "de")
    long = [p for p in picture.pieces if isinstance(p, chart.Stroke) and len(p.points) > 2]
    assert len(long) == 6
    assert len({piece.colour for piece in long}) == 6
    assert len({piece.dash for piece in long}) == 6
    assert len(set(chart.DASHES)) == len(set(chart.MARKS)) == 8


def test_the_drawing_is_plain_svg() -> None:
    listed = book(state_of(GENERATED["schafkopf"]))
    for theme in ("dark", "paper"):
        root = ET.fromstring(chart.svg(listed, "en", theme))
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert tags <= {"svg", "title", "rect", "polyline", "polygon", "circle", "text"}
        assert not [e for e in root.iter() if "style" in e.attrib or "id" in e.attrib]


def test_the_last_point_of_a_line_lies_where_the_total_is() -> None:
    listed = book(state_of(GENERATED["schafkopf by cards"]))
    picture = chart.chart(listed, "de")
    ends = {
        piece.colour: piece.points[-1][1]
        for piece in picture.pieces
        if isinstance(piece, chart.Stroke) and len(piece.points) == len(listed.lines) + 1
    }
    colours = chart.LOOKS["paper"].lines
    by_total = sorted(range(4), key=lambda at: listed.people[at].total)
    heights = [ends[colours[at]] for at in by_total]
    assert heights == sorted(heights, reverse=True)


def test_the_png_shows_the_same_picture() -> None:
    listed = book(state_of(GENERATED["schafkopf"]))
    picture = chart.chart(listed, "de")
    image = Image.open(io.BytesIO(png.png(picture, 1.0)))
    assert image.size == (1200, 600)
    colours = {colour for _, colour in image.convert("RGB").getcolors(1 << 20) or ()}
    for wanted in picture_colours(picture):
        assert wanted in colours


def picture_colours(picture: chart.Picture) -> set[tuple[int, int, int]]:
    """Return the colours of the lines as numbers."""
    lines = [piece for piece in picture.pieces if isinstance(piece, chart.Words) and piece.bold]
    found = {piece.colour for piece in lines}
    return {(int(c[1:3], 16), int(c[3:5], 16), int(c[5:7], 16)) for c in found}


def test_thousands_are_written_as_everywhere() -> None:
    assert chart._written(Fraction(2420)) == "2.420"
    assert chart._written(Fraction(-2420), "en") == "−2,420"
