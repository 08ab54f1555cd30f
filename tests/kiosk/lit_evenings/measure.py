"""Evenings drawn by chance, each seen dark and lit by its own cues: how much worse is lit?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from models.evening.moment import DealPlan
from tests.evenings.own_deals import Played, played
from tests.evenings.own_decks import kept_deck
from tests.evenings.own_units import Unit, unit
from tests.evenings.own_watch import judged
from tests.kiosk.lit_evenings.watch import watch
from vision.reading.nets import Nets

LIGHTS = {
    "lit": (0.3, True),
    "strong": (1.0, True),
    "glaring": (3.0, True),
    "glaring, restless": (3.0, False),
}
"""How strong the whole strip at full white would be, as a share of the lamp's light in the middle
of the table, and whether it keeps calm while a card is read."""
COUNTED = ("planned", "cards", "first", "final", "extra", "tricks", "taken", "questions", "accused")

Counts = dict[str, Counter[str]]


def short_of(game: Played, cards: int | None) -> Played:
    """Return the first `cards` (whole tricks) of a game's first deal; None: all of it."""
    if cards is None:
        return game
    plan = game.plans[0]
    size = len(plan.plays) // len(plan.winners)
    short = DealPlan(plan.id, plan.plays[:cards], plan.winners[: cards // size])
    return replace(game, plans=(short,))


def compared(
    evening: Unit,
    nets: Nets,
    lights: dict[str, tuple[float, bool]],
    cards: int | None = None,
) -> Counts:
    """Watch one evening in every light; return what was counted, by light ("dark" first)."""
    codes = kept_deck(evening.deck).codes
    game = short_of(played(evening.game, evening.seats, codes, evening.stage.seed, 1), cards)
    seen, changes = watch(evening, game, nets, lights)
    counts = {}
    for name, watched in seen.items():
        told = judged(watched, game)
        counts[name] = Counter({key: int(told[key]) for key in COUNTED})
        counts[name]["changes"] = changes.get(name, 0)
    return counts


def measure(numbers: Iterable[int], seed: int, decks: int, nets: Nets) -> Counts:
    """Return the sums over evenings `numbers` of a seed."""
    total: Counts = {}
    for number in numbers:
        for name, counts in compared(unit(number, seed, decks), nets, LIGHTS).items():
            total.setdefault(name, Counter()).update(counts)
    return total


def lines(total: Counts) -> list[str]:
    """Return the sums as a table."""
    heads = (*COUNTED, "changes")
    rows = [["light", *heads]]
    rows += [[name, *(str(counts[head]) for head in heads)] for name, counts in total.items()]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]
