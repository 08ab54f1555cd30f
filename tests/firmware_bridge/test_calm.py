"""Random evenings through the real player: calm while a card is read, nothing lost, no flashing."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deal.report import Verdict
from engine.evening.state import TableState
from firmware_bridge.cues import MOST_CALM, MOST_UNTOLD, SHORTEST, Outside, Playback, Step, sequence
from firmware_bridge.strip import WHITE, Look, Picture
from tests.firmware_bridge.tables import finished, playing, report, trick

LOOK = Look(lights=60, brightness=1.0, milliamps=1e6)


def lit(value: int) -> Picture:
    return ((value, value, value),) * 4


def shown_until(playback: Playback, now: float, until: float) -> list[tuple[float, Picture]]:
    """Play on from `now` up to and without `until`; return what changed when."""
    changes = []
    while (due := playback.due) is not None and max(due, now) < until:
        now = max(due, now)
        picture = playback.advance(now)
        if picture is not None:
            changes.append((now, picture))
    return changes


def test_while_it_is_held_nothing_changes_and_then_all_is_told() -> None:
    playback = Playback()
    playback.play([Step(None, lit(1))], now=0)
    playback.advance(0)
    playback.hold(still=True)
    playback.play([Step(1.6, lit(2)), Step(None, lit(3))], now=1)
    assert shown_until(playback, 1, 2) == []
    playback.play([Step(None, lit(4))], now=2)
    assert shown_until(playback, 2, 3) == []
    playback.hold(still=False)
    assert shown_until(playback, 3, 99) == [(3, lit(2)), (4.6, lit(4))]


def test_a_table_that_is_never_calm_is_told_all_the_same() -> None:
    playback = Playback()
    playback.hold(still=True)
    playback.play([Step(None, lit(1))], now=0)
    assert playback.due == MOST_CALM
    assert playback.advance(MOST_CALM) == lit(1)


def test_an_alert_does_not_wait_for_what_is_merely_pleasant() -> None:
    playback = Playback()
    playback.hold(still=True)
    playback.play([Step(1.6, lit(2)), Step(None, lit(3))], now=0)
    playback.play([Step(None, lit(9), urgent=True)], now=1)
    playback.hold(still=False)
    assert shown_until(playback, 1, 99) == [(1, lit(9))]


def test_old_news_do_not_pile_up() -> None:
    playback = Playback()
    playback.hold(still=True)
    for value in range(1, 9):
        playback.play([Step(1.0, lit(value)), Step(None, lit(100 + value))], now=0)
    playback.hold(still=False)
    told = [picture for _, picture in shown_until(playback, 0, 99)]
    assert told == [lit(value) for value in range(8 - MOST_UNTOLD, 9)] + [lit(108)]


Moment = tuple[float, TableState, Outside, bool]


def states() -> st.SearchStrategy[TableState]:
    seats = st.integers(0, 3)
    tricks = st.lists(seats, max_size=4).map(
        lambda winners: tuple(trick(number, seat) for number, seat in enumerate(winners))
    )
    running = st.builds(
        lambda turn, tricks, partner, known: playing(
            report(
                turn=turn, tricks=tricks, partners=(partner,) if known else (), sides_known=known
            )
        ),
        seats,
        tricks,
        st.integers(1, 3),
        st.booleans(),
    )
    over = st.builds(lambda count: finished(laufende=count), st.integers(-14, 14))
    return st.one_of(running, running, over, st.just(TableState()))


def outsides() -> st.SearchStrategy[Outside]:
    kinds = st.sampled_from(("revoke", "out_of_turn"))
    verdicts = st.builds(lambda kind, seat: Verdict(kind, seat, 9, (9, 21), 21), kinds, st.just(2))
    alerts = st.one_of(st.just(()), st.just(()), verdicts.map(lambda v: (v,)))
    return st.builds(Outside, alerts=alerts, asking=st.booleans(), watching=st.booleans())


evenings = st.lists(st.tuples(st.floats(0, 2), states(), outsides(), st.booleans()), max_size=25)


def play(evening: list[Moment]) -> list[tuple[float, Picture]]:
    """Play an evening through the player; the last moment is played out."""
    playback, now, before, changes = Playback(), 0.0, None, []
    for pause, state, outside, still in evening:
        playback.hold(still=still)
        playback.play(sequence(before, state, outside, LOOK), now)
        before = state
        changes += shown_until(playback, now, now + pause)
        now += pause
    return changes + shown_until(playback, now, now + 1000)


def reversals(levels: list[tuple[float, int]]) -> list[float]:
    """Return when a light turned from growing to fading or back."""
    turns, rising = [], None
    for (_, earlier), (at, later) in itertools.pairwise(levels):
        if later != earlier and (later > earlier) is not rising:
            turns.append(at)
            rising = later > earlier
    return turns


@settings(max_examples=60, deadline=None)
@given(evenings)
def test_no_evening_flashes_a_light_more_than_thrice_a_second(evening: list[Moment]) -> None:
    changes = play(evening)
    gaps = [later - earlier for (earlier, _), (later, _) in itertools.pairwise(changes)]
    assert all(gap >= SHORTEST - 1e-9 for gap in gaps)
    for light in range(0, LOOK.lights, 3):
        turns = reversals([(at, sum(picture[light])) for at, picture in changes])
        for place, at in enumerate(turns):
            within = [turn for turn in turns[place:] if turn < at + 1]
            # A flash is a rise and a fall.
            assert len(within) / 2 < 3


@settings(max_examples=60, deadline=None)
@given(evenings)
def test_every_evening_ends_with_what_is_true_at_its_end(evening: list[Moment]) -> None:
    changes = play(evening)
    if evening:
        *_, (_, state, outside, _) = evening
        assert changes[-1][1] == sequence(None, state, outside, LOOK)[-1].picture


@pytest.mark.parametrize("seconds_held", [0.0, 0.3, 1.9])
def test_no_trick_is_lost_while_cards_are_read(seconds_held: float) -> None:
    """Eight tricks, a card every two seconds, each card read while the picture stands still."""
    playback, now, before = Playback(), 0.0, None
    whole = [trick(number, number % 4) for number in range(8)]
    shown: list[Picture] = []
    for card in range(33):
        done, lying = divmod(card, 4)
        running = (trick(done, done % 4, complete=False),) if lying else ()
        state = playing(report(tricks=(*whole[:done], *running), turn=(done + lying) % 4))
        playback.hold(still=True)
        playback.play(sequence(before, state, look=LOOK), now)
        shown += [picture for _, picture in shown_until(playback, now, now + seconds_held)]
        playback.hold(still=False)
        shown += [p for _, p in shown_until(playback, now + seconds_held, now + 2)]
        before, now = state, now + 2
    shown += [picture for _, picture in shown_until(playback, now, now + 100)]
    won = [picture for picture in shown if WHITE in picture]
    assert won == [
        sequence(
            playing(report()), playing(report(tricks=(trick(0, winner),), turn=winner)), look=LOOK
        )[0].picture
        for winner in [n % 4 for n in range(8)]
    ]
