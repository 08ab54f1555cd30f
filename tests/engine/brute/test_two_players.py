"""Offiziersschafkopf: the layout decides whether a card could have been played (RULES 13)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.deal.record import DealRecord
from tests.engine.brute.compare import said_at
from tests.engine.brute.no_layout import certain_without_layout
from tests.engine.brute.positions import careless
from tests.engine.planted.layout import acts_with_layout
from tests.simulate.playing import Act, deal_cards, start
from tests.simulate.records import cut, record_of
from tests.simulate.table import Deal, SimulatedTable, table

SOLO = SimulatedTable("mehrkopf", "solo", (0, 1), 2, 1, suit="E", caller=0)


def played(chance: random.Random) -> Deal:
    play = start(deal_cards(table("mehrkopf", 2, chance), chance))
    choose = careless(chance, chance.choice((0.0, 0.1, 0.5)))
    while not play.over:
        play.lay(choose(play, play.legal()))
    return play.deal


def without_layout(record: DealRecord) -> DealRecord:
    return replace(record, piles=None, reveals=())


def upto(acts: frozenset[Act], count: int) -> frozenset[Act]:
    return frozenset(act for act in acts if act[2] < count)


@pytest.mark.parametrize("seed", range(12))
def test_with_the_layout_every_revoke_is_proven_at_once(seed: int) -> None:
    deal = played(random.Random(seed))
    record, wrong = record_of(deal), acts_with_layout(deal)
    for count in range(1, len(deal.plays) + 1):
        assert said_at(cut(record, count)).certain == upto(wrong, count)


@pytest.mark.parametrize("seed", range(12))
def test_without_the_layout_what_could_have_been_covered_is_excused(seed: int) -> None:
    deal = played(random.Random(seed))
    record, wrong = without_layout(record_of(deal)), acts_with_layout(deal)
    for count in range(1, len(deal.plays) + 1):
        plays = deal.plays[:count]
        own = certain_without_layout(deal.table, plays, count=False)
        certain = certain_without_layout(deal.table, plays)
        assert own <= said_at(cut(record, count)).certain <= certain <= wrong


def test_one_later_card_may_have_been_covered_a_second_not_by_one_of_its_own_class() -> None:
    """RULES 13, without the layout: only the card thrown off can have covered one of them."""
    plays = [(0, "GA"), (1, "HA"), (0, "G9"), (1, "G8")]
    assert certain_without_layout(SOLO, plays) == frozenset()
    plays += [(0, "H7"), (1, "GZ")]
    assert certain_without_layout(SOLO, plays) == {("revoke", 1, 1)}
