"""A camera that freezes, goes dark, vanishes and changes its size while a deal is played.

The sample evening is delivered as a camera would; between two pictures of it the camera fails. The
page says what is wrong, forgets it when it is over, and the deal is read on.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import cast

import cv2
import numpy as np

from engine.journal.journal import Journal
from engine.text import Text
from kiosk.camera.eyes import DeckLens, Eyes
from kiosk.director.deal_source import CalledDeals
from kiosk.director.director import Director
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import open_deck
from kiosk.settings import Settings
from kiosk.table import resumption
from kiosk.table.view import TableView
from kiosk.table.writer import Table
from tests.kiosk.appliance import cards_of, true_deals
from tests.kiosk.eyed import PATIENCE_S, no_other_deck
from tests.kiosk.opened import client_of, screen, text
from vision.arrays import Image
from vision.camera.frames import Frame
from vision.camera.live import TROUBLE, LiveSource, SourceState
from vision.reading.nets import load_nets
from vision.watching.watcher import Watcher

FROZEN, DARK, GONE, SMALL = 245, 302, 415, 572
"""Frames of the sample evening after which the camera fails; at the second and the fourth the
table is empty, at the others cards lie."""
END = 860
FAULT = [0.25] * 14


class Failing:
    """Delivers the sample evening, a picture whenever the last one was looked at, and fails."""

    def __init__(self) -> None:
        self.now = 0.0
        self.looked_at = threading.Event()
        self.looked_at.set()
        self.done = threading.Event()
        self.closed = threading.Event()
        self.reason: Text | None = None
        self._pictures = self._course()
        self._picture: Image | None = None

    def clock(self) -> float:
        return self.now

    def open(self) -> Failing:
        return self

    def grab(self) -> bool:
        assert self.looked_at.wait(PATIENCE_S)
        found = next(self._pictures, None)
        if found is None:
            self.done.set()
            self.closed.wait()
            return False
        self._picture, after = found
        self.now += after
        return self._picture is not None

    def retrieve(self) -> Image | None:
        if self._picture is not None and self._good:
            self.looked_at.clear()
        return self._picture

    def release(self) -> None:
        pass

    def _course(self) -> Iterator[tuple[Image | None, float]]:
        video = cv2.VideoCapture(str(resumption.SAMPLE_VIDEO))
        chance = np.random.default_rng(1)
        for number in range(END):
            there, picture = video.read()
            assert there
            self._good = True
            if number > SMALL:
                picture = cv2.resize(picture, (960, 540), interpolation=cv2.INTER_AREA)
            yield cast("Image", picture), 0.04
            self._good = False
            if number == FROZEN:
                yield from ((cast("Image", picture), pause) for pause in FAULT)
            elif number == DARK:
                for pause in FAULT:
                    yield chance.integers(0, 8, picture.shape, np.uint8), pause
            elif number == GONE:
                yield None, 3.0
        video.release()


class Stepped(LiveSource):
    """Tells the camera when a picture was looked at, so that none is lost in a test."""

    camera: Failing

    def __iter__(self) -> Iterator[Frame]:
        for frame in super().__iter__():
            yield frame
            self.camera.looked_at.set()


def test_the_page_tells_each_fault_and_the_deal_goes_on() -> None:
    camera = Failing()
    source = Stepped(camera.open, first=camera, clock=camera.clock, reopen_seconds=0.01)
    source.camera = camera
    calls = CalledDeals(resumption.SAMPLE_CALLS)
    nets = load_nets()
    profile = open_deck(resumption.SAMPLE_DECK, Home(resumption.SAMPLE_VIDEO.parent), nets)
    director = Director(profile.cards, calls)
    said: list[str] = []
    with Table(Journal.in_memory(), director=director, source="camera") as table:
        client = client_of(table)

        def read_page(view: TableView) -> None:
            if view.camera.note is not None and view.camera.note.de not in said:
                said.append(view.camera.note.de)

        table.call(lambda core: core.listen(read_page))
        opening = resumption.opening(
            table.view().state, calls, "faults", Settings().seats, resumption.SAMPLE_DECK, {}
        )
        table.call(lambda core: core.commit(opening))
        lens = DeckLens(resumption.SAMPLE_DECK, Watcher(profile, nets), profile.cards)
        eyes = Eyes(source, lens, director, table, no_other_deck)
        eyes.start()
        assert camera.done.wait(10 * PATIENCE_S)
        table.call(lambda core: core.refresh())
        page = text(client.get("/"))
        camera.closed.set()
        eyes.close()
        deal = table.view().state.deal
    true = true_deals(resumption.SAMPLE_VIDEO)[0]["plays"]
    seen = cards_of(deal)
    assert seen == true[: len(seen)]
    assert len(seen) >= 12
    assert screen(page) == "table"
    for state in (SourceState.FROZEN, SourceState.DARK, SourceState.LOST):
        assert TROUBLE[state].de in said
    assert any("960 x 540 statt 1280 x 720" in words for words in said)
