"""How much light the strip throws onto the middle of the table: as built, and as it was tried.

The rendered evenings (`tests.kiosk.lit_evenings`) were lit by bare lights 6 cm over the edge. Here
the strip is what it is now: a sloping diffuser a thumb's breadth high. All of it is reckoned from
data sheets, in millimetres and lux.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin

from hardware.tools import power, rails
from hardware.tools.furniture import rail
from hardware.tools.seats import Top

CANDELA = 1.25
"""A WS2812B at full white, straight ahead (data sheet)."""
THROUGH = 0.5
"""Part of it that white plastic of 1.2 mm lets through: a general figure, to be measured."""


def middle_lux(top: Top, *, capped: bool = True) -> float:
    """Return the lux that all lights at full white throw onto the middle of the table.

    `capped`: as the current's limit allows it. The diffuser shines evenly to all sides,
    so towards the middle, almost level with it, goes the sine of the slope.
    """
    built = rail()
    run, rise = built.wide - built.wall, built.high - built.toe
    slope = atan2(rise, run)
    count = rails.laid(top).lights
    middle = built.toe + rise / 2
    far = top.rim / (2 * pi)
    towards = CANDELA * THROUGH * (sin(slope) + cos(slope) * middle / far)
    lux = count * towards * middle / hypot(far, middle) ** 3 * 1e6
    return lux * power.budget(count).left if capped else lux


def tried_lux(lights: int = 60, far: float = 450.0, high: float = 60.0) -> float:
    """Return what the rendered evenings' strip throws there (`tests.kiosk.lit_evenings.glow`)."""
    return lights * CANDELA * high / hypot(far, high) ** 3 * 1e6
