"""How well a card's place and angle suit a seat: likelihoods, so that guesses can be compared."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from kiosk.director.seat_likelihood import even_angles, hand_scores, seat_scores

FOUR = even_angles(4)
TOWARDS = math.pi / 2
"""The angle of a card whose long side points at seat 0."""


def likeliest_mm() -> float:
    """Return how far from the middle the cards of seat 0 most often lie, on its side."""
    return max(range(0, -200, -5), key=lambda y: seat_scores((0.0, y, TOWARDS), FOUR)[0])


def test_the_straighter_a_card_points_at_a_seat_the_likelier_it_is_that_seat_s() -> None:
    """Turned by ten degrees more each time, until it lies across."""
    turned = [(0.0, likeliest_mm(), TOWARDS + math.radians(by)) for by in range(0, 91, 10)]
    scores = [seat_scores(spot, FOUR)[0] for spot in turned]
    assert all(straighter > other for straighter, other in pairwise(scores))


def test_a_card_lies_at_one_angle_of_half_a_turn() -> None:
    """A density: careless cards have their share, all angles add up to one card."""
    step = math.pi / 360
    turned = [(0.0, likeliest_mm(), step * number) for number in range(360)]
    whole = sum(step * math.exp(seat_scores(spot, FOUR)[0]) for spot in turned)
    assert whole == pytest.approx(1, rel=0.1)


def test_a_card_laid_out_lies_somewhere_as_surely_as_one_that_was_played() -> None:
    """Both are densities up to the same constant: wider, and lower for it."""
    along = range(-400, 401, 20)
    spots = [(float(x), float(y), TOWARDS) for x in along for y in along]
    played = sum(math.exp(seat_scores(spot, FOUR)[0]) for spot in spots)
    laid_out = sum(math.exp(hand_scores(spot, FOUR)[0]) for spot in spots)
    assert laid_out == pytest.approx(played, rel=0.1)
