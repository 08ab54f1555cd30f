"""Whose the points of a game of several deals are, when people change their seats (Bierkopf, 21).

They were won by two people, not by two chairs. Where the pairs sit across as before, or the other
way round, they go with them; one who is replaced leaves them to the one who stays. Where the pairs
are mixed there is no saying whose they are: another game begins.
"""

from __future__ import annotations

from collections.abc import Sequence


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
