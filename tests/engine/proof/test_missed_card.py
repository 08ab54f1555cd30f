"""A recording with a card missing, or a card laid out of turn: nobody is accused because of it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.deal.record import DealRecord, DealRuling
from engine.deal.report import Status, Verdict
from engine.proof.grades import OUT_OF_TURN
from engine.referee.evaluation import evaluate
from tests.engine.deals import record, tricks
from tests.engine.proof.test_laws import some_deal
from tests.simulate.records import record_of

RUFSPIEL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}


def proven(deal: DealRecord) -> list[Verdict]:
    return [each for each in evaluate(deal).verdicts if each.status is Status.PROVEN]


def out_of_turn(deal: DealRecord) -> list[Verdict]:
    return [each for each in evaluate(deal).verdicts if each.kind in OUT_OF_TURN]


@pytest.mark.parametrize("seed", range(4))
def test_where_the_turn_fails_after_a_missed_card_nobody_is_proven_guilty(seed: int) -> None:
    chance = random.Random(seed)
    shown = 0
    for _ in range(100):
        legal = record_of(some_deal(chance, 0.0))
        gap = chance.randrange(len(legal.plays))
        deal = replace(legal, plays=legal.plays[:gap] + legal.plays[gap + 1 :])
        irregular = out_of_turn(deal)
        shown += bool(irregular)
        accused = [
            each
            for each in proven(deal)
            if irregular and max(each.play, *each.proof, each.known_after) >= gap
        ]
        informing = {"ramsch_barred", "illegal_bid", "tout_lost"}
        assert [each.id for each in accused if each.kind not in informing] == []
    assert shown > 50


def test_who_really_led_out_of_turn_leaves_later_errors_proven() -> None:
    """A person's word that the card was laid so lifts the doubt about what came after it."""
    deal = record(tricks("0 S7 E7 S8 SA | 1 S9 H7 H8 H9"), RUFSPIEL)
    before = {each.id: each.status for each in evaluate(deal).verdicts}
    ruled = replace(
        deal, rulings=tuple(DealRuling(each.id, "waived") for each in out_of_turn(deal))
    )
    after = {each.id: each.status for each in evaluate(ruled).verdicts}
    revokes = [name for name in before if name.startswith("revoke")]
    assert revokes
    assert {before[name] for name in revokes} == {Status.SUSPECTED}
    assert {after[name] for name in revokes} == {Status.PROVEN}
