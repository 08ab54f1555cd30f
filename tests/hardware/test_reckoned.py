"""Field of view and power: the arithmetic, and that the documents show what it gives now."""

from __future__ import annotations

import re
from math import radians, tan

import pytest

from firmware_bridge.strip import MILLIAMPS_PER_CHANNEL
from hardware.tools import optics, power, rails, tables
from hardware.tools.figures import FIGURE
from hardware.tools.optics import CAMERAS, TABLES, Camera
from hardware.tools.places import GUIDE, HARDWARE, ROOT
from hardware.tools.plans import read_plan, wires
from hardware.tools.reckoned import DOCUMENTS, all_tables
from hardware.tools.seats import SQUARE, TOPS
from kiosk.settings import Settings
from vision.camera.quality import LEAST_CARD_PIXELS, WANTED_CARD_PIXELS
from vision.place.corners import CARD_MM
from vision.place.corners import LEAST_CARD_PIXELS as CORNERS_LEAST
from vision.watching.sight import SMALLEST

DOCS = ROOT / "docs"
EVEN = Camera("test", 90.0, width=1000, height=1000)


def test_the_documents_show_what_is_reckoned_now() -> None:
    made = all_tables()
    for path in DOCUMENTS:
        text = path.read_text("utf-8")
        assert tables.filled(text, made) == text, f"{path.name}: make hardware"
        assert tables.asked(text), path.name


def test_a_table_nobody_makes_is_refused() -> None:
    with pytest.raises(KeyError):
        tables.filled("<!-- table: nothing -->\n<!-- end -->", all_tables())


def test_a_right_angle_sees_twice_its_height() -> None:
    assert EVEN.vertical == pytest.approx(90)
    assert optics.height_for(EVEN, 600) == pytest.approx(300)
    assert optics.length_seen(Camera("wide", 90.0), 300) == pytest.approx(600)


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.name)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_from_that_height_the_square_just_fills_the_picture(
    camera: Camera, table: optics.Table
) -> None:
    height = optics.height_for(camera, table.square)
    assert optics.length_seen(camera, height) == pytest.approx(table.square * 16 / 9)
    assert optics.card_pixels(camera, table.square) >= WANTED_CARD_PIXELS


def test_the_figures_limits_are_the_programs_own() -> None:
    assert max(CARD_MM) == optics.CARD_MM
    assert (optics.GOOD_PIXELS, optics.LEAST_PIXELS) == (WANTED_CARD_PIXELS, LEAST_CARD_PIXELS)
    assert {(camera.width, camera.height) for camera in CAMERAS} == {Settings().size}


def test_the_documents_say_how_small_a_card_may_be_as_the_program_has_it() -> None:
    wanted, least, corners = (
        f"{pixels:.0f}" for pixels in (WANTED_CARD_PIXELS, LEAST_CARD_PIXELS, CORNERS_LEAST)
    )
    guide, page, start = (
        " ".join(path.read_text("utf-8").split())
        for path in (GUIDE / "camera.md", DOCS / "CAMERA.md", DOCS / "START.md")
    )
    for words in (f"{wanted} Punkte lang", f"Unter {least} nennt", f"unter {corners} Punkten"):
        assert words in guide
    for words in (f"{wanted} pixels long", f"Below {least} ", f"shorter than {corners} pixels"):
        assert words in guide
    for words in (f"{wanted} pixels long", f"status 1 below {least}", f"be below {corners}"):
        assert words in page
    # Nothing measured: the watched square is as high as the picture.
    height = Settings().size[1]
    assert f"{SMALLEST:.1%}".replace("%", " %") in page
    assert f"({SMALLEST * height:.0f} pixels of {height} lines)" in page
    assert f"Below {SMALLEST:.1%}".replace("%", " %") in start


def test_a_lens_sees_what_its_focal_length_says() -> None:
    assert optics.angle_of(1.0, 2.0) == pytest.approx(90)
    # 3.6 mm before 5.856 mm, by the intercept theorem.
    assert tan(radians(optics.USB_M12.horizontal) / 2) * 3.6 == pytest.approx(5.856 / 2)
    assert 78 < optics.USB_M12.horizontal < 79


def test_the_tables_are_those_people_sit_at() -> None:
    assert [(t.long, t.wide) for t in TABLES] == [(top.long, top.wide) for top in TOPS]
    assert [top.round for top in TOPS] == [True, False, False]


def test_heights_and_pixels_stand_in_the_figure() -> None:
    drawn = FIGURE.read_text("utf-8")
    for table in TABLES:
        height = optics.height_for(CAMERAS[0], table.square)
        assert f">{height / 10:.0f} cm<" in drawn
        assert f"{optics.card_pixels(CAMERAS[0], table.square):.0f} px" in drawn


