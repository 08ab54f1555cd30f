"""The camera's thread with a watcher that says what a test wants, and a table behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import cast

import numpy as np

from engine.cards import GERMAN_32, Card
from engine.events import EveningStarted
from engine.journal.journal import Journal
from engine.text import PlainError, Text
from kiosk.camera.eyes import DeckLens, Eyes, Opener
from kiosk.director.director import Director
from kiosk.table.view import TableView
from kiosk.table.writer import Table
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import OneDeal
from vision.camera.frames import Closing, Frame
from vision.camera.live import LiveSource
from vision.sighting import ActivityChanged, TableActivity, TableContext, VisionEvent
from vision.watching.watcher import Watcher

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

    def __init__(self, events: Sequence[VisionEvent | None]) -> None:
        self._events = list(events)
        self.told: list[TableContext] = []

    def feed(self, frame: Frame) -> tuple[VisionEvent, ...]:
        said = self._events[frame.index : frame.index + 1]
        return tuple(event for event in said if event is not None)

    def no_picture(self, t: float) -> tuple[VisionEvent, ...]:
        return (ActivityChanged(t, TableActivity.NO_PICTURE),)

    def context(self, context: TableContext) -> None:
        self.told.append(context)


def lens(deck: str, watcher: Says, cards: tuple[Card, ...] = GERMAN_32) -> DeckLens:
    return DeckLens(deck, cast("Watcher", watcher), cards)


def no_other_deck(deck: str) -> DeckLens:
    raise PlainError(Text(de=f"{deck} fehlt", en=f"no {deck}"))


class Setup:
    """A table and its director, four people at it, looked at by whatever a test brings."""

    def __init__(self, path: Path) -> None:
        self.journal = Journal.open(path)
        self.director = Director(GERMAN_32, OneDeal(RECORD))
        self.table = Table(self.journal, director=self.director, source="camera")
        evening = EveningStarted("e", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {})
        self.table.call(lambda core: core.commit((evening,)))

    def watch(self, source: Closing, events: Sequence[VisionEvent]) -> tuple[Eyes, Says]:
        watcher = Says(events)
        eyes = self.eyes(source, lens("isar", watcher))
        eyes.start()
        return eyes, watcher

    def eyes(self, source: Closing, first: DeckLens, opener: Opener | None = None) -> Eyes:
        return Eyes(
            cast("LiveSource", source),
            first,
            self.director,
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

    def close(self) -> None:
        self.table.close()
