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
from hardware.tools import plans, reckoned, sheets
from hardware.tools.places import HARDWARE, WIRING
from hardware.tools.plans import PLANS
from hardware.tools.power import CAP_MA, budget
from hardware.tools.wiring import draw_wiring
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


@pytest.mark.parametrize("name", ["strip", "pi"])
@pytest.mark.parametrize(("drawn", "button"), BUTTONS.items())
def test_a_button_is_called_the_same_in_every_plan(name: str, drawn: str, button: Button) -> None:
    assert plan(name)["connectors"][drawn]["subtype"].endswith(f"/ {WORDS[button]}")


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
    ((pi, pin),) = joined("pi", drawn, "A" if drawn == "S5" else "+")
    assert (pi, pin.split("/")[0]) == ("PI", f"GPIO{gpio}")


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


@pytest.mark.parametrize("name", ["strip", "wled"])
def test_the_strips_current_passes_the_fuse_first_and_meets_ground_once(name: str) -> None:
    assert joined(name, "PSU", "+5V") == {("J1", "+")}
    assert joined(name, "J1", "+") == {("PSU", "+5V"), ("F1", "IN")}
    assert joined(name, "F1", "IN") == {("J1", "+")}
    assert joined(name, "F1", "OUT") == {("X1", "+5V")}
    assert joined(name, "J2", "+5V") == {("X1", "+5V"), ("STRIP", "+5V")}
    assert joined(name, "STRIP", "+5V") == {("J2", "+5V"), ("C1", "+")}
    assert joined(name, "PSU", "GND") == {("J1", "-")}
    assert ("J1", "-") in joined(name, "X1", "GND")
    assert joined(name, "J2", "GND") == {("X1", "GND"), ("STRIP", "GND")}
    chip = {"strip": ("NANO", "GND (D2)"), "wled": ("ESP", "GND")}[name]
    assert joined(name, *chip) == {("X1", "GND")}


@pytest.mark.parametrize("name", ["strip", "wled"])
def test_data_passes_plug_and_resistor_at_the_strip(name: str) -> None:
    assert ("R1", "IN") in joined(name, "J2", "DIN")
    assert joined(name, "STRIP", "DIN") == {("R1", "OUT")}
    assert joined(name, "C1", "-") == {("STRIP", "GND")}


@pytest.mark.parametrize("name", PLANS)
def test_no_place_takes_more_wires_than_it_has_ways(name: str) -> None:
    """Lever terminals have five ways; plugs, pads and parts take two wires at most, boards one."""
    for component in plan(name)["connectors"]:
        ends = [end for wire in wires(name) for end in wire if end[0] == component]
        ways = {"X1": 5, "X2": 1, "NANO": 1, "ESP": 1, "PI": 1, "S1": 1}.get(component, 2)
        for end in set(ends):
            assert ends.count(end) <= ways, end


def test_the_off_button_and_every_light_have_a_ground_of_their_own_and_the_table_says_so() -> None:
    for name, drawn, pin in (
        ("status", "H1", "-"),
        ("buzzer", "B1", "-"),
        ("light_pin", "H2", "-"),
        ("off", "S5", "B"),
    ):
        assert joined("pi", drawn, pin) == {("PI", f"GND/{reckoned.GROUNDS[name]}")}
    grounds = [*reckoned.GROUNDS.values(), reckoned.BUTTONS_GROUND]
    assert len(set(grounds)) == len(grounds)
    for guide in ("bauen.md", "build.md"):
        text = (HARDWARE / "guide" / guide).read_text("utf-8")
        assert f"gpio-shutdown,gpio_pin={reckoned.OFF_BUTTON}" in text
        assert reckoned.OFF_BUTTON not in {pin for _, pin in Pins().used()} | {*RESERVED}


