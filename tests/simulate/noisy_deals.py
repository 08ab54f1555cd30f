"""Many deals told by a poor camera, with nobody answering, and what became of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields

from engine.deal.record import DealRecord, JsonObject
from tests.simulate.noisy_camera import Noise
from tests.simulate.playing import anyhow, deal_cards, plant, play_out, start
from tests.simulate.records import line_of, record_of
from tests.simulate.table import GAMES, Deal, table
from tests.simulate.watched_deals import Sure, Watched, watch

LATER = (
    *(("sheepshead", 3), ("sheepshead", 4), ("sheepshead", 6), ("sheepshead", 7)),
    ("bierkopf", 4),
)
"""Games that came after the large figures were measured; they take turns among themselves."""
WATCHED = tuple(each for each in GAMES if each[1] != 2 and each not in LATER)
"""Every other game and table size a camera can watch: two players' layout lies open, it cannot."""
EVERY = (*WATCHED, *LATER)
"""All of them."""


@dataclass(frozen=True, slots=True)
class Case:
    """A deal to be watched, and who did wrong in it."""

    record: DealRecord
    rules: JsonObject
    guilty: dict[int, str]
    deal: Deal


def honest(seed: int, games: Sequence[tuple[str, int]] = WATCHED) -> Case:
    """Return a legal deal; the games take turns."""
    chance = random.Random(seed)
    game, players = games[seed % len(games)]
    deal = play_out(start(deal_cards(table(game, players, chance), chance)), anyhow(chance)).deal
    return case_of(deal, seed, {})


def with_revoke(seed: int, games: Sequence[tuple[str, int]] = WATCHED) -> Case:
    """Return a deal with one revoke that somebody tried to hide or did not."""
    chance = random.Random(seed)
    game, players = games[seed % len(games)]
    while True:
        style = chance.choice(["random", "conceals"])
        planted = plant(table(game, players, chance), chance, "revoke", style)
        if planted is not None:
            return case_of(planted.deal, seed, {seat: kind for kind, seat, _ in planted.acts})


def some_with_revoke(seed: int) -> Case:
    """Return a deal of any game; in every other round of the games each has a revoke."""
    deal = with_revoke if seed // len(EVERY) % 2 else honest
    return deal(seed, EVERY)


def case_of(deal: Deal, seed: int, guilty: dict[int, str]) -> Case:
    """Return what is to be watched of a deal in which these did wrong."""
    rules = line_of(deal).get("rules") or {}
    assert isinstance(rules, dict)
    return Case(record_of(deal, f"noisy-{seed}"), rules, guilty, deal)


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
    paid: int = 0
    """Deals that end settled as they were played."""
    whole: int = 0
    """Deals in which every play is right at the end."""
    known: int = 0
    """Deals in which all that could be known is right at the end, or asked about."""
    failed: int = 0
    """Deals in which the director raised an error."""
    extra: int = 0
    """Plays that were none and stand at the end."""
    steps_ms: list[float] = field(default_factory=list)
    sure_first: list[Sure] = field(default_factory=list)
    sure_final: list[Sure] = field(default_factory=list)

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
        self.paid += watched.paid
        self.whole += watched.whole
        self.known += watched.known
        self.failed += bool(watched.failures)
        self.extra += max(0, watched.extra)
        self.steps_ms += watched.steps_ms
        self.sure_first += watched.sure_first
        self.sure_final += watched.sure_final

    def join(self, other: Tally) -> None:
        """Count what another counted."""
        for each in fields(self):
            own, more = getattr(self, each.name), getattr(other, each.name)
            both = max(own, more) if each.name == "most_questions" else own + more
            setattr(self, each.name, both)

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
