"""What an evening takes from one deal into the next: Stock, rounds, the points of a game.

Values only; when a round begins is a house rule and stands with the family.
"""

from __future__ import annotations

from dataclasses import dataclass

BOCK, DOUBLER = "bock", "doubler"
"""The doublings of a deal in a Bock round, and of one after a deal in which all passed."""


@dataclass(frozen=True, slots=True)
class Carry:
    """What a deal finds on the table before its cards are dealt."""

    stock: int = 0
    """What lies in the Stock, in the tariff's unit."""
    bock: int = 0
    """Deals of a Bock round still to play, the coming one included; each counts double."""
    ramsch: int = 0
    """Deals of a Ramsch round still to play, the coming one included."""
    doublers: int = 0
    """Deals still to play that count double because all passed, the coming one included (PG)."""
    game_points: tuple[int, int] = (0, 0)
    """What each team has of the game that goes on, where a game takes several deals (BK)."""

    @property
    def doubling(self) -> str | None:
        """The doubling that the coming deal has from the start; None where it has none."""
        if self.bock:
            return BOCK
        return DOUBLER if self.doublers else None


@dataclass(frozen=True, slots=True)
class GameScore:
    """How a game of several deals stood when it was won."""

    team: int
    """Who won it."""
    seats: tuple[int, ...]
    """That team's."""
    points: tuple[int, int]
    """Of both teams."""


NOTHING_CARRIED = Carry()
"""How an evening begins."""
