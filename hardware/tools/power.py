"""The power budget: what the strip draws, what the cap leaves of it, cable and fuse.

The model of a light is the program's own (`firmware_bridge.strip`); the firmware's cap and what a
dark light draws come from `hardware/controller`. All of it is reckoned from data sheets: the table
in the guide says what to measure instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from firmware_bridge.strip import Look, dimmed, milliamps

FULL_WHITE = (255, 255, 255)
CAP_MA = 2000.0
"""What the firmware lets all lights together draw at most (hardware/PROTOCOL.md, section 4)."""
DARK_MA = 1.0
"""What a dark light draws (HARDWARE, section 5)."""
RULE_OF_THUMB_MA = 20.0
"""What a light draws on an average evening of effects."""
COPPER = 0.0178
"""Ohms of one metre of copper of one square millimetre, at 20 degrees."""
FUSES_A = (1.0, 2.0, 3.0, 4.0, 5.0, 7.5, 10.0)
"""Blade fuses as they are sold."""
FUSE_SHARE = 0.75
"""A blade fuse carries three quarters of its rating for years, in a warm box too."""
FUSE_OPENS = 1.35
"""Times its rating from which a blade fuse must open, within ten minutes (ISO 8820-3); below that
it may stay whole for hours, so that much every lead behind it has to carry."""
SUPPLIES_A = (3.0, 4.0, 6.0, 8.0, 10.0, 15.0)
"""Closed 5 V plug-in supplies as they are sold."""


CARRIES_A: Mapping[float, float] = {0.5: 3.0, 0.75: 6.0, 1.0: 10.0, 1.5: 16.0}
"""Amperes a lead of this cross-section carries for hours, by square millimetres: supply cords'
figures of IEC 60335-1 (table 11), far on the safe side inside a box. The plug at the strip is a
Superseal 1.5, whose contacts are given for more (14 A) than its leads of 0.75 carry."""
FUSE_OHM = 0.03
"""A blade fuse of 3 A, cold: a general figure of data sheets."""
CONTACTS_OHM = 0.07
"""Barrel plug, screw and lever terminals and fuse holder together: a general figure."""
STRIP_OHM = 0.1
"""One rail of a metre of strip, plus or ground: general; thin ones have twice as much."""
STRIP_M = 3.5
"""How long the strip is round a table of 90 × 90 cm."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of the strip's current: what it is in both languages, and its wires in the plan."""

    de: str
    en: str
    wires: tuple[str, ...]
    beside: int = 1
    """How many of them carry the current side by side."""


STRETCHES: Mapping[str, tuple[Stretch, ...]] = {
    "wled": (
        Stretch("Netzteil bis Platine, seine Leitung", "supply to board, its own lead", ("W0",)),
        Stretch("Platine bis Klemmen am Band", "board to the terminals at the strip", ("W4",)),
        Stretch("Enden des Bands, zwei Paare", "the strip's ends, two pairs", ("W10", "W14"), 2),
    ),
    "strip": (
        Stretch("Netzteil bis Adapter, seine Leitung", "supply to adapter, its own lead", ("W0",)),
        Stretch("Adapter – Sicherung – Klemme", "adapter – fuse – terminal", ("W1", "W2", "W3")),
        Stretch("Klemme bis Stecker am Band", "terminal to the plug at the strip", ("W4",)),
        Stretch("Stecker am Band mit seinen Enden", "plug at the strip with its ends", ("W10",)),
        Stretch("Elko am Band", "capacitor at the strip", ("W13",)),
    ),
}
"""The way of the strip's current, in order, by plan."""
SUPPLY_LIMITS = 1.5
"""A certified supply limits itself to this many times its rating at most (a general figure)."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one strip needs."""

    lights: int
    white_a: float
    """All lights full white, nothing limits."""
    usual_a: float
    """The rule of thumb."""
    capped_a: float
    """All lights full white, the cap limits; dark lights' current included."""
    left: float
    """Share of full white that the cap leaves, 0..1."""
    drop_v: float
    """Lost on one metre of 1.5 mm2, there and back, at `capped_a`."""
    fuse_a: float
    """The fuse at the supply."""
    supply_a: float
    """The supply to buy, amperes at 5 V."""


def budget(lights: int, cap_ma: float = CAP_MA) -> Budget:
    """Return the budget of a strip of this many lights."""
    white = milliamps([FULL_WHITE] * lights)
    look = Look(lights=lights, brightness=1.0, milliamps=cap_ma - DARK_MA * lights)
    shown = milliamps(dimmed([FULL_WHITE] * lights, look))
    capped = (shown + DARK_MA * lights) / 1000
    return Budget(
        lights=lights,
        white_a=white / 1000,
        usual_a=lights * RULE_OF_THUMB_MA / 1000,
        capped_a=capped,
        left=shown / white,
        drop_v=drop(capped),
        fuse_a=fuse_for(capped),
        supply_a=supply_for(fuse_for(capped)),
    )


def drop(amperes: float, metres: float = 1.0, square_mm: float = 1.5) -> float:
    """Return the voltage lost on a lead of this length, there and back, in volts."""
    return amperes * COPPER * 2 * metres / square_mm


def metal(cores: Iterable[tuple[float, float]]) -> float:
    """Return the ohms of cores one after the other, each of (metres, square millimetres)."""
    return sum(COPPER * metres / square_mm for metres, square_mm in cores)


def rails(metres: float = STRIP_M) -> float:
    """Return the ohms that the strip's own copper is worth to the light farthest from any lead.

    The strip is a ring fed at both ends: each half carries half the current, and its lights drink
    all along it, so the middle loses a quarter of what the whole current would on half the ring.
    """
    return 2 * STRIP_OHM * metres / 2 / 4


def lets_through(fuse_a: float) -> float:
    """Return the current a blade fuse may carry for hours without opening, in amperes."""
    return fuse_a * FUSE_OPENS


def fuse_for(amperes: float) -> float:
    """Return the smallest blade fuse that carries this current for hours, in amperes."""
    return next(fuse for fuse in FUSES_A if fuse * FUSE_SHARE >= amperes)


def supply_for(fuse_a: float) -> float:
    """Return the smallest supply above the fuse's rating.

    That alone does not make the fuse open: between its rating and `lets_through` neither fuse nor
    supply need cut off. What is safe then is that every lead carries it.
    """
    return next(supply for supply in SUPPLIES_A if supply > fuse_a)
