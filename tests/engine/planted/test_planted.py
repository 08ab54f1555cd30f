"""Errors planted in deals of every game: all proven at the end, nobody innocent named on the way.

`make test` plants some hundred, `make prove` 20,000. What is wrong is taken from the rules over
whole hands (`tests.simulate.playing`), which know nothing of the engine.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from engine.deal.record import DealRecord, Play
from engine.deal.report import Grade, Verdict
from engine.referee.evaluation import evaluate
from tests.engine.brute.compare import JUDGED, act_of
from tests.engine.planted.layout import acts_with_layout
from tests.evenings.proof import ENGINE, Row, write
from tests.simulate.playing import (
    IN_CALLING,
    IN_PLAY,
    STYLES,
    Act,
    Planted,
    acts,
    anyhow,
    deal_cards,
    plant,
    play_out,
    start,
)
from tests.simulate.records import cut, record_of
from tests.simulate.table import GAMES, kinds, table

SEED = 20261121
FEW = 150
MANY = 20_000
SURE = frozenset({Grade.OWN_PLAY, Grade.COUNT})
CONTRACTS = {"hochzeit_trump": "hochzeit", "must_trump": "teams"}
"""Errors that only one contract knows; those with a called card and a wrong call: Rufspiel."""
CALLED_BY = (4, 5, 6)
"""With how many a picker at Sheepshead may call an ace (PG)."""

Case = tuple[str, int, str, str | None]
"""Game, players, kind of error, contract where only one knows it."""


def cases() -> list[Case]:
    """Return every error that is possible in every game."""
    found: list[Case] = []
    for game, players in GAMES:
        offered = kinds(game, players)
        for kind in (*IN_PLAY, *IN_CALLING):
            contract = CONTRACTS.get(kind, "pick" if game == "sheepshead" else "rufspiel")
            if kind == "revoke":
                found.append((game, players, kind, None))
            elif contract == "pick" and players not in CALLED_BY:
                continue
            elif contract in offered and (kind != "called_card_discarded" or _keeps(game)):
                found.append((game, players, kind, contract))
    return found


def _keeps(game: str) -> bool:
    """Tell whether the preset forbids throwing the called card off early."""
    return game in ("schafkopf", "bavarian", "sheepshead")


@dataclass
class Tally:
    """What was planted and what became of it."""

    planted: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    """Planted errors by game and people."""
    proven: int = 0
    innocent: int = 0

    @property
    def total(self) -> int:
        return self.planted.total()


def some(case: Case, chance: random.Random, errors: int = 1) -> Planted:
    """Plant one error of the case (or several) in a deal that allows it."""
    game, players, kind, contract = case
    while True:
        at = table(game, players, chance, kind=contract, any_rules=chance.random() < 0.3)
        if contract == "pick" and at.ace is None:
            continue
        planted = plant(at, chance, kind, chance.choice(STYLES), errors)
        if planted is not None:
            planted.deal.bury_known = at.kind == "pick" and chance.random() < 0.5
            return planted


def truth(planted: Planted) -> frozenset[Act]:
    deal = planted.deal
    if deal.piles is not None:
        return acts_with_layout(deal)
    return frozenset(act for act in acts(deal.table, deal.hands, deal.plays) if act[0] in JUDGED)


def judged(record: DealRecord) -> list[Verdict]:
    return [each for each in evaluate(record).verdicts if each.kind in JUDGED]


def sure(verdicts: list[Verdict]) -> list[Verdict]:
    return [each for each in verdicts if SURE & {known.grade for known in each.grades}]


def mistakes(planted: Planted, tally: Tally, chance: random.Random) -> Iterator[str]:
    """Yield what the engine says wrongly of one deal, at its end and at some cards on the way."""
    wrong = truth(planted)
    guilty = {seat for _, seat, _ in wrong}
    assert set(planted.acts) <= wrong
    tally.planted.update(kind for kind, _, _ in planted.acts)
    at = planted.deal.table
    tally.games[f"{at.game} {at.players}"] += len(planted.acts)
    record = record_of(planted.deal)
    end = judged(record)
    named = {act_of(each) for each in sure(end)}
    if planted.deal.table.game != "sheepshead" or planted.deal.bury_known:
        tally.proven += len(set(planted.acts) & named)
        if named != wrong:
            yield f"at the end {sorted(wrong)} was wrong, said is {sorted(named)}: {planted}"
    else:
        # Two cards stay unseen; following suit is proven all the same.
        tally.proven += len(set(planted.acts) & named)
        if not set(planted.acts) <= named <= wrong:
            yield f"with a bury unseen {sorted(wrong)} was wrong, said is {sorted(named)}"
    for count in sorted(chance.sample(range(1, len(record.plays)), 3)):
        said = judged(cut(record, count))
        innocent = {each.seat for each in sure(said)} - guilty
        tally.innocent += bool(innocent)
        if innocent:
            yield f"innocent {innocent} after {count} cards of {planted}: {said}"
        for each in said:
            if len(guilty) == 1 and not guilty & set(each.suspects):
                yield f"{each} leaves out who it was after {count} cards of {planted}"


@pytest.mark.parametrize("case", cases(), ids=lambda case: "-".join(map(str, case[:3])))
def test_every_planted_error_is_proven_and_nobody_else_is_named(case: Case) -> None:
    """RULES 13, T1: once every card lies, everything that was wrong is proven, and only that."""
    chance = random.Random(SEED)
    tally = Tally()
    for _ in range(FEW // len(cases()) + 1):
        assert list(mistakes(some(case, chance), tally, chance)) == []
    assert tally.proven == tally.total > 0


@pytest.mark.parametrize(("game", "players"), [each for each in GAMES if each[1] > 2])
def test_with_two_offenders_nobody_innocent_is_named(game: str, players: int) -> None:
    """RULES 13: own play and count need nobody else's honesty."""
    chance = random.Random(SEED)
    tally = Tally()
    for _ in range(8):
        planted = some((game, players, "revoke", None), chance, errors=2)
        assert list(mistakes(planted, tally, chance)) == []
    assert tally.proven == tally.total > 8


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_right_play_gives_no_verdict_at_any_card(game: str, players: int) -> None:
    chance = random.Random(SEED)
    for _ in range(6):
        made = table(game, players, chance, any_rules=True)
        play = play_out(start(deal_cards(made, chance)), anyhow(chance))
        record = record_of(play.deal)
        for count in range(len(record.plays) + 1):
            assert evaluate(cut(record, count)).verdicts == (), (made, count)
    assert judged(record_of(some((game, players, "revoke", None), chance).deal))


