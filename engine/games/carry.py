"""What an evening takes from one deal into the next: Stock, rounds, the points of a game.

Values only; when a round begins is a house rule and stands with the family.

The points of a game of several deals (Bierkopf, 21) were won by two people, not by two chairs. When
people change seats and the pairs sit across as before, or the other way round, the points go with
them; one who is replaced leaves them to the one who stays. Where the pairs are mixed nobody can say
whose they are: another game begins.
"""

from __future__ import annotations

from collections.abc import Sequence
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


def regrouped(
    points: tuple[int, int], before: Sequence[str], now: Sequence[str]
) -> tuple[int, int]:
    """Return the points of the teams, seats 0 and 2 and seats 1 and 3, of those who sit there now.

    `before` and `now` are names, seat 0 first.
    """
    if tuple(before) == tuple(now) or points == (0, 0):
        return points
    old = [frozenset(before[team::2]) for team in (0, 1)]
    new = [frozenset(now[team::2]) for team in (0, 1)]
    stayed = any(old[team] & new[team] for team in (0, 1))
    crossed = any(old[team] & new[1 - team] for team in (0, 1))
    if stayed == crossed:
        return (0, 0)
    first, second = points
    return (first, second) if stayed else (second, first)
