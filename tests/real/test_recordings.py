"""Tables that do not begin empty, hands that play another game, a white balance that drifts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import pytest

from tests.shared_data import shared_path
from vision.arrays import as_image
from vision.camera.cameras import open_source
from vision.camera.frames import Frame
from vision.enrolling.folder import enrol_folder
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.sighting import (
    ActivityChanged,
    EarlierSeen,
    Sighting,
    TableActivity,
    VisionEvent,
)
from vision.still.earlier import at_once
from vision.watching.watcher import Watcher

pytestmark = [pytest.mark.shared, pytest.mark.prove]

STILL = {"C6", "H3", "S4", "H6", "S2", "H4", "DQ", "D4", "CJ", "SJ", "S3"}
PICTURE = 410
"""Columns of the drifting recording that show the table; the rest is a title."""


@pytest.fixture(scope="module")
def desk(nets: Nets) -> Profile:
    """Another copy of the pattern that is played with in all three."""
    return enrol_folder(shared_path("cards", "photos", "french-brown-desk"), "desk", nets).profile


def watched(frames: Iterator[Frame], desk: Profile, nets: Nets) -> list[VisionEvent]:
    watcher = Watcher(desk, nets, look=at_once(desk, nets))
    return [event for frame in frames for event in watcher.feed(frame)]


def recorded(path: Path, seconds: float = 1e9) -> Iterator[Frame]:
    with open_source(str(path)) as source:
        yield from (frame for frame in source if frame.t < seconds)


def activities(events: Sequence[VisionEvent]) -> list[TableActivity]:
    return [event.activity for event in events if isinstance(event, ActivityChanged)]


def plays(events: Sequence[VisionEvent]) -> list[VisionEvent]:
    return [event for event in events if not isinstance(event, ActivityChanged | EarlierSeen)]


def test_eleven_cards_that_lie_there_are_told_and_nothing_is_played(
    desk: Profile, nets: Nets
) -> None:
    video = shared_path("real", "still-table", "Testvideo2.mp4")
    events = watched(recorded(video), desk, nets)
    (seen,) = (event for event in events if isinstance(event, EarlierSeen))
    sure = {one.card.code for one in seen.cards if one.card is not None and one.p >= 0.98}
    assert sure <= STILL
    assert len(sure) >= 8
    assert len(seen.cards) == len(STILL)
    assert plays(events) == []
    assert activities(events) == [TableActivity.STARTING, TableActivity.LYING]


def test_a_game_of_speed_is_no_play_and_its_table_never_empty(desk: Profile, nets: Nets) -> None:
    video = shared_path("real", "speed", "video0.webm")
    events = watched(recorded(video), desk, nets)
    assert plays(events) == []
    assert TableActivity.EMPTY not in activities(events)
    assert next(event for event in events if isinstance(event, EarlierSeen)).cards


def drifting() -> Iterator[Frame]:
    """Yield the recording of the drifting white balance: no video that `watch` takes."""
    path = shared_path("real", "white-balance", "demo2.gif")
    video = cv2.VideoCapture(str(path))
    index = 0
    while True:
        good, picture = video.read()
        if not good:
            return
        yield Frame(index, index / 10.0, as_image(picture[:, :PICTURE]))
        index += 1


def test_while_the_white_balance_drifts_no_card_is_invented(desk: Profile, nets: Nets) -> None:
    """The second card is of another print, and figures drawn into the picture flicker beside it."""
    events = watched(drifting(), desk, nets)
    seen = [event for event in events if isinstance(event, Sighting)]
    assert len({event.track for event in seen}) == 1
    (empty,) = (at for at in range(len(events)) if is_empty(events[at]))
    assert all(event.t < seen[0].known_t for event in events[: empty + 1])


def is_empty(event: VisionEvent) -> bool:
    return isinstance(event, ActivityChanged) and event.activity is TableActivity.EMPTY
