"""Rail round three tables, and the stand on the floor: reckoned from what is drawn and bought."""

from __future__ import annotations

import re
import shutil
from decimal import Decimal
from math import hypot
from pathlib import Path

import pytest

from hardware.tools import furniture, optics, rails, stand
from hardware.tools.mechanics import COPIES
from hardware.tools.parts import Part, read_parts
from hardware.tools.places import GUIDE, MECHANICS, sizes
from hardware.tools.seats import LONG, PEOPLE, ROUND, SQUARE, TOPS, Top, gap
from hardware.tools.stl import read_stl
from tests.chip import wire
from tests.hardware.tools import run

CORNER = 2.0 * 3.14159 / 4 * 27


@pytest.fixture(scope="module")
def parts() -> dict[str, Part]:
    return {part.id: part for part in read_parts()}


@pytest.mark.parametrize("top", [LONG, SQUARE], ids=lambda top: top.en)
def test_pieces_rests_and_corners_fill_every_side(top: Top) -> None:
    size, laid = sizes(), rails.laid(top)
    corner, _, high = read_stl(MECHANICS / "corner.stl").size
    long = read_stl(MECHANICS / "rail.stl").size[0]
    assert (corner, high) == pytest.approx((size["corner_radius"], size["rail_high"]))
    for side, rest in zip(dict.fromkeys((top.long, top.wide)), laid.rests * 2, strict=False):
        whole = (side - 2 * size["rail_back"] - 2 * corner - rest) / long
        assert whole == pytest.approx(round(whole))
    sides = 2 * (top.long + top.wide)
    assert laid.strip == pytest.approx(sides - 8 * (4 + 30) + 4 * CORNER, abs=1)


def test_on_a_round_table_the_octagon_lies_on_the_table_and_its_pieces_clear_each_other() -> None:
    size = sizes()
    half, apothem = size["rail_long"] / 2, size["round_apothem"]
    assert (half**2 + apothem**2) ** 0.5 <= ROUND.long / 2
    inner = (apothem - size["rail_wide"]) * 0.41421
    assert inner >= half
    behind, gap_mm = ROUND.long / 2 - apothem, 2 * (apothem * 0.41421 - half)
    for guide in ("bauen.md", "build.md"):
        text = (GUIDE / guide).read_text("utf-8")
        assert re.search(rf"\b{behind:.0f} mm (hinter dem Rand|behind the edge)", text), guide
        assert re.search(rf"\b{gap_mm:.0f} mm", text), guide


def test_no_rail_covers_any_of_what_is_read() -> None:
    size = sizes()
    for top, table in zip(TOPS, optics.TABLES, strict=True):
        # On a round table the octagon may lie turned any way: the corners stay inside its faces.
        corner = hypot(table.read, table.read) / 2
        free = size["round_apothem"] - size["rail_wide"]
        if not top.round:
            corner, free = table.read / 2, top.wide / 2 - size["rail_back"] - size["rail_wide"]
        assert corner < free, top.en
        assert table.read <= table.square


@pytest.mark.parametrize("top", TOPS, ids=lambda top: top.en)
def test_our_controller_drives_every_tables_lights(top: Top) -> None:
    assert 40 <= rails.laid(top).lights <= wire.MAX_LEDS


def test_what_is_printed_and_bought_is_enough_for_the_table_that_is_priced(
    parts: dict[str, Part],
) -> None:
    laid = rails.laid(SQUARE)
    assert {"rail": laid.rails, "corner": laid.corners} == COPIES
    (metres,) = re.findall(r"reel of (\d+) m", parts["T16"].en)
    for top in TOPS:
        assert rails.laid(top).strip / 1000 < float(metres)
    (tape,) = re.findall(r"(\d+) m$", parts["T47"].en)
    assert float(tape) * 1000 > laid.strip
    assert f"{sizes()['rail_foot']:.0f} mm wide" in parts["T47"].en
    assert parts["T16"].count == Decimal(1)
    assert f"{rails.LIGHTS_A_METRE} LED/m" in parts["T16"].en


