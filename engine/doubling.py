"""Who may double now, where a game says so card by card: what the page offers.

Nothing is refused by it: a doubling out of turn is a fact, and the referee's to judge by the same
rule.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from engine.games import game as game_named
from engine.games.base import MayDouble
from engine.games.facts import Facts
from engine.games.tricks import gather
from engine.record import DealRecord


@runtime_checkable
class DoublesInTurn(Protocol):
    """A game that knows at each card whose turn to double it is."""

    def may_double(self, facts: Facts) -> MayDouble:
        """Return who may double now."""
        ...


def may_double(record: DealRecord) -> MayDouble | None:
    """Return who may double after the cards of a record; None where the table decides."""
    game = game_named(record.game)
    if not isinstance(game, DoublesInTurn):
        return None
    return game.may_double(gather(record, game.setting))
