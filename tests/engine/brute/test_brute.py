"""The referee proves exactly what every distribution of the unseen cards proves, and no later.

Both directions at every card from late in the deal on: what the engine says holds in every world
(sound), and what holds in every world is said (earliest moment). `make test` looks at a few hundred
positions, `make prove` at 100,000.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from engine.deal.report import Grade, Verdict
from tests.engine.brute.compare import differences, said_at
from tests.engine.brute.positions import Late, late, lates, random_table
from tests.engine.brute.worlds import proven_at
from tests.evenings.proof import ENGINE, Row, write
from tests.simulate.playing import acts
from tests.simulate.table import GAMES

FEW = 600
MANY = 100_000
SEED = 20261121


@dataclass
class Tally:
    """What was met, so that agreement is not agreement about nothing."""

    positions: int = 0
    certain: int = 0
    joint: int = 0
    several: int = 0
    games: Counter[str] = field(default_factory=Counter)
    """Positions by game and people."""

    def line(self) -> str:
        return (
            f"{self.positions:,} positions, {self.certain:,} with an error proven by own play or "
            f"count, {self.joint:,} with one proven jointly, {self.several:,} of these with "
            "several suspects"
        )


def check(deal: Late, tally: Tally) -> Iterator[str]:
    """Yield where engine and oracle part, at every card of a deal from where it can be counted."""
    known: dict[tuple[str, Grade], int] = {}
    for count in range(deal.first, len(deal.deal.plays) + 1):
        record, position = deal.at(count)
        said, proven = said_at(record), proven_at(position)
        tally.positions += 1
        tally.games[f"{deal.deal.table.game} {deal.deal.table.players}"] += 1
        tally.certain += bool(proven.certain)
        tally.joint += proven.offenders != {frozenset()}
        tally.several += len(proven.offenders) > 1
        found = differences(said, proven) + _moments(said.verdicts, known, count, deal.first)
        if found:
            yield f"{found} after {count} cards of {deal.deal}: {proven}, {said.verdicts}"


def _moments(
    verdicts: tuple[Verdict, ...], known: dict[tuple[str, Grade], int], count: int, first: int
) -> list[str]:
    """Return what is wrong about the moments: each grade names the card after which it was said.

    Before `first` nobody looked, so what is said there may have been known for long. What was known
    of a seat by count, the act still open, keeps its moment when the act is found.
    """
    now: dict[tuple[str, Grade], int] = {
        (each.id, grade.grade): grade.after
        for each in verdicts
        for grade in each.grades
        if grade.grade is not Grade.JOINT
    }
    wrong = []
    for (name, grade), after in now.items():
        due = {count - 1, known.get((name, grade), count - 1)}
        if grade is Grade.COUNT:
            due |= {when for (other, _), when in known.items() if _seat(other) == _seat(name)}
        if after not in due and (count > first or after >= count):
            wrong.append(f"{grade.value} of {name} is said to be known after card {after}")
    for verdict in verdicts:
        if verdict.known_after != min(each.after for each in verdict.grades):
            wrong.append(f"known_after of {verdict.id} is not its first grade's")
    known |= now
    return wrong


def _seat(name: str) -> str:
    return name.split(":")[1]


def test_engine_and_oracle_agree_at_random_positions() -> None:
    """RULES 13: own play, own count, jointly, each at the earliest card."""
    tally = Tally()
    for deal in lates(SEED):
        assert list(check(deal, tally)) == []
        if tally.positions >= FEW:
            break
    assert min(tally.certain, tally.joint, tally.several) > 0


@pytest.mark.parametrize(("game", "players"), [each for each in GAMES if each[1] != 2])
def test_engine_and_oracle_agree_in_every_game(game: str, players: int) -> None:
    chance = random.Random(SEED)
    tally = Tally()
    while tally.positions < FEW // 10 or not (tally.certain or tally.joint):
        made = random_table(chance, game, players)
        assert list(check(late(made, chance), tally)) == []


@pytest.mark.prove
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_engine_and_oracle_agree_in_sheepshead_of_each_size(players: int) -> None:
    """RULES 13: leaster, partner by jack and by called ace; blind and bury are seen by nobody."""
    chance = random.Random(SEED + players)
    tally = Tally()
    parted: list[str] = []
    while tally.positions < MANY // 10:
        parted += check(late(random_table(chance, "sheepshead", players), chance), tally)
    row = Row(
        f"Sheepshead with {players}, referee against every distribution of at most 12 unseen "
        "cards: positions where both agree",
        f"{MANY // 10:,} of {MANY // 10:,}",
        f"{tally.positions - len(parted):,} of {tally.positions:,} ({tally.line()})",
        f"pytest -m prove tests/engine/brute -k sheepshead (seed {SEED + players})",
    )
    write([row], ENGINE)
    assert parted == []
    assert min(tally.certain, tally.joint) > 0


@pytest.mark.prove
def test_engine_and_oracle_agree_at_every_position() -> None:
    tally = Tally()
    parted: list[str] = []
    innocent = 0
    for deal in lates(SEED):
        truth = {seat for _, seat, _ in acts(deal.deal.table, deal.deal.hands, deal.deal.plays)}
        parted += check(deal, tally)
        whole = said_at(deal.record)
        innocent += bool({seat for _, seat, _ in whole.certain} - truth)
        if tally.positions >= MANY:
            break
    row = Row(
        "referee against every distribution of at most 12 unseen cards, every game: positions "
        "where both agree; innocents named at the end",
        f"{MANY:,} of {MANY:,}; 0",
        f"{tally.positions - len(parted):,} of {tally.positions:,}; {innocent} ({tally.line()}; "
        + ", ".join(f"{name}: {count:,}" for name, count in sorted(tally.games.items()))
        + ")",
        f"pytest -m prove tests/engine/brute (seed {SEED})",
    )
    write([row], ENGINE)
    assert parted == []
    assert innocent == 0
    assert len(tally.games) == len([each for each in GAMES if each[1] != 2])
