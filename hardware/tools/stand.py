"""The stand on the floor: what holds it upright, and how hard one has to push until it tips.

Plain levers about the line between two of its three feet, in kilograms, metres and newtons. The
head's weight is the prints' own; the bought parts' are the least that the parts list asks for.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians

from hardware.tools.places import sizes
from hardware.tools.slicing import read_prints

GRAVITY = 9.81
STAND_KG = 2.1
"""Feet and column of a stand of 2.5 kg; its boom is the rest."""
BOOM_KG = 0.4
SANDBAG_KG = 5.0
BOUGHT_KG = 0.25
"""Camera, ball head, screws and the cable along the boom."""
FLOOR_TO_TOP = 0.75
"""The table's top above the floor."""


@dataclass(frozen=True, slots=True)
class Push:
    """The least sideways push that tips the stand, in newtons, towards the worst side."""

    at_camera: float
    at_table: float
    """Somebody's hip or chair, at the height of the table's top."""


def head_kg() -> float:
    """Return what hangs at the boom's end."""
    made = read_prints()
    printed = sum(made[name].grams for name in ("head", "hood", "shutter")) / 1000
    return printed + BOUGHT_KG


def push(reach: float, lens: float, sandbag: float = SANDBAG_KG) -> Push:
    """Return the least push that tips it; `reach` and `lens` (above the top) in millimetres.

    One foot stands below the boom. Of the three lines between feet two run beside the boom, the
    third behind it: past each the weights on this side hold, those beyond it pull.
    """
    foot = sizes()["foot_reach"] / 1000
    line = foot * cos(radians(60))
    moments = [_holding(reach / 1000, line, degrees, sandbag) for degrees in (60.0, 180.0)]
    least = min(moments)
    return Push(least / (FLOOR_TO_TOP + lens / 1000), least / FLOOR_TO_TOP)


def _holding(reach: float, line: float, turned: float, sandbag: float) -> float:
    """Return the moment (newton metres) that holds it about a line so turned from the boom."""
    towards = cos(radians(turned))
    masses = (
        (STAND_KG + sandbag, 0.0),
        (BOOM_KG, reach * 3 / 8 * towards),
        (head_kg(), reach * towards),
    )
    return GRAVITY * sum(mass * (line - out) for mass, out in masses)
