"""The table's furniture as solids: its top, the strip's stretches, the stand with camera and hood.

Three strips are compared from every seat (`views`): under the rim, as it was drawn until November
2026; on top of the rim, as it is now; a ring below the camera. And two stands: the mast that was
screwed to the table, and the boom that stands on the floor; how hard one has to push until that
tips is plain levers about the line between two of its three feet (`push`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin

from hardware.tools.mechanics import read_prints
from hardware.tools.places import sizes
from hardware.tools.rails import SIDES_OF_ROUND, Rail
from hardware.tools.seats import FLOOR, Top, gap, place
from hardware.tools.solids import Box, Rod, Solid

TOP_THICK = 28.0
"""Thickness of a table's top as drawn."""
OUT_MOST, OUT_LEAST = 250, 100
"""The stand's column stands so far outside the rim."""
BOOM_REACH = sizes()["boom_reach"]
"""What the boom reaches at most, from the column's middle."""
BOOM_BEHIND = 0.25
"""So much of that length again stands out behind the column, past the clamp."""
CHORDS = 36
"""So many straight pieces stand for a ring."""
FOREARM = (70.0, 180.0, 70.0)
"""A forearm that lies over the rim: across, along, high."""
FOREARM_ASIDE = 170.0
"""And how far beside the middle of its seat."""


@dataclass(frozen=True, slots=True)
class Lit:
    """A flat piece of the strip that shines, its own z outwards, and the parts of the rim it is.

    The part grows along its own -x.
    """

    box: Box
    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Strip:
    """The strip: what shines, and what holds it."""

    lit: tuple[Lit, ...]
    holds: tuple[Solid, ...]


@dataclass(frozen=True, slots=True)
class Head:
    """What hangs over the table: lens above the top, hood's side and depth, boom over the lens."""

    lens: float
    side: float = 62.0
    below: float = 38.0
    """Hood below the lens."""
    boom: float = 140.0
    """Boom's middle above the lens."""


def tabletop(top: Top) -> Solid:
    """Return the table's top."""
    if top.round:
        return Rod((0, 0, -TOP_THICK), (0, 0, 0), top.long / 2)
    return Box((0, 0, -TOP_THICK / 2), (top.long, top.wide, TOP_THICK))


def under_rim(top: Top) -> Strip:
    """Return the strip as it was: four channels of 60 cm on battens under a square top."""
    lit, holds = [], []
    for side in range(4):
        middle = place(top, 1 / 8 + side / 4)
        turn = middle.out + 90.0
        at = middle.beyond(-3.4 - 0.6, -TOP_THICK - 21.5)
        lit.append(Lit(Box(at, (600, 12.6, 1.2), turn, 90.0), side / 4, (side + 1) / 4))
        for up, high in ((-TOP_THICK - 8.0, 16.0), (-TOP_THICK - 31.0, 4.0)):
            holds.append(Box(middle.beyond(-8.0, up), (600, 12.0, high), turn))
        holds.append(Box(middle.beyond(-24.0, -TOP_THICK - 17.0), (600, 20.0, 34.0), turn))
    return Strip(tuple(lit), tuple(holds))


def on_rim(top: Top, rail: Rail) -> Strip:
    """Return the strip all round on the rim: outer wall, and a diffuser that slopes inwards."""
    lit: list[Lit] = []
    holds: list[Solid] = []
    run = rail.wide - rail.wall
    rise = rail.high - rail.toe
    slope, slant = degrees(atan2(rise, run)), hypot(run, rise)
    for first, last in _stretches(top):
        middle = place(top, (first + last) / 2)
        turn = middle.out + 90.0
        long = (last - first) * top.rim - (0 if top.round else rail.back)
        back = rail.back
        if top.round:
            long = rail.piece
            back = top.long / 2 - rail.apothem
        in_to = -back - rail.wall - run / 2
        at = middle.beyond(in_to, rail.toe + rise / 2 + rail.thick / 2)
        # Its own y looks inwards on seat 0's side; inwards it falls.
        lit.append(Lit(Box(at, (long, slant, rail.thick), turn, -slope), first, last))
        outer = middle.beyond(-back - rail.wall / 2, rail.high / 2)
        holds.append(Box(outer, (long, rail.wall, rail.high), turn))
    return Strip(tuple(lit), tuple(holds))