def test_a_light_draws_sixty_milliamps_at_full_white() -> None:
    assert power.budget(10).white_a == pytest.approx(10 * 3 * MILLIAMPS_PER_CHANNEL / 1000)
    assert power.budget(60).white_a == pytest.approx(3.6)
    assert power.budget(144).white_a == pytest.approx(8.64)


@pytest.mark.parametrize("lights", [4, 30, 60, 96, 144])
def test_with_the_limit_no_strip_draws_more_than_it(lights: int) -> None:
    need = power.budget(lights)
    assert need.capped_a <= power.CAP_MA / 1000
    assert need.capped_a <= need.white_a + lights * power.DARK_MA / 1000
    assert 0 < need.left <= 1
    # The share is that of the current, to the step of a colour's 256 values.
    assert need.left == pytest.approx(min(1, (2.0 - lights / 1000) / need.white_a), abs=1 / 255)


def test_the_fuse_carries_the_current_and_the_supply_gives_more_than_its_rating() -> None:
    assert [power.fuse_for(a) for a in (0.5, 0.75, 0.76, 2.0, 7.5)] == [1.0, 1.0, 2.0, 3.0, 10.0]
    for lights in (30, 60, 144):
        need = power.budget(lights)
        assert need.fuse_a * power.FUSE_SHARE >= need.capped_a
        assert need.supply_a > need.fuse_a


@pytest.mark.parametrize("plan", power.STRETCHES)
def test_every_stretch_carries_what_supply_and_fuse_let_through(plan: str) -> None:
    made = {wire.name.split(".")[0]: wire for wire in wires(read_plan(plan))}
    need = power.budget(104)
    most = need.supply_a * power.SUPPLY_LIMITS
    assert most == 6
    assert power.lets_through(need.fuse_a) == pytest.approx(4.05)
    for stretch in power.STRETCHES[plan]:
        square = {made[name].square_mm for name in stretch.wires}
        assert len(square) == 1, stretch.en
        assert stretch.beside * power.CARRIES_A[square.pop()] >= most, stretch.en
    named = {name for stretch in power.STRETCHES[plan] for name in stretch.wires}
    # What is no power is thin, the plug's data core, or the ring's other end.
    for name, wire in made.items():
        assert name in named or wire.square_mm == 0.25 or name in ("W11", "W14")
    text = (HARDWARE / "guide" / "power.md").read_text("utf-8")
    assert text.count("4,05 A") == text.count("4.05 A") == 1


def test_a_ring_fed_at_both_ends_loses_a_quarter() -> None:
    one_end = 2 * power.STRIP_OHM * power.STRIP_M / 2
    assert power.rails() == pytest.approx(one_end / 4)
    assert pytest.approx(rails.laid(SQUARE).strip / 1000, abs=0.05) == power.STRIP_M


def test_what_is_lost_to_the_middle_leaves_what_the_check_list_asks_for() -> None:
    amperes = power.CAP_MA / 1000
    ohms = [float(row.split("|")[2]) for row in all_tables()["lost-en"].splitlines() if "0." in row]
    assert ohms[-1] == pytest.approx(sum(ohms[:-1]), abs=0.002)
    assert ohms[0] == pytest.approx(2 * 1.5 * power.COPPER / 0.75, abs=0.001)
    bench = (HARDWARE / "BENCH.md").read_text("utf-8")
    asked = re.findall(r"^\| A3 .* at least (\d),(\d) V", bench, re.MULTILINE)
    least = 4.9 - amperes * ohms[-1]
    assert [float(f"{volts}.{tenths}") for volts, tenths in asked] == [
        pytest.approx(least, abs=0.05)
    ]


def test_copper_loses_what_ohm_says() -> None:
    assert power.drop(2.0) == pytest.approx(0.0475, abs=0.0001)
    assert power.drop(8.6) == pytest.approx(0.20, abs=0.005)
    assert power.drop(2.0, metres=2.0) == pytest.approx(2 * power.drop(2.0))


def test_german_tables_have_commas_and_english_ones_points() -> None:
    made = all_tables()
    assert re.search(r"\d\.\d (A|V)", made["power-en"])
    assert not re.search(r"\d\.\d (A|V|€)", made["power-de"] + made["totals-de"])


def test_thicker_leads_carry_more() -> None:
    sizes = sorted(power.CARRIES_A)
    assert [power.CARRIES_A[size] for size in sizes] == sorted(power.CARRIES_A.values())
