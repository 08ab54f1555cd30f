"""Random deals played by the rules: something to measure and test with, never to show."""

from __future__ import annotations

import random

from engine.deal.record import DealRecord
from tests.simulate.playing import anyhow, deal_cards, play_out, start
from tests.simulate.records import record_of
from tests.simulate.table import SimulatedTable

_CONTRACTS: tuple[tuple[str, int, str | None], ...] = (
    ("solo", 0, "E"),
    ("wenz", 1, None),
    ("solo", 2, "H"),
    ("geier", 3, None),
)


def random_deal(seed: int, game_name: str = "schafkopf") -> DealRecord:
    """Return a whole legal deal for four; the same seed gives the same deal."""
    kind, caller, suit = _CONTRACTS[seed % len(_CONTRACTS)]
    chance = random.Random(seed)
    table = SimulatedTable(game_name, kind, caller=caller, suit=suit)
    play = play_out(start(deal_cards(table, chance)), anyhow(chance))
    return record_of(play.deal, f"random-{seed}")