def test_the_strip_stands_inside_the_rail() -> None:
    size = sizes()
    run, rise = size["rail_wide"] - size["rail_wall"], size["rail_high"] - size["rail_toe"]
    # A light is 2 mm deep; above it the sloping face has its thickness, measured upright.
    upright = size["diffuser"] * (run**2 + rise**2) ** 0.5 / run
    room = size["rail_high"] - upright - 2 * rise / run - size["rail_foot_high"]
    assert room >= 10.0
    assert size["strip"] <= size["rail_high"] - size["rail_foot_high"] - upright


def test_nothing_is_screwed_into_the_table(parts: dict[str, Part]) -> None:
    for part in parts.values():
        assert "wood screw" not in part.en.lower(), part.id
        assert "screw clamp" not in part.en.lower(), part.id
    for name in ("assembly", "rail", "corner", "head", "box"):
        assert "wood_screw" not in (MECHANICS / f"{name}.scad").read_text("utf-8")


@pytest.mark.parametrize("top", TOPS, ids=lambda top: top.en)
def test_the_boom_that_is_bought_reaches(top: Top, parts: dict[str, Part]) -> None:
    asked = r"reaches (\d+) cm or more from the column's middle .*column to ([\d.]+) m"
    (boom, high) = re.findall(asked, parts["T30"].en)[0]
    # Room to hang the lens over the middle although nobody sets the column down to the millimetre.
    assert float(boom) * 10 >= sizes()["boom_reach"] + 50
    for people in PEOPLE:
        assert furniture.reach(top, people) <= sizes()["boom_reach"]
    # Over the highest lens the boom rises a little from the column, and still reaches.
    size = sizes()
    stack = size["head_rise"] + size["head_bridge"] + size["ball_high"]
    highest = max(
        optics.height_for(camera, table.square)
        for camera in (optics.USB_M12, optics.MODULE_3)
        for table in optics.TABLES
    )
    rise = max(750 + highest + stack - float(high) * 1000, 0)
    nearest = max(hypot(*gap(top, n).beyond(furniture.OUT_LEAST, 0)[:2]) for n in PEOPLE)
    assert hypot(nearest, rise) <= float(boom) * 10


def test_the_sandbag_keeps_it_from_tipping_and_the_guide_says_how_hard(
    parts: dict[str, Part],
) -> None:
    highest = max(optics.height_for(optics.MODULE_3, t.square) for t in optics.TABLES)
    bare, held = (stand.push(sizes()["boom_reach"], highest, bag) for bag in (0.0, 5.0))
    assert stand.SANDBAG_KG == 5
    assert "5 kg" in parts["T31"].en
    assert f"{stand.STAND_KG + stand.BOOM_KG:g} kg or more" in parts["T30"].en
    assert held.at_camera >= 5
    assert held.at_table >= 10
    for guide in ("bauen.md", "build.md"):
        text = (GUIDE / guide).read_text("utf-8").replace(",", ".")
        for newtons in (f"{bare.at_camera:.1f} N", f"{held.at_camera:.0f} N"):
            assert newtons in text, (guide, newtons)
        assert f"{held.at_table:.0f} N" in text, guide


def test_a_longer_boom_and_a_lighter_bag_tip_sooner() -> None:
    assert stand.push(800, 700).at_camera < stand.push(400, 700).at_camera
    assert stand.push(800, 700, 2).at_camera < stand.push(800, 700, 5).at_camera


@pytest.mark.parametrize("spoilt", ["", "out = 200"])
def test_the_drawing_itself_refuses_a_column_out_of_reach(tmp_path: Path, spoilt: str) -> None:
    for path in MECHANICS.glob("*.scad"):
        shutil.copy(path, tmp_path)
    drawing = tmp_path / "assembly.scad"
    if spoilt:
        text, changed = re.subn(r"(?m)^out = \d+;", f"{spoilt};", drawing.read_text("utf-8"))
        assert changed == 1
        drawing.write_text(text, "utf-8")
    done = run("openscad", "-o", tmp_path / "drawn.csg", drawing)
    assert ("reaches the table's middle" in done.stderr) is bool(spoilt)
