"""Whose card is it, by where it lies? It weighs between explanations and judges nobody.

People throw a card from their side with its long side pointing at themselves. The spreads below
are those of an easy hand at a round table of a metre; they are wide on purpose, for the answer
only weighs between seats.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

MOST_KEPT = 512
"""Results kept of each look, several deals' worth."""

Spot = tuple[float, float, float]
"""Centre in millimetres and angle of the long side in radians, on the table plane."""

_REACH_MM = 45.0
_SPREAD_MM = 45.0
_LAID_OUT_MM = 70.0
"""How far from the middle cards lie that one person lays out for himself."""
_TURN_RAD = math.radians(25.0)
_CARELESS = 0.08
"""Share of cards that land anywhere, at any angle: so much a single card's place says at most."""
_ANYWHERE_MM = 90.0
"""Spread of those."""


def even_angles(seats: int) -> tuple[float, ...]:
    """Return where the seats are: degrees clockwise from the lower edge, 360/n each."""
    return tuple(360.0 * seat / seats for seat in range(seats))


@lru_cache(maxsize=MOST_KEPT)
def seat_scores(spot: Spot, angles: tuple[float, ...]) -> tuple[float, ...]:
    """Return one log-likelihood a seat (up to a common constant)."""
    return tuple(_score(spot, math.radians(angle)) for angle in angles)


def _score(spot: Spot, angle: float) -> float:
    x, y, theta = spot
    out_x, out_y = -math.sin(angle), -math.cos(angle)
    away = (x - _REACH_MM * out_x) ** 2 + (y - _REACH_MM * out_y) ** 2
    own = -0.5 * away / _SPREAD_MM**2 + _turned(theta, angle)
    anywhere = -0.5 * (x**2 + y**2) / _ANYWHERE_MM**2 - 2 * math.log(_ANYWHERE_MM / _SPREAD_MM)
    share = _CARELESS * math.exp(anywhere) / math.pi
    return math.log((1 - _CARELESS) * math.exp(own) + share)


def _turned(theta: float, angle: float) -> float:
    """Return how well a card's long side points at a seat, log-density an angle."""
    axis = math.atan2(-math.cos(angle), -math.sin(angle))
    turn = (theta - axis + math.pi / 2) % math.pi - math.pi / 2
    return -0.5 * (turn / _TURN_RAD) ** 2 - math.log(_TURN_RAD * math.sqrt(2 * math.pi))


@lru_cache(maxsize=MOST_KEPT)
def hand_scores(spot: Spot, angles: tuple[float, ...]) -> tuple[float, ...]:
    """Return one log-likelihood a seat for a card somebody lays out anywhere before himself.

    Up to the same constant as `seat_scores`.
    """
    wide = -0.5 * (spot[0] ** 2 + spot[1] ** 2) / _LAID_OUT_MM**2
    wide -= 2 * math.log(_LAID_OUT_MM / _SPREAD_MM)
    return tuple(wide + _turned(spot[2], math.radians(angle)) for angle in angles)


def likeliest_seat(spot: Spot, seats: Sequence[int], angles: tuple[float, ...]) -> int:
    """Return the seat among `seats` that explains the place best."""
    scores = seat_scores(spot, angles)
    return max(seats, key=lambda seat: scores[seat])
