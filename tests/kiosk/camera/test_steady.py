"""A locked camera settles anew when the room's light changed for good, and only between tricks."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.text import PlainError, Text
from kiosk.camera import camera_values
from kiosk.camera.camera_values import (
    CameraSetup,
    Steady,
    relocking_opener,
    setup_of,
    steady_for,
    store_setup,
)
from kiosk.home.data_folder import Home
from tests.vision.live_fakes import Script, Told, noisy
from tests.vision.test_frames import DEADLINE
from vision.arrays import Image
from vision.camera.cameras import CameraRequest
from vision.camera.controls import DRIFT_SECONDS, Locked
from vision.camera.frames import Frame
from vision.camera.live import Capture, CaptureOpener, LiveSource, SourceState
from vision.sighting import TableActivity

EMPTY = TableActivity.EMPTY
VALUES = Locked(0.02, 40.0, 3200.0)


def frame(t: float, level: int) -> Frame:
    picture: Image = np.full((48, 64, 3), level, np.uint8)
    return Frame(round(t * 25), t, picture)


class Source:
    """Notes that the camera was to be opened anew."""

    def __init__(self) -> None:
        self.openers: list[CaptureOpener] = []

    def reopen_with(self, opener: CaptureOpener) -> None:
        self.openers.append(opener)


def steady(tmp_path: Path, source: Source) -> Steady:
    def make(camera: str, mains_hz: int, found: Callable[[Locked], None]) -> CaptureOpener:
        def opener() -> Capture | None:
            found(VALUES)
            return None

        assert (camera, mains_hz) == ("csi", 50)
        return opener

    return Steady(source, "csi", Home(tmp_path), 50, make)  # type: ignore[arg-type]


def test_lasting_darkness_on_the_empty_table_locks_the_camera_anew(tmp_path: Path) -> None:
    source = Source()
    keeps = steady(tmp_path, source)
    keeps.look(frame(0.0, 120), EMPTY)
    for second in range(1, round(DRIFT_SECONDS)):
        keeps.look(frame(float(second), 60), EMPTY)
    assert source.openers == []
    keeps.look(frame(DRIFT_SECONDS + 1, 60), EMPTY)
    assert len(source.openers) == 1
    source.openers[0]()
    setup = setup_of(Home(tmp_path), "csi")
    assert setup is not None
    assert setup.locked == VALUES
    # The new light is the measure now.
    for second in range(40):
        keeps.look(frame(DRIFT_SECONDS + 2 + second, 118), EMPTY)
    assert len(source.openers) == 1


def test_cards_and_hands_are_no_change_of_light(tmp_path: Path) -> None:
    source = Source()
    keeps = steady(tmp_path, source)
    keeps.look(frame(0.0, 120), EMPTY)
    for second in range(1, 90):
        for activity in (TableActivity.STABLE, TableActivity.MOVING, TableActivity.HAND):
            keeps.look(frame(float(second), 200), activity)
    assert source.openers == []
    for second in range(90, 92 + round(DRIFT_SECONDS)):
        keeps.look(frame(float(second), 200), EMPTY)
    assert len(source.openers) == 1


def test_only_a_camera_that_was_locked_is_kept_steady(tmp_path: Path) -> None:
    script, home = Script(), Home(tmp_path)
    source = LiveSource(lambda: script, first=script)
    assert steady_for(source, "csi", home, CameraRequest()) is None
    store_setup(home, "csi", CameraSetup(locked=VALUES))
    assert steady_for(source, "csi", home, CameraRequest()) is not None
    closing = threading.Thread(target=source.close)
    closing.start()
    script.put(None)
    closing.join(DEADLINE)


def test_the_camera_is_let_go_before_it_is_opened_otherwise() -> None:
    first, second = Script(), Script()
    source = LiveSource(lambda: first, first=first)
    told = Told(source)
    first.put(noisy(0))
    assert source.newest(DEADLINE) is not None

    def other() -> Script:
        assert first.released == 1
        return second

    source.reopen_with(other)
    first.put(noisy(1))  # the picture its thread was waiting for
    second.put(noisy(2))
    told.wait_for(SourceState.LOST, SourceState.OPEN)
    frame = source.newest(DEADLINE)
    assert frame is not None
    assert frame.gap
    closing = threading.Thread(target=source.close)
    closing.start()
    second.put(None)
    closing.join(DEADLINE)
    assert second.released == 1


def test_values_are_found_once_and_held_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    settled: list[str] = []
    opened: list[Locked | None] = []
    found: list[Locked] = []

    def lock_camera(camera: str, mains_hz: int) -> tuple[Locked, tuple[Text, ...]]:
        settled.append(camera)
        if len(settled) == 1:
            raise PlainError(Text(de="schwankt", en="swings"))
        return VALUES, ()

    def opener_for(
        camera: str, asked: CameraRequest | None = None, locked: Locked | None = None
    ) -> CaptureOpener:
        opened.append(locked)
        return lambda: None

    monkeypatch.setattr(camera_values, "lock_camera", lock_camera)
    monkeypatch.setattr(camera_values, "opener_for", opener_for)
    opener = relocking_opener("csi", 50, found.append)
    with pytest.raises(PlainError, match="swings"):
        opener()
    opener()
    opener()
    assert (len(settled), found, opened) == (2, [VALUES], [VALUES, VALUES])


def test_light_that_never_rests_leaves_the_camera_to_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[Locked | None] = []

    def lock_camera(camera: str, mains_hz: int) -> tuple[Locked, tuple[Text, ...]]:
        raise PlainError(Text(de="schwankt", en="swings"))

    def opener_for(
        camera: str, asked: CameraRequest | None = None, locked: Locked | None = None
    ) -> CaptureOpener:
        opened.append(locked)
        return lambda: None

    monkeypatch.setattr(camera_values, "lock_camera", lock_camera)
    monkeypatch.setattr(camera_values, "opener_for", opener_for)
    opener = relocking_opener("csi", 50, lambda values: None)
    for _ in range(2):
        with pytest.raises(PlainError, match="swings"):
            opener()
    opener()
    assert opened == [None]
