"""Where two rows of buttons lie on a table, and who reaches them; in millimetres.

One row is in the box, its buttons in the wall towards the rim; the other in a bar on a lead.
Neither lies on the rails, nor where cards are read, nor over the table's edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import cos, hypot, radians, sin
from pathlib import Path

import numpy as np

from firmware_bridge.strip import FIRST_SEAT
from hardware.tools.figures import (
    ABOVE,
    ABOVE_STYLE,
    CELL_HIGH,
    CELL_TOP,
    CELL_WIDE,
    board,
    head,
    title,
)
from hardware.tools.optics import TABLES
from hardware.tools.places import GUIDE, HARDWARE, MECHANICS, sizes
from hardware.tools.seats import EYE_OUT, PEOPLE, TOPS, Top, gap, place, seat
from hardware.tools.solids import Point

SHOULDER_OUT = 460.0
"""Shoulders of somebody who sits, outside the rim: a hand behind the eyes."""
REACH = 950.0
"""How far from there fingertips get: the arm of a short woman (65 cm) who leans over (30 cm)."""
_SIZE = sizes()
_EDGE = 2 * (_SIZE["wall"] + _SIZE["lip"])
_RAIL = _SIZE["rail_back"] + _SIZE["rail_wide"]
_STEP = 10.0
_SPOTS = 96
"""So many places round the rim are tried for each row, in steps so far inside it."""


@dataclass(frozen=True, slots=True)
class Holder:
    """What holds a row of buttons: its size along the rim and inwards."""

    wide: float
    deep: float
    before: float
    """How far it reaches from its buttons towards the rim."""


BOX = Holder(_SIZE["box_x"] + _EDGE, _SIZE["box_y"] + _EDGE, 0.0)
"""The box with its lid."""
BAR = Holder(
    3 * _SIZE["bar_pitch"] + 2 * _SIZE["bar_end"], _SIZE["bar_deep"], _SIZE["bar_deep"] / 2
)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of buttons: at which part of the rim, how far inside it they lie, in what."""

    part: float
    inside: float
    holder: Holder

    @property
    def beside(self) -> bool:
        """Whether it stands beside the table, its buttons at the rim."""
        return self.inside == 0

    def arms(self, top: Top, people: int) -> tuple[float, ...]:
        """Return how far it is from each player's shoulder to the buttons."""
        x, y, _ = place(top, self.part).beyond(-self.inside, 0)
        shoulders = (seat(top, people, n).beyond(SHOULDER_OUT, 0) for n in range(people))
        return tuple(hypot(one[0] - x, one[1] - y) for one in shoulders)

    def middle(self, top: Top) -> Point:
        """Return the middle of what holds it."""
        inwards = self.inside - self.holder.before + self.holder.deep / 2
        return place(top, self.part).beyond(self.holder.deep / 2 if self.beside else -inwards, 0)

    def corners(self, top: Top) -> Iterator[tuple[float, float]]:
        """Yield the four corners of what holds it."""
        x, y, _ = self.middle(top)
        (u, v), (p, q) = self._sides(top)
        for one, other in ((-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5)):
            wide, deep = one * self.holder.wide, other * self.holder.deep
            yield x + wide * p + deep * u, y + wide * q + deep * v

    def lies_free(self, top: Top, read: float) -> bool:
        """Tell whether it lies within the rails, and off the square that is read (mm a side)."""
        if top.round:
            room = _SIZE["round_apothem"] - _SIZE["rail_wide"]
            if any(hypot(x, y) > room for x, y in self.corners(top)):
                return False
        elif any(
            abs(x) > top.long / 2 - _RAIL or abs(y) > top.wide / 2 - _RAIL
            for x, y in self.corners(top)
        ):
            return False
        x, y, _ = self.middle(top)
        out, along = self._sides(top)
        wide, deep = self.holder.wide, self.holder.deep
        # Two rectangles lie apart where, seen along a side of either, their middles lie further
        # apart than their halves reach.
        return any(
            abs(x * u + y * v)
            >= (wide * abs(along[0] * u + along[1] * v) + deep * abs(out[0] * u + out[1] * v)) / 2
            + read / 2 * (abs(u) + abs(v))
            for u, v in ((1.0, 0.0), (0.0, 1.0), out, along)
        )

    def _sides(self, top: Top) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the ways outwards and along the rim."""
        turn = radians(place(top, self.part).out)
        return (cos(turn), sin(turn)), (-sin(turn), cos(turn))


@cache
def rows_of_buttons(top: Top, people: int, read: float) -> tuple[Row, Row]:
    """Return the box's row and a second one where most people reach either.

    Both lie as near to the rim as they can; further in only where somebody would reach neither.
    Of those places the ones to which the longest arm is shortest. A table without room for the box
    has it beside itself, in a gap between two people that the camera's stand leaves free.

    Raises:
        ValueError: there is no room for a bar.
    """
    boxes = _places(top, read, BOX)
    parts = (float(FIRST_SEAT) + (n + 0.5) / people for n in range(people))
    column = gap(top, people)
    gaps = [Row(part, 0.0, BOX) for part in parts if place(top, part) != column]
    bars = _places(top, read, BAR)
    if not bars:
        raise ValueError(f"{top.en}: no room for buttons beside {read:g} mm")
    best: tuple[int, float, Row, Row] | None = None
    for near, far in _outermost(boxes or [gaps], bars):
        one = np.array([row.arms(top, people) for row in near])
        other = np.array([row.arms(top, people) for row in far])
        arms = np.minimum(one[:, None], other[None])
        reached = (arms <= REACH).sum(axis=2)
        # Of equal longest arms the shorter ones on the whole.
        cost = (arms.max(axis=2) + arms.mean(axis=2) / 1000).round(6)
        most = int(reached.max())
        box, bar = divmod(int(np.where(reached == most, cost, np.inf).argmin()), len(far))
        found = (most, -float(cost[box, bar]), near[box], far[bar])
        if best is None or found[0] > best[0]:
            best = found
        if most == people:
            break
    assert best is not None
    return best[2:]


def reaching(top: Top, people: int, *rows: Row) -> frozenset[int]:
    """Return who reaches at least one of these rows of buttons."""
    return frozenset(
        number for row in rows for number, arm in enumerate(row.arms(top, people)) if arm <= REACH
    )


@cache
def _places(top: Top, read: float, holder: Holder) -> list[list[Row]]:
    """Return where it may lie, nearest to the rim first."""
    places = []
    for step in range(1, int(min(top.long, top.wide) / 2 / _STEP)):
        rows = (Row(n / _SPOTS, step * _STEP, holder) for n in range(_SPOTS))
        if free := [row for row in rows if row.lies_free(top, read)]:
            places.append(free)
    return places


def _outermost(
    boxes: list[list[Row]], bars: list[list[Row]]
) -> Iterator[tuple[list[Row], list[Row]]]:
    """Yield both rows' places, step by step further in."""
    for step in range(max(len(boxes), len(bars))):
        yield boxes[min(step, len(boxes) - 1)], bars[min(step, len(bars) - 1)]


