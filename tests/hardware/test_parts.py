"""The parts list: what is wired is listed, what is listed has its place, sums are right."""

from __future__ import annotations

import csv
import re
from decimal import Decimal

import pytest
import yaml

from hardware.tools.mechanics import COPIES
from hardware.tools.parts import LIST, Build, Need, Part, read_parts, tables, total
from hardware.tools.places import GUIDE, SIGNS, WIRING
from hardware.tools.plans import PLANS, read_plan, wires

PLACES = {Build.NONE: ("pi",), Build.NANO: ("pi", "strip"), Build.WLED: ("pi", "wled")}
"""The plans each build is wired by."""
CENT = Decimal("0.01")


@pytest.fixture(scope="module")
def parts() -> dict[str, Part]:
    return {part.id: part for part in read_parts()}


def wired(name: str) -> list[str]:
    """Return the part number of every component and cable of a plan."""
    drawn = yaml.safe_load((WIRING / f"{name}.yml").read_text("utf-8"))
    return [each["pn"] for part in ("connectors", "cables") for each in drawn[part].values()]


def test_numbers_are_given_once(parts: dict[str, Part]) -> None:
    assert len(parts) == len(read_parts())
    assert all(re.fullmatch(r"T\d\d", number) for number in parts)


@pytest.mark.parametrize("build", Build)
def test_every_wired_part_is_listed_for_the_build_it_is_in(
    parts: dict[str, Part], build: Build
) -> None:
    for name in PLACES[build]:
        for number in wired(name):
            assert parts[number].counts[build] > 0, (name, number)


@pytest.mark.parametrize("language", ["bauen", "build"])
def test_every_listed_part_is_placed_by_a_plan_or_by_a_step_of_the_guide(
    parts: dict[str, Part], language: str
) -> None:
    drawn = {number for name in PLANS for number in wired(name)}
    told = set(re.findall(r"\bT\d\d\b", (GUIDE / f"{language}.md").read_text("utf-8")))
    assert set(parts) - drawn - told == set()
    assert told <= set(parts)


def test_there_are_as_many_buttons_as_the_plans_draw(parts: dict[str, Part]) -> None:
    for build, names in PLACES.items():
        drawn = max(wired(name).count("T22") for name in names)
        assert parts["T22"].counts[build] == drawn == 4


def test_a_resistor_is_there_for_each_light_and_for_the_strip(parts: dict[str, Part]) -> None:
    lights = parts["T23"].counts[Build.NONE] + parts["T24"].counts[Build.NONE]
    assert parts["T15"].counts[Build.NONE] == lights
    assert parts["T15"].counts[Build.NANO] == lights + 1


def test_screws_reach_for_all_clamps_channels_and_hangers(parts: dict[str, Part]) -> None:
    clamps = 2 + 2 * 2 + 2
    assert parts["T32"].counts[Build.NANO] == clamps + 2 * COPIES["hanger"]
    assert parts["T36"].counts[Build.NANO] == 3 * COPIES["channel"] + 2 * COPIES["hanger"] + 4
    assert parts["T36"].counts[Build.NONE] == 2 * COPIES["hanger"] + 4

    assert parts["T33"].counts[Build.NANO] == 4 + 4
    assert parts["T33"].counts[Build.WLED] == 4 + 4 + 3


@pytest.mark.parametrize("build", Build)
def test_wire_and_sockets_are_enough_for_the_plans(parts: dict[str, Part], build: Build) -> None:
    used: dict[tuple[str, str], float] = {}
    seen = set()
    for name in PLACES[build]:
        for wire in wires(read_plan(name)):
            # The four buttons hang on the Pi or on the Nano, never on both.
            if (wire.start, wire.name) not in seen:
                seen.add((wire.start, wire.name))
                used[wire.part, wire.colour] = used.get((wire.part, wire.colour), 0) + wire.metres
    bought = {
        number: float(re.findall(r"([\d.]+) m", parts[number].en)[-1]) for number in ("T17", "T18")
    }
    for (number, colour), metres in used.items():
        if number in bought:
            assert metres <= bought[number], (number, colour)
    assert len({colour for number, colour in used if number == "T18"}) <= 10
    # Corners, and with WLED the shifter's 5 V.
    corners = 3 * 0.4 + sum(metres for (number, _), metres in used.items() if number == "T19") / 2
    assert corners <= 2
    pins = {end for wire in wires(read_plan("pi")) for end in (wire.start, wire.end)}
    jumpers = int(re.findall(r"(\d+) of them", parts["T41"].en)[0])
    assert len([end for end in pins if end[0] == "PI"]) <= jumpers


def test_the_strip_is_four_pieces_of_half_a_metre(parts: dict[str, Part]) -> None:
    leds, metres = re.findall(r"(\d+) LED/m, (\d+) m", parts["T16"].en)[0]
    strip = yaml.safe_load((WIRING / "strip.yml").read_text("utf-8"))["connectors"]["STRIP"]
    assert f"{int(leds) * int(metres)} LED" in strip["type"]


def test_every_part_has_a_price_its_day_and_two_shops(parts: dict[str, Part]) -> None:
    for part in parts.values():
        assert part.price > 0, part.id
        assert re.fullmatch(r"20\d\d-(0[1-9]|1[0-2])", part.date), part.id
        assert part.kind in {"estimate", "seen"}, part.id
        assert all(part.suppliers), part.id
        assert part.suppliers[0] != part.suppliers[1], part.id


def test_both_languages_are_there_and_differ(parts: dict[str, Part]) -> None:
    for part in parts.values():
        assert part.de, part.id
        assert part.en, part.id
        assert part.de != part.en, part.id


@pytest.mark.parametrize("build", Build)
def test_the_total_is_the_sum_of_the_lists_lines(build: Build) -> None:
    with LIST.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    cents = sum(
        round(100 * Decimal(row["price"]) * Decimal(row[build.value]))
        for row in rows
        if row["need"] == "needed"
    )
    shown = total(read_parts(), build, (Need.NEEDED,))
    assert shown.quantize(CENT) == Decimal(cents) / 100
    assert f"| {shown:.2f} €" in tables(read_parts())["totals-en"]


def test_more_costs_more() -> None:
    parts = read_parts()
    for build in Build:
        needed = total(parts, build, (Need.NEEDED,))
        good = total(parts, build, (Need.NEEDED, Need.RECOMMENDED))
        assert needed < good < total(parts, build, tuple(Need))
    assert total(parts, Build.NONE, (Need.NEEDED,)) < total(parts, Build.NANO, (Need.NEEDED,))


def test_the_clock_is_recommended(parts: dict[str, Part]) -> None:
    assert "DS3231" in parts["T06"].en
    assert parts["T06"].need is Need.RECOMMENDED


def test_the_sign_is_a_sheet_of_paper_like_the_list_says(parts: dict[str, Part]) -> None:
    assert "A4" in parts["T40"].en
    assert (SIGNS / "tent-a4.pdf").exists()