def test_the_level_shifters_unused_gates_are_tied_and_it_has_its_capacitor() -> None:
    shifter = plan("wled")["connectors"]["U1"]
    # As in the data sheet of every '125 in DIP-14.
    assert " ".join(shifter["pinlabels"]) == "1OE 1A 1Y 2OE 2A 2Y GND 3Y 3A 3OE 4Y 4A 4OE VCC"
    assert shifter["pins"] == list(range(1, 15))
    tied = {tuple(pair) for pair in shifter["loops"]}
    assert tied == {(1, 7), (5, 7), (9, 7), (12, 7), (4, 14), (10, 14), (13, 14)}
    text = (HARDWARE / "guide" / "power.md").read_text("utf-8")
    for words in (
        "1, 5, 9 und 12 zu 7",
        "4, 10 und 13 zu 14",
        "1, 5, 9 and 12 to 7",
        "4, 10 and 13 to 14",
    ):
        assert words in text, words
    assert joined("wled", "C2", "A") == {("U1", "VCC/14")}
    assert joined("wled", "C2", "B") == {("U1", "GND/7")}
    assert joined("wled", "U1", "1A/2") == {("ESP", "GPIO16")}
    assert ("J2", "DIN") in joined("wled", "U1", "1Y/3")


@pytest.mark.parametrize("name", PLANS)
def test_every_wire_is_on_a_sheet_that_can_be_read(name: str) -> None:
    made = plans.wires(plan(name))
    shown = [
        wire
        for sheet in sheets.SHEETS[name]
        for wire in made
        if {wire.start[0], wire.end[0]} <= sheet.shows
    ]
    assert set(shown) == set(made)
    for at in range(1, len(sheets.SHEETS[name]) + 1):
        drawn = (WIRING / f"{name}-{at}.svg").read_text("utf-8")
        ((wide, high),) = re.findall(r'<svg [^>]*width="(\d+)" height="(\d+)"', drawn)
        # On A4, 186 mm wide, the smallest letters are then 7.5 points and more high.
        assert int(wide) <= 800
        assert int(high) <= 1.4 * int(wide)
        places = [float(x) for x in re.findall(r'<text [^>]*x="([\d.]+)"', drawn)]
        assert 0 < min(places) <= max(places) < int(wide)


@pytest.mark.parametrize("name", PLANS)
def test_a_sheet_names_every_wire_it_shows_and_is_the_one_drawn_now(name: str) -> None:
    for at, sheet in enumerate(sheets.SHEETS[name], 1):
        drawn = sheets.draw_sheet(plan(name), sheet)
        assert drawn == (WIRING / f"{name}-{at}.svg").read_text("utf-8"), "make hardware"
        for wire in plans.wires(plan(name)):
            shown = {wire.start[0], wire.end[0]} <= sheet.shows
            assert (f">{wire.name} " in drawn) is shown


@pytest.mark.parametrize("name", PLANS)
def test_the_plan_to_print_is_a_page_a_sheet_and_one_of_wires_on_a4(name: str) -> None:
    printed = (WIRING / f"{name}.pdf").read_bytes()
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
    assert len(boxes) == len(sheets.SHEETS[name]) + 1
    for box in boxes:
        assert [float(side) / 72 * 25.4 for side in box] == pytest.approx((210, 297), abs=1)


def test_the_chip_is_never_fed_from_the_strips_supply() -> None:
    for name, chip in (("strip", "NANO"), ("wled", "ESP")):
        labels = plan(name)["connectors"][chip]["pinlabels"]
        assert not [label for label in labels if "5V" in label or label == "VIN"]


@pytest.mark.parametrize("name", ["strip", "wled"])
def test_fuse_and_supply_are_those_of_the_budget(name: str) -> None:
    drawn = plan(name)["connectors"]
    lights = int(re.findall(r"(\d+) LED", drawn["STRIP"]["type"])[0])
    need = budget(lights)
    assert drawn["F1"]["type"].endswith(f"fuse {need.fuse_a:g} A")
    assert drawn["PSU"]["type"].endswith(f"supply 5 V {need.supply_a:g} A")


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
