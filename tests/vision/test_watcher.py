"""Small rendered scenes: what lies on the table is said, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pytest

from engine.cards import card
from tests.vision.drawn import Laid, Table
from vision.camera.frames import Frame
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.sighting import (
    ActivityChanged,
    CardTakenBack,
    Sighting,
    TableActivity,
    TableContext,
    TrickCleared,
    VisionEvent,
)
from vision.watching.watcher import Watcher


@pytest.fixture
def watcher(profile: Profile, nets: Nets) -> Watcher:
    return Watcher(profile, nets)


def watch(watcher: Watcher, frames: Iterable[Frame]) -> list[VisionEvent]:
    return [event for frame in frames for event in watcher.feed(frame)]


def codes(events: Iterable[VisionEvent], profile: Profile) -> list[str]:
    """Cards in the order of their tracks, each as last read."""
    last = {event.track: event.log_scores for event in events if isinstance(event, Sighting)}
    return [profile.cards[int(np.argmax(last[track]))].code for track in sorted(last)]


def cleared(events: Iterable[VisionEvent]) -> list[int]:
    return [event.cards for event in events if isinstance(event, TrickCleared)]


def four_cards(table: Table) -> Iterator[Frame]:
    yield from table.frames(0.6)
    for laid, start in (
        (Laid(card("EO"), 480, 330, 0.1), (480, 600)),
        (Laid(card("S7"), 420, 280, 1.4), (-80, 280)),
        (Laid(card("HA"), 500, 220, 3.3), (500, -90)),
        (Laid(card("GK"), 545, 290, 4.5), (1040, 290)),
    ):
        yield from table.slide(laid, start)
        yield from table.frames(0.6)


def test_a_trick_is_read_card_by_card_and_its_end_is_seen(
    watcher: Watcher, profile: Profile
) -> None:
    table = Table()
    events = watch(watcher, four_cards(table))
    assert codes(events, profile) == ["EO", "S7", "HA", "GK"]
    assert cleared(events) == []
    events = watch(watcher, [*table.sweep(), *table.frames(0.6)])
    assert cleared(events) == [4]
    (end,) = (event for event in events if isinstance(event, TrickCleared))
    assert end.direction is not None
    assert abs(end.direction + np.pi / 2) < 0.4


def test_a_sighting_says_where_and_when(watcher: Watcher, profile: Profile) -> None:
    table = Table()
    laid = Laid(card("HA"), 520, 250, 0.3)
    frames = [*table.frames(0.6), *table.slide(laid, (480, 620)), *table.frames(0.6)]
    first = next(event for event in watch(watcher, frames) if isinstance(event, Sighting))
    rest = (15 + 5 - 1) / 25
    assert first.t == pytest.approx(rest, abs=0.05)
    assert rest < first.known_t < rest + 0.3
    apart = [
        np.abs(np.roll(np.array(first.quad), turn, 0) - laid.corners()).max() for turn in (0, 2)
    ]
    assert min(apart) < 6
    assert np.exp(first.log_scores).sum() == pytest.approx(1)
    mm_per_px = profile.height_mm / laid.height
    assert first.place.x == pytest.approx((520 - 479.5) * mm_per_px, abs=5)
    assert first.place.y == pytest.approx((269.5 - 250) * mm_per_px, abs=5)
    # A card turned clockwise in the picture by 0.3 leans to the right, seen from seat 0.
    assert first.place.theta == pytest.approx(np.pi / 2 - 0.3, abs=0.1)


def test_two_cards_between_two_rests_are_both_seen_lower_one_first(
    watcher: Watcher, profile: Profile
) -> None:
    table = Table()
    frames = [*table.frames(0.6)]
    frames += [*table.slide(Laid(card("EO"), 480, 330, 0.1), (480, 600)), *table.frames(0.6)]
    frames += table.slide(Laid(card("H9"), 400, 240, 1.3), (-80, 240), 0.16)
    frames += table.slide(Laid(card("SK"), 470, 200, 3.0), (500, -90), 0.16)
    frames += table.frames(0.8)
    assert codes(watch(watcher, frames), profile) == ["EO", "H9", "SK"]


def test_a_nudged_card_is_no_new_card(watcher: Watcher, profile: Profile) -> None:
    table = Table()
    events = watch(watcher, four_cards(table))
    table.cards[3].x += 14
    table.cards[3].theta += 0.1
    table.cards[0].y += 9
    events += watch(watcher, table.frames(1.0))
    assert codes(events, profile) == ["EO", "S7", "HA", "GK"]


def test_a_card_laid_while_another_is_nudged(watcher: Watcher, profile: Profile) -> None:
    table = Table()
    frames = [*table.frames(0.6)]
    frames += [*table.slide(Laid(card("G9"), 480, 330, 0.1), (480, 600)), *table.frames(0.6)]
    table_frames = table.slide(Laid(card("SA"), 400, 230, 1.3), (-80, 240))
    for frame in table_frames:
        table.cards[0].x += 3
        frames.append(frame)
    frames += table.frames(0.8)
    assert codes(watch(watcher, frames), profile) == ["G9", "SA"]


def test_hands_and_changing_light_are_no_cards(watcher: Watcher, profile: Profile) -> None:
    table = Table()
    frames = [*table.frames(0.6)]
    for x, y in ((480, 500), (480, 400), (470, 320)):
        table.arm = (x, y)
        frames += table.frames(0.08)
    frames += table.frames(3.0)
    table.arm = None
    frames += table.frames(0.6)
    table.light = 0.8
    frames += table.frames(0.6)
    table.shade = 0.25
    frames += table.frames(0.8)
    events = watch(watcher, frames)
    assert not [event for event in events if not isinstance(event, ActivityChanged)]
    said = [event.activity for event in events if isinstance(event, ActivityChanged)]
    assert said[0] is TableActivity.STARTING
    assert TableActivity.HAND in said
    assert said[-1] is TableActivity.EMPTY


def test_the_next_trick_is_led_before_the_table_came_to_rest(
    watcher: Watcher, profile: Profile
) -> None:
    table = Table()
    events = watch(watcher, four_cards(table))
    frames = [*table.sweep(), *table.slide(Laid(card("Z" and "SZ"), 470, 300, 0.2), (480, 600))]
    frames += table.frames(0.8)
    events += watch(watcher, frames)
    assert cleared(events) == [4]
    assert codes(events, profile) == ["EO", "S7", "HA", "GK", "SZ"]


def test_a_card_taken_back_is_said(watcher: Watcher, profile: Profile) -> None:
    table = Table()
    frames = [*table.frames(0.6)]
    frames += [*table.slide(Laid(card("G9"), 480, 330, 0.1), (480, 600)), *table.frames(0.6)]
    frames += [*table.slide(Laid(card("SA"), 400, 230, 1.3), (-80, 240)), *table.frames(0.6)]
    events = watch(watcher, frames)
    frames = []
    for _ in range(5):
        table.cards[1].x -= 100
        frames += table.frames(0.04)
    table.cards.pop()
    events += watch(watcher, [*frames, *table.frames(1.2)])
    back = [event.track for event in events if isinstance(event, CardTakenBack)]
    assert back == [1]
    assert cleared(events) == []
    more = [*table.slide(Laid(card("EA"), 410, 230, 1.2), (-80, 240)), *table.frames(0.6)]
    events += watch(watcher, more)
    assert codes(events, profile) == ["G9", "SA", "EA"]


@pytest.mark.parametrize("size", [2, 3])
def test_a_card_that_goes_once_the_trick_is_full_is_not_taken_back(
    watcher: Watcher, profile: Profile, size: int
) -> None:
    """The trick is being taken, also where one card more lies there than it has."""
    table = Table()
    watcher.context(TableContext(0, size, size))
    frames = [*table.frames(0.6)]
    for laid, start in (
        (Laid(card("EO"), 480, 330, 0.1), (480, 600)),
        (Laid(card("S7"), 400, 230, 1.4), (-80, 280)),
        (Laid(card("HA"), 560, 210, 3.3), (500, -90)),
    ):
        frames += [*table.slide(laid, start), *table.frames(0.6)]
    assert codes(watch(watcher, frames), profile) == ["EO", "S7", "HA"]
    frames = []
    for _ in range(5):
        table.cards[2].y -= 100
        frames += table.frames(0.04)
    table.cards.pop()
    events = watch(watcher, [*frames, *table.frames(1.2), *table.sweep(), *table.frames(0.8)])
    assert not [event for event in events if isinstance(event, CardTakenBack)]
    assert cleared(events) == [3]


def test_output_for_a_cut_recording_is_a_prefix(profile: Profile, nets: Nets) -> None:
    table = Table()
    frames = [*four_cards(table), *table.sweep(), *table.frames(0.5)]
    whole = watch(Watcher(profile, nets), frames)
    for cut in (len(frames) // 3, len(frames) // 2, len(frames) - 7):
        part = watch(Watcher(profile, nets), frames[:cut])
        assert part == whole[: len(part)]
        assert part


def test_a_lost_camera_is_said_and_the_trick_goes_on(watcher: Watcher, profile: Profile) -> None:
    table = Table()
    frames = [*table.frames(0.6)]
    frames += [*table.slide(Laid(card("G9"), 480, 330, 0.1), (480, 600)), *table.frames(0.6)]
    events = watch(watcher, frames)
    lost = watcher.no_picture(frames[-1].t)
    assert [event.activity for event in lost if isinstance(event, ActivityChanged)] == [
        TableActivity.NO_PICTURE
    ]
    more = [*table.frames(0.4), *table.slide(Laid(card("SA"), 400, 230, 1.3), (-80, 240))]
    events += watch(watcher, [*more, *table.frames(0.6)])
    assert codes(events, profile) == ["G9", "SA"]
