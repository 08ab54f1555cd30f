from __future__ import annotations

import itertools
import queue

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.cues import MOST_CHANGES, SHORTEST, Playback, Step, StripPlayer
from firmware_bridge.strip import Picture, SimulatedStrip

DEADLINE = 30


def lit(value: int) -> Picture:
    return ((value, value, value),) * 4


def test_steps_follow_each_other_at_their_time_and_the_last_stays() -> None:
    playback = Playback()
    playback.play([Step(1.0, lit(1)), Step(2.0, lit(2)), Step(None, lit(3))], now=10)
    assert playback.advance(10) == lit(1)
    assert playback.due == 11
    assert playback.advance(10.9) is None
    assert playback.advance(11) == lit(2)
    assert playback.advance(13) == lit(3)
    assert playback.due is None
    assert playback.advance(99) is None


def test_new_cues_replace_what_plays_but_not_at_once() -> None:
    playback = Playback(shortest=0.4)
    playback.play([Step(5.0, lit(1)), Step(None, lit(2))], now=0)
    assert playback.advance(0) == lit(1)
    playback.play([Step(None, lit(7))], now=0.1)
    assert playback.advance(0.1) is None
    assert playback.due == pytest.approx(0.4)
    assert playback.advance(0.4) == lit(7)


def test_what_only_repeats_the_end_does_not_cut_a_cue_short() -> None:
    playback = Playback()
    playback.play([Step(1.0, lit(1)), Step(None, lit(2))], now=0)
    assert playback.advance(0) == lit(1)
    playback.play([Step(None, lit(2))], now=0.5)
    assert playback.advance(0.5) is None
    assert playback.advance(1) == lit(2)


def test_nothing_to_play_leaves_the_picture() -> None:
    playback = Playback()
    playback.play([], now=0)
    assert playback.due is None
    assert playback.advance(1) is None


steps = st.lists(
    st.builds(Step, st.one_of(st.none(), st.floats(0, 3)), st.integers(0, 3).map(lit)),
    min_size=1,
    max_size=5,
)


@given(st.lists(st.tuples(st.floats(0, 0.5), steps), max_size=30))
def test_no_light_changes_faster_than_three_flashes_a_second(
    orders: list[tuple[float, list[Step]]],
) -> None:
    playback, now, changes = Playback(), 0.0, []
    for pause, given_steps in orders:
        playback.play(given_steps, now)
        until = now + pause
        while now < until:
            if playback.advance(now) is not None:
                changes.append(now)
            due = playback.due
            now = until if due is None else min(max(due, now), until)
    gaps = [later - earlier for earlier, later in itertools.pairwise(changes)]
    assert all(gap >= SHORTEST - 1e-9 for gap in gaps)
    assert 1 / (2 * SHORTEST) < 3
    for place, at in enumerate(changes):
        # A flash is a pair of changes: two flashes within any one second.
        assert len([change for change in changes[place:] if change < at + 1 - 1e-9]) <= MOST_CHANGES
    assert MOST_CHANGES / 2 < 3


def test_a_second_card_right_after_another_is_light_within_a_quarter_of_a_second() -> None:
    playback = Playback()
    playback.play([Step(None, lit(1))], now=0)
    assert playback.advance(0) == lit(1)
    playback.play([Step(None, lit(2))], now=0.01)
    due = playback.due
    assert due is not None
    assert due - 0.01 < 0.2
    assert playback.advance(due) == lit(2)


def test_a_storm_of_changes_becomes_two_flashes_a_second() -> None:
    playback, now, changes = Playback(), 0.0, []
    while now < 10:
        playback.play([Step(None, lit(int(now * 100) % 2))], now)
        if playback.advance(now) is not None:
            changes.append(now)
        now += 0.01
    assert len(changes) <= 10 * MOST_CHANGES
    assert len(changes) > 10


def test_the_thread_plays_on_a_strip_and_ends_black() -> None:
    shown: queue.Queue[Picture] = queue.Queue()
    player = StripPlayer(SimulatedStrip(4, shown.put))
    player.play([Step(SHORTEST, lit(1)), Step(None, lit(2))])
    assert shown.get(timeout=DEADLINE) == lit(1)
    assert shown.get(timeout=DEADLINE) == lit(2)
    player.play([Step(None, lit(3))])
    assert shown.get(timeout=DEADLINE) == lit(3)
    player.close()
    assert shown.get(timeout=DEADLINE) == lit(0)
    assert shown.empty()


def test_closing_does_not_wait_for_a_cue_to_end() -> None:
    shown: queue.Queue[Picture] = queue.Queue()
    player = StripPlayer(SimulatedStrip(4, shown.put))
    player.play([Step(3600, lit(1)), Step(None, lit(2))])
    assert shown.get(timeout=DEADLINE) == lit(1)
    player.close()
    assert shown.get(timeout=DEADLINE) == lit(0)
