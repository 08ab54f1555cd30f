"""Many deals told by a poor camera, with nobody answering, and what became of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.deal.record import DealRecord, JsonObject
from tests.kiosk.noisy_camera import Noise, Watched, watch
from tests.simulate.playing import anyhow, deal_cards, plant, play_out, start
from tests.simulate.records import line_of, record_of
from tests.simulate.table import GAMES, Deal, table

LATER = (
    *(("sheepshead", 3), ("sheepshead", 4), ("sheepshead", 6), ("sheepshead", 7)),
    ("bierkopf", 4),
)
"""Games that came after the large figures were measured; they take turns among themselves."""
WATCHED = tuple(each for each in GAMES if each[1] != 2 and each not in LATER)
"""Every other game and table size a camera can watch: two players' layout lies open, it cannot."""


@dataclass(frozen=True, slots=True)
class Case:
    """A deal to be watched, and who did wrong in it."""

    record: DealRecord
    rules: JsonObject
    guilty: dict[int, str]


def honest(seed: int, games: Sequence[tuple[str, int]] = WATCHED) -> Case:
    """Return a legal deal; the games take turns."""
    chance = random.Random(seed)
    game, players = games[seed % len(games)]
    deal = play_out(start(deal_cards(table(game, players, chance), chance)), anyhow(chance)).deal
    return _case(deal, seed, {})


def with_revoke(seed: int, games: Sequence[tuple[str, int]] = WATCHED) -> Case:
    """Return a deal with one revoke that somebody tried to hide or did not."""
    chance = random.Random(seed)
    game, players = games[seed % len(games)]
    while True:
        style = chance.choice(["random", "conceals"])
        planted = plant(table(game, players, chance), chance, "revoke", style)
        if planted is not None:
            return _case(planted.deal, seed, {seat: kind for kind, seat, _ in planted.acts})


def _case(deal: Deal, seed: int, guilty: dict[int, str]) -> Case:
    rules = line_of(deal).get("rules") or {}
    assert isinstance(rules, dict)
    return Case(record_of(deal, f"noisy-{seed}"), rules, guilty)


@dataclass
class Tally:
    """What became of many deals."""

    deals: int = 0
    cards: int = 0
    first: int = 0
    final: int = 0
    cards_final: int = 0
    questions: int = 0
    most_questions: int = 0
    asked: int = 0
    """Deals in which anything was asked."""
    accused: int = 0
    """Deals in which somebody who did nothing wrong was accused at any moment."""
    guilty: int = 0
    proven: int = 0
    closed: int = 0

    def add(self, case: Case, watched: Watched) -> None:
        """Count one deal."""
        questions = len(watched.questions)
        self.deals += 1
        self.cards += watched.cards
        self.first += watched.first
        self.final += watched.final
        self.cards_final += watched.cards_final
        self.questions += questions
        self.most_questions = max(self.most_questions, questions)
        self.asked += questions > 0
        self.accused += bool(watched.accused)
        self.guilty += bool(case.guilty)
        self.proven += watched.proven
        self.closed += watched.closed

    def words(self) -> str:
        """Return the figures in one line."""
        said = (
            f"{self.deals:,} deals, innocents accused in {self.accused}; "
            f"first said right {self.first / self.cards:.2%}, "
            f"decoded with seat {self.final / self.cards:.2%} "
            f"(cards alone {self.cards_final / self.cards:.2%}), "
            f"questions a deal {self.questions / self.deals:.2f} (most {self.most_questions}, "
            f"none in {1 - self.asked / self.deals:.0%})"
        )
        return said + (f", revokes shown {self.proven:,} of {self.guilty:,}" * bool(self.guilty))


def tally(cases: Iterator[Case], noise: Noise, first_seed: int) -> tuple[Tally, list[str]]:
    """Watch the deals; return the figures and the deals in which an innocent was accused."""
    found, wrong = Tally(), []
    for number, case in enumerate(cases):
        watched = watch(case.record, case.rules, noise, first_seed + number, case.guilty)
        found.add(case, watched)
        if watched.accused:
            wrong.append(f"{case.record.id}: {[(v.kind, v.seat) for v in watched.accused]}")
    return found, wrong
