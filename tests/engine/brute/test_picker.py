"""Sheepshead: a picker keeps a card of the called suit; told only where every hand says so.

`called_suit_not_kept` rests on the picker's own cards, so it is held against every hand the picker
can have, the bury among the unseen cards.
"""

from __future__ import annotations

import random

import pytest

from engine.deal.record import DealRecord
from engine.referee.evaluation import evaluate
from tests.engine.brute.positions import late, random_table
from tests.engine.brute.worlds import Position, hands_of_seat
from tests.simulate.playing import NOT_KEPT, Act, acts, acts_of_seat, turns_of

SEED = 20261121
DEALS = 60


def said(record: DealRecord) -> set[Act]:
    return {
        (each.kind, each.seat, each.play)
        for each in evaluate(record).verdicts
        if each.kind == NOT_KEPT and each.seat is not None
    }


def certain(position: Position) -> set[Act]:
    """Return what the picker threw off wrongly whichever hand is right."""
    table, picker = position.table, position.table.caller
    assert picker is not None
    turns = turns_of(table, position.plays)
    own = [(i, turns[i], card) for i, (seat, card) in enumerate(position.plays) if seat == picker]
    worlds = [acts_of_seat(table, picker, own, hand) for hand in hands_of_seat(position, picker)]
    return {act for act in frozenset.intersection(*worlds) if act[0] == NOT_KEPT}


@pytest.mark.parametrize("players", [4, 5, 6])
def test_a_picker_who_kept_no_card_is_told_only_where_it_is_certain(players: int) -> None:
    """PG, RULES 9.3: at the earliest card, and everything once all cards lie."""
    chance = random.Random(SEED)
    met = deals = 0
    while deals < DEALS:
        made = random_table(chance, "sheepshead", players)
        if made.ace is None:
            continue
        deals += 1
        deal = late(made, chance)
        for count in range(deal.first, len(deal.deal.plays) + 1):
            record, position = deal.at(count)
            assert said(record) == certain(position)
        wrong = acts(made, deal.deal.hands, deal.deal.plays)
        thrown = {act for act in wrong if act[0] == NOT_KEPT}
        met += bool(thrown)
        if deal.deal.bury_known:
            assert said(deal.record) == thrown
    assert met
