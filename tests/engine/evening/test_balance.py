"""The zero-sum check names what breaks it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings

from engine.evening.deal import DealState
from engine.evening.fold import fold
from engine.evening.report import unbalanced
from engine.events import Event, ScoreAdjusted
from tests.engine.evening.test_evening_laws import evenings, journalled
from tests.engine.spine import EVENING, RUFSPIEL, enveloped, finished_deal


def broken(deal: DealState) -> DealState:
    assert deal.result is not None
    result = replace(deal.result, payout=(Fraction(1), *deal.result.payout[1:]))
    wrong = replace(deal)
    vars(wrong)["report"] = replace(deal.report, result=result)
    return wrong


def test_the_deal_that_breaks_it_is_named() -> None:
    events: list[Event] = [EVENING]
    for number in range(3):
        events += finished_deal(f"d{number}", number, RUFSPIEL)
    state = fold(enveloped(events))
    assert unbalanced(state) == ()
    first, second, third = state.finished
    (found,) = unbalanced(replace(state, finished=(first, broken(second), third)))
    assert (found.deal, found.seq) == ("d1", second.head.seq)
    assert found.sum == 1 - second.payout[0]
    assert "Deal 2" in found.why.en


def test_a_change_by_hand_that_does_not_balance_is_told() -> None:
    state = fold(
        enveloped(
            [EVENING, ScoreAdjusted((5, -5, 0, 0), "Wette"), ScoreAdjusted((5, 0, 0, 0), "Bier")]
        )
    )
    (found,) = unbalanced(state)
    assert (found.seq, found.deal, int(found.sum)) == (3, None, 5)
    assert "Bier" in found.why.de


@settings(deadline=None, max_examples=25)
@given(evenings())
def test_every_evening_balances_until_somebody_adds_a_point_by_hand(events: list[Event]) -> None:
    assert unbalanced(fold(journalled(events).events())) == ()
    people = len(fold(journalled(events).events()).seats)
    added = ScoreAdjusted((1, *[0] * (people - 1)), "Bier")
    (found,) = unbalanced(fold(journalled([*events, added]).events()))
    assert found.sum == 1
