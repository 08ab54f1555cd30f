"""The two numbers chosen by measuring: the softmax temperature and what is taken for a card.

They are chosen on drawn decks of seeds kept for this alone: no net learned from them and no figure
of the report is taken on them. Held-out decks, photographs and evenings choose nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models import measure_embedding as reading
from models.card_decks import Deck
from models.intervals import Share
from models.procedural import drawn_deck

SEEDS = (4001, 4002, 4003, 4004, 4005, 4006)
"""Drawn decks the numbers are chosen on."""

SEED = 90_002
HARDER = (1, 2)


@dataclass(frozen=True)
class Thresholds:
    """The numbers, and the errors they cost on the decks they were chosen on."""

    temperature: float
    accept: float
    refused: Share
    strayed: Share


def decks() -> list[Deck]:
    """The decks the numbers are chosen on."""
    return [drawn_deck(seed) for seed in SEEDS]


def chosen(net: reading.Runs, which: Sequence[Deck]) -> Thresholds:
    """Choose both numbers for a net."""
    readings = [reading.read(net, deck, level, SEED) for deck in which for level in HARDER]
    true = np.concatenate([r.nearest() for r in readings[::2]])
    stray = np.concatenate([reading.best_of_nothing(net, deck, SEED) for deck in which])
    accept = round(reading.acceptance(true, stray), 3)
    return Thresholds(
        round(reading.temperature(readings), 4),
        accept,
        Share(int((true < accept).sum()), len(true)),
        Share(int((stray >= accept).sum()), len(stray)),
    )
