"""The assignment over the deal against trying everything."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from engine.cards import GERMAN_32, Card, cards
from vision.reading.reader import LOOK_DOUBT, NOT_A_CARD_COST, decode

FIVE = cards("EA EZ EK GA SA")
SCORE = st.floats(-12, 0).map(lambda value: round(value, 3))
ROWS = st.lists(st.lists(SCORE, min_size=5, max_size=5), min_size=1, max_size=4)


def unborne(row: list[float], card: int) -> float:
    """Odds that a look shows none of the deck: its doubt against its share for the card."""
    share = math.exp(row[card]) / sum(math.exp(score) for score in row)
    return LOOK_DOUBT / (1 - LOOK_DOUBT) / share


def every_deal(scores: list[list[float]], fixed: dict[int, int]) -> dict[tuple[int, ...], float]:
    """Total of every assignment that keeps what is fixed."""
    return {
        chosen: sum(scores[play][card] for play, card in enumerate(chosen) if play not in fixed)
        for chosen in permutations(range(5), len(scores))
        if all(chosen[play] == card for play, card in fixed.items())
    }


@settings(deadline=None, max_examples=60)
@given(scores=ROWS)
def test_best_deal_and_regrets_are_those_of_trying_everything(scores: list[list[float]]) -> None:
    totals = every_deal(scores, {})
    best = max(totals.values())
    decoding = decode(scores, FIVE)
    chosen = tuple(FIVE.index(card) for card in decoding.best if card is not None)
    assert totals[chosen] == pytest.approx(best)
    for play, own in enumerate(chosen):
        others = {
            card: best - max(total for deal, total in totals.items() if deal[play] == card)
            for card in range(5)
            if card != own
        }
        assert decoding.regret[play] == pytest.approx(min(others.values()), abs=1e-6)
        for card, regret in decoding.alternatives[play]:
            assert regret == pytest.approx(others[FIVE.index(card)], abs=1e-6)
        against = sum(math.exp(-regret) for regret in others.values())
        chance = 1 / (1 + against + unborne(scores[play], own))
        assert decoding.probability[play] == pytest.approx(chance)


@settings(deadline=None, max_examples=40)
@given(scores=ROWS, card=st.integers(0, 4))
def test_what_a_person_said_is_kept_and_open_to_no_other(
    scores: list[list[float]], card: int
) -> None:
    decoding = decode(scores, FIVE, fixed={0: FIVE[card]})
    assert decoding.best[0] is FIVE[card]
    assert decoding.regret[0] == math.inf
    assert decoding.probability[0] == 1
    assert FIVE[card] not in decoding.best[1:]
    totals = every_deal(scores, {0: card})
    chosen = tuple(FIVE.index(one) for one in decoding.best if one is not None)
    assert totals[chosen] == pytest.approx(max(totals.values()))


@st.composite
def deals(
    draw: st.DrawFn,
) -> tuple[list[list[float]], tuple[Card, ...], list[dict[Card, float]], dict[int, Card]]:
    """Rows of scores, a deck that may be too small for them, penalties, what a person said."""
    deck = FIVE[: draw(st.integers(1, 5))]
    row = st.lists(SCORE, min_size=len(deck), max_size=len(deck))
    rows = draw(st.lists(row, max_size=6))
    card = st.sampled_from(FIVE)
    soft = st.dictionaries(card, st.floats(0, 9).map(lambda nats: round(nats, 3)), max_size=3)
    penalties = draw(st.lists(soft, min_size=len(rows), max_size=len(rows)))
    said = draw(st.dictionaries(st.integers(0, 5), card, max_size=2))
    return rows, deck, penalties, {play: face for play, face in said.items() if play < len(rows)}


@settings(deadline=None, max_examples=100)
@given(deal=deals())
def test_a_regret_is_what_forcing_the_card_costs_the_whole_deal(
    deal: tuple[list[list[float]], tuple[Card, ...], list[dict[Card, float]], dict[int, Card]],
) -> None:
    rows, deck, penalties, fixed = deal
    decoding = decode(rows, deck, penalties, fixed)
    assert [decoding.best[play] for play in fixed] == list(fixed.values())
    left = [card for card in deck if card not in fixed.values()]
    plays = [play for play in range(len(rows)) if play not in fixed]
    cost = np.full((len(plays), len(left) + len(plays)), NOT_A_CARD_COST)
    for row, play in enumerate(plays):
        for column, card in enumerate(left):
            cost[row, column] = penalties[play].get(card, 0.0) - rows[play][deck.index(card)]

    def least(forced: NDArray[np.float64]) -> float:
        return float(forced[linear_sum_assignment(forced)].sum())

    for row, play in enumerate(plays):
        regrets = {}
        for column, card in enumerate(left):
            forced = cost.copy()
            forced[row] = np.inf
            forced[row, column] = cost[row, column]
            regrets[card] = least(forced) - least(cost)
        own = decoding.best[play]
        if own is not None:
            assert regrets.pop(own) == pytest.approx(0.0, abs=1e-9)
        told = decoding.alternatives[play]
        assert len(told) == min(4, len(regrets))
        assert [nats for _, nats in told] == pytest.approx(sorted(regrets.values())[:4], abs=1e-9)
        assert all(nats == pytest.approx(regrets[card], abs=1e-9) for card, nats in told)
        assert decoding.regret[play] == (told[0][1] if told else math.inf)
        against = sum(math.exp(-nats) for nats in regrets.values())
        if own is not None:
            against += unborne(rows[play], deck.index(own))
        assert decoding.probability[play] == pytest.approx(1 / (1 + against), abs=1e-9)


def test_an_early_misread_is_righted_by_a_later_card() -> None:
    # The first play looks a little like the Ass, the second is surely the Ass.
    scores = [[-0.6, -0.9, -9, -9, -9], [-0.01, -9, -9, -9, -9]]
    assert decode(scores[:1], FIVE).best == (FIVE[0],)
    assert decode(scores, FIVE).best == (FIVE[1], FIVE[0])


def test_penalties_are_soft() -> None:
    scores = [[-0.5, -1.2, -9, -9, -9]]
    assert decode(scores, FIVE, [{FIVE[0]: 2.0}]).best == (FIVE[1],)
    sure = [[-0.01, -6, -9, -9, -9]]
    assert decode(sure, FIVE, [{FIVE[0]: 2.0}]).best == (FIVE[0],)


def test_a_penalty_for_a_card_outside_the_deck_changes_nothing() -> None:
    """The rules speak of cards that a short deck, or one not enrolled whole, does not have."""
    scores = [[-0.5, -1.2, -9, -9, -9]]
    outside = GERMAN_32[-1]
    assert outside not in FIVE
    assert decode(scores, FIVE, [{outside: 2.0}]) == decode(scores, FIVE)
    assert decode(scores, FIVE, [{outside: 2.0, FIVE[0]: 2.0}]).best == (FIVE[1],)


def test_more_plays_than_cards_leave_the_worst_one_without() -> None:
    two = FIVE[:2]
    scores = [[-0.1, -3.0], [-0.7, -0.7], [-3.0, -0.1]]
    assert decode(scores, two).best == (two[0], None, two[1])


def test_two_plays_said_to_be_the_same_card_are_both_believed() -> None:
    scores = [[-1.0] * 5, [-1.0] * 5]
    assert decode(scores, FIVE, fixed={0: FIVE[2], 1: FIVE[2]}).best == (FIVE[2], FIVE[2])


def test_no_play_is_an_empty_deal() -> None:
    assert decode([], FIVE).best == ()


@pytest.mark.parametrize(
    ("scores", "penalties", "fixed"),
    [([[0.0]], None, None), ([[0.0] * 5], [], None), ([[0.0] * 5], None, {1: FIVE[0]})],
)
def test_what_does_not_fit_is_refused(
    scores: list[list[float]], penalties: list[dict[Card, float]] | None, fixed: dict[int, Card]
) -> None:
    with pytest.raises(ValueError, match="play"):
        decode(scores, FIVE, penalties, fixed)


def test_a_whole_deal_is_decoded_quickly_enough_to_do_it_after_each_card() -> None:
    deck = GERMAN_32
    rng = np.random.default_rng(1)
    truth = rng.permutation(32)
    scores = rng.normal(-8, 1.5, (32, 32))
    scores[np.arange(32), truth] = rng.normal(-2, 2, 32)
    decoding = decode(scores.tolist(), deck)
    right = sum(deck[k] is card for k, card in zip(truth, decoding.best, strict=True))
    assert right >= 30
    assert len(set(decoding.best)) == 32


def test_a_card_of_another_deck_is_no_surer_for_being_the_only_one_left() -> None:
    # Every other card is lying there clearly; what this shows looks like one of them.
    clear = [[0.0 if card == play else -9.0 for card in range(5)] for play in range(4)]
    decoding = decode([*clear, [-0.3, -3.0, -3.0, -3.5, -3.0]], FIVE)
    assert decoding.best[4] is FIVE[4]
    assert 0.9 < decoding.probability[4] < 0.97
    assert decode([*clear, [-9.0, -9.0, -9.0, -9.0, 0.0]], FIVE).probability[4] > 0.99
