"""What was buried, to be told once the deal is over (PG, picking; RULES 0.29)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.games.hidden import BURY, DIE, Hidden, not_played, told
from engine.games.sheepshead.contract import count_of, die_roll, picked
from engine.games.sheepshead.messages import BURIED, BURIED_BY_PARTNER
from engine.record import DealRecord


def hidden(record: DealRecord, deck: Sequence[Card]) -> tuple[Hidden, ...]:
    """Return what the picker buried, and with seven the partner whom the die found."""
    contract, count = record.contract, count_of(record)
    if contract is None or picked(record) is None or not count.bury:
        return ()
    may_be = not_played(record, deck)
    said = told(contract.details.get(BURY), record)
    listed = [Hidden(BURY, BURIED, count.bury, may_be, said)]
    if count.die_bury and die_roll(contract) is not None:
        said = told(contract.details.get(DIE) if _has_bury(contract.details) else None, record)
        listed.append(Hidden(DIE, BURIED_BY_PARTNER, count.die_bury, may_be, said))
    return tuple(listed)


def _has_bury(details: object) -> bool:
    die = details.get(DIE) if isinstance(details, dict) else None
    return isinstance(die, dict)
