"""The time left of a deal that is being worked out, from what is done of it so far."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.open_cards.findings import Progress
from kiosk.replay.analyses import Pace
from kiosk.replay.open_cards import working_words
from kiosk.words.replay import time_left


def clock(*seconds: float) -> Iterator[float]:
    yield from seconds


def test_the_time_left_follows_from_the_steps_that_are_alike() -> None:
    """How long the deal itself took says nothing of them."""
    passing = clock(100.0, 101.0, 110.0, 120.0)
    pace = Pace(lambda: next(passing))
    assert pace.at(Progress(20, 1032)).left_s is None
    assert pace.at(Progress(33, 432, 32)).left_s is None
    # A second is too short to tell.
    assert pace.at(Progress(52, 432, 32)).left_s is None
    assert pace.at(Progress(132, 432, 32)).left_s == pytest.approx(30.0)
    assert pace.at(Progress(432, 432, 32)).left_s == 0.0


@pytest.mark.parametrize(
    ("seconds", "de", "en"),
    [
        (0.0, "noch etwa 5 s", "about 5 s left"),
        (17.6, "noch etwa 20 s", "about 20 s left"),
        (89.0, "noch etwa 90 s", "about 90 s left"),
        (200.0, "noch etwa 3 min", "about 3 min left"),
    ],
)
def test_it_is_said_in_round_numbers(seconds: float, de: str, en: str) -> None:
    said = time_left(seconds)
    assert (said.de.replace("\xa0", " "), said.en.replace("\xa0", " ")) == (de, en)
    assert said.de in working_words(40, seconds).de
    assert "etwa" not in working_words(40, None).de
