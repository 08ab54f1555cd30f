"""What is kept of a look at a card: the same numbers, in little room."""

from __future__ import annotations

import sys

import pytest

from engine.events import CardPlayed
from engine.journal import codec
from engine.scores import Scores
from engine.text import PlainError
from kiosk.director.seen_plays import centinats


@pytest.mark.parametrize("most", [0, -2150, -(2**15), -(2**31), 2**63 - 1])
def test_they_are_the_numbers_they_were_made_of(most: int) -> None:
    numbers = [-1009, most, -3]
    kept = Scores(numbers)
    assert [*kept] == numbers
    assert kept[1] == most
    assert kept[-2:] == (most, -3)
    assert len(kept) == 3
    assert max(kept) == max(numbers)
    assert {kept: "look"}[Scores(numbers)] == "look"
    assert kept != Scores([*numbers, 0])


def test_a_look_takes_a_third_of_what_its_numbers_would() -> None:
    numbers = tuple(-1000 - number for number in range(32))
    kept = Scores(numbers)
    held = sys.getsizeof(kept) + sys.getsizeof(kept._packed)
    assert 3 * held < sys.getsizeof(numbers) + sum(map(sys.getsizeof, numbers))


def test_the_journal_gives_them_back_as_the_camera_told_them() -> None:
    scores = centinats([-10.09, -10.09, -0.01, -10.091])
    assert tuple(scores) == (-1009, -1009, -1, -1009)
    played = CardPlayed(None, 0, "camera", scores)
    written = codec.to_json(played)
    assert written["scores"] == [-1009, -1009, -1, -1009]
    assert codec.from_json(written) == played


def test_a_number_that_no_look_has_is_an_unreadable_event() -> None:
    written = codec.to_json(CardPlayed(None, 0, "camera", Scores([-1])))
    with pytest.raises(PlainError, match="cannot be read"):
        codec.from_json({**written, "scores": [-1, 10**30]})
