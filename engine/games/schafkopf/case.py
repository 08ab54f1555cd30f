"""A deal that is over, with all that settling it takes.

Part of it is whose the tricks are that nobody played (deal file, `end`; RULES 12). A claim that
everybody accepts gives the rest to who claims it, cards laid down to who laid them down, a deal
conceded to the other side. Everything else, a claim that somebody contests included, leaves the
rest open: the deal is then settled only where the rest could not have changed it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.deal.record import Contract
from engine.deal.report import Verdict
from engine.games.facts import Facts, Remainder, Tally, remainder
from engine.games.schafkopf.house_rules import HouseRules
from engine.games.wording import INFORMATIONAL


@dataclass(frozen=True, slots=True)
class UnplayedOwner:
    """Who gets the tricks that were not played."""

    seat: int
    """Who claims them, or gives them away."""
    takes: bool
    """True where the seat gets them, False where the other side does."""


@dataclass(frozen=True, slots=True)
class UnplayedTricks:
    """The tricks that were not played and whose they are."""

    left: Remainder
    whose: UnplayedOwner | None
    """None where it is open."""
    agreed_lost: bool = False
    """Whether it is agreed that the declarer's Tout is lost."""


def unplayed_tricks(facts: Facts, contract: Contract) -> UnplayedTricks:
    """Return what was not played, and who gets it."""
    end = facts.record.end or {}
    kind, seat = end.get("kind"), end.get("seat")
    if kind == "laid_down":
        seat = end.get("seat", contract.seat)
    elif kind not in ("claim", "conceded") or end.get("agreed", True) is not True:
        seat = None
    whose = None
    # Whoever holds no cards has nothing to claim or to give away.
    if isinstance(seat, int) and seat in facts.setting.seats:
        whose = UnplayedOwner(seat, takes=kind != "conceded")
    return UnplayedTricks(remainder(facts), whose, agreed_lost=kind == "tout_lost")


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
    rest: UnplayedTricks
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
