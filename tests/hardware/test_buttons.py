"""Who reaches the buttons: rows that everybody reaches, where nothing else lies."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import numpy as np
import pytest

from hardware.tools import buttons, plans
from hardware.tools.buttons import BAR, BOX, REACH, SHOULDER_OUT, reaching, rows_of_buttons
from hardware.tools.furniture import column_out, reach
from hardware.tools.optics import TABLES, USB_M12, Table, height_for
from hardware.tools.parts import read_parts
from hardware.tools.places import GUIDE, sizes
from hardware.tools.seats import LONG, PEOPLE, TOPS, Top, gap, place

BY_TABLE = pytest.mark.parametrize(
    ("top", "table"), [*zip(TOPS, TABLES, strict=True)], ids=[top.en for top in TOPS]
)
SIZE = sizes()


@BY_TABLE
def test_everybody_reaches_one_of_two_rows(top: Top, table: Table) -> None:
    for people in PEOPLE:
        box, second = rows_of_buttons(top, people, table.read)
        assert len(reaching(top, people, box, second)) == people
        assert people != 4 or len(reaching(top, people, box)) == 2
        # From row to row along the rim, in to the buttons and to spare: the lead that is bought.
        apart = abs(box.part - second.part)
        assert min(apart, 1 - apart) * top.rim + box.inside + second.inside <= 2500


@BY_TABLE
def test_no_row_lies_on_rails_or_where_cards_are_read(top: Top, table: Table) -> None:
    for people in PEOPLE:
        for row in rows_of_buttons(top, people, table.read):
            if row.beside:
                assert top.round
                assert row.holder is BOX
                continue
            at, holder = place(top, row.part), row.holder
            nearest = row.inside - holder.before
            aside, inwards = np.meshgrid(
                np.linspace(-holder.wide / 2, holder.wide / 2, 80),
                np.linspace(nearest, nearest + holder.deep, 60),
            )
            turn = radians(at.out)
            x = at.x - inwards * cos(turn) - aside * sin(turn)
            y = at.y - inwards * sin(turn) + aside * cos(turn)
            assert np.maximum(abs(x), abs(y)).min() >= table.read / 2 - 1e-6, (people, row)
            if top.round:
                inner = SIZE["round_apothem"] - SIZE["rail_wide"]
                assert np.hypot(x, y).max() <= inner, (people, row)
            else:
                rail = SIZE["rail_back"] + SIZE["rail_wide"]
                assert abs(x).max() <= top.long / 2 - rail, (people, row)
                assert abs(y).max() <= top.wide / 2 - rail, (people, row)


def test_the_box_has_no_room_on_the_round_table_and_stands_between_two_people() -> None:
    for people in PEOPLE:
        box, _ = rows_of_buttons(TOPS[0], people, TABLES[0].read)
        assert box.beside
        assert min(box.arms(TOPS[0], people)) > SHOULDER_OUT
        x, y, _ = box.middle(TOPS[0])
        assert hypot(x, y) > TOPS[0].long / 2


def test_the_box_beside_the_table_stands_in_another_gap_than_the_cameras_stand() -> None:
    top = TOPS[0]
    for people in PEOPLE:
        box, _ = rows_of_buttons(top, people, TABLES[0].read)
        x, y, _ = box.middle(top)
        column = gap(top, people).beyond(column_out(top, people), 0)
        assert hypot(column[0] - x, column[1] - y) > hypot(BOX.wide, BOX.deep), people


def test_the_camera_lights_wires_reach_from_the_hood_to_the_box() -> None:
    """Along the boom, down the column and round the rim, with half a metre of loops."""
    (metres,) = {w.metres for w in plans.wires(plans.read_plan("pi")) if w.name.startswith("W32.")}
    for top, table in zip(TOPS, TABLES, strict=True):
        down = height_for(USB_M12, table.read)
        for people in PEOPLE:
            x, y, _ = rows_of_buttons(top, people, table.read)[0].middle(top)
            column = gap(top, people).beyond(column_out(top, people), 0)
            round_rim = abs(column[0] - x) + abs(column[1] - y)
            assert 1000 * metres > reach(top, people) + down + round_rim + 500, (top, people)


def test_a_row_is_further_in_than_the_rail_only_where_somebody_would_reach_none() -> None:
    for top, table in zip(TOPS[1:], TABLES[1:], strict=True):
        for people in PEOPLE:
            rows = rows_of_buttons(top, people, table.read)
            inside = [row.inside for row in rows]
            assert inside == ([100, 120] if (top, people) == (LONG, 7) else [30, 50]), people


def test_the_picture_shows_them() -> None:
    assert buttons.PICTURE.read_text("utf-8") == buttons.picture(), "make hardware"


def test_the_guide_says_who_reaches_the_buttons_and_by_what_arm() -> None:
    build = (GUIDE / "build.md").read_text("utf-8")
    box, second = rows_of_buttons(LONG, 7, TABLES[1].read)
    for words in (
        "With four people two of them reach it",
        f"the box {box.inside / 10:.0f} cm and the row {second.inside / 10:.0f} cm inside the rim",
        f"fingertips {REACH / 10:.0f} cm",
        f"that {SHOULDER_OUT / 10:.0f} cm from the rim",
    ):
        assert words in build
    (lead,) = (part for part in read_parts() if part.id == "T55")
    assert "3 m" in lead.en


def test_the_bar_has_room_for_its_buttons() -> None:
    assert BAR.deep == SIZE["bar_deep"]
    assert SIZE["bar_high"] > SIZE["button_deep"] + SIZE["floor_wall"]
    assert SIZE["bar_pitch"] - SIZE["button"] >= 12
    assert BAR.wide < SIZE["bed"]
