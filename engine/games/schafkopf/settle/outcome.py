"""Who won, and how clearly (RULES sections 0.3, 0.4, 1 and 8).

Declarers win with one point more than half of all: 61 of 120, 75 of 148; the other side wins a tie.
Schneider is a matter of points, Schwarz of tricks: with a Preuße in it a trick can be worth less
than nothing, and whoever has it is still not Schwarz.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engine.games.facts import Setting
from engine.games.schafkopf.options import HouseRules
from engine.games.schafkopf.settle.case import Case
from engine.games.schafkopf.settle.ends import Rest
from engine.games.tally import Remainder


@dataclass(frozen=True, slots=True)
class Score:
    """Augen and tricks of the declarers and of the other side."""

    points: tuple[int, int]
    tricks: tuple[int, int]

    def plus(self, points: tuple[int, int], tricks: tuple[int, int]) -> Score:
        """Return the score with more won by each side."""
        return Score(
            (self.points[0] + points[0], self.points[1] + points[1]),
            (self.tricks[0] + tricks[0], self.tricks[1] + tricks[1]),
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and how clearly."""

    won: bool
    """Whether the declarers did."""
    schneider: bool
    schwarz: bool


def score_so_far(case: Case, declarers: Collection[int]) -> Score:
    """Return what the sides have in finished tricks.

    A trick in which an error was upheld goes to the other side where that is what it costs
    (`revoke` = `trick_lost`).
    """
    counted = case.counted
    ours = sum(counted.points[seat] for seat in declarers)
    tricks = sum(counted.tricks[seat] for seat in declarers)
    score = Score((ours, sum(counted.points) - ours), (tricks, sum(counted.tricks) - tricks))
    for number, offender in case.lost_tricks:
        trick = case.facts.tricks[number]
        by_declarers = offender in declarers
        if (trick.winner in declarers) is by_declarers:
            sign = -1 if by_declarers else 1
            moved = sign * trick.points
            score = score.plus((moved, -moved), (sign, -sign))
    return score


def scores(rest: Rest, score: Score, declarers: Collection[int]) -> Iterator[Score]:
    """Yield every score that the tricks which were not played leave possible."""
    left = rest.left
    if left.tricks == 0:
        yield score
    elif rest.whose is not None:
        ours = (rest.whose.seat in declarers) is rest.whose.takes
        yield score.plus(*_all_to(left, ours=ours))
    else:
        yield score.plus(*_all_to(left, ours=True))
        yield score.plus(*_all_to(left, ours=False))
        for tricks in range(1, left.tricks):
            for points in range(left.least, left.most + 1):
                yield score.plus((points, left.points - points), (tricks, left.tricks - tricks))


def _all_to(left: Remainder, *, ours: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    if ours:
        return (left.points, 0), (left.tricks, 0)
    return (0, left.points), (0, left.tricks)


def outcome(case: Case, score: Score) -> Outcome:
    """Return who won with this score, and whether the losers are Schneider or Schwarz."""
    setting, house = case.facts.setting, case.house
    ours, theirs = score.points
    our_tricks, their_tricks = score.tricks
    if case.fixed_price:
        return Outcome(their_tricks == 0, False, False)
    if case.contract.tout:
        won = their_tricks == 0 and not case.rest.agreed_lost
        grade = won and house.tout_doubles == "all"
        return Outcome(won, grade, grade)
    if ours >= setting.total // 2 + 1:
        black = their_tricks == 0
        return Outcome(True, black or 4 * theirs < setting.total, black)
    free = declarers_free(setting, house)
    if free is None:
        return Outcome(False, False, False)
    black = our_tricks == 0
    return Outcome(False, black or ours < free, black)


def declarers_free(setting: Setting, house: HouseRules) -> int | None:
    """Return the points that free losing declarers of Schneider; None where they never pay it."""
    free = house.declarer_schneider_free
    if isinstance(free, int):
        return free
    return {"never": None, "total/4+1": setting.total // 4 + 1}[free]
