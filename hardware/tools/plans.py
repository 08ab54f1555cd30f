"""Reads the wiring plans: which wire goes from where to where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from hardware.tools.places import WIRING
from hardware.tools.tables import markdown

PLANS = ("strip", "pi", "wled")
HEAD = ("✓", "Ader · wire", "von · from", "nach · to", "Farbe · colour", "mm²", "m", "Nr. · no.")
COLOURS: Mapping[str, tuple[str, str, str]] = {
    "RD": ("rot", "red", "#d0021b"),
    "BK": ("schwarz", "black", "#111111"),
    "GN": ("grün", "green", "#12a13a"),
    "YE": ("gelb", "yellow", "#e0b000"),
    "BU": ("blau", "blue", "#1565d8"),
    "WH": ("weiß", "white", "#b8b8b8"),
    "VT": ("violett", "violet", "#8a2be2"),
    "BN": ("braun", "brown", "#8b5a2b"),
    "OG": ("orange", "orange", "#f57c00"),
    "GY": ("grau", "grey", "#808080"),
}
"""German and English name of each colour of the plans, and how it is drawn."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire of a plan; cross-section in square millimetres, length in metres."""

    name: str
    start: tuple[str, str]
    """Component and pin as printed on it."""
    end: tuple[str, str]
    colour: str
    square_mm: float
    metres: float
    part: str
    """Its number in the parts list."""


def read_plan(name: str) -> dict[str, Any]:
    """Return a plan as its source has it."""
    plan: dict[str, Any] = yaml.safe_load((WIRING / f"{name}.yml").read_text("utf-8"))
    return plan


def wires(plan: Mapping[str, Any]) -> list[Wire]:
    """Return every wire of a plan, in its order."""
    found = []
    for first, through, last in plan["connections"]:
        ((one, starts),), ((cable, cores),), ((other, ends),) = (
            part.items() for part in (first, through, last)
        )
        made = plan["cables"][cable]
        for start, core, end in zip(starts, cores, ends, strict=True):
            found.append(
                Wire(
                    f"{cable}.{core}" if len(made["colors"]) > 1 else cable,
                    (one, pin_name(plan, one, start)),
                    (other, pin_name(plan, other, end)),
                    made["colors"][core - 1],
                    float(made["gauge"].split()[0]),
                    float(made["length"]),
                    made["pn"],
                )
            )
    return found


def pin_name(plan: Mapping[str, Any], component: str, pin: str | int) -> str:
    """Return a pin as the lists show it: its number, where it has one, and its label."""
    made = plan["connectors"][component]
    if isinstance(pin, int):
        return f"{pin}: {made['pinlabels'][made['pins'].index(pin)]}"
    return pin


def rows(plan: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return a plan's wires, each as the cells under `HEAD`."""
    return [
        (
            "☐",
            wire.name,
            " ".join(wire.start),
            " ".join(wire.end),
            " / ".join(COLOURS[wire.colour][:2]),
            f"{wire.square_mm:g}",
            f"{wire.metres:g}",
            wire.part,
        )
        for wire in wires(plan)
    ]


def table(name: str) -> str:
    """Return a plan's wires as a table to tick off, words in both languages."""
    return markdown(HEAD, rows(read_plan(name)))
