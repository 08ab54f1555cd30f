"""A deal of a deal file as the events that would have been journalled at the table.

What only a file can know (hands as dealt, the blind, fields of others) has no event and stays out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from engine.events import (
    Announced,
    BidMade,
    CardPlayed,
    CardRevealed,
    DealClosed,
    DealEntered,
    DealStarted,
    Decision,
    Doubled,
    Event,
    LayoutGiven,
    Ruling,
    StockCounted,
)
from engine.games.rounds import Carry
from engine.record import DealRecord, JsonObject
from engine.told import ENTERED


def opening(record: DealRecord, carry: Carry, rules: JsonObject | None = None) -> Iterator[Event]:
    """Yield everything up to the first card: start, auction, layout, contract, doublings.

    Args:
        record: the deal.
        carry: what the evening so far leaves; a Stock the line gives otherwise is counted first.
        rules: options that differ from the evening's.
    """
    if record.stock not in (0, carry.stock):
        yield StockCounted(record.stock)
    yield DealStarted(record.id, record.dealer, record.out, rules, record.dealt)
    for bid in record.bids:
        yield BidMade(bid.seat, bid.say, bid.contract)
    if record.piles is not None:
        yield LayoutGiven(record.piles)
    yield Announced(record.contract)
    for doubling in record.doubles:
        yield Doubled(doubling.say, doubling.seat, doubling.after)


def cards(record: DealRecord) -> Iterator[Event]:
    """Yield the plays with their seats, and what was turned over between them."""
    waiting = sorted(record.reveals, key=lambda reveal: reveal.after)
    turned = 0
    for laid in range(len(record.plays) + 1):
        while turned < len(waiting) and waiting[turned].after <= laid:
            reveal = waiting[turned]
            yield CardRevealed(reveal.seat, reveal.pile, reveal.card, "import")
            turned += 1
        if laid < len(record.plays):
            play = record.plays[laid]
            yield CardPlayed(play.card, play.seat, "import")


def closing(record: DealRecord) -> Iterator[Event]:
    """Yield the end of the deal and what people decided about it."""
    end = record.end
    if end is not None and end.get("kind") == ENTERED:
        yield DealEntered({name: value for name, value in end.items() if name != "kind"})
    else:
        yield DealClosed(end)
    for ruling in record.rulings:
        yield Ruling(record.id, ruling.verdict, cast("Decision", ruling.ruling))
