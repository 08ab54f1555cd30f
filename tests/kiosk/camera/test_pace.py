"""Recordings at real speed, by a clock of the test's own."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np

from kiosk.camera.eyes import Pace
from vision.camera.frames import Closing, Frame


class Clock(threading.Event):
    """A clock that moves when somebody waits, or when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def wait(self, timeout: float | None = None) -> bool:
        self.now += timeout or 0.0
        return self.is_set()


class Recording(Closing):
    def __init__(self, live: bool = False, frames: int = 100) -> None:
        self.live = live
        self._frames = frames

    def __iter__(self) -> Iterator[Frame]:
        for index in range(self._frames):
            yield Frame(index, index / 25, np.zeros((2, 2, 3), np.uint8))


def test_frames_come_at_their_time() -> None:
    clock = Clock()
    due = [(clock.now - 100.0, frame.t) for frame in Pace(clock, clock=clock).frames(Recording())]
    assert len(due) == 100
    assert all(abs(now - t) < 1e-6 for now, t in due)


def test_faster_when_told() -> None:
    clock = Clock()
    assert len(list(Pace(clock, 4.0, clock=clock).frames(Recording()))) == 100
    assert abs(clock.now - 100.0 - 99 / 100) < 1e-6


def test_what_was_played_before_comes_at_once_and_the_rest_from_now() -> None:
    clock = Clock()
    frames = Pace(clock, 1.0, until=2.0, clock=clock).frames(Recording())
    for frame in frames:
        if frame.t <= 2.0:
            assert clock.now == 100.0
    assert abs(clock.now - 100.0 - (99 / 25 - 51 / 25)) < 1e-6


def test_a_slow_machine_makes_the_recording_wait_and_loses_no_frame() -> None:
    clock = Clock()
    seen = 0
    for frame in Pace(clock, clock=clock).frames(Recording()):
        seen += 1
        if frame.index == 10:
            clock.now += 5.0
    assert seen == 100
    assert abs(clock.now - 100.0 - 99 / 25 - 5.0) < 0.1


def test_a_camera_is_not_held_back() -> None:
    clock = Clock()
    assert len(list(Pace(clock, clock=clock).frames(Recording(live=True)))) == 100
    assert clock.now == 100.0


def test_stopping_ends_it() -> None:
    clock = Clock()
    seen = []
    for frame in Pace(clock, clock=clock).frames(Recording()):
        seen.append(frame)
        if frame.index == 4:
            clock.set()
    assert len(seen) == 5
