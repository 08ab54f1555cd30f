"""What an evening takes from one deal into the next: Stock, rounds, the points of a game.

Values only; when a round begins is a house rule and stands with the family.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Carry:
    """What a deal finds on the table before its cards are dealt."""

    stock: int = 0
    """What lies in the Stock, in the tariff's unit."""
    bock: int = 0
    """Deals of a Bock round still to play, the coming one included; each counts double."""
    ramsch: int = 0
    """Deals of a Ramsch round still to play, the coming one included."""
    game_points: tuple[int, int] = (0, 0)
    """What each team has of the game that goes on, where a game takes several deals (BK)."""


NOTHING_CARRIED = Carry()
"""How an evening begins."""
