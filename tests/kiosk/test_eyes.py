"""The camera's thread: cards reach the journal, a lost camera the page, a full disk nobody."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from engine.cards import GERMAN_32, GERMAN_48, Card
from engine.events import Envelope, EveningStarted, Event
from engine.journal import Journal
from engine.text import PlainError, Text
from firmware_bridge.simulated import SimulatedStrip
from kiosk import eyes as eyes_module
from kiosk.director import Director
from kiosk.eyes import Eyes, Lens, Opener
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

    def no_picture(self, t: float) -> tuple[VisionEvent, ...]:
        return (ActivityChanged(t, TableActivity.NO_PICTURE),)

    def context(self, context: TableContext) -> None:
        self.told.append(context)


def lens(deck: str, watcher: Says, cards: tuple[Card, ...] = GERMAN_32) -> Lens:
    return Lens(deck, cast("Watcher", watcher), cards)


def no_other_deck(deck: str) -> Lens:
    raise PlainError(Text(de=f"{deck} fehlt", en=f"no {deck}"))


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
        eyes = self.eyes(source, lens("isar", watcher))
        eyes.start()
        return eyes, watcher

    def eyes(self, source: Closing, first: Lens, opener: Opener | None = None) -> Eyes:
        return Eyes(
            cast("LiveSource", source),
            first,
            self.director,
            self.follower,
            self.table,
            opener or no_other_deck,
        )

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
    # The first is told before anything happened, then one after each event; a single card opens
    # no deal.
    assert [context.seat for context in watcher.told[:2]] == [None, None]
    assert [context.seat for context in watcher.told[2:4]] == [
        play.seat for play in RECORD.plays[2:4]
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
        self.reason = Text(de="Kabel ab", en="cable off")
        self._shown = 0

    def open(self) -> Camera | None:
        return self if self.plugged.is_set() else None

    def grab(self) -> bool:
        return self.plugged.wait(0.001)

    def retrieve(self) -> Image | None:
        self._shown += 1
        noise = np.random.default_rng(self._shown).normal(120, 2, (36, 64, 3))
        return noise.astype(np.uint8)

    def release(self) -> None:
        pass


def test_a_camera_that_is_lost_is_told_and_taken_up_again(setup: Setup) -> None:
    camera = Camera()
    source = LiveSource(camera.open, first=camera, reopen_seconds=0.01)
    stable = [ActivityChanged(0.0, TableActivity.STABLE)]
    eyes, _ = setup.watch(source, stable)
    camera.plugged.clear()
    gone = setup.wait_for(lambda view: view.activity is TableActivity.NO_PICTURE)
    assert gone.camera_note == camera.reason
    camera.plugged.set()
    back = setup.wait_for(lambda view: view.activity is not TableActivity.NO_PICTURE)
    assert back.camera_note is None
    eyes.close()


def test_a_watcher_that_fails_leaves_the_table_standing(setup: Setup) -> None:
    class Fails(Says):
        def feed(self, frame: Frame) -> tuple[VisionEvent, ...]:
            raise RuntimeError("a mistake in the watcher")

    eyes = setup.eyes(Script(3), lens("isar", Fails([])))
    eyes.start()
    setup.wait_for(lambda view: view.activity is TableActivity.NO_PICTURE)
    eyes.close()
    assert setup.table.view().state.running


def test_the_deck_chosen_for_the_evening_is_the_one_that_is_read(setup: Setup) -> None:
    """The program was started with another deck than the evening is played with."""
    events = seen(RECORD)
    opened: list[str] = []
    other, right = Says(events), Says(events)

    def open_deck(deck: str) -> Lens:
        opened.append(deck)
        return lens(deck, right)

    setup.director.change_deck(GERMAN_48, setup.table.view().state)
    eyes = setup.eyes(Script(len(events)), lens("bavarian", other, GERMAN_48), open_deck)
    eyes.start()
    view = setup.wait_for(finished)
    eyes.close()
    assert opened == ["isar"]
    assert setup.director.profile == GERMAN_32
    assert view.state.finished[0].record.plays == RECORD.plays
    assert len(right.told) > len(other.told)


def test_a_deck_that_cannot_be_opened_is_asked_for_once_and_the_table_goes_on(
    setup: Setup,
) -> None:
    events = seen(RECORD)
    asked: list[str] = []

    def broken(deck: str) -> Lens:
        asked.append(deck)
        return no_other_deck(deck)

    eyes = setup.eyes(Script(len(events)), lens("bavarian", Says(events)), broken)
    eyes.start()
    setup.wait_for(finished)
    eyes.close()
    assert asked == ["isar"]
