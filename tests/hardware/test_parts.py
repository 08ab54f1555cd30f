"""The parts list: what is wired is listed, what is listed has its place, sums are right."""

from __future__ import annotations

import csv
import re
from decimal import Decimal

import pytest
import yaml

from hardware.tools.parts import LIST, Level, Need, Part, Way, read_parts, tables, total, up_to
from hardware.tools.places import GUIDE, SIGNS, WIRING
from hardware.tools.plans import PLANS, read_plan, wires

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


@pytest.mark.parametrize(("plan", "way"), [("wled", Way.WLED), ("strip", Way.NANO)])
def test_every_wired_part_is_listed_for_its_way(
    parts: dict[str, Part], plan: str, way: Way
) -> None:
    for number in wired(plan):
        assert parts[number].way in (None, way), number
        # The Nano lies in the box: what it needs may be of that level.
        assert parts[number].level is Level.LIGHT or way is Way.NANO, number


def test_the_recommended_light_takes_no_part_to_solder(parts: dict[str, Part]) -> None:
    names = " ".join(parts[number].en for number in wired("wled"))
    for word in ("Resistor", "Capacitor", "Perforated", "DIP"):
        assert word not in names
    assert "level shifter and fuse" in parts["T27"].en
    assert {"Adafruit Sparkle Motion", "QuinLED-Dig-Uno"} <= set(
        re.findall(r"Adafruit Sparkle Motion|QuinLED-Dig-Uno", parts["T27"].en)
    )


@pytest.mark.parametrize("language", ["bauen", "build"])
def test_every_listed_part_is_placed_by_a_plan_or_by_a_step_of_the_guide(
    parts: dict[str, Part], language: str
) -> None:
    drawn = {number for name in PLANS for number in wired(name)}
    told = set(re.findall(r"\bT\d\d\b", (GUIDE / f"{language}.md").read_text("utf-8")))
    assert set(parts) - drawn - told == set()
    assert told <= set(parts)


def test_there_are_as_many_buttons_as_the_plans_draw(parts: dict[str, Part]) -> None:
    assert parts["T22"].count == wired("pi").count("T22") == wired("strip").count("T22") == 4


def test_a_resistor_is_there_for_each_light(parts: dict[str, Part]) -> None:
    assert parts["T15"].count == parts["T23"].count + parts["T24"].count


@pytest.mark.parametrize("names", [("pi", "wled"), ("pi", "strip")], ids="-".join)
def test_wire_and_sockets_are_enough_for_the_plans(
    parts: dict[str, Part], names: tuple[str, ...]
) -> None:
    used: dict[tuple[str, str], float] = {}
    seen = set()
    for name in names:
        for wire in wires(read_plan(name)):
            # The four buttons hang on the Pi or on the Nano, never on both.
            if (wire.start, wire.name) not in seen:
                seen.add((wire.start, wire.name))
                used[wire.part, wire.colour] = used.get((wire.part, wire.colour), 0) + wire.metres
    bought = {
        number: float(re.findall(r"([\d.]+) m\b(?!m)", parts[number].en)[-1])
        for number in ("T17", "T18", "T19")
    }
    for (number, colour), metres in used.items():
        if number in bought:
            assert metres <= bought[number], (number, colour)
    assert len({colour for number, colour in used if number == "T18"}) <= 10
    pins = {end for wire in wires(read_plan("pi")) for end in (wire.start, wire.end)}
    jumpers = int(re.findall(r"(\d+) of them", parts["T41"].en)[0])
    assert len([end for end in pins if end[0] == "PI"]) <= jumpers


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


@pytest.mark.parametrize("way", Way)
@pytest.mark.parametrize("level", Level)
def test_the_total_is_the_sum_of_the_lists_lines(level: Level, way: Way) -> None:
    with LIST.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    cents = sum(
        round(100 * Decimal(row["price"]) * Decimal(row["count"]))
        for row in rows
        if row["need"] == "needed"
        and row["level"] == str(level.value)
        and row["way"] in ("", way.value)
    )
    shown = total(read_parts(), (level,), (Need.NEEDED,), way)
    assert shown.quantize(CENT) == Decimal(cents) / 100
    assert shown > 0
    if level is Level.LIGHT or way is Way.WLED:
        assert f"| €{shown:.2f} |" in tables(read_parts())["totals-en"]


def test_each_level_adds_to_the_one_before() -> None:
    parts = read_parts()
    good = (Need.NEEDED, Need.RECOMMENDED)
    sums = [total(parts, up_to(level), good) for level in Level]
    assert sums == sorted(set(sums))
    assert sums[-1] == sum(total(parts, (level,), good) for level in Level)


@pytest.mark.parametrize(
    "words",
    [
        ("supply", "display"),
        ("touch cable",),
        ("extension lead", "switch"),
        ("spacers",),
        ("with data",),
        ("nut 1/4",),
        ("sandbag",),
    ],
)
def test_what_used_to_be_forgotten_is_listed(
    parts: dict[str, Part], words: tuple[str, ...]
) -> None:
    assert any(all(word in part.en.lower() for word in words) for part in parts.values())


def test_the_clock_is_recommended(parts: dict[str, Part]) -> None:
    assert "DS3231" in parts["T06"].en
    assert parts["T06"].need is Need.RECOMMENDED


def test_the_sign_is_a_sheet_of_paper_like_the_list_says(parts: dict[str, Part]) -> None:
    assert "A4" in parts["T40"].en
    assert (SIGNS / "tent-a4.pdf").exists()
