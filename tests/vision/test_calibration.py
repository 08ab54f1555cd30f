"""Similarities become likelihoods: whole, in the same order, surer with a lower temperature."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.reading.reader import log_scores

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
        assert scores[0] - scores[1] == pytest.approx(0.1 / temperature)
    assert log_scores(row, 0.02)[0] > log_scores(row, 0.04)[0]


def test_the_least_likely_card_still_has_a_finite_score() -> None:
    scores = log_scores(np.array([1.0, -1.0], np.float32), 0.001)
    assert scores[0] == pytest.approx(0.0)
    assert scores[1] == pytest.approx(-2000.0)
