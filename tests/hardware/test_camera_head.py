"""Head and hood: each camera fits as it is drawn, sees what is read, and nobody's face."""

from __future__ import annotations

import re
from math import hypot

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.tools import optics
from hardware.tools.optics import Camera
from hardware.tools.places import GUIDE, MECHANICS, sizes
from hardware.tools.seats import EYE_UP, PEOPLE, TOPS, Top, seat
from hardware.tools.solids import Ball, first_hits

FITTED = (optics.USB_M12, optics.MODULE_3)
"""Those that the guide recommends; Wide it advises against."""
CAMERAS = pytest.mark.parametrize("camera", FITTED, ids=lambda camera: camera.name)
TABLES = pytest.mark.parametrize(
    ("top", "table"),
    list(zip(TOPS, optics.TABLES, strict=True)),
    ids=[top.en for top in TOPS],
)
SHAFT = 4.0
"""A screwdriver for M2, millimetres; and what a file of facets is made of."""
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
HEAD_RADIUS = 110.0
EYE_TO_MIDDLE = 20.0
"""The middle of a head lies below its eyes."""


def heads(top: Top, people: int, out: float) -> list[Ball]:
    """Return everybody's head, its middle so far outside the rim (negative: over the table)."""
    up = EYE_UP - EYE_TO_MIDDLE
    return [Ball(seat(top, people, n).beyond(out, up), HEAD_RADIUS) for n in range(people)]


def seen(camera: Camera, lens: float, balls: list[Ball]) -> float:
    """Return the share of the light that reaches the lens past the hood and comes from heads.

    Rays start at spots all over the front lens and pass every place of the hood's opening.
    """
    half = optics.opening() / 2
    spots = np.linspace(-camera.pupil / 2, camera.pupil / 2, 5)
    places = np.linspace(-half, half, 61)
    u, v, x, y = (each.ravel() for each in np.meshgrid(spots, spots, places, places))
    start = np.stack([u, v, np.full(len(u), lens)], axis=1)
    rays = np.stack([x - u, y - v, np.full(len(u), -optics.deep(camera))], axis=1)
    met, _ = first_hits(start, rays, balls)
    return float(np.isfinite(met).mean())


@CAMERAS
@TABLES
def test_nobodys_face_gets_past_the_hood_even_over_the_rim(
    camera: Camera, top: Top, table: optics.Table
) -> None:
    lens = optics.height_for(camera, table.square)
    for people in PEOPLE:
        assert seen(camera, lens, heads(top, people, 0.0)) == 0.0, people


@CAMERAS
def test_whoever_leans_over_the_middle_is_seen(camera: Camera) -> None:
    """The guide says so; and it shows that the test above can fail."""
    top, table = TOPS[2], optics.TABLES[2]
    lens = optics.height_for(camera, table.square)
    assert seen(camera, lens, heads(top, 4, -top.wide / 2 + 150)) > 0.0


@CAMERAS
@TABLES
def test_the_lens_sees_all_that_is_read(camera: Camera, top: Top, table: optics.Table) -> None:
    assert top.wide == table.wide
    assert optics.shows(camera, optics.height_for(camera, table.square)) >= table.square


def test_wide_is_advised_against_and_the_table_says_so() -> None:
    for table in optics.TABLES:
        high = optics.height_for(optics.MODULE_3_WIDE, table.square)
        assert optics.shows(optics.MODULE_3_WIDE, high) < table.square
    text = (GUIDE / "camera.md").read_text("utf-8")
    assert text.count("Haube zu eng") == text.count("hood too narrow") == len(optics.TABLES)


def test_every_m12_lens_stands_inside_the_hood_as_far_as_the_guide_says() -> None:
    size = sizes()
    drops = [
        front - size["m12_spacer"] - size["plate_thick"]
        for front in (size["m12_front_least"], size["m12_front_most"])
    ]
    drops.append(optics.drop(optics.MODULE_3))
    assert (round(min(drops)), round(max(drops))) == (4, 13)
    for guide in ("bauen.md", "build.md", "camera.md"):
        text = (GUIDE / guide).read_text("utf-8")
        assert re.search(r"4 (bis|to) 13 mm", text), guide
    # The slide below it still has its room.
    assert size["hood_deep"] - max(drops) > size["floor_wall"] + size["shutter_thick"] + 10


