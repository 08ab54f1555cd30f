"""An evening's deals one after the other: each takes over what the one before it leaves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.carry import takeover
from engine.deal_state import DealState


def chained(deals: Iterable[DealState], stocks: dict[int, int], first: int) -> list[DealState]:
    """Return the deals of an evening, those from index `first` on with takeovers made anew.

    `stocks` are counted amounts by the number of the deal they were counted before.
    """
    row = list(deals)
    for index in range(first, len(row)):
        deal = row[index]
        before = row[index - 1] if index else None
        takes = takeover(before, stocks.get(deal.number), deal.head.game, deal.names)
        if takes is not deal.head.takes:
            row[index] = replace(deal, head=replace(deal.head, takes=takes))
    return row
