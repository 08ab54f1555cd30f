"""The printed parts: closed, as large as they should be, and made of the sources that are here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.tools import places
from hardware.tools.mechanics import (
    COPIES,
    LEVELS,
    PETG,
    PRINTED,
    VIEWS,
    read_prints,
    read_stl,
    render,
    sources_of,
)
from hardware.tools.parts import Level, read_parts
from hardware.tools.places import GUIDE, HARDWARE, MECHANICS, short, sizes
from hardware.tools.reckoned import plastic
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
    for name in ("rail", "shutter"):
        render(name, tmp_path)
        now, then = read_stl(tmp_path / f"{name}.stl"), read_stl(MECHANICS / f"{name}.stl")
        assert now.size == pytest.approx(then.size, abs=0.01)
        assert now.volume == pytest.approx(then.volume, rel=1e-3)


def test_what_is_drawn_was_drawn_from_what_is_here() -> None:
    assert places.stale() == [], "make hardware"


def test_everything_drawn_is_kept_account_of() -> None:
    drawn = {
        short(path)
        for pattern in (
            *("mechanics/*.stl", "mechanics/prints.csv", "guide/pictures/*"),
            *("wiring/*.svg", "wiring/*.pdf", "signs/*.pdf"),
        )
        for path in HARDWARE.glob(pattern)
    }
    assert drawn <= set(places.read_made())
    for name in PRINTED:
        listed = places.read_made()[f"mechanics/{name}.stl"]["from"]
        assert {short(path) for path in sources_of(name)} == set(listed)
        assert "mechanics/parameters.scad" in listed


def test_a_change_makes_what_was_drawn_from_it_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("places",):
        monkeypatch.setattr(f"hardware.tools.{name}.HARDWARE", tmp_path)
    monkeypatch.setattr(places, "MADE", tmp_path / "made.json")
    source, drawn = tmp_path / "a.scad", tmp_path / "a.stl"
    source.write_text("cube(1);")
    drawn.write_text("solid")
    places.write_made({drawn: [source]})
    assert places.stale() == []
    assert places.fresh(drawn, [source])
    assert not places.fresh(drawn, [])
    source.write_text("cube(2);")
    assert places.stale() == ["a.stl"]
    assert not places.fresh(drawn, [source])
    places.write_made({drawn: [source]})
    drawn.unlink()
    assert places.stale() == ["a.stl"]


def test_all_printed_parts_together_stay_small() -> None:
    assert sum((MECHANICS / f"{name}.stl").stat().st_size for name in PRINTED) < MOST_BYTES


def test_every_picture_is_shown_in_both_guides() -> None:
    for guide in ("bauen.md", "build.md"):
        text = (GUIDE / guide).read_text("utf-8")
        missing = [view.name for view in VIEWS if f"pictures/{view.name}.png" not in text]
        assert missing == [], guide


def test_walls_are_thick_enough_to_carry() -> None:
    size = sizes()
    for name in ("wall", "floor_wall", "head_cheek", "rail_wall", "plate_thick"):
        assert size[name] >= THINNEST, name
    # What the nut's pocket leaves of the bridge still holds its screw.
    assert size["head_bridge"] - size["tripod_nut_deep"] >= 2 * THINNEST


def test_boards_buttons_and_plugs_have_room_in_the_box() -> None:
    size = sizes()
    plug = 40
    # A straight USB-C plug, 31 mm with its sleeve, ends before the bridge behind it.
    power = size["pi_at_x"] + size["pi_x"] - size["pi_power"]
    bridges = [size["box_x"] / 2 + (i - 2.5) * size["cable_pitch"] for i in range(6)]
    assert min(abs(power - at) for at in bridges) < 7 + 6, "one does lie behind it"
    assert size["box_y"] - size["bridge"] - size["pi_at_y"] - size["pi_y"] >= 31
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


def test_slots_are_apart_and_clear_of_the_lids_posts() -> None:
    size = sizes()
    outer = size["box_x"] / 2 - (size["cables"] - 1) / 2 * size["cable_pitch"]
    assert outer - 7 >= 5 + 6
    assert size["cable_pitch"] >= 14 + size["cable"]
    # The off button stands between the first two slots, its body (10 mm) clear of their bridges.
    assert size["off_at_x"] == pytest.approx(outer + size["cable_pitch"] / 2, abs=0.1)
    assert size["cable_pitch"] / 2 - 7 >= 5
    assert size["off_z"] + size["off_button"] / 2 < size["box_z"] - size["lip_drop"]


def test_the_rolls_of_filament_are_enough_with_a_tenth_over() -> None:
    parts = {part.id: part for part in read_parts()}
    assert "1 kg" in parts["T37"].en
    assert float(parts["T37"].count) * 1000 >= 1.1 * plastic(white=False)
    assert float(parts["T38"].count) * 1000 >= 1.1 * plastic(white=True)
    # A solid part is the most it can be; the slicer's figures lie below, and not far.
    for name, each in read_prints().items():
        solid = read_stl(MECHANICS / f"{name}.stl").volume * PETG
        # On the smallest a gram of supports and of skirt weighs.
        assert 0.5 * solid < each.grams < 1.25 * solid + 1, name
    assert set(read_prints()) == set(PRINTED) == set(LEVELS)


def test_the_readme_tells_how_long_each_level_is_printed() -> None:
    made = read_prints()
    readme = (HARDWARE / "README.md").read_text("utf-8")
    for level in (Level.STAND, Level.LIGHT, Level.BOX):
        minutes = sum(made[n].minutes * COPIES.get(n, 1) for n in PRINTED if LEVELS[n] is level)
        rows = re.findall(rf"^\| {level.value} .*$", readme, re.MULTILINE)
        assert len(rows) == 2
        for row, shown in zip(
            rows, (f"{minutes / 60:.1f}".replace(".", ","), f"{minutes / 60:.1f}"), strict=True
        ):
            assert f"| {shown} h |" in row
