"""The plans against what is flashed and configured: a wire drawn wrong is soldered wrong."""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from gpiozero.pins.pi import PiBoardInfo

from firmware_bridge.buttons import FOUR, Button
from firmware_bridge.pins.gpio import RESERVED, Pins
from hardware.tools import boards, plans, rails, reckoned
from hardware.tools.paper import draw_wiring
from hardware.tools.places import HARDWARE, WIRING
from hardware.tools.plans import PLANS
from hardware.tools.power import CAP_MA, budget
from hardware.tools.seats import SQUARE
from tests.hardware.tools import tool

PINS_H = (HARDWARE / "controller" / "chip" / "pins.h").read_text("utf-8")
BUTTONS = dict(zip(("S1", "S2", "S3", "S4"), FOUR, strict=True))
WORDS = {
    Button.UNDO: "undo",
    Button.NEXT_DEAL: "next deal",
    Button.CONFIRM: "confirm",
    Button.MUTE: "mute",
}
NANO = {"PD6": "D6", "PB0": "D8", "PB1": "D9", "PB2": "D10", "PB3": "D11", "PB5": "D13"}
"""Names printed on the Nano, by the chip's (Arduino's pin map)."""

End = tuple[str, str]


@cache
def plan(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((WIRING / f"{name}.yml").read_text("utf-8"))
    return loaded


def wires(name: str) -> list[tuple[End, End]]:
    """Return both ends of every wire: component and label of its pin."""
    drawn = plan(name)
    ends: list[tuple[End, End]] = []
    for first, _, last in drawn["connections"]:
        ((one, pins_one),), ((other, pins_other),) = first.items(), last.items()
        assert len(pins_one) == len(pins_other)
        ends += [
            ((one, _label(drawn, one, a)), (other, _label(drawn, other, b)))
            for a, b in zip(pins_one, pins_other, strict=True)
        ]
    return ends


def _label(drawn: dict[str, Any], component: str, pin: str | int) -> str:
    made = drawn["connectors"][component]
    if isinstance(pin, int):
        assert pin in made["pins"], (component, pin)
        return f"{made['pinlabels'][made['pins'].index(pin)]}/{pin}"
    assert pin in made["pinlabels"], (component, pin)
    return pin


def joined(name: str, component: str, pin: str) -> set[End]:
    """Return what hangs on one pin."""
    found = {b for a, b in wires(name) if a == (component, pin)}
    return found | {a for a, b in wires(name) if b == (component, pin)}


def defined(name: str) -> str:
    found = re.search(rf"^#define {name} (\S+)$", PINS_H, re.MULTILINE)
    assert found, name
    return found[1]


def test_the_strip_hangs_on_the_pin_the_firmware_writes() -> None:
    data = NANO[defined("LED_BIT")]
    assert defined("LED_PORT")[-1] == defined("LED_BIT")[1]
    assert joined("strip", "NANO", data) == {("J2", "DIN")}


@pytest.mark.parametrize(("drawn", "button"), BUTTONS.items())
def test_a_button_on_the_nano_hangs_where_the_firmware_reads_it(drawn: str, button: Button) -> None:
    port = defined("BUTTON_FIRST")
    number = int(port[-1]) + FOUR.index(button)
    assert int(defined("BUTTON_MASK"), 16) >> FOUR.index(button) & 1
    assert joined("strip", drawn, "A") == {("NANO", NANO[f"{port[:-1]}{number}"])}
    assert joined("strip", drawn, "B") == {("X2", drawn)}
    assert joined("strip", "X2", "GND") == {("NANO", "GND (VIN)")}
    assert reckoned.CONTROLLER[button] == NANO[f"{port[:-1]}{number}"]


@pytest.mark.parametrize(("drawn", "button"), BUTTONS.items())
def test_a_button_on_the_pi_hangs_where_the_program_reads_it(drawn: str, button: Button) -> None:
    gpio = Pins().of(button)
    ((pi, pin),) = joined("pi", drawn, "A")
    assert (pi, pin.split("/")[0]) == ("PI", f"GPIO{gpio}")
    assert joined("pi", drawn, "B") == {("X2", drawn)}
    assert joined("pi", "X2", "GND") == {("PI", f"GND/{reckoned.BUTTONS_GROUND}")}


@pytest.mark.parametrize("name", ["strip", "pi", "bar"])
@pytest.mark.parametrize(("drawn", "button"), BUTTONS.items())
def test_a_button_is_called_the_same_in_every_plan(name: str, drawn: str, button: Button) -> None:
    assert plan(name)["connectors"][drawn]["subtype"].endswith(f"/ {WORDS[button]}")


@pytest.mark.parametrize(("drawn", "button"), BUTTONS.items())
def test_a_button_of_the_second_row_joins_what_the_boxs_own_joins(
    drawn: str, button: Button
) -> None:
    other = drawn.replace("S", "S1")
    assert plan("bar")["connectors"][other]["subtype"].endswith(f"/ {WORDS[button]}")
    assert joined("bar", drawn, "A") == {(other, "A")}
    # Ground goes on from button to button: all are joined to that of the box's first.
    ground = {("S1", "B")}
    while more := {b for a in ground for b in joined("bar", *a)} - ground:
        ground |= more
    assert (other, "B") in ground
    assert not {end for end in ground if end[1] == "A"}
    colours = {
        w.start[0]: plans.COLOURS[w.colour] for w in plans.wires(plan("bar")) if w.start[1] == "A"
    }
    for language, guide in enumerate(("bauen.md", "build.md")):
        text = (HARDWARE / "guide" / guide).read_text("utf-8")
        words = plan("bar")["connectors"][drawn]["subtype"].split(" / ")[language]
        assert f"{colours[drawn][language]} {words}" in text.replace("\n  ", " ")


@pytest.mark.parametrize(
    ("drawn", "gpio"),
    [
        ("H1", Pins().status),
        ("B1", Pins().buzzer),
        ("H2", reckoned.CAMERA_LIGHT),
        ("S5", reckoned.OFF_BUTTON),
    ],
)
def test_lights_and_buzzer_hang_where_the_program_drives_them(drawn: str, gpio: int) -> None:
    pins = joined("pi", drawn, "A" if drawn == "S5" else "+")
    assert [pin.split("/")[0] for at, pin in pins if at == "PI"] == [f"GPIO{gpio}"]


def test_both_camera_lights_hang_side_by_side_each_with_its_own_resistor() -> None:
    for pin in ("+", "-"):
        assert joined("pi", "H3", pin) == {("H2", pin)}
    for light in ("H2", "H3"):
        assert plan("pi")["connectors"][light]["subtype"].endswith("with 330 Ω")
    (length,) = {w.metres for w in plans.wires(plan("pi")) if w.name.startswith("W32.")}
    for guide in ("bauen.md", "build.md"):
        text = (HARDWARE / "guide" / guide).read_text("utf-8")
        pins = reckoned.HEADER[reckoned.CAMERA_LIGHT], reckoned.GROUNDS["light_pin"]
        said = "Orange auf Stift {}, Braun auf Stift {}", "orange onto pin {}, brown onto pin {}"
        assert said[guide == "build.md"].format(*pins) in text
        assert f"(T18, {length:g} m)" in text


def test_the_header_is_numbered_as_the_board_is() -> None:
    header = PiBoardInfo.from_revision(0xC03111).headers["J8"].pins
    made = plan("pi")["connectors"]["PI"]
    for number, label in zip(made["pins"], made["pinlabels"], strict=True):
        assert header[number].name == label, number
    assert {header[number].name for number in reckoned.HEADER.values()} == {
        f"GPIO{gpio}" for gpio in reckoned.HEADER
    }


def test_no_pin_of_the_header_carries_two_wires_but_ground() -> None:
    ends = [end for wire in wires("pi") for end in wire if end[0] == "PI"]
    assert len(ends) == len(set(ends)) == len(plan("pi")["connectors"]["PI"]["pins"])


def test_the_camera_light_is_on_a_pin_nobody_else_owns() -> None:
    assert reckoned.CAMERA_LIGHT not in RESERVED
    assert reckoned.CAMERA_LIGHT not in {pin for _, pin in Pins().used()}


def test_the_nanos_strip_gets_its_current_past_the_fuse_and_meets_ground_once() -> None:
    assert joined("strip", "PSU", "+5V") == {("J1", "+")}
    assert joined("strip", "J1", "+") == {("PSU", "+5V"), ("F1", "IN")}
    assert joined("strip", "F1", "IN") == {("J1", "+")}
    assert joined("strip", "F1", "OUT") == {("X1", "+5V")}
    assert joined("strip", "J2", "+5V") == {("X1", "+5V"), ("STRIP", "+5V")}
    assert joined("strip", "STRIP", "+5V") == {("J2", "+5V"), ("C1", "+")}
    assert joined("strip", "PSU", "GND") == {("J1", "-")}
    assert ("J1", "-") in joined("strip", "X1", "GND")
    assert joined("strip", "J2", "GND") == {("X1", "GND"), ("STRIP", "GND")}
    assert joined("strip", "NANO", "GND (D2)") == {("X1", "GND")}


def test_data_passes_plug_and_resistor_at_the_nanos_strip() -> None:
    assert ("R1", "IN") in joined("strip", "J2", "DIN")
    assert joined("strip", "STRIP", "DIN") == {("R1", "OUT")}
    assert joined("strip", "C1", "-") == {("STRIP", "GND"), ("END", "GND")}


def test_with_wled_everything_hangs_on_the_board_by_plugs_and_terminals() -> None:
    assert set(plan("wled")["connectors"]) == {"PSU", "U1", "X1", "STRIP", "END"}
    assert joined("wled", "PSU", "+5V") == {("U1", "DC +")}
    assert joined("wled", "U1", "+") == {("X1", "+5V")}
    assert joined("wled", "U1", "DATA 19") == {("X1", "DATA")}
    assert joined("wled", "X1", "DATA") == {("U1", "DATA 19"), ("STRIP", "DIN")}
    for name in ("power.md",):
        assert (HARDWARE / "guide" / name).read_text("utf-8").count("GPIO 19 (QuinLED: 16)") == 2


@pytest.mark.parametrize(("name", "at"), [("strip", "C1"), ("wled", "X1")])
def test_the_ring_is_fed_at_both_ends_and_data_at_one(name: str, at: str) -> None:
    plus, ground = ("+", "-") if at == "C1" else ("+5V", "GND")
    assert joined(name, "END", "+5V") == {(at, plus)}
    assert joined(name, "END", "GND") == {(at, ground)}
    assert plan(name)["connectors"]["END"]["pinlabels"] == ["+5V", "GND"]


@pytest.mark.parametrize("name", PLANS)
def test_no_place_takes_more_wires_than_it_has_ways(name: str) -> None:
    """Lever terminals have five ways; plugs, pads and parts take two wires at most, boards one."""
    for component in plan(name)["connectors"]:
        ends = [end for wire in wires(name) for end in wire if end[0] == component]
        terminals = 3 if name == "wled" else 5
        ways = {"X1": terminals, "X2": 1, "NANO": 1, "U1": 1, "PI": 1, "S1": 1}.get(component, 2)
        for end in set(ends):
            assert ends.count(end) <= ways, end


def test_the_off_button_and_every_light_have_a_ground_of_their_own_and_the_table_says_so() -> None:
    for name, drawn, pin in (
        ("status", "H1", "-"),
        ("buzzer", "B1", "-"),
        ("light_pin", "H2", "-"),
        ("off", "S5", "B"),
    ):
        assert ("PI", f"GND/{reckoned.GROUNDS[name]}") in joined("pi", drawn, pin)
    grounds = [*reckoned.GROUNDS.values(), reckoned.BUTTONS_GROUND]
    assert len(set(grounds)) == len(grounds)
    for guide in ("bauen.md", "build.md"):
        text = (HARDWARE / "guide" / guide).read_text("utf-8")
        assert f"gpio-shutdown,gpio_pin={reckoned.OFF_BUTTON}" in text
        assert reckoned.OFF_BUTTON not in {pin for _, pin in Pins().used()} | {*RESERVED}


@pytest.mark.parametrize("name", PLANS)
def test_every_wire_is_on_a_sheet_that_can_be_read(name: str) -> None:
    made = plans.wires(plan(name))
    shown = [
        wire
        for sheet in plans.SHEETS[name]
        for wire in made
        if {wire.start[0], wire.end[0]} <= sheet.shows
    ]
    assert set(shown) == set(made)
    for at in range(1, len(plans.SHEETS[name]) + 1):
        drawn = (WIRING / f"{name}-{at}.svg").read_text("utf-8")
        ((wide, high),) = re.findall(r'<svg [^>]*width="(\d+)" height="(\d+)"', drawn)
        # On A4, 186 mm wide, the smallest letters are then 7.5 points and more high.
        assert int(wide) <= 800
        assert int(high) <= 1.4 * int(wide)
        places = [float(x) for x in re.findall(r'<text [^>]*x="([\d.]+)"', drawn)]
        assert 0 < min(places) <= max(places) < int(wide)


@pytest.mark.parametrize("name", PLANS)
def test_a_sheet_names_every_wire_it_shows_and_is_the_one_drawn_now(name: str) -> None:
    for at, sheet in enumerate(plans.SHEETS[name], 1):
        drawn = plans.draw_sheet(plan(name), sheet)
        assert drawn == (WIRING / f"{name}-{at}.svg").read_text("utf-8"), "make hardware"
        for wire in plans.wires(plan(name)):
            shown = {wire.start[0], wire.end[0]} <= sheet.shows
            assert (f">{wire.name} " in drawn) is shown


@pytest.mark.parametrize("name", PLANS)
def test_the_plan_to_print_is_a_page_a_sheet_and_one_of_wires_on_a4(name: str) -> None:
    printed = (WIRING / f"{name}.pdf").read_bytes()
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
    assert len(boxes) == len(plans.SHEETS[name]) + 1
    for box in boxes:
        assert [float(side) / 72 * 25.4 for side in box] == pytest.approx((210, 297), abs=1)


def test_the_nano_is_never_fed_from_the_strips_supply() -> None:
    labels = plan("strip")["connectors"]["NANO"]["pinlabels"]
    assert not [label for label in labels if "5V" in label or label == "VIN"]


@pytest.mark.parametrize("name", ["strip", "wled"])
def test_fuse_supply_and_lights_are_those_of_the_budget(name: str) -> None:
    drawn = plan(name)["connectors"]
    lights = int(re.findall(r"(\d+) LED", drawn["STRIP"]["type"])[0])
    assert lights == rails.laid(SQUARE).lights
    need = budget(lights)
    if "F1" in drawn:
        assert drawn["F1"]["type"].endswith(f"fuse {need.fuse_a:g} A")
    assert drawn["PSU"]["type"].endswith(f"supply 5 V {need.supply_a:g} A")


def test_the_header_is_drawn_with_every_pin_that_is_used() -> None:
    drawn = (HARDWARE / "guide" / "pictures" / "header.svg").read_text("utf-8")
    assert "Summer / buzzer" in drawn
    for wire in plans.wires(plan("pi")):
        for end in (wire.start, wire.end):
            if end[0] == "PI":
                number, label = end[1].split(": ")
                assert f">{number}</text>" in drawn
                assert f">{label} → " in drawn


@pytest.mark.parametrize("board", boards.WLED_BOARDS, ids=lambda board: board.name)
def test_a_wled_board_is_drawn_with_the_plans_wires_at_its_terminals(
    board: boards.WledBoard,
) -> None:
    drawn = boards.WLED.read_text("utf-8")
    assert drawn == boards.wled_picture(), "make hardware"
    lines = [wire for wire in plans.wires(plan("wled")) if wire.start[0] == "U1"]
    assert {wire.start[1] for wire in lines} == set(board.used)
    for wire in lines:
        de, en, _ = plans.COLOURS[wire.colour]
        assert f">{board.terminals[board.used[wire.start[1]]]}: {de} · {en}</text>" in drawn
    assert board.name in (HARDWARE / "parts" / "parts.csv").read_text("utf-8") or "v3" in board.name


def test_the_guide_names_the_terminals_that_are_drawn() -> None:
    sparkle, quinled = boards.WLED_BOARDS
    assert sparkle.terminals[sparkle.used["DATA 19"]] == "19"
    assert quinled.terminals[quinled.used["DATA 19"]] == "LED1"
    colours = {
        wire.start[1]: plans.COLOURS[wire.colour][1]
        for wire in plans.wires(plan("wled"))
        if wire.start[0] == "U1"
    }
    text = (HARDWARE / "guide" / "build.md").read_text("utf-8")
    assert (
        f"{colours['+']} to +, {colours['DATA 19']} to 19 (QuinLED: to LED1), {colours['-']} to −"
    ) in text


def test_the_budget_knows_the_firmwares_limit() -> None:
    sources = (HARDWARE / "controller" / "core").glob("*.h")
    text = "\n".join(path.read_text("utf-8") for path in sources)
    limits = re.findall(r"^#define CAP_MA (\d+)", text, re.MULTILINE)
    assert limits == [f"{CAP_MA:.0f}"]


def test_the_wiring_tool_draws_every_plan_as_it_was_committed(tmp_path: Path) -> None:
    tool("dot")
    tool("wireviz")
    draw_wiring(tmp_path)
    for name in PLANS:
        committed = (WIRING / f"{name}.bom.tsv").read_text("utf-8")
        assert (tmp_path / f"{name}.bom.tsv").read_text("utf-8") == committed
        # Fonts and graphviz differ; what is written in the picture does not.
        assert words(tmp_path / f"{name}.svg") == words(WIRING / f"{name}.svg")


def words(picture: Path) -> list[str]:
    return sorted(re.findall(r"<text [^>]*>([^<]*)</text>", picture.read_text("utf-8")))


@pytest.mark.parametrize("name", PLANS)
def test_the_plans_list_of_parts_names_every_component(name: str) -> None:
    with (WIRING / f"{name}.bom.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    listed = {each for row in rows for each in row["Designators"].split(", ")}
    assert listed == {*plan(name)["connectors"], *plan(name)["cables"]}
    assert all(row["P/N"] for row in rows)
