"""The camera's thread: cards reach the journal, a lost camera the page, a full disk nobody."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from engine.cards import GERMAN_32
from engine.events import Envelope, EveningStarted, Event
from engine.journal import Journal
from engine.text import PlainError, Text
from firmware_bridge.simulated import SimulatedStrip
from kiosk import eyes as eyes_module
from kiosk.director import Director
from kiosk.eyes import Eyes
from kiosk.follow import LiveFollower
from kiosk.random_deals import random_deal
from kiosk.table import Table
from kiosk.view import TableView
from tests.kiosk.seen_deals import OneDeal, seen
from vision.arrays import Image
from vision.frames import Closing, Frame
from vision.live import LiveSource
from vision.sighting import ActivityChanged, TableActivity, TableContext, VisionEvent
from vision.watcher import Watcher

PATIENCE_S = 30.0
RECORD = random_deal(3)
PICTURE = np.zeros((4, 4, 3), np.uint8)


class Script(Closing):
    """A source of as many frames as there are things to say."""

    live = True

    def __init__(self, frames: int) -> None:
        self._frames = frames

    def __iter__(self) -> Iterator[Frame]:
        for index in range(self._frames):
            yield Frame(index, float(index), PICTURE)


class Says:
    """A watcher that says one thing a frame."""

    def __init__(self, events: Sequence[VisionEvent]) -> None:
        self._events = list(events)
        self.told: list[TableContext] = []

    def feed(self, frame: Frame) -> tuple[VisionEvent, ...]:
        return tuple(self._events[frame.index : frame.index + 1])

    def context(self, context: TableContext) -> None:
        self.told.append(context)


class Setup:
    def __init__(self, path: Path) -> None:
        self.journal = Journal.open(path)
        self.director = Director(GERMAN_32, OneDeal(RECORD))
        self.follower = LiveFollower(self.director, "camera", SimulatedStrip())
        self.table = Table(self.journal, follower=self.follower)
        evening = EveningStarted("e", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {})
        self.table.call(lambda core: core.commit((evening,)))

    def watch(self, source: Closing, events: Sequence[VisionEvent]) -> tuple[Eyes, Says]:
        watcher = Says(events)
        eyes = Eyes(
            cast("LiveSource", source),
            cast("Watcher", watcher),
            self.director,
            self.follower,
            self.table,
        )
        eyes.start()
        return eyes, watcher

    def wait_for(self, reached: Callable[[TableView], bool]) -> TableView:
        view = self.table.view()
        while not reached(view):
            news = self.table.wait(view.version, PATIENCE_S)
            assert news is not None, view
            view = news
        return view


@pytest.fixture
def setup(tmp_path: Path) -> Iterator[Setup]:
    setup = Setup(tmp_path / "journal.sqlite")
    yield setup
    setup.table.close()
    setup.follower.close()


def finished(view: TableView) -> bool:
    return len(view.state.finished) == 1


def test_what_the_watcher_says_is_recorded_and_it_is_told_whose_turn_it_is(setup: Setup) -> None:
    events = seen(RECORD)
    eyes, watcher = setup.watch(Script(len(events)), events)
    view = setup.wait_for(finished)
    eyes.close()
    assert view.state.finished[0].record.plays == RECORD.plays
    # The first is told before anything happened, then one after each event.
    assert [context.seat for context in watcher.told[1:4]] == [
        play.seat for play in RECORD.plays[1:4]
    ]


def test_a_full_disk_holds_a_card_back_until_there_is_room(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eyes_module, "_RETRY_S", 0.01)
    refused = queue.SimpleQueue[int]()
    whole = Journal.append

    def append(journal: Journal, events: Sequence[Event], at: str) -> tuple[Envelope, ...]:
        if refused.qsize() < 5 and journal.last_seq > 10:
            refused.put(1)
            raise PlainError(Text(de="voll", en="full"))
        return whole(journal, events, at)

    monkeypatch.setattr(Journal, "append", append)
    events = seen(RECORD)
    eyes, _ = setup.watch(Script(len(events)), events)
    view = setup.wait_for(finished)
    eyes.close()
    assert refused.qsize() == 5
    assert view.state.finished[0].record.plays == RECORD.plays


class Camera:
    """A camera that can be pulled out and plugged in again."""

    def __init__(self) -> None:
        self.plugged = threading.Event()
        self.plugged.set()

    def open(self) -> Camera | None:
        return self if self.plugged.is_set() else None

    def read(self) -> Image | None:
        return PICTURE if self.plugged.wait(0.001) else None

    def release(self) -> None:
        pass


def test_a_camera_that_is_lost_is_told_and_taken_up_again(setup: Setup) -> None:
    camera = Camera()
    source = LiveSource(camera.open, first=camera, reopen_seconds=0.01)
    stable = [ActivityChanged(0.0, TableActivity.STABLE)]
    eyes, _ = setup.watch(source, stable)
    camera.plugged.clear()
    setup.wait_for(lambda view: view.activity is TableActivity.NO_PICTURE)
    camera.plugged.set()
    setup.wait_for(lambda view: view.activity is not TableActivity.NO_PICTURE)
    eyes.close()


def test_a_watcher_that_fails_leaves_the_table_standing(setup: Setup) -> None:
    class Fails(Says):
        def feed(self, frame: Frame) -> tuple[VisionEvent, ...]:
            raise RuntimeError("a mistake in the watcher")

    eyes = Eyes(
        cast("LiveSource", Script(3)),
        cast("Watcher", Fails([])),
        setup.director,
        setup.follower,
        setup.table,
    )
    eyes.start()
    setup.wait_for(lambda view: view.activity is TableActivity.NO_PICTURE)
    eyes.close()
    assert setup.table.view().state.running
