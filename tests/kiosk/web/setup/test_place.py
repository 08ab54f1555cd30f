"""Where the table lies: taps on corners, the printed sheet, seats; and what a preview may show."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest

from engine.text import PlainError
from kiosk.camera.camera_switch import CameraState, Power
from kiosk.camera.corners import KEPT_S, CornerStill, Easel
from kiosk.camera.pictures import field_corners, masked, square
from kiosk.web.setup.place import CornerScreen, corner_screen, seat_screen
from tests.vision.drawn import Table
from tests.vision.test_sheet import photographed
from vision.place import sheet
from vision.place.geometry import from_points, overhead

ON = CameraState(Power.ON)
WIDTH, HEIGHT = 960, 600
TAPS = ((910.0, 30.0), (40.0, 570.0), (30.0, 20.0), (900.0, 560.0))


def still() -> CornerStill:
    return Easel().put(Table(width=WIDTH, height=HEIGHT).picture())


def shown(still: CornerStill) -> CornerScreen:
    easel = Easel()
    easel.put(still.image)
    easel.change(lambda _: replace(still, taken=time.monotonic()))
    return corner_screen(easel, ON)


def tapped(count: int) -> CornerStill:
    board = still()
    for point in TAPS[:count]:
        board = board.step(board.corners.tapped(point, WIDTH))
    return board


@pytest.mark.parametrize("seed", range(12))
def test_nothing_outside_the_watched_square_is_ever_in_a_preview(seed: int) -> None:
    rng = np.random.default_rng(seed)
    height, width = 90, 160
    image = rng.integers(1, 255, (height, width, 3)).astype(np.uint8)
    corners = np.array([[30, 10], [130, 14], [126, 80], [34, 76]]) + rng.uniform(-8, 8, (4, 2))
    plane = [(-400.0, 400.0), (400.0, 400.0), (400.0, -400.0), (-400.0, -400.0)]
    taps = [(float(x), float(y)) for x, y in corners]
    geometry = from_points(taps, plane, 480.0) if seed % 3 else overhead(width, height, 480.0)
    left = masked(image, geometry)
    seen = field_corners(geometry)
    y, x = np.mgrid[0:height, 0:width]
    inside = np.ones((height, width), bool)
    for a, b in zip(seen, np.roll(seen, -1, 0), strict=True):
        inside &= (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= -1.0
    assert not left[~inside].any()
    assert left[inside].any()
    # Whatever was outside leaves no trace in what is shown.
    other = image.copy()
    other[~inside] = 255
    assert np.array_equal(square(image, geometry, 320), square(other, geometry, 320))


def test_four_taps_in_any_order_measure_the_table() -> None:
    board = tapped(3)
    screen = shown(board)
    assert (screen.whole, screen.frame, screen.ask.de[:6]) == (False, "", "Ecke 4")
    board = tapped(4)
    screen = shown(board)
    assert screen.whole
    assert screen.wrong is None
    assert screen.pixels is not None
    assert screen.pixels > 40
    assert len(screen.field.split()) == 4


def test_a_tap_near_a_corner_moves_it_and_each_step_can_be_taken_back() -> None:
    board = tapped(4)
    moved = board.step(board.corners.tapped((906.0, 34.0), WIDTH))
    assert moved.corners.points[0] == (906.0, 34.0)
    assert moved.corners.active == 0
    nudged = moved.step(moved.corners.nudged(0.0, -2.0))
    assert nudged.corners.points[0] == (906.0, 32.0)
    assert nudged.back().back().corners == board.corners
    assert still().back().corners.points == ()


def test_what_cannot_be_a_table_is_said_at_once() -> None:
    board = still()
    for point in ((100.0, 100.0), (300.0, 100.0), (500.0, 100.0), (300.0, 300.0)):
        board = board.step(board.corners.tapped(point, WIDTH))
    screen = shown(board)
    assert not screen.whole
    assert screen.wrong is not None
    assert "Tisch" in screen.wrong.de


def test_the_whole_picture_is_forgotten_after_three_minutes_and_with_the_camera() -> None:
    now = [0.0]
    easel = Easel(lambda: now[0])
    board = easel.put(Table(width=64, height=40).picture())
    assert easel.still() is board
    assert corner_screen(easel, CameraState(Power.OFF)).number is None
    now[0] = KEPT_S + 1.0
    assert easel.still() is None
    with pytest.raises(PlainError, match="gone"):
        easel.change(CornerStill.back)


@pytest.mark.parametrize("printed", sheet.SHEETS, ids=lambda one: f"{one.field_mm:g}")
def test_the_sheet_in_the_picture_measures_the_table_and_says_what_is_watched(
    printed: sheet.Sheet,
) -> None:
    assert Easel().put(photographed(printed=printed)).by_sheet().field_mm == printed.field_mm


def test_seats_stand_clockwise_round_the_square() -> None:
    names = ("Resi", "Toni", "Vroni", "Sepp")
    places = [(round(s.x), round(s.y)) for s in seat_screen(names, None, 1).seats]
    assert places == [(0, 1), (-1, 0), (0, -1), (1, 0)]
    turned = seat_screen(names, (90.0, 180.0, 270.0, 0.0), None).seats
    assert [(round(s.x), round(s.y)) for s in turned] == [(-1, 0), (0, -1), (1, 0), (0, 1)]
    assert len(seat_screen((*names, "Zenzi"), (0.0, 90.0), None).seats) == 5
