"""Arrows, hands and numbers laid over a picture that OpenSCAD drew, as SVG.

They are placed in the drawing's own millimetres and seen through OpenSCAD's eye (`Eye.sees`): an
arrow stays at its part when a size changes. All of it is black and white, for plain printers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import cos, hypot, radians, sin, tan

from hardware.tools.solids import Point

FIELD = 22.5
"""OpenSCAD's angle of view from the picture's lower edge to its upper, degrees."""
INK, PAPER = "#14202b", "#fff"
BADGE = 13
"""Radius of a number's circle."""
_HEAD, _HALF, _SHAFT, _CASE = 24.0, 12.0, 7, 13
"""An arrow's head: length and half its width; its shaft's width, and with the white round it."""

Spot = tuple[float, float]
"""A place in the picture, in pixels from its upper left corner."""


@dataclass(frozen=True, slots=True)
class Eye:
    """Where OpenSCAD looks from: at what, how turned (its three angles), from how far."""

    at: Point
    turn: Point
    far: float
    wide: int = 720
    high: int = 560

    @property
    def words(self) -> str:
        """Return it as OpenSCAD's `--camera` has it."""
        return ",".join(f"{each:g}" for each in (*self.at, *self.turn, self.far))

    def sees(self, point: Point) -> Spot:
        """Return where its picture shows a point."""
        x, y, z = (one - other for one, other in zip(point, self.at, strict=True))
        about_x, about_y, about_z = self.turn
        x, y = _turned(x, y, -about_z)
        z, x = _turned(z, x, -about_y)
        y, z = _turned(y, z, 90.0 - about_x)
        scale = self.high / 2 / tan(radians(FIELD) / 2) / (self.far + y)
        return self.wide / 2 + x * scale, self.high / 2 - z * scale


class Hold(Enum):
    """How a hand holds."""

    PINCH = "pinch"
    """Between thumb and finger."""
    PRESS = "press"
    """One finger pushes."""
    GRIP = "grip"
    """All fingers round it."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """What moves, over which points to where; the first lies on it."""

    path: tuple[Point, ...]
    de: str
    en: str
    """What to do, beside its number below the picture."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that holds at a point; its arm leaves towards `turn` (0: right, 90: down)."""

    at: Point
    hold: Hold
    turn: float = 0.0
    size: float = 1.0
    flipped: bool = False
    """The other hand: mirrored along its arm."""


def around(middle: Point, radius: float, first: float, last: float) -> tuple[Point, ...]:
    """Return points of an arc about an upright axis, from one angle to another (degrees)."""
    x, y, z = middle
    turns = (radians(first + (last - first) * n / 16) for n in range(17))
    return tuple((x + radius * cos(turn), y + radius * sin(turn), z) for turn in turns)


def draw_arrow(eye: Eye, arrow: Arrow, number: int) -> str:
    """Return an arrow with its number at its tail."""
    spots = [eye.sees(point) for point in arrow.path]
    shaft, head = _shortened(spots)
    line = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in shaft)
    tip = " ".join(f"{x:.1f},{y:.1f}" for x, y in head)
    x, y = spots[0]
    return (
        f'<path d="{line}" fill="none" stroke="{PAPER}" stroke-width="{_CASE}"/>'
        f'<polygon points="{tip}" fill="{INK}" stroke="{PAPER}" stroke-width="3"/>'
        f'<path d="{line}" fill="none" stroke="{INK}" stroke-width="{_SHAFT}"/>\n'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{BADGE}" fill="{PAPER}" stroke="{INK}" '
        f'stroke-width="2.5"/><text class="n" x="{x:.1f}" y="{y + 5.5:.1f}" '
        f'text-anchor="middle">{number}</text>\n'
    )


def draw_hand(eye: Eye, hand: Hand) -> str:
    """Return a hand: fingers and arm as thick strokes, white with a dark edge."""
    x, y = eye.sees(hand.at)
    side = -hand.size if hand.flipped else hand.size
    strokes = "".join(
        f'<g stroke="{INK}">{_limbs(group, 5)}</g><g stroke="{PAPER}">{_limbs(group, 0)}</g>'
        for group in _HANDS[hand.hold]
    )
    return (
        f'<g class="hand" transform="translate({x:.1f} {y:.1f}) rotate({hand.turn:g}) '
        f'scale({hand.size:g} {side:g})" fill="none" stroke-linecap="round" '
        f'stroke-linejoin="round">{strokes}</g>\n'
    )


Limb = tuple[int, str]
"""A finger, thumb, palm or arm: how thick, and its bones as an SVG path; fingertips at 0, 0."""

_HANDS: dict[Hold, tuple[tuple[Limb, ...], ...]] = {
    # Each group gets its edge by itself: what comes later lies over it.
    Hold.PINCH: (
        ((20, "M112 -18 Q74 -34 52 -4"),),
        ((20, "M118 -30 Q72 -56 44 -22"),),
        (
            (21, "M118 -34 C84 -66 44 -58 13 -16"),
            (22, "M118 34 C84 44 44 40 13 14"),
            (62, "M128 4 L138 4"),
            (52, "M140 6 L222 12"),
        ),
    ),
    Hold.PRESS: (
        (
            (22, "M110 -20 L70 -24 L12 0"),
            (26, "M112 8 L78 6"),
            (26, "M112 24 L82 24"),
            (24, "M112 34 Q86 46 66 24"),
            (62, "M122 6 L134 6"),
            (50, "M136 8 L222 12"),
        ),
        ((20, "M84 22 Q72 14 58 12"),),
    ),
    Hold.GRIP: (
        (
            (66, "M52 2 L64 2"),
            (50, "M66 4 L160 8"),
        ),
        ((19, "M48 -30 Q10 -46 -18 -31"),),
        ((19, "M48 -12 Q10 -26 -22 -12"),),
        ((19, "M48 8 Q10 -6 -22 8"),),
        ((19, "M48 26 Q10 14 -16 26"),),
    ),
}


def _limbs(group: Sequence[Limb], wider: int) -> str:
    return "".join(f'<path d="{bones}" stroke-width="{thick + wider}"/>' for thick, bones in group)


def _shortened(spots: Sequence[Spot]) -> tuple[list[Spot], tuple[Spot, Spot, Spot]]:
    """Return an arrow's shaft, which ends inside its head, and the head's three corners."""
    (end_x, end_y), shaft = spots[-1], list(spots[:-1])
    # What lies below the head is no shaft: the head looks from the last point outside it.
    while len(shaft) > 1 and hypot(shaft[-1][0] - end_x, shaft[-1][1] - end_y) < _HEAD:
        shaft.pop()
    x, y = shaft[-1]
    far = hypot(end_x - x, end_y - y)
    ahead = ((end_x - x) / far, (end_y - y) / far)
    foot = (end_x - ahead[0] * _HEAD, end_y - ahead[1] * _HEAD)
    aside = (-ahead[1] * _HALF, ahead[0] * _HALF)
    head = (
        (end_x, end_y),
        (foot[0] + aside[0], foot[1] + aside[1]),
        (foot[0] - aside[0], foot[1] - aside[1]),
    )
    shaft.append((foot[0] + ahead[0] * 3, foot[1] + ahead[1] * 3))
    return shaft, head


def _turned(one: float, other: float, angle: float) -> Spot:
    """Return a point of a plane turned from its first axis towards its second, degrees."""
    turn = radians(angle)
    return one * cos(turn) - other * sin(turn), one * sin(turn) + other * cos(turn)
