"""Rail round three tables, and the stand on the floor: reckoned from what is drawn and bought."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from decimal import Decimal
from math import atan2, cos, hypot, pi
from pathlib import Path

import numpy as np
import pytest

from engine.text import LANGUAGES
from hardware.tools import furniture, optics, rails
from hardware.tools.mechanics import COPIES, ON_TOP, read_stl
from hardware.tools.parts import Part, read_parts
from hardware.tools.places import GUIDE, MECHANICS, sizes
from hardware.tools.seats import CARD, LONG, PEOPLE, ROUND, SQUARE, TOPS, Top, card_place
from hardware.tools.solids import Box
from kiosk.words import camera_setup as w
from tests.chip import wire
from tests.hardware.tools import run
from vision.camera.quality import WANTED_CARD_PIXELS
from vision.place import sheet
from vision.place.corners import card_pixels
from vision.place.geometry import DEFAULT_FIELD_MM, Geometry, overhead

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


def test_bends_close_the_octagon_and_stay_on_the_table() -> None:
    size, laid = sizes(), rails.laid(ROUND)
    radius = rails.bend_radius()
    # The ends of two neighbours, drawn inwards, meet on the line between them: there a bend turns.
    half, apothem = size["rail_long"] / 2, size["round_apothem"]
    meet = (half, -(apothem - radius))
    assert atan2(-meet[1], half) == pytest.approx(3 * pi / 8)
    # The profile's inner edge turns about the outside of that point, by a hair.
    assert 0 < radius - size["rail_wide"] < 1
    assert hypot(*meet) + radius < ROUND.long / 2
    solid = read_stl(MECHANICS / "bend.stl")
    inside = (radius - size["rail_wide"]) * cos(pi / 4)
    assert max(solid.size[:2]) == pytest.approx(radius - inside, abs=0.01)
    assert solid.size[2] == pytest.approx(size["rail_high"])
    assert (laid.rails, laid.bends) == (8, 7)
    straight = 8 * size["rail_long"]
    assert laid.strip == pytest.approx(straight + 2 * pi * (radius - size["rail_wall"]))
    assert "ein Bogen schließt (7 Stück)" in (GUIDE / "bauen.md").read_text("utf-8")
    assert "a bend (7 copies) closes" in (GUIDE / "build.md").read_text("utf-8")


def test_the_section_in_the_guide_is_the_printed_rail() -> None:
    size, corners = sizes(), rails.profile()
    area = abs(
        sum(
            x1 * y2 - x2 * y1
            for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True)
        )
        / 2
    )
    printed = read_stl(MECHANICS / "rail.stl").volume * 1000 / size["rail_long"]
    assert printed == pytest.approx(area, rel=1e-4)
    # The sloping face is as thick as it is called, measured square to it.
    (x1, y1), (x2, y2) = corners[4:6]
    outer = (size["rail_wall"], size["rail_high"])
    aside = abs((x2 - x1) * (outer[1] - y1) - (y2 - y1) * (outer[0] - x1))
    assert aside / hypot(x2 - x1, y2 - y1) == pytest.approx(size["diffuser"])
    drawn = rails.SECTION.read_text("utf-8")
    assert drawn == rails.section(), "make hardware"
    for name in ("rail_back", "rail_wide", "rail_high", "rail_wall", "rail_foot", "rail_toe"):
        assert f'text-anchor="middle">{size[name]:g}</text>' in drawn, name


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


def watched(table: optics.Table, field_mm: float = DEFAULT_FIELD_MM) -> Geometry:
    """Return what the program knows of a camera that hangs over a table as the guide has it."""
    return replace(overhead(1920, 1080, table.square), field_mm=field_mm, calibrated=True)


def sees_all(geometry: Geometry) -> bool:
    """Tell whether the picture shows the whole square that is watched."""
    half = geometry.field_mm / 2
    spots = geometry.to_px(np.array([(x, y) for x in (-half, half) for y in (-half, half)]))
    return bool((spots >= -0.5).all() and (spots <= (1919.5, 1079.5)).all())


def test_on_a_round_table_the_program_watches_just_what_the_guide_tells_it() -> None:
    size = sizes()
    free = size["round_apothem"] - size["rail_wide"]
    told = watched(optics.ROUND, optics.ROUND.read)
    assert sees_all(told)
    assert card_pixels(told) == pytest.approx(optics.card_pixels(optics.USB_M12, 400))
    assert card_pixels(told) >= WANTED_CARD_PIXELS
    assert hypot(told.field_mm, told.field_mm) / 2 < free
    for people in PEOPLE:
        for number in range(people):
            (x, y, _), turn = card_place(ROUND, people, number)
            card = Box((x, y, 0), (*CARD, 0), turn)
            for along, across in ((1, 1), (1, -1)):
                corner = np.array((along * CARD[0] / 2, across * CARD[1] / 2, 0)) @ card.axes()
                for side in (1, -1):
                    far = np.abs(np.array((x, y, 0)) + side * corner).max()
                    assert far < told.field_mm / 2, (people, number)
    # Untold it would watch more than the picture shows, and rails with it.
    untold = watched(optics.ROUND)
    assert not sees_all(untold)
    assert hypot(untold.field_mm, untold.field_mm) / 2 > free
    assert sheet.ROUND.field_mm == optics.ROUND.read
    pages = [w.PLACE, w.ROUND_CM.format(a=60), w.BY_SHEET]
    names = {"de": ("bauen.md", "messblatt.pdf"), "en": ("build.md", "sheet.pdf")}
    for language in LANGUAGES:
        guide, name = names[language]
        text = (GUIDE / guide).read_text("utf-8")
        assert f"mehrkopf camera sheet --out {name} --field {optics.ROUND.read:.0f}\n" in text
        for words in pages:
            assert re.search(f"[„“]{re.escape(words.in_language(language))}[“”]", text), words


@pytest.mark.parametrize("table", [optics.LONG, optics.SQUARE], ids=lambda table: table.name)
def test_on_the_other_tables_the_program_watches_less_than_is_free(table: optics.Table) -> None:
    usual = watched(table)
    assert table.watched == usual.field_mm
    assert sees_all(usual)
    assert usual.field_mm <= table.read
    assert card_pixels(usual) >= WANTED_CARD_PIXELS


@pytest.mark.parametrize("top", TOPS, ids=lambda top: top.en)
def test_our_controller_drives_every_tables_lights(top: Top) -> None:
    assert 40 <= rails.laid(top).lights <= wire.MAX_LEDS


def test_what_is_printed_and_bought_is_enough_for_the_table_that_is_priced(
    parts: dict[str, Part],
) -> None:
    laid = rails.laid(SQUARE)
    shown = {"rail": laid.rails, "corner": laid.corners, "bend": laid.bends}
    # A second row of buttons is for whoever likes.
    assert shown | {"bar": 0} == COPIES
    assert {"bend": rails.laid(ROUND).bends, "bar": 1} == ON_TOP
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
    asked = r"reaches (\d+) cm or more from the column's middle .*column to ([\d.]+) m or more"
    (boom, high) = re.findall(asked, parts["T30"].en)[0]
    # Room to hang the lens over the middle although nobody sets the column down to the millimetre.
    assert float(boom) * 10 >= sizes()["boom_reach"] + 50
    for people in PEOPLE:
        assert furniture.reach(top, people) <= sizes()["boom_reach"]
    # The boom lies level over the highest lens of either camera.
    table = next(each for each in optics.TABLES if each.long == top.long)
    for camera in (optics.USB_M12, optics.MODULE_3):
        lens = optics.height_for(camera, table.square)
        assert 750 + lens + furniture.Head(lens).boom + 50 <= float(high) * 1000, camera.name


def test_the_sandbag_keeps_it_from_tipping_and_the_guide_says_how_hard(
    parts: dict[str, Part],
) -> None:
    highest = max(optics.height_for(optics.MODULE_3, t.square) for t in optics.TABLES)
    bare, held = (furniture.push(sizes()["boom_reach"], highest, bag) for bag in (0.0, 5.0))
    assert furniture.SANDBAG_KG == 5
    assert "5 kg" in parts["T31"].en
    assert f"{furniture.STAND_KG + furniture.BOOM_KG:g} kg or more" in parts["T30"].en
    assert held.at_camera >= 5
    assert held.at_table >= 10
    for guide in ("bauen.md", "build.md"):
        text = (GUIDE / guide).read_text("utf-8").replace(",", ".")
        for newtons in (f"{bare.at_camera:.1f} N", f"{held.at_camera:.0f} N"):
            assert newtons in text, (guide, newtons)
        assert f"{held.at_table:.0f} N" in text, guide


def test_a_longer_boom_and_a_lighter_bag_tip_sooner() -> None:
    assert furniture.push(800, 700).at_camera < furniture.push(400, 700).at_camera
    assert furniture.push(800, 700, 2).at_camera < furniture.push(800, 700, 5).at_camera


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


@pytest.mark.parametrize("name", ["stand", "buttons"])
def test_a_picture_of_all_tables_names_the_round_one_in_both_languages(name: str) -> None:
    drawn = (GUIDE / "pictures" / f"{name}.svg").read_text("utf-8")
    assert drawn.count(">60 cm rund / round · ") == len(PEOPLE)
