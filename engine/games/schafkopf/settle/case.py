"""A deal that is over, with all that settling it takes."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.facts import Facts
from engine.games.schafkopf.options import HouseRules
from engine.games.schafkopf.settle.ends import Rest
from engine.games.tally import Tally
from engine.games.verdicts import INFORMATIONAL
from engine.record import Contract
from engine.report import Verdict

FIXED_PRICE = frozenset({"sie"})
"""Kinds that take every trick, at a price without Schneider, Schwarz and Laufende (RULES 5)."""


@dataclass(frozen=True, slots=True)
class Case:
    """One deal to settle."""

    facts: Facts
    house: HouseRules
    contract: Contract
    counted: Tally
    """What each seat won in finished tricks."""
    rest: Rest
    """What was not played."""
    upheld: tuple[Verdict, ...]
    """Errors that people upheld and that change the reckoning."""
    doublings: int
    """How many doublings count."""

    @property
    def fixed_price(self) -> bool:
        """Whether nothing is paid on top of the game."""
        return self.contract.kind in FIXED_PRICE

    @property
    def credited(self) -> Tally:
        """What each seat won, with the rest where one seat gets it."""
        left, whose = self.rest.left, self.rest.whose
        if whose is None or not whose.takes:
            return self.counted
        points, tricks = list(self.counted.points), list(self.counted.tricks)
        points[whose.seat] += left.points
        tricks[whose.seat] += left.tricks
        return Tally(tuple(points), tuple(tricks))

    @property
    def lost_tricks(self) -> tuple[tuple[int, int], ...]:
        """Finished tricks that an upheld error lost: number of the trick and whose error."""
        if self.house.revoke != "trick_lost":
            return ()
        size, finished = len(self.facts.setting.seats), len(self.facts.tricks)
        lost = {
            (verdict.play // size, verdict.seat)
            for verdict in self.upheld
            if verdict.seat is not None and verdict.kind not in INFORMATIONAL
        }
        return tuple(
            sorted(
                (number, seat)
                for number, seat in lost
                if number < finished and self.facts.tricks[number].complete
            )
        )
