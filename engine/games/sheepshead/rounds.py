"""Doublers from one deal to the next (PG, Doublers).

Where all pass the cards are thrown in and the next deal counts double. Several such deals in a row
make as many of the following ones count double, never one of them four times.
"""

from __future__ import annotations

from dataclasses import replace

from engine.games.rounds import Carry
from engine.options import Rules
from engine.record import DealRecord
from engine.report import DealResult


def carries(rules: Rules) -> bool:
    """Tell whether the house plays doublers."""
    return rules.options["all_pass"] == "doubler"


def carried(carry: Carry, record: DealRecord, result: DealResult | None) -> Carry:
    """Return what the next deal finds; a deal without a result changes nothing."""
    if result is None or not carries(record.rules):
        return carry
    end = record.end or {}
    if end.get("kind") == "thrown_in":
        return replace(carry, doublers=carry.doublers + (end.get("why") == "all_pass"))
    if end.get("kind") == "void":
        return carry
    return replace(carry, doublers=max(0, carry.doublers - 1))
