"""The measuring sheet: printed true to size, and found in the picture to the millimetre."""

from __future__ import annotations

import re
import struct
import zlib

import cv2
import numpy as np
import pytest

from engine.text import PlainError
from tests.vision.test_corners import SIZE, pinhole
from vision.arrays import Floats, Image, as_image
from vision.place import sheet

SHEETS = pytest.mark.parametrize("printed", sheet.SHEETS, ids=lambda one: f"{one.field_mm:g}")
PAPER = np.array([[-105.0, 148.5], [105, 148.5], [105, -148.5], [-105, -148.5]])


def photographed(
    tilt: float = 0.0,
    turn: float = 0.0,
    height: float = 900.0,
    covered: Floats | None = None,
    printed: sheet.Sheet = sheet.USUAL,
    below: sheet.Sheet | None = None,
) -> Image:
    """A wooden table with the sheet in its middle, as a camera above sees it.

    Of the one `below` only the side with the lower markers is seen.
    """
    rng = np.random.default_rng(4)
    print_of_it = sheet.picture(printed, 4.0)
    if below is not None:
        half = print_of_it.shape[0] // 2
        print_of_it[half:] = sheet.picture(below, 4.0)[half:]
    rows, columns = print_of_it.shape[:2]
    source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
    target = pinhole(PAPER, tilt, turn, height).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    # Drawn twice as large first: the camera's pixels average over the print.
    large = np.diag([2.0, 2.0, 1.0]) @ np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    size = (SIZE[0] * 2, SIZE[1] * 2)
    paper = cv2.warpPerspective(print_of_it, large @ matrix, size, flags=cv2.INTER_AREA)
    there = cv2.warpPerspective(np.full((rows, columns), 255, np.uint8), large @ matrix, size)
    table = np.full((size[1], size[0], 3), (70, 110, 150), np.uint8)
    table[there > 0] = paper[there > 0]
    seen = cv2.resize(table, SIZE, interpolation=cv2.INTER_AREA).astype(float) * 0.75
    if covered is not None:
        cv2.fillConvexPoly(
            seen, pinhole(covered, tilt, turn, height).astype(np.int32), (90, 120, 170)
        )
    return as_image(np.clip(seen + rng.normal(0, 3, seen.shape), 0, 255))


@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (-20, 37), (30, -110)])
def test_the_sheet_measures_the_table_from_any_side(tilt: float, turn: float) -> None:
    geometry, markers = sheet.find(photographed(tilt, turn))
    assert markers == 4
    assert geometry.size == SIZE
    places = np.array([[0.0, 0.0], [150, 100], [-180, -160], [0, 200]])
    apart = geometry.to_mm(pinhole(places, tilt, turn, 900.0)) - places
    assert np.hypot(*apart.T).max() < 2.5  # a quarter of a metre from the sheet's middle


@SHEETS
def test_a_sheet_says_by_itself_what_is_watched(printed: sheet.Sheet) -> None:
    seen = photographed(printed=printed)
    geometry, markers = sheet.find(seen)
    assert (geometry.field_mm, markers) == (printed.field_mm, 4)
    # Whoever says another square has it, and the table lies where it lay.
    said, _ = sheet.find(seen, 400.0)
    assert (said.field_mm, said.px_to_mm) == (400.0, geometry.px_to_mm)
    half = np.array([[-120.0, 160], [120, 160], [120, 40], [-120, 40]])
    partly, markers = sheet.find(photographed(printed=printed, covered=half))
    assert (partly.field_mm, markers) == (printed.field_mm, 2)


def test_a_sheet_printed_before_there_were_two_is_read_as_ever() -> None:
    """Four markers numbered 10 to 13, in the places they have had since the first sheet."""
    numbers = {10: (-62.5, 100.0), 11: (62.5, 100.0), 12: (62.5, -100.0), 13: (-62.5, -100.0)}
    assert {number: sheet.USUAL.marker(number) for number in range(9, 15)} == {
        9: None,
        **numbers,
        14: None,
    }
    assert sheet.USUAL.field_mm == 480.0
    first = {(box.x, box.y) for box in sheet.boxes(sheet.USUAL)}
    other = {(box.x, box.y) for box in sheet.boxes(sheet.ROUND)}
    assert first - other
    assert other - first


