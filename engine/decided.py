"""When a deal was over before its last card (RULES 0.3: a Tout with its first lost trick).

What is recorded after that are cards shown or thrown in: nobody played them, so nobody can have
played them wrongly, and whose they were does not follow from the turn.
"""

from __future__ import annotations

from dataclasses import replace

from engine.games.base import Facts, Game
from engine.games.tricks import gather


def decided_after(facts: Facts, game: Game) -> int | None:
    """Return after how many plays the deal was over by itself; None where it was not."""
    if not game.over(facts):
        return None
    size, laid = len(facts.setting.seats), len(facts.plays)
    counts = range(size, laid, size)
    return next((count for count in counts if game.over(cut(facts, game, count))), laid)


def cut(facts: Facts, game: Game, count: int) -> Facts:
    """Return the deal as it stood after `count` plays."""
    record = facts.record
    return gather(replace(record, plays=record.plays[:count]), game)
