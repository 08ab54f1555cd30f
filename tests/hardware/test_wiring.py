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

from firmware_bridge.buttons import Button
from firmware_bridge.pins.numbers import RESERVED, Pins
from hardware.tools import reckoned
from hardware.tools.places import HARDWARE, WIRING
from hardware.tools.power import CAP_MA, budget
from hardware.tools.wiring import PLANS, draw_wiring
from tests.hardware.tools import tool

PINS_H = (HARDWARE / "controller" / "chip" / "pins.h").read_text("utf-8")
BUTTONS = dict(zip(("S1", "S2", "S3", "S4"), Button, strict=True))
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
    assert joined("strip", "NANO", data) == {("R1", "IN")}
    assert joined("strip", "STRIP", "DIN") == {("R1", "OUT")}


@pytest.mark.parametrize(("drawn", "button"), BUTTONS.items())
def test_a_button_on_the_nano_hangs_where_the_firmware_reads_it(drawn: str, button: Button) -> None:
    port = defined("BUTTON_FIRST")
    number = int(port[-1]) + list(Button).index(button)
    assert int(defined("BUTTON_MASK"), 16) >> list(Button).index(button) & 1
    assert joined("strip", drawn, "A") == {("NANO", NANO[f"{port[:-1]}{number}"])}
    assert joined("strip", drawn, "B") == {("NANO", "GND")}
    assert reckoned.CONTROLLER[button] == NANO[f"{port[:-1]}{number}"]


@pytest.mark.parametrize(("drawn", "button"), BUTTONS.items())
def test_a_button_on_the_pi_hangs_where_the_program_reads_it(drawn: str, button: Button) -> None:
    gpio = Pins().of(button)
    ((pi, pin),) = joined("pi", drawn, "A")
    assert (pi, pin.split("/")[0]) == ("PI", f"GPIO{gpio}")
    assert {pin.split("/")[0] for _, pin in joined("pi", drawn, "B")} == {"GND"}


@pytest.mark.parametrize("name", ["strip", "pi"])
@pytest.mark.parametrize(("drawn", "button"), BUTTONS.items())
def test_a_button_is_called_the_same_in_every_plan(name: str, drawn: str, button: Button) -> None:
    assert plan(name)["connectors"][drawn]["subtype"].endswith(f"/ {WORDS[button]}")


@pytest.mark.parametrize(
    ("drawn", "gpio"),
    [("H1", Pins().status), ("B1", Pins().buzzer), ("H2", reckoned.CAMERA_LIGHT)],
)
def test_lights_and_buzzer_hang_where_the_program_drives_them(drawn: str, gpio: int) -> None:
    ((pi, pin),) = joined("pi", drawn, "+")
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
    assert joined(name, "PSU", "+5V") == {("F1", "IN")}
    assert joined(name, "F1", "OUT") == {("X1", "+5V")}
    assert ("X1", "+5V") in joined(name, "STRIP", "+5V")
    assert joined(name, "STRIP", "+5V") == {("X1", "+5V"), ("C1", "+")}
    assert ("PSU", "GND") in joined(name, "X1", "GND")
    assert ("STRIP", "GND") in joined(name, "X1", "GND")


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
