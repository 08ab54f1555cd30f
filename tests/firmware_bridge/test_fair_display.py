"""With the real referee: no picture tells the teams before the called card lies open."""

from __future__ import annotations

import itertools
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import GERMAN_32, Card, Suit, card
from engine.deal.record import Contract, DealRecord, Play
from engine.evening.state import TableState
from engine.referee.evaluation import evaluate
from engine.rules.house_rules import rules_from
from firmware_bridge.cues import Outside, sequence
from firmware_bridge.strip import BLUE, Look
from tests.firmware_bridge.tables import deal, playing

BRIGHT = Look(lights=60, brightness=1.0, milliamps=1e6)
CALLED = card("GA")


def table_after(cards: list[Card]) -> TableState:
    """Play these cards in turn, right or wrong, and return the table."""
    record = DealRecord(
        id="deal-1",
        game="schafkopf",
        rules=rules_from({"preset": "schafkopf"}, "schafkopf"),
        players=4,
        dealer=3,
        contract=Contract("rufspiel", 0, Suit.GRAS),
    )
    for laid in cards:
        turn = evaluate(record).turn
        assert turn is not None
        record = replace(record, plays=(*record.plays, Play(turn, laid)))
    return replace(playing(evaluate(record)), deal=deal(evaluate(record)))


@settings(max_examples=25, deadline=None)
@given(st.permutations(list(GERMAN_32)))
def test_the_teams_are_lit_only_by_the_called_card(order: list[Card]) -> None:
    states = [table_after(order[:count]) for count in range(9)]
    for count, (before, after) in enumerate(itertools.pairwise(states), start=1):
        steps = sequence(before, after, Outside(asking=True), BRIGHT)
        blue = any(BLUE in step.picture for step in steps)
        shown = CALLED in order[:count]
        assert not blue or shown
        if order[count - 1] is CALLED and before.deal and after.deal:
            named = after.deal.report.partners
            assert blue == (named != () and before.deal.report.partners == ())