def hidden(record: DealRecord, chance: random.Random) -> DealRecord:
    """Return the record with some cards not seen."""
    plays = list(record.plays)
    for index in chance.sample(range(len(plays)), chance.randrange(1, 9)):
        plays[index] = Play(plays[index].seat, None)
    return replace(record, plays=tuple(plays))


def unseen_mistakes(planted: Planted, chance: random.Random) -> Iterator[str]:
    """Yield what is said wrongly when some cards were laid unseen."""
    wrong = truth(planted)
    guilty = {seat for _, seat, _ in wrong}
    for each in judged(hidden(record_of(planted.deal), chance)):
        if each in sure([each]) and each.seat not in guilty:
            yield f"{each} accuses an innocent in {planted}"
        if len(guilty) == 1 and not guilty & set(each.suspects):
            yield f"{each} leaves out who it was in {planted}"


@pytest.mark.parametrize("case", cases(), ids=lambda case: "-".join(map(str, case[:3])))
def test_cards_laid_unseen_accuse_nobody_innocent(case: Case) -> None:
    chance = random.Random(SEED)
    for _ in range(FEW // len(cases()) + 1):
        planted = some(case, chance)
        assert list(unseen_mistakes(planted, chance)) == []
        # With every card seen the error is found.
        assert judged(record_of(planted.deal))


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in sorted(counts.items()))


@pytest.mark.prove
def test_all_planted_errors() -> None:
    chance = random.Random(SEED)
    tally, two = Tally(), Tally()
    wrong: list[str] = []
    every = cases()
    while tally.total < MANY:
        wrong += mistakes(some(every[tally.total % len(every)], chance), tally, chance)
        wrong += unseen_mistakes(some(chance.choice(every), chance), chance)
        if tally.total % 10 == 0:
            game, players = chance.choice([each for each in GAMES if each[1] > 2])
            doubled = some((game, players, "revoke", None), chance, errors=2)
            wrong += mistakes(doubled, two, chance)
    kinds_planted = _listed(tally.planted)
    write(
        [
            Row(
                "planted errors, every game and player count: proven at the end; innocents named "
                "by own play or count at three cards on the way and at the end",
                f"all of {MANY:,}; 0",
                f"{tally.proven:,} of {tally.total:,} ({kinds_planted}; {_listed(tally.games)}); "
                f"{tally.innocent}",
                f"pytest -m prove tests/engine/planted (seed {SEED})",
            ),
            Row(
                "two offenders in one deal: revokes proven at the end; innocents named by own play "
                "or count",
                "all; 0",
                f"{two.proven:,} of {two.total:,}; {two.innocent}",
                f"pytest -m prove tests/engine/planted (seed {SEED})",
            ),
        ],
        ENGINE,
    )
    assert wrong == []
    assert len(tally.games) == len(GAMES)
    assert (tally.proven, two.proven) == (tally.total, two.total)
