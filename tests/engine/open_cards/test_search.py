"""What positions are worth with best play, against searches written apart."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from engine.cards import Card
from engine.open_cards.deal import OpenDeal, dealt
from engine.open_cards.findings import USUAL
from engine.open_cards.game import OpenGame, Position, Solver
from engine.open_cards.search import EnoughError, Limit
from tests.engine.open_cards.apart import Hands, Past, Trick, brute, searched, second_search
from tests.engine.open_cards.made import Made, any_deal

PLENTY = 5_000_000
WHOLE = 100_000
"""Positions for whole deals. Most take fewer than 50,000 of them; five and six people now and then
600,000, or all that the table has: minutes each, where the search in C takes a second."""


class Late:
    """A made-up deal some tricks before its end, perhaps within a trick."""

    def __init__(self, rng: Random, made: Made, tricks: int, laid: int) -> None:
        deal = dealt(made.facts, made.had)
        assert isinstance(deal, OpenDeal)
        self.deal, self.book = deal, made.book
        game = OpenGame(deal)
        at, plays = game.start, list[tuple[int, Card]]()
        while game.tricks(at) > tricks or len(at.laid) < laid:
            bit = rng.choice([bit for bit in deal.card_of if bit & game.legal(at)])
            plays.append((deal.seats[game.mover(at)], deal.card_of[bit]))
            at = game.after(at, bit)
        self.at: Position = at
        size = len(deal.seats)
        whole = len(plays) - laid
        self.past: Past = tuple(tuple(plays[n : n + size]) for n in range(0, whole, size))
        self.trick: Trick = tuple(plays[whole:])
        gone = {card for _, card in plays}
        self.hands: Hands = {
            seat: tuple(card for card in hand if card not in gone)
            for seat, hand in made.hands.items()
        }

    @property
    def leader(self) -> int:
        return self.deal.seats[self.at.leader]

    def said(self, positions: int = PLENTY) -> int:
        """What the engine makes of what is left; raises EnoughError beyond so many positions."""
        return Solver(self.deal, Limit(positions)).value(self.at) - self.at.taken


def late(rng: Random, tricks: int) -> tuple[Made, Late]:
    while True:
        made = any_deal(rng)
        if made.facts.setting.trick_count >= tricks:
            return made, Late(rng, made, tricks, rng.randrange(len(made.facts.setting.seats)))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return second_search(tmp_path_factory.mktemp("apart"))


def compare(rng: Random, positions: int, most: int, program: Path | None = None) -> Counter[str]:
    met: Counter[str] = Counter()
    for _ in range(positions):
        tricks = rng.randint(1, most)
        made, there = late(rng, tricks)
        where = there.book, there.hands, there.leader, there.trick, there.past
        value = brute(*where, {})
        assert there.said() == value, (made.record, there.at, there.past, there.trick)
        if program is not None:
            assert searched(program, *where, 0) == value, (made.record, there.past, there.trick)
        met[f"{made.record.game} {made.record.players}, {tricks}"] += 1
    return met


def test_the_last_three_tricks(program: Path) -> None:
    """All three agree: the engine, every way to play, and the search in C."""
    compare(Random(3), 120, 3, program)


def test_tables_hold_no_more_than_they_may_and_say_the_same() -> None:
    rng, forgot = Random(4), 0
    for _ in range(12):
        made, there = late(rng, 4)
        solver = Solver(there.deal, Limit(PLENTY, kept=40))
        assert solver.value(there.at) - there.at.taken == there.said(), made.record
        search = solver.search
        held = [len(search.last), *(len(canon) for canon in search.canons)]
        assert len(search.known) <= 40
        assert all(each <= 5 for each in held)
        forgot += solver.search.limit.used > 40
    assert forgot


@pytest.mark.prove
@pytest.mark.parametrize("part", range(8))
def test_2000_positions_with_up_to_four_tricks(part: int) -> None:
    met = compare(Random(2026 + part), 250, 4)
    print("\n", dict(sorted(met.items())))


@pytest.mark.prove
@pytest.mark.parametrize("tricks", [5, 6, 7, 8])
def test_200_positions_with_five_to_eight_tricks(tricks: int, program: Path) -> None:
    """Of what the table would work out, of whole deals the lighter ones: what is beyond the bound
    is counted and drawn anew.
    """
    rng, met, beyond = Random(50 + tricks), Counter[str](), 0
    while met.total() < 50:
        made, there = late(rng, tricks)
        try:
            value = there.said(WHOLE if tricks == 8 else USUAL.deal)
        except EnoughError:
            beyond += 1
            continue
        where = there.book, there.hands, there.leader, there.trick, there.past
        assert searched(program, *where, value) == value, made.record
        met[f"{made.record.game} {made.record.players}"] += 1
    print("\n", tricks, dict(sorted(met.items())), "beyond the bound", beyond)