def test_boards_and_their_screws_have_room_below_the_bridge() -> None:
    size = sizes()
    board, plug = 1.6, 12.0
    assert size["m12_spacer"] + board + plug < size["head_rise"]
    inner = size["plate"] - 2 * size["head_cheek"]
    assert inner > 38, "a board of 38 mm lies between the cheeks"
    assert size["m12_holes"] / 2 + 2 < inner / 2
    # The same board with its edges snapped off has holes of its own, and the plate has them too.
    drilled = (MECHANICS / "head.scad").read_text("utf-8")
    assert "for (apart = [m12_holes, m12_holes_broken], " in drilled
    wall = (size["m12_holes"] - size["m12_holes_broken"]) / 2 * 2**0.5 - size["m12_hole"]
    beside = hypot(
        (size["m12_holes_broken"] - size["csi_holes_x"]) / 2,
        size["m12_holes_broken"] / 2 - size["csi_holes_y"],
    )
    assert wall > 1.2
    assert beside - (size["m12_hole"] + size["csi_hole"]) / 2 > 1.2
    # The M12 lens's square holder passes the square hole, which leaves the small holes whole.
    assert size["lens_hole"] >= size["m12_holder"] + 2 * size["play"]
    assert (size["csi_holes_x"] - size["csi_hole"] - size["lens_hole"]) / 2 >= 0.8


def test_a_straight_screwdriver_reaches_every_camera_screw_from_above() -> None:
    size = sizes()
    half, broken, csi = size["m12_holes"] / 2, size["m12_holes_broken"] / 2, size["csi_holes_x"] / 2
    screws = [(x, y) for at in (half, broken) for x in (-at, at) for y in (-at, at)]
    screws += [(x, y) for x in (-csi, csi) for y in (0.0, size["csi_holes_y"])]
    data = (MECHANICS / "head.stl").read_bytes()
    facets = np.frombuffer(data, TRIANGLE, offset=84)["corners"].astype(float)
    above = facets[facets[:, :, 2].max(axis=1) > size["plate_thick"] + 0.01]
    for screw in screws:
        assert not met_from_above(above, screw, SHAFT / 2), screw
    # The bridge itself is in the way of whoever aims at the middle of the plate.
    assert met_from_above(above, (0.0, 10.0), SHAFT / 2)
    guides = [(GUIDE / name).read_text("utf-8") for name in ("bauen.md", "build.md")]
    assert "Schaft bis 4 mm" in guides[0]
    assert "shaft up to 4 mm" in guides[1]


def met_from_above(facets: NDArray[np.float64], at: tuple[float, float], radius: float) -> bool:
    """Tell whether a rod that comes straight down meets any of these facets."""
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    rim = np.array(at) + radius * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    a, b, c = (facets[:, n, :2] for n in range(3))
    for spot in (np.array(at), *rim):
        sides = [
            (q[:, 0] - p[:, 0]) * (spot[1] - p[:, 1]) - (q[:, 1] - p[:, 1]) * (spot[0] - p[:, 0])
            for p, q in ((a, b), (b, c), (c, a))
        ]
        same = np.all(np.array(sides) > 0, axis=0) | np.all(np.array(sides) < 0, axis=0)
        if same.any():
            return True
    return False


def test_the_hoods_opening_is_that_of_the_drawing_and_the_guide() -> None:
    drawn = (MECHANICS / "hood.scad").read_text("utf-8")
    assert "opening = (hood_deep - csi_drop) * mask_field / mask_height + csi_pupil;" in drawn
    assert "csi_drop = csi_front - csi_spacer - plate_thick;" in drawn
    size = sizes()
    assert optics.opening() < size["plate"] - 2 * size["wall"] - 4
    text = (GUIDE / "camera.md").read_text("utf-8")
    assert text.count(f"{optics.opening():.0f} mm)") == 2
