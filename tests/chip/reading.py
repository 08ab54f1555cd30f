"""What a strip of 60 lights tells somebody who only sees the lights.

It knows what the guide says (light 0 at the right end of seat 0's side, seats clockwise, four sides
of 15 lights) and shares no line with `firmware_bridge.cues`.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.chip.board import Picture, Rgb

LEDS, SEATS = 60, 4
SIDE = LEDS // SEATS
BLOCK = LEDS // 12
"""From one of the Laufende to the next."""
COUNTED = 4
"""Lights of one of them, where they are "with"."""


def is_blue(light: Rgb) -> bool:
    red, green, blue = light
    return red == 0 and 0 < green < blue


def is_amber(light: Rgb) -> bool:
    red, green, blue = light
    return blue == 0 and 0 < green < red


def where(picture: Picture) -> set[int]:
    """Return the lights that are lit."""
    return {place for place, light in enumerate(picture) if any(light)}


def laufende_with(picture: Picture) -> int:
    """Return how many Laufende are counted "with": blue blocks from light 0 on; 0: no such sign."""
    lit = where(picture)
    if not all(is_blue(picture[place]) for place in lit):
        return 0
    count = len(lit) // COUNTED
    blocks = {number * BLOCK + place for number in range(count) for place in range(COUNTED)}
    return count if lit == blocks else 0


def revoke_seats(picture: Picture) -> set[int]:
    """Return the seats a verdict is about: amber in pairs, two lit and two dark, along a side."""
    pairs = {place for place in range(SIDE) if place % 4 < 2}
    return {
        seat
        for seat in range(SEATS)
        if {p for p in range(SIDE) if is_amber(picture[seat * SIDE + p])} == pairs
    }


def climbs(pictures: Iterable[Picture]) -> list[list[int]]:
    """Return each counting of Laufende that was seen, one by one from 1."""
    climbing: list[list[int]] = []
    for count in map(laufende_with, pictures):
        if count == 1:
            climbing.append([1])
        elif climbing and count == climbing[-1][-1] + 1:
            climbing[-1].append(count)
    return climbing
