"""Field of view and power: the arithmetic, and that the documents show what it gives now."""

from __future__ import annotations

import re
from math import radians, tan

import pytest

from firmware_bridge.strip import MILLIAMPS_PER_CHANNEL
from hardware.tools import optics, power, tables
from hardware.tools.figures import FIGURE
from hardware.tools.optics import CAMERAS, TABLES, Camera
from hardware.tools.places import HARDWARE
from hardware.tools.plans import read_plan, wires
from hardware.tools.reckoned import DOCUMENTS, all_tables
from vision.camera.cameras import CameraRequest
from vision.camera.quality import LEAST_CARD_PIXELS, WANTED_CARD_PIXELS
from vision.place.corners import CARD_MM

SQUARE = Camera("test", 90.0, 1000, 1000)


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
    assert SQUARE.vertical == pytest.approx(90)
    assert optics.height_for(SQUARE, 600) == pytest.approx(300)
    assert optics.length_seen(Camera("wide", 90.0), 300) == pytest.approx(600)


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.name)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_from_that_height_the_square_just_fills_the_picture(
    camera: Camera, table: optics.Table
) -> None:
    height = optics.height_for(camera, table.square)
    assert optics.length_seen(camera, height) == pytest.approx(table.square * 16 / 9)
    pixels = optics.card_pixels(camera, table.square)
    assert pixels >= LEAST_CARD_PIXELS
    if table is optics.SMALL:
        assert pixels >= WANTED_CARD_PIXELS


def test_the_figures_limits_are_the_programs_own() -> None:
    assert max(CARD_MM) == optics.CARD_MM
    assert (optics.GOOD_PIXELS, optics.LEAST_PIXELS) == (WANTED_CARD_PIXELS, LEAST_CARD_PIXELS)
    asked = CameraRequest()
    assert {(camera.width, camera.height) for camera in CAMERAS} == {(asked.width, asked.height)}


def test_a_lens_sold_by_its_diagonal_sees_less_across() -> None:
    across = optics.from_diagonal(78.0)
    assert across == pytest.approx(CAMERAS[1].horizontal, abs=0.1)
    assert tan(radians(across) / 2) == pytest.approx(tan(radians(78) / 2) * 16 / 337**0.5)
    assert optics.from_diagonal(55.0) == pytest.approx(CAMERAS[3].horizontal, abs=1)


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


def test_a_lead_behind_the_fuse_carries_more_than_the_supply_and_the_fuse_let_through() -> None:
    """A fuse may carry up to 1.35 times its rating for hours: so must all that is behind it."""
    need = power.budget(60)
    through = power.lets_through(need.fuse_a)
    assert through == pytest.approx(4.05)
    assert min(power.CARRIES_A[power.CORNERS_MM2], *behind_the_fuse().values()) >= through
    assert through > need.supply_a
    text = (HARDWARE / "guide" / "power.md").read_text("utf-8")
    assert text.count("4,05 A") == text.count("4.05 A") == 3


def behind_the_fuse() -> dict[str, float]:
    """Return the amperes each stretch behind the fuse carries."""
    made = {wire.name.split(".")[0]: wire for wire in wires(read_plan("strip"))}
    return {
        name: power.CARRIES_A[made[name].square_mm]
        for stretch in power.STRETCHES
        if stretch.fused
        for name in stretch.wires
    }


def test_what_is_lost_to_the_far_end_leaves_what_the_check_list_asks_for() -> None:
    amperes = power.CAP_MA / 1000
    ohms = [float(row.split("|")[2]) for row in all_tables()["lost-en"].splitlines() if "0." in row]
    assert ohms[-1] == pytest.approx(sum(ohms[:-1]), abs=0.002)
    assert ohms[0] == pytest.approx(2 * 1.5 * power.COPPER / 0.75, abs=0.001)
    # Two metres there and back, of which the far end feels half.
    assert power.rails() == pytest.approx(0.2)
    assert power.corners() == pytest.approx(1.5 * power.metal([(0.8, 0.75)]))
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


def test_every_stretch_carries_what_its_fuse_lets_through_and_every_thick_wire_is_in_one() -> None:
    made = wires(read_plan("strip"))
    need = power.budget(60)
    for stretch in power.STRETCHES:
        square = {wire.square_mm for wire in made if wire.name.split(".")[0] in stretch.wires}
        assert len(square) == 1, stretch.en
        limit = power.lets_through(need.fuse_a) if stretch.fused else need.supply_a
        assert power.CARRIES_A[square.pop()] >= limit, stretch.en
    assert power.CARRIES_A[power.CORNERS_MM2] >= power.lets_through(need.fuse_a)
    named = {name for stretch in power.STRETCHES for name in stretch.wires}
    # What is no power is thin, and the plug's data core.
    for wire in made:
        assert wire.name.split(".")[0] in named or wire.square_mm == 0.25 or wire.name == "W11"


def test_thicker_leads_carry_more() -> None:
    sizes = sorted(power.CARRIES_A)
    assert [power.CARRIES_A[size] for size in sizes] == sorted(power.CARRIES_A.values())
