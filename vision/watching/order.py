"""In which order two cards were laid that came between two rests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations

from vision.sighting import TableContext

_SPREAD_MM = 45.0
"""How far from a place before their player cards come to lie, and how far before them that is."""
_CLEARLY = 0.7
"""So many nats better than what lies on top of what must the places be."""


def in_order(places: Sequence[tuple[float, float]], context: TableContext | None) -> list[int]:
    """Return the indices of new cards in the order they were laid.

    `places` are centres on the table plane, the uppermost card first. Cards lean towards who laid
    them, so the seats whose turn it is tell the order where they do so clearly; otherwise what
    lies on top came last.
    """
    stacked = list(range(len(places)))[::-1]
    if context is None or context.seat is None or not 2 <= len(places) <= 3:
        return stacked
    sides = context.coming or tuple(
        360.0 * (context.seat + turn) / context.seats for turn in range(len(places))
    )
    if len(sides) < len(places):
        return stacked

    def lean(order: Sequence[int]) -> float:
        return sum(_towards(places[index], sides[turn]) for turn, index in enumerate(order))

    best = max(permutations(stacked), key=lean)
    return list(best) if lean(best) > lean(stacked) + _CLEARLY else stacked


def _towards(place: tuple[float, float], side: float) -> float:
    """Return how far towards a side of the table a card lies, in nats: in the middle nothing."""
    angle = math.radians(side)
    return -(place[0] * math.sin(angle) + place[1] * math.cos(angle)) / _SPREAD_MM
