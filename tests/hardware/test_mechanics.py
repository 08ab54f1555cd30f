"""The printed parts: closed, as large as they should be, and made of the sources that are here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.tools import arm, made, optics
from hardware.tools.mechanics import PETG, PRINTED, VIEWS, render, sources_of
from hardware.tools.parts import Build, read_parts
from hardware.tools.places import GUIDE, HARDWARE, MECHANICS, short, sizes
from hardware.tools.plans import read_plan
from hardware.tools.reckoned import hood, plastic
from hardware.tools.slicing import read_prints
from hardware.tools.stl import read_stl
from tests.hardware.tools import run, tool

THINNEST = 2.0
"""Millimetres of a wall that carries something: five lines of a 0.4 mm nozzle."""
MOST_BYTES = 3_000_000


@pytest.mark.parametrize("name", PRINTED)
def test_a_part_is_closed_and_in_one_piece(name: str) -> None:
    said = run("admesh", MECHANICS / f"{name}.stl").stdout
    for words in ("Degenerate facets", "Edges fixed", "Facets removed", "Facets reversed"):
        assert re.search(rf"{words}\s+:\s+0\b", said), (words, said)
    assert re.search(r"Total disconnected facets\s+:\s+0\s+0", said), said
    assert re.search(r"Number of parts\s+:\s+1\b", said), said


@pytest.mark.parametrize("name", PRINTED)
def test_a_part_fits_on_the_printers_bed(name: str) -> None:
    solid = read_stl(MECHANICS / f"{name}.stl")
    assert max(solid.size) <= sizes()["bed"]
    assert 0 < solid.volume * 0.999 < solid.size[0] * solid.size[1] * solid.size[2] / 1000


def test_a_part_rendered_now_is_the_one_that_was_committed(tmp_path: Path) -> None:
    tool("openscad")
    for name in ("hood", "diffuser"):
        render(name, tmp_path)
        now, then = read_stl(tmp_path / f"{name}.stl"), read_stl(MECHANICS / f"{name}.stl")
        assert now.size == pytest.approx(then.size, abs=0.01)
        assert now.volume == pytest.approx(then.volume, rel=1e-3)


def test_what_is_drawn_was_drawn_from_what_is_here() -> None:
    assert made.stale() == [], "make hardware"


def test_everything_drawn_is_kept_account_of() -> None:
    drawn = {
        short(path)
        for pattern in (
            *("mechanics/*.stl", "mechanics/prints.csv", "guide/pictures/*"),
            *("wiring/*.svg", "wiring/*.pdf", "signs/*.pdf"),
        )
        for path in HARDWARE.glob(pattern)
    }
    assert drawn <= set(made.read())
    for name in PRINTED:
        listed = made.read()[f"mechanics/{name}.stl"]["from"]
        assert {short(path) for path in sources_of(name)} == set(listed)
        assert "mechanics/parameters.scad" in listed


def test_a_change_makes_what_was_drawn_from_it_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("places", "made"):
        monkeypatch.setattr(f"hardware.tools.{name}.HARDWARE", tmp_path)
    monkeypatch.setattr(made, "LIST", tmp_path / "made.json")
    source, drawn = tmp_path / "a.scad", tmp_path / "a.stl"
    source.write_text("cube(1);")
    drawn.write_text("solid")
    made.write({drawn: [source]})
    assert made.stale() == []
    assert made.fresh(drawn, [source])
    assert not made.fresh(drawn, [])
    source.write_text("cube(2);")
    assert made.stale() == ["a.stl"]
    assert not made.fresh(drawn, [source])
    made.write({drawn: [source]})
    drawn.unlink()
    assert made.stale() == ["a.stl"]


def test_all_printed_parts_together_stay_small() -> None:
    assert sum((MECHANICS / f"{name}.stl").stat().st_size for name in PRINTED) < MOST_BYTES


def test_every_picture_is_shown_in_both_guides() -> None:
    for guide in ("bauen.md", "build.md"):
        text = (GUIDE / guide).read_text("utf-8")
        missing = [view.name for view in VIEWS if f"pictures/{view.name}.png" not in text]
        assert missing == [], guide


def test_walls_are_thick_enough_to_carry() -> None:
    size = sizes()
    for name in ("wall", "floor_wall", "tube_ring", "clamp_ear", "channel_wall", "plate_thick"):
        assert size[name] >= THINNEST, name
    # What an M4 nut leaves of an ear still holds a screw.
    assert size["clamp_ear"] - size["m4_nut_deep"] >= THINNEST


def test_boards_buttons_and_plugs_have_room_in_the_box() -> None:
    size = sizes()
    plug = 40
    assert size["pi_at_x"] >= plug + 3
    assert size["pi_at_x"] + size["pi_x"] + 8 <= size["nano_at_x"]
    assert size["pi_at_y"] >= size["button_deep"] + size["wall"]
    assert size["pi_at_y"] + size["pi_y"] + 30 <= size["box_y"]
    assert 3 * size["button_pitch"] + size["button"] < size["box_x"]
    # The Nano lies below the fourth button's body, its wires soldered flat.
    assert size["button_z"] - size["button"] / 2 > 4 + 1.6 + 4
    assert size["cable_z"] + size["cable"] < size["box_z"]
    # A wet finger meets one button at a time: 12 mm and more from edge to edge of what is pressed.
    assert size["button_pitch"] - size["button"] >= 12


def test_the_lid_hangs_over_the_walls_and_still_fits_the_bed() -> None:
    size = sizes()
    lid, box = read_stl(MECHANICS / "lid.stl"), read_stl(MECHANICS / "box.stl")
    assert lid.size[0] == pytest.approx(size["box_x"] + 2 * (size["wall"] + size["lip"]))
    assert lid.size[1] > box.size[1]
    assert size["lip_drop"] >= 5
    # The air slots begin below the rim.
    assert size["box_z"] - size["lip_drop"] > 10 + 26


def test_the_hood_shows_the_square_it_promises() -> None:
    opening, seen = hood()
    size = sizes()
    assert opening < size["plate"] - 2 * size["wall"]
    deep = size["hood_deep"] - size["lens_drop"]
    # Back through the triangles: from the lens's middle exactly the square is seen.
    assert (opening - size["lens_pupil"]) * size["mask_height"] / deep == pytest.approx(600)
    assert 600 < seen < 850
    for guide in ("camera.md",):
        text = (GUIDE / guide).read_text("utf-8")
        assert text.count(f"{opening:.0f} mm") == 2
        assert text.count(f"{seen / 10:.0f} × {seen / 10:.0f} cm") == 2


@pytest.mark.parametrize("table", optics.TABLES, ids=lambda table: table.name)
def test_the_bought_tubes_reach_as_high_and_far_as_the_optics_asks(table: optics.Table) -> None:
    upright, boom = arm.tubes(read_parts())
    assert (upright, boom) == (1000, 500)
    assert "60°" in {part.id: part for part in read_parts()}["T04"].en
    for camera in optics.CAMERAS:
        fits = arm.upright_for(camera, table) <= upright
        # The one that does not is said not to, in both languages.
        assert fits is not (camera.horizontal == 48 and table is optics.LARGE)
        rows = re.findall(
            rf"^\| {table.name}.*{re.escape(camera.name)}.*$",
            (GUIDE / "camera.md").read_text("utf-8"),
            re.MULTILINE,
        )
        assert len(rows) == 2
        for row in rows:
            assert ("zu hoch" in row or "too high" in row) is not fits
    # From the table's middle past the upright, both clamps.
    assert table.wide / 2 - sizes()["foot_in"] + sizes()["clamp_high"] <= boom


@pytest.mark.parametrize("table", optics.TABLES, ids=lambda table: table.name)
def test_the_arms_sum_is_that_of_the_drawing(table: optics.Table) -> None:
    size = sizes()
    drawn = (MECHANICS / "assembly.scad").read_text("utf-8")
    assert "lens + lens_drop + head_rise + head_bridge + tube / 2 + tube_ring - 3" in drawn
    assert arm.lens_to_boom() == 8 + 26 + 8 + 10 + 6 - 3
    camera = optics.CAMERAS[2]
    high = optics.height_for(camera, table.square)
    # From the table's top to the elbow's upper edge, less the plate the tube stands on.
    assert arm.upright_for(camera, table) == pytest.approx(high + 55 + 20 - size["foot_plate"])


@pytest.mark.parametrize("table", optics.TABLES, ids=lambda table: table.name)
def test_the_cables_along_the_arm_are_long_enough(table: optics.Table) -> None:
    upright, _ = arm.tubes(read_parts())
    bought = re.findall(r"USB (\d) m", {part.id: part for part in read_parts()}["T05"].en)
    light = read_plan("pi")["cables"]["W32"]
    assert read_plan("pi")["connectors"]["H2"]["pn"] == "T24"
    for camera in optics.CAMERAS:
        if arm.upright_for(camera, table) <= upright:
            need = arm.cable_for(camera, table) / 1000
            assert need <= float(bought[0])
            assert need <= light["length"]


@pytest.mark.parametrize("table", optics.TABLES, ids=lambda table: table.name)
def test_the_hood_shows_all_that_is_read_from_every_height(table: optics.Table) -> None:
    opening, _ = hood()
    size = sizes()
    deep = size["hood_deep"] - size["lens_drop"]
    for camera in optics.CAMERAS:
        high = optics.height_for(camera, table.square)
        assert (opening - size["lens_pupil"]) * high / deep >= table.square, camera.name


def test_the_boom_passes_beside_the_upright_as_far_as_the_guide_says() -> None:
    size = sizes()
    beside = size["tube"] + size["tube_ring"] + 2
    for guide in ("bauen.md", "build.md"):
        text = (GUIDE / guide).read_text("utf-8")
        assert f"{beside:.0f} mm" in text
        assert f"{size['foot_in'] / 10:.0f} cm" in text


def test_the_tray_lies_above_the_cradle_and_beside_everything_else() -> None:
    size = sizes()
    left, front = size["tray_at_x"], size["tray_at_y"]
    assert left >= size["pi_at_x"] + size["pi_x"] + 3  # the memory card stands out
    assert left + size["tray_x"] <= size["box_x"]
    assert front >= size["button_deep"] - size["wall"]
    assert front + size["tray_y"] <= size["box_y"] - 16  # the bridges for cable ties
    assert size["tray_post"] >= 9  # cradle
    assert max(size["esp_x"], size["perf_x"]) + 2 * size["tray_rim"] <= size["tray_x"]
    boards = size["esp_y"] + size["perf_y"] + 2 * size["play"] + 3 * size["tray_rim"]
    assert boards <= size["tray_y"]
    # Its front post stands left of the cradle, one screw's head and a half.
    assert left + 3.5 + size["post"] / 2 <= size["nano_at_x"] - 2


def test_slots_are_apart_and_clear_of_the_lids_posts() -> None:
    size = sizes()
    outer = size["box_x"] / 2 - (size["cables"] - 1) / 2 * size["cable_pitch"]
    assert outer - 7 >= 5 + 6
    assert size["cable_pitch"] >= 14 + size["cable"]
    # The off button stands between the first two slots, its body (10 mm) clear of their bridges.
    assert size["off_at_x"] == pytest.approx(outer + size["cable_pitch"] / 2, abs=0.1)
    assert size["cable_pitch"] / 2 - 7 >= 5
    assert size["off_z"] + size["off_button"] / 2 < size["box_z"] - size["lip_drop"]


@pytest.mark.parametrize("build", Build)
def test_the_rolls_of_filament_are_enough_with_a_tenth_over(build: Build) -> None:
    parts = {part.id: part for part in read_parts()}
    assert "1 kg" in parts["T37"].en
    assert float(parts["T37"].counts[build]) * 1000 >= 1.1 * plastic(build, white=False)
    assert float(parts["T38"].counts[build]) * 1000 >= 1.1 * plastic(build, white=True)
    # A solid part is the most it can be; the slicer's figures lie below, and not far.
    for name, each in read_prints().items():
        solid = read_stl(MECHANICS / f"{name}.stl").volume * PETG
        assert 0.5 * solid < each.grams < 1.1 * solid, name
    assert set(read_prints()) == set(PRINTED)
