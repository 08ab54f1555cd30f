"""The arm: how long its tubes must be for a camera to hang as high as the optics asks.

Sizes are those of `mechanics/parameters.scad`, tubes those of the parts list; all in millimetres.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hardware.tools.optics import Camera, Table, height_for
from hardware.tools.parts import Part
from hardware.tools.places import sizes

TABLE_TOP = 28.0
"""Thickness of a table's top as drawn."""
BOX_FROM_RIM = 10.0
"""The box hangs this far behind the rim of seat 0, opposite the foot."""
SLACK = 300.0
"""Of every lead: what lies in the box, the loop before it, the bends."""


def tubes(parts: Iterable[Part]) -> tuple[float, float]:
    """Return the lengths of upright and boom as they are bought."""
    by_id = {part.id: part for part in parts}
    upright, boom = (re.findall(r", ([\d.]+) m ", by_id[number].en) for number in ("T30", "T31"))
    return float(upright[0]) * 1000, float(boom[0]) * 1000


def lens_to_boom() -> float:
    """Return how far the boom's middle lies above the lens's front (head.scad)."""
    size = sizes()
    head = size["head_rise"] + size["head_bridge"] + size["tube"] / 2 + size["tube_ring"] - 3
    return size["lens_drop"] + head


def upright_for(camera: Camera, table: Table) -> float:
    """Return how long the upright has to be at least: from the foot's plate to the elbow's top."""
    size = sizes()
    above = height_for(camera, table.square) + lens_to_boom() + size["clamp_high"] / 2
    return above - size["foot_plate"]


def cable_for(camera: Camera, table: Table) -> float:
    """Return how long the camera's lead has to be: along the arm, down, under the table, slack."""
    size = sizes()
    along = table.wide / 2 - size["foot_in"]
    down = height_for(camera, table.square) + lens_to_boom() + TABLE_TOP
    box = BOX_FROM_RIM + size["box_y"] + 2 * size["wall"]
    return along + down + table.wide - size["foot_in"] - box + SLACK
