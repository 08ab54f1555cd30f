"""How far a deal is that is being worked out: the time left, and its place while it waits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.deal.record import DealRecord
from engine.open_cards import analysis
from engine.open_cards.findings import Progress, Stage, look, looked
from engine.rules.house_rules import rules_from
from kiosk.replay.analyses import Pace
from kiosk.replay.open_cards import waiting_words, working_words
from kiosk.replay.waiting import LOOKED_AT_S, Queue
from kiosk.words.replay import time_left
from tests.engine.open_cards.test_findings import LITTLE, rufspiel


def clock(*seconds: float) -> Iterator[float]:
    yield from seconds


def test_the_time_left_follows_from_the_steps_that_are_alike() -> None:
    """How long the deal itself took says nothing of them."""
    passing = clock(50.0, 100.0, 101.0, 110.0, 120.0)
    pace = Pace(lambda: next(passing))
    assert pace.at(Progress(Stage.DEAL, 20, 32, 1000)).left_s is None
    assert pace.at(Progress(Stage.CARDS, 0, 400)).left_s is None
    # A second is too short to tell.
    assert pace.at(Progress(Stage.CARDS, 20, 400)).left_s is None
    assert pace.at(Progress(Stage.CARDS, 100, 400)).left_s == pytest.approx(30.0)
    assert pace.at(Progress(Stage.CARDS, 400, 400)).left_s == 0.0


def test_of_the_deal_itself_it_is_told_what_is_left_at_most() -> None:
    """By positions, which are bounded, and not by cards, of which the last take by far longest."""
    passing = clock(100.0, 101.0, 110.0, 120.0, 121.0)
    pace = Pace(lambda: next(passing))
    told = [
        pace.at(Progress(Stage.DEAL, done, 32, spare)).left_s
        for done, spare in ((0, 1000), (24, 990), (26, 800), (26, 600), (31, 580))
    ]
    assert told == [None, None, *(pytest.approx(left) for left in (40.0, 30.0, 29.0))]


def test_of_a_deal_that_takes_long_it_is_told_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And in small slices it comes to the same."""
    whole = looked(rufspiel(), LITTLE)
    monkeypatch.setattr(analysis, "SLICE", 100)
    steps, work = list[Progress](), look(rufspiel(), LITTLE)
    while True:
        try:
            steps.append(next(work))
        except StopIteration as end:
            found = end.value
            break
    assert found == whole
    steps = [step for step in steps if step.stage is Stage.DEAL]
    spare = [step.spare for step in steps if step.spare is not None]
    assert spare[0] == LITTLE.deal
    assert spare == sorted(spare, reverse=True)
    # Positions of the last tricks are not held up.
    assert max(one - two for one, two in pairwise(spare)) < 300
    assert any(one.done == two.done for one, two in pairwise(steps))
    assert [step.done for step in steps] == sorted(step.done for step in steps)


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
    for stage, word in ((Stage.CARDS, "etwa"), (Stage.DEAL, "höchstens")):
        step = Progress(stage, 4, 10, left_s=seconds)
        assert time_left(seconds, at_most=stage is Stage.DEAL).de in working_words(step).de
        assert word in working_words(step).de
        assert word not in working_words(replace(step, left_s=None)).de


def named(name: str) -> DealRecord:
    return DealRecord(name, "schafkopf", rules_from({}, "schafkopf"), 4, 0)


def test_the_newest_deal_comes_first_and_before_it_those_somebody_looks_at() -> None:
    now = [100.0]
    queue = Queue(lambda: now[0])
    for name in "abc":
        queue.add(named(name))
    places = [queue.look_at(named(name)) for name in "bad"]
    assert places == [0, 1, 2], "of those looked at the one asked for first"
    now[0] += 2
    # Their pages ask again, in any order: nobody loses a place.
    assert [queue.look_at(named(name)) for name in "dba"] == [2, 0, 1]
    queue.add(named("e"))
    queue.add(replace(named("a"), note="put right"))
    assert [queue.look_at(named(name)) for name in "dba"] == [2, 0, 1]
    assert queue.take() == named("b")
    now[0] += 1
    assert queue.look_at(named("d")) == 1
    now[0] += LOOKED_AT_S - 1
    assert queue.look_at(named("d")) == 0, "nobody has looked at the other for a while"
    now[0] += LOOKED_AT_S
    assert [queue.take().id for _ in range(4)] == ["a", "e", "d", "c"]
    assert not queue


def test_how_many_come_before_it_is_said() -> None:
    said = [waiting_words(before) for before in range(3)]
    assert ["davor" in each.de for each in said] == [False, True, True]
    assert "noch ein Spiel davor" in said[1].de
    assert "noch 2 Spiele davor" in said[2].de
    assert "2 deals come first" in said[2].en
