"""Evenings drawn by chance, each seen dark and lit by its own cues: how much worse is lit?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from models.workshop.evening.moment import DealPlan
from tests.evenings.own_deals import Played, played
from tests.evenings.own_decks import kept_deck
from tests.evenings.own_units import Unit, unit
from tests.evenings.own_watch import Watched, judged
from tests.evenings.score_evening import match
from tests.kiosk.lit_evenings.watch import Lighting, watch
from vision.reading.nets import Nets

LIGHTS = {
    "lit": Lighting(0.3),
    "strong": Lighting(1.0),
    "glaring": Lighting(3.0),
    "glaring, restless": Lighting(3.0, calm=False),
    "racing, calm": Lighting(1.0, runs=0.0),
    "racing, restless": Lighting(1.0, calm=False, runs=0.0),
}
"""The table's own cues in a usual room, a dim pub and by a candle (see `glow`), standing still
while a card is read, and not; and what no table of ours shows: coloured light that runs round the
table in a dim pub as fast as the camera can see, again with standing still and without."""
COUNTED = ("planned", "cards", "first", "final", "extra", "tricks", "taken", "questions", "accused")
CHANGED = ("changes", "reading")
"""How often the light changed, and how often of these while a card was being read."""
PUT_OFF = 0.2
"""A card that is said so many seconds later than in the dark has been put off."""


@dataclass
class Tally:
    """What was counted in one light."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    """From rest to being said, of each card that was said."""

    def add(self, other: Tally) -> None:
        """Take the tally of another evening in."""
        self.counts.update(other.counts)
        self.seconds += other.seconds


Counts = dict[str, Tally]


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
    lightings: Mapping[str, Lighting],
    cards: int | None = None,
) -> Counts:
    """Watch one evening in every light; return what was counted, by light ("dark" first)."""
    codes = kept_deck(evening.deck).codes
    game = short_of(played(evening.game, evening.seats, codes, evening.stage.seed, 1), cards)
    seen, strips = watch(evening, game, nets, lightings)
    in_the_dark = delays(seen["dark"], game)
    tallies = {}
    for name, watched in seen.items():
        told, late = judged(watched, game), delays(watched, game)
        counts = Counter({key: int(told[key]) for key in COUNTED})
        counts["put off"] = sum(
            seconds > in_the_dark.get(card, seconds) + PUT_OFF for card, seconds in late.items()
        )
        if name in strips:
            counts["changes"], counts["reading"] = strips[name].changes, strips[name].reading
        tallies[name] = Tally(counts, list(late.values()))
    return tallies


def delays(watched: Watched, game: Played) -> dict[int, float]:
    """Return by number of the card how many seconds after coming to rest it was first said."""
    cards = [
        {**event, "card": game.name(event["card"])}
        for event in watched.truth
        if event["kind"] == "card"
    ]
    said: list[dict[str, Any]] = [one for one in watched.said if one["type"] == "card_played"]
    return {
        index: said[at]["known_t"] - cards[index]["seconds"] for index, at in match(cards, said)
    }


def measure(
    numbers: Iterable[int],
    seed: int,
    decks: int,
    nets: Nets,
    lightings: Mapping[str, Lighting] = LIGHTS,
) -> Counts:
    """Return the sums over evenings `numbers` of a seed."""
    total: Counts = {}
    for number in numbers:
        for name, tally in compared(unit(number, seed, decks), nets, lightings).items():
            total.setdefault(name, Tally()).add(tally)
    return total


def lines(total: Counts) -> list[str]:
    """Return the sums as a table; times in seconds."""
    heads = (*COUNTED, "put off", *CHANGED)
    rows = [["light", *heads, "median s", "95 % s", "longest s"]]
    for name, tally in total.items():
        times = [f"{seconds:.2f}" for seconds in _times(tally.seconds)]
        rows.append([name, *(str(tally.counts[head]) for head in heads), *times])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _times(seconds: Sequence[float]) -> tuple[float, float, float]:
    if not seconds:
        return (float("nan"),) * 3
    middle, most = np.quantile(seconds, (0.5, 0.95))
    return float(middle), float(most), max(seconds)
