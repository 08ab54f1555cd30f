"""Whose the tricks are that nobody played (deal file, `end`; RULES 12).

A claim that everybody accepts gives the rest to who claims it, cards laid down to who laid them
down, a deal conceded to the other side. Everything else, a claim that somebody contests included,
leaves the rest open: the deal is then settled only where the rest could not have changed it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.games.facts import Facts
from engine.games.tally import Remainder, remainder
from engine.record import Contract, JsonObject


@dataclass(frozen=True, slots=True)
class Whose:
    """Who gets the tricks that were not played."""

    seat: int
    """Who claims them, or gives them away."""
    takes: bool
    """True where the seat gets them, False where the other side does."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The tricks that were not played and whose they are."""

    left: Remainder
    whose: Whose | None
    """None where it is open."""
    agreed_lost: bool = False
    """Whether it is agreed that the declarer's Tout is lost."""


_Says = Callable[[JsonObject, Contract], Whose | None]


def _claimed(end: JsonObject, contract: Contract) -> Whose | None:
    return _agreed(end, takes=True)


def _conceded(end: JsonObject, contract: Contract) -> Whose | None:
    return _agreed(end, takes=False)


def _agreed(end: JsonObject, *, takes: bool) -> Whose | None:
    seat = end.get("seat")
    if end.get("agreed", True) is not True or not isinstance(seat, int):
        return None
    return Whose(seat, takes)


def _laid_down(end: JsonObject, contract: Contract) -> Whose | None:
    seat = end.get("seat", contract.seat)
    return Whose(seat, takes=True) if isinstance(seat, int) else None


_WHOSE: Mapping[object, _Says] = {
    "claim": _claimed,
    "conceded": _conceded,
    "laid_down": _laid_down,
}
"""By the deal file's `end.kind`."""


def rest_of(facts: Facts, contract: Contract) -> Rest:
    """Return what was not played, and who gets it."""
    end = facts.record.end or {}
    says = _WHOSE.get(end.get("kind"))
    whose = None if says is None else says(end, contract)
    if whose is not None and whose.seat not in facts.setting.seats:
        whose = None  # Whoever holds no cards has nothing to claim or to give away.
    return Rest(remainder(facts), whose, agreed_lost=end.get("kind") == "tout_lost")
