"""Deals for the tests of settlement: written by hand, or made by chance for any game and table."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from engine.deal.record import DealRecord
from engine.deal.report import DealResult
from engine.dealfile.reader import parse
from engine.referee.evaluation import evaluate
from tests.simulate.playing import anyhow, deal_cards, play_out, start
from tests.simulate.records import line_of
from tests.simulate.table import Deal, kinds, table

Line = dict[str, object]

FAMILY = (
    ("schafkopf", 4),
    ("mehrkopf", 2),
    ("mehrkopf", 3),
    ("mehrkopf", 4),
    ("mehrkopf", 5),
    ("mehrkopf", 6),
    ("mehrkopf", 7),
    ("bavarian", 4),
)
"""Every game of the family and how many sit at its table."""


def line(plays: Sequence[tuple[int, str]], **fields: object) -> Line:
    """Return a deal file's line: schafkopf for four with dealer 3, unless said otherwise."""
    plain: Line = {
        "v": 1,
        "id": "made",
        "game": "schafkopf",
        "players": 4,
        "dealer": 3,
        "contract": None,
        "doubles": [],
        "plays": [[seat, code] for seat, code in plays],
    }
    return {**plain, **fields}


def scored(written: Mapping[str, object]) -> DealResult | None:
    return evaluate(parse(written)).result


def result(written: Mapping[str, object]) -> DealResult:
    found = scored(written)
    assert found is not None
    return found


def amounts(settled: DealResult) -> list[int | str]:
    """Return the payout as the deal file writes it."""
    return [int(each) if each.denominator == 1 else str(each) for each in settled.payout]


def record(written: Mapping[str, object]) -> DealRecord:
    return parse(written)


def made(
    chance: random.Random, game: str, players: int, kind: str | None = None
) -> tuple[Deal, Line]:
    """Return a deal played to its end by the rules, with every hand, and its line."""
    kind = kind or chance.choice(kinds(game, players))
    play = start(deal_cards(table(game, players, chance, kind=kind), chance))
    play_out(play, anyhow(chance))
    return play.deal, line_of(play.deal)


def zero_sum(settled: DealResult) -> bool:
    return sum(settled.payout, Fraction(settled.stock_change)) == 0


def found(
    game: str,
    players: int,
    kind: str,
    wanted: Callable[[Deal, DealResult], bool],
    **fields: object,
) -> tuple[Deal, Line, DealResult]:
    """Return the first deal made by chance, from a fixed seed on, that is as wanted."""
    chance = random.Random(f"{game} {players} {kind}")
    for _ in range(20_000):
        deal, written = made(chance, game, players, kind)
        settled = result({**written, **fields})
        if wanted(deal, settled):
            return deal, {**written, **fields}, settled
    raise AssertionError("no such deal")
