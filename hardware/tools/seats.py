"""Who sits where round a table, from where they look, and where their cards lie; in millimetres.

A place on the rim is a part (0..1) of the strip round the table, as cues paint it: it begins an
eighth of the way round to the right of seat 0's middle and runs clockwise as seen from above, so
seat 0's middle is part 1/8 (`firmware_bridge.strip`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, radians, sin

from firmware_bridge.strip import FIRST_SEAT
from hardware.tools.solids import Point

EYE_UP = 450.0
"""Eyes of somebody who sits, above the table's top."""
EYE_UP_STANDING = 850.0
"""And of somebody who stands: 1.6 m above the floor."""
EYE_OUT = 360.0
"""Eyes outside the rim."""
FLOOR = -750.0
"""The floor below the table's top."""
CARD = (59.0, 92.0)
"""A card, width and length."""
CARD_OUT = 110.0
"""Middle of a player's card place from the table's middle."""
PEOPLE = range(2, 8)
"""How many may play."""


@dataclass(frozen=True, slots=True)
class Top:
    """A table's top: a disc of this diameter, or `long` (seat 0's side) by `wide`."""

    de: str
    en: str
    long: float
    wide: float
    round: bool = False

    @property
    def rim(self) -> float:
        """How long its rim is."""
        return pi * self.long if self.round else 2 * (self.long + self.wide)


ROUND = Top("60 cm rund", "60 cm round", 600.0, 600.0, round=True)
LONG = Top("120 × 80 cm", "120 × 80 cm", 1200.0, 800.0)
SQUARE = Top("90 × 90 cm", "90 × 90 cm", 900.0, 900.0)
TOPS = (ROUND, LONG, SQUARE)


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the rim, and the way outwards there (degrees, anticlockwise from +x)."""

    x: float
    y: float
    out: float

    def beyond(self, far: float, up: float) -> Point:
        """Return the point `far` outside the rim (negative: inside) and `up` above the top."""
        angle = radians(self.out)
        return (self.x + far * cos(angle), self.y + far * sin(angle), up)


def place(top: Top, part: float) -> Place:
    """Return where a part of the way round lies on the rim."""
    if top.round:
        out = -90.0 - 360.0 * (part - float(FIRST_SEAT))
        angle = radians(out)
        return Place(top.long / 2 * cos(angle), top.long / 2 * sin(angle), out)
    # From the middle of seat 0's side, along -x, then up, along +x, and down.
    run = ((part - float(FIRST_SEAT)) * top.rim + top.long / 2) % top.rim
    half, deep = top.long / 2, top.wide / 2
    if run < top.long:
        return Place(half - run, -deep, -90.0)
    run -= top.long
    if run < top.wide:
        return Place(-half, run - deep, 180.0)
    run -= top.wide
    if run < top.long:
        return Place(run - half, deep, 90.0)
    return Place(half, deep - (run - top.long), 0.0)


def seat(top: Top, people: int, number: int) -> Place:
    """Return the middle of a seat's stretch of the rim; seats lie evenly, as cues have them."""
    return place(top, float(FIRST_SEAT) + number / people)


def eye(top: Top, people: int, number: int, *, standing: bool = False) -> Point:
    """Return from where a player looks."""
    up = EYE_UP_STANDING if standing else EYE_UP
    return seat(top, people, number).beyond(EYE_OUT, up)


def gap(top: Top, people: int) -> Place:
    """Return the middle of the gap between two neighbours that lies nearest to the table's middle.

    With two people it is beside the table, between both of them.
    """
    places = [place(top, float(FIRST_SEAT) + (n + 0.5) / people) for n in range(people)]
    return min(places, key=lambda one: (round(one.x**2 + one.y**2), -one.y, one.x))


def card_place(top: Top, people: int, number: int) -> tuple[Point, float]:
    """Return the middle of a player's card place on the table and how it is turned (degrees)."""
    at = seat(top, people, number)
    far = (at.x**2 + at.y**2) ** 0.5
    return ((at.x / far * CARD_OUT, at.y / far * CARD_OUT, 1.0), at.out + 90.0)
