"""The strip's rail round a table: how many pieces, what is sawn off, how long the strip.

Sizes are those of `mechanics/parameters.scad`, in millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, tan

from hardware.tools.places import sizes
from hardware.tools.seats import Top

LIGHTS_A_METRE = 30
SIDES_OF_ROUND = 8
"""On a round table straight pieces lie as an octagon."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies round one table."""

    rails: int
    """Whole pieces to print, those that rests are sawn from included."""
    corners: int
    rests: tuple[float, ...]
    """What is sawn for each side after the whole pieces, long side first; none if round."""
    strip: float
    """Length of the strip."""
    lights: int


def laid(top: Top) -> Laid:
    """Return what lies round a table."""
    size = sizes()
    long, inner = size["rail_long"], size["rail_wall"]
    if top.round:
        around = 2 * SIDES_OF_ROUND * (size["round_apothem"] - inner) * tan(pi / SIDES_OF_ROUND)
        return Laid(SIDES_OF_ROUND, 0, (), around, lights(around))
    away = 2 * (size["rail_back"] + size["corner_radius"])
    runs = [side - away for side in (top.long, top.wide)]
    rests = [run % long for run in runs]
    whole = 2 * sum(int(run // long) for run in runs)
    bends = 2 * pi * (size["corner_radius"] - inner)
    around = 2 * sum(runs) + bends
    shown = tuple(dict.fromkeys(rests))
    return Laid(whole + _sawn_from(rests * 2, long), 4, shown, around, lights(around))


def lights(around: float) -> int:
    """Return how many lights a strip of this length has, cut between two of them."""
    return int(around / 1000 * LIGHTS_A_METRE)


def _sawn_from(rests: list[float], long: float) -> int:
    """Return how many pieces these rests are sawn from, each out of one piece."""
    left: list[float] = []
    for rest in sorted(rests, reverse=True):
        room = next((at for at, free in enumerate(left) if free >= rest), None)
        if room is None:
            left.append(long - rest)
        else:
            left[room] -= rest
    return len(left)