@pytest.mark.parametrize(("upper", "lower"), [sheet.SHEETS, sheet.SHEETS[::-1]])
def test_two_different_sheets_are_not_guessed_between(
    upper: sheet.Sheet, lower: sheet.Sheet
) -> None:
    mixed = photographed(printed=upper, below=lower)
    for side in (None, 340.0):
        with pytest.raises(PlainError, match="two different measuring sheets"):
            sheet.find(mixed, side)
    left = np.array([[-120.0, 160], [0, 160], [0, -160], [-120, -160]])
    one_of_each = photographed(printed=upper, below=lower, covered=left)
    with pytest.raises(PlainError, match="two different measuring sheets"):
        sheet.find(one_of_each)


def test_a_sheet_nobody_prints_is_said() -> None:
    assert [sheet.for_field(one.field_mm) for one in sheet.SHEETS] == list(sheet.SHEETS)
    with pytest.raises(PlainError, match="no measuring sheet for a square of 400 mm, only for 480"):
        sheet.for_field(400.0)


def test_two_markers_are_enough_and_one_is_not() -> None:
    half = np.array([[-120.0, 160], [120, 160], [120, 40], [-120, 40]])
    geometry, markers = sheet.find(photographed(covered=half))
    assert markers == 2
    corner = np.array([[100.0, 100.0]])
    assert np.abs(geometry.to_mm(pinhole(corner, 0, 0, 900.0)) - corner).max() < 5.0
    most = np.array([[-120.0, 160], [120, 160], [120, -60], [-10, -60]])
    with pytest.raises(PlainError, match="Only one mark"):
        sheet.find(photographed(covered=np.array([*most[:3], [-10, -160], [-10, 60], [-120, 60]])))


def test_what_cannot_be_measured_is_said() -> None:
    with pytest.raises(PlainError, match="cannot be seen"):
        sheet.find(np.full((720, 1280, 3), 120, np.uint8))
    with pytest.raises(PlainError, match="too small"):
        sheet.find(photographed(height=3300.0))
    with pytest.raises(PlainError, match="cannot be 20 mm"):
        sheet.find(photographed(), bar_mm=20.0)


def test_a_sheet_printed_smaller_measures_right_by_its_bar() -> None:
    geometry, _ = sheet.find(photographed(), bar_mm=96.0)
    true, _ = sheet.find(photographed())
    point = true.to_px(np.array([[100.0, 50.0]]))
    np.testing.assert_allclose(geometry.to_mm(point), [[96.0, 48.0]], atol=1e-6)


@SHEETS
def test_png_and_pdf_and_svg_say_their_size(printed: sheet.Sheet) -> None:
    data = sheet.png(printed)
    (dots, _, unit) = struct.unpack(">IIB", data[41:50])
    assert (data[37:41], unit) == (b"pHYs", 1)
    assert struct.unpack(">I", data[50:54])[0] == zlib.crc32(data[37:50])
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[1] / dots * 1000 == pytest.approx(210, abs=0.1)
    assert picture.shape[0] / dots * 1000 == pytest.approx(297, abs=0.1)
    drawing = sheet.svg(printed)
    assert 'width="210mm" height="297mm" viewBox="-105 -148.5 210 297"' in drawing
    square = f"{printed.field_mm / 10:g} × {printed.field_mm / 10:g} cm"
    assert drawing.count(square) == 2
    page = sheet.pdf(printed)
    assert page.count(square.encode("cp1252")) == 2
    assert b"/MediaBox[0 0 595.276 841.890]" in page
    assert b"/PrintScaling/None" in page


@SHEETS
def test_the_pdf_is_whole_and_draws_every_box(printed: sheet.Sheet) -> None:
    page = sheet.pdf(printed)
    start = int(re.findall(rb"startxref\n(\d+)", page)[0])
    places = [int(one) for one in re.findall(rb"(\d{10}) 00000 n", page[start:])]
    for number, at in enumerate(places, 1):
        assert page[at:].startswith(b"%d 0 obj" % number)
    (length,) = re.findall(rb"/Length (\d+)>>stream\n", page)
    stream = page[page.index(b"stream\n") + 7 :][: int(length)]
    assert stream.count(b" re f") == len(list(sheet.boxes(printed)))
    assert page[page.index(stream) + int(length) :].startswith(b"\nendstream")
    bar = f"{(105 - 50) * 72 / 25.4:.3f} {(148.5 + 4) * 72 / 25.4:.3f} {100 * 72 / 25.4:.3f} "
    assert bar.encode() in stream
