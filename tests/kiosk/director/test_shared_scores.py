"""What is kept of an evening, and how little of it."""

from __future__ import annotations

from engine.caching import shared
from engine.events import CardPlayed
from engine.journal import codec
from kiosk.director.seen_plays import centinats


def test_equal_numbers_of_a_look_are_one_object() -> None:
    """An endless evening keeps the scores of every card, most of them the same."""
    numbers = [int(word) for word in ["-1009", "-1009", "-3", "-1009", "-998", "-3"]]
    kept = shared(numbers)
    assert kept == tuple(numbers)
    assert len({id(number) for number in kept}) == 3


def test_scores_are_kept_so_from_the_camera_and_from_the_journal() -> None:
    scores = centinats([-10.09, -10.09, -0.01, -10.091])
    assert scores == (-1009, -1009, -1, -1009)
    assert len({id(number) for number in scores}) == 2
    played = CardPlayed(None, 0, "camera", tuple(-1000 - number % 2 for number in range(8)))
    again = codec.from_json(codec.to_json(played))
    assert again == played
    assert isinstance(again, CardPlayed)
    assert again.scores is not None
    assert len({id(number) for number in again.scores}) == 2
