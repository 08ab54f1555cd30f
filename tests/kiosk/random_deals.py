"""Random deals played by the rules: something to measure and test with, never to show."""

from __future__ import annotations

import random

from engine.record import DealRecord
from kiosk.simulate.playing import anyhow, deal_cards, play_out, start
from kiosk.simulate.records import record_of
from kiosk.simulate.table import Table

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
    table = Table(game_name, kind, caller=caller, suit=suit)
    play = play_out(start(deal_cards(table, chance)), anyhow(chance))
    return record_of(play.deal, f"random-{seed}")