def ring_below(top: Top, head: Head, radius: float = 150.0) -> Strip:
    """Return a ring of lights round the hood, level with its lower edge, that looks down."""
    up = head.lens - head.below
    lit = []
    for number in range(CHORDS):
        first, last = number / CHORDS, (number + 1) / CHORDS
        out = place(top, (first + last) / 2)
        angle = atan2(out.y, out.x)
        at = (radius * cos(angle), radius * sin(angle), up)
        long = 2 * radius * sin(pi / CHORDS)
        lit.append(Lit(Box(at, (long, 12.6, 1.2), degrees(angle) + 90.0, 180.0), first, last))
    return Strip(tuple(lit), ())


def hanging(head: Head) -> tuple[Solid, ...]:
    """Return hood, plate and what joins them to the boom."""
    high = head.below + 34.0
    hood = Box((0, 0, head.lens - head.below + high / 2), (head.side, head.side, high))
    neck = Rod((0, 0, head.lens + 30.0), (0, 0, head.lens + head.boom), 18.0)
    return (hood, neck)


def mast_at_table(top: Top, head: Head) -> tuple[Solid, ...]:
    """Return the stand as it was: foot and mast opposite seat 0, 5 cm behind the rim."""
    y = top.wide / 2 - 50.0
    boom = head.lens + 52.0
    return (
        Box((0, y, 4.0), (150.0, 90.0, 8.0)),
        Box((0, y, 48.0), (70.0, 40.0, 80.0)),
        Rod((0, y, 8.0), (0, y, boom + 60.0), 10.0),
        Rod((28.0, y + 90.0, boom), (28.0, -60.0, boom), 10.0),
        *hanging(Head(head.lens, boom=52.0)),
    )


def column_out(top: Top, people: int) -> float:
    """Return how far outside the rim the column stands: out of the neighbours' sight along it.

    As far as the boom reaches: at a square table's corner that is less.
    """
    beside = gap(top, people)
    return next(
        out
        for out in range(OUT_MOST, OUT_LEAST - 1, -10)
        if hypot(*beside.beyond(out, 0)[:2]) <= BOOM_REACH or out == OUT_LEAST
    )


def floor_stand(top: Top, people: int, head: Head) -> tuple[Solid, ...]:
    """Return the stand on the floor in a gap between two people, its boom to the table's middle."""
    x, y, _ = gap(top, people).beyond(column_out(top, people), 0)
    boom = head.lens + head.boom
    size, behind = sizes(), 1 + BOOM_BEHIND
    legs = [
        Rod((x, y, FLOOR + 60.0), (*_leg(x, y, turn), FLOOR + 10.0), 10.0) for turn in (0, 120, 240)
    ]
    return (
        Rod((x, y, FLOOR + 20.0), (x, y, boom + 30.0), size["column"] / 2),
        Rod((x * behind, y * behind, boom), (0, 0, boom), size["boom"] / 2),
        *legs,
        *hanging(head),
    )


def reach(top: Top, people: int) -> float:
    """Return how far the boom has to reach: from the column to the table's middle."""
    x, y, _ = gap(top, people).beyond(column_out(top, people), 0)
    return hypot(x, y)


def forearms(top: Top, people: int) -> tuple[Solid, ...]:
    """Return two forearms over the rim at each seat."""
    made = []
    for number in range(people):
        at = place(top, 1 / 8 + number / people)
        x, y, _ = at.beyond(-FOREARM[1] / 2 + 40.0, 0)
        angle = radians(at.out + 90.0)
        made += [
            Box(
                (
                    x + side * FOREARM_ASIDE * cos(angle),
                    y + side * FOREARM_ASIDE * sin(angle),
                    FOREARM[2] / 2 + 1,
                ),
                FOREARM,
                at.out + 90.0,
            )
            for side in (-1, 1)
        ]
    return tuple(made)


def _stretches(top: Top) -> Sequence[tuple[float, float]]:
    """Return the straight stretches of the rim as parts, from part 0 on."""
    if top.round:
        return [(n / SIDES_OF_ROUND, (n + 1) / SIDES_OF_ROUND) for n in range(SIDES_OF_ROUND)]
    long, wide = top.long / top.rim, top.wide / top.rim
    corner = 1 / 8 - long / 2
    ends = [corner + each for each in (0, long, long + wide, 2 * long + wide, 1)]
    return list(pairwise(ends))


def _leg(x: float, y: float, turn: float) -> tuple[float, float]:
    angle = atan2(-y, -x) + radians(turn)
    far = sizes()["foot_reach"]
    return (x + far * cos(angle), y + far * sin(angle))


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
