"""Similarities become likelihoods: whole, in the same order, surer with a lower temperature."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import cards
from vision.reading.reader import LOOK_DOUBT, decode, log_scores

ROWS = st.lists(st.floats(-1, 1), min_size=2, max_size=52)


@given(row=ROWS, temperature=st.floats(0.005, 0.5))
def test_probabilities_sum_to_one_and_keep_their_order(
    row: list[float], temperature: float
) -> None:
    scores = log_scores(np.array(row), temperature)
    assert sum(math.exp(score) for score in scores) == pytest.approx(1.0)
    assert all(score <= 1e-9 for score in scores)
    for one, other in zip(range(len(row) - 1), range(1, len(row)), strict=True):
        assert (scores[one] - scores[other]) * (row[one] - row[other]) >= 0


def test_a_lead_in_nats_is_the_lead_in_similarity_over_the_temperature() -> None:
    row = np.array([0.9, 0.8, 0.2])
    for temperature in (0.02, 0.04):
        scores = log_scores(row, temperature)
        assert scores[0] - scores[1] == pytest.approx(0.1 / temperature, rel=0.15)
        assert scores[0] - scores[1] < 0.1 / temperature
    assert log_scores(row, 0.02)[0] > log_scores(row, 0.04)[0]


def test_the_least_likely_card_still_has_a_finite_score() -> None:
    scores = log_scores(np.array([1.0, -1.0], np.float32), 0.001)
    assert scores[0] == pytest.approx(math.log(1 - LOOK_DOUBT / 2))
    assert scores[1] == pytest.approx(math.log(LOOK_DOUBT / 2))


@given(top=st.floats(0.3, 1.0), lead=st.floats(0.01, 0.3), lower=st.floats(0.0, 0.5))
def test_the_same_lead_counts_for_less_where_the_view_is_less_like_anything(
    top: float, lead: float, lower: float
) -> None:
    row = np.array([top, top - lead, top - lead])
    assert log_scores(row - lower, 0.03)[0] <= log_scores(row, 0.03)[0] + 1e-12
    if 0.5 < top < 0.9 and lead < 0.1 < lower:
        assert log_scores(row - lower, 0.03)[0] < log_scores(row, 0.03)[0]


def test_each_card_being_in_the_deck_once_adds_no_certainty_a_look_has_not() -> None:
    deck = cards("EA GA HA")
    clear = np.eye(3) * 0.9
    alone = math.exp(log_scores(clear[0], 0.0271)[0])
    together = decode([log_scores(row, 0.0271) for row in clear], deck)
    assert alone < 1 - LOOK_DOUBT / 2
    assert max(together.probability) <= 1 - LOOK_DOUBT
