"""In which order two cards were laid that came between two rests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations

from vision.sighting import TableContext

_CLEARLY = math.radians(25)


def in_order(places: Sequence[tuple[float, float]], context: TableContext | None) -> list[int]:
    """Return the indices of new cards in the order they were laid.

    `places` are centres on the table plane, the uppermost card first. Cards lean towards who laid
    them, so the seats whose turn it is tell the order where they do so clearly; otherwise what
    lies on top came last.
    """
    stacked = list(range(len(places)))[::-1]
    if context is None or context.seat is None or not 2 <= len(places) <= 3:
        return stacked
    first, seats = context.seat, context.seats

    def strain(order: Sequence[int]) -> float:
        return sum(
            _off(places[index], (first + turn) % seats, seats) for turn, index in enumerate(order)
        )

    best = min(permutations(stacked), key=strain)
    return list(best) if strain(best) < strain(stacked) - _CLEARLY else stacked


def _off(place: tuple[float, float], seat: int, seats: int) -> float:
    """Angle between where a card lies and where its seat is; seats run clockwise from below."""
    at = math.atan2(place[1], place[0])
    sits = -math.pi / 2 - 2 * math.pi * seat / seats
    return abs((at - sits + math.pi) % (2 * math.pi) - math.pi)