PICTURE = GUIDE / "pictures" / "buttons.svg"


def draw_buttons() -> dict[Path, list[Path]]:
    """Draw who reaches the box and a second row of buttons; return the picture with its sources."""
    PICTURE.write_text(picture(), "utf-8")
    tools = [
        HARDWARE / "tools" / f"{name}.py" for name in ("buttons", "figures", "optics", "seats")
    ]
    return {PICTURE: [*tools, MECHANICS / "parameters.scad"]}


def picture() -> str:
    """Return every table with box and second row as SVG."""
    parts = [
        _reached(top, table.read, people, column * CELL_WIDE, _TOP + row * CELL_HIGH)
        for row, (top, table) in enumerate(zip(TOPS, TABLES, strict=True))
        for column, people in enumerate(PEOPLE)
    ]
    wide, high = len(PEOPLE) * CELL_WIDE, _TOP + len(TOPS) * CELL_HIGH + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}">\n<style>{ABOVE_STYLE}</style>\n<rect width="{wide}" height="{high}" '
        'fill="#fff"/>\n'
        '<text class="b" x="12" y="20">Wer an die Tasten kommt · Who reaches the buttons</text>\n'
        '<text class="s" x="12" y="36">B: Box, schwarz: zweite Reihe, gestricheltes Quadrat: '
        "bleibt frei; voller Kreis: kommt an B, gestrichelter: nur an die zweite Reihe</text>\n"
        '<text class="s" x="12" y="51">B: box, black: second row, dashed square: kept free; full '
        "circle: reaches B, dashed: the second row only</text>\n"
        f"{''.join(parts)}</svg>\n"
    )


_TOP = CELL_TOP + 15


def _reached(top: Top, read: float, people: int, left: float, up: float) -> str:
    x0, y0 = left + CELL_WIDE / 2, up + CELL_HIGH / 2 + 6
    box, second = rows_of_buttons(top, people, read)
    near, any_row = reaching(top, people, box), reaching(top, people, box, second)
    side = read * ABOVE
    drawn = [
        board(top, x0, y0),
        f'<rect x="{x0 - side / 2:.1f}" y="{y0 - side / 2:.1f}" width="{side:.1f}" '
        f'height="{side:.1f}" fill="none" stroke="#14202b" stroke-dasharray="2 2"/>',
    ]
    for n in range(people):
        x, y, _ = seat(top, people, n).beyond(EYE_OUT * 0.55, 0)
        at = (x0 + x * ABOVE, y0 - y * ABOVE)
        drawn.append(head(*at, n + 1, solid=n in near, dashed=n in any_row - near))
    # A bar is too narrow for a letter.
    for fill, row in (("#fff", box), ("#14202b", second)):
        spots = " ".join(f"{x0 + x * ABOVE:.1f},{y0 - y * ABOVE:.1f}" for x, y in row.corners(top))
        drawn.append(f'<polygon points="{spots}" fill="{fill}" stroke="#14202b"/>')
    x, y, _ = box.middle(top)
    drawn.append(
        f'<text class="s" x="{x0 + x * ABOVE:.1f}" y="{y0 - y * ABOVE + 4:.1f}" '
        'text-anchor="middle">B</text>'
    )
    return f"{title(top, people, x0, up)}{''.join(drawn)}\n"
