"""The plug is pulled while cards lie on the table; a camera looks on again, and none is lost.

Unlike a recording, a camera counts its time from nothing when the program is started again.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import cv2
import pytest

from engine.evening.deal import DealState
from engine.journal.journal import Journal
from kiosk.camera.eyes import DeckLens, Eyes
from kiosk.director.deal_source import CalledDeals
from kiosk.director.director import Director
from kiosk.director.seen_plays import latest
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import open_deck
from kiosk.settings import Settings
from kiosk.table import resumption
from kiosk.table.writer import Table
from tests.kiosk.appliance import cards_of, true_deals
from tests.kiosk.eyed import PATIENCE_S, no_other_deck
from vision.arrays import Image
from vision.camera.frames import Closing, Frame
from vision.reading.nets import load_nets
from vision.watching.watcher import Watcher

END = 650
"""Frame of the sample evening; nine cards are laid by then, two tricks taken."""


class Camera(Closing):
    """Delivers a piece of the sample evening, from frame to frame."""

    live = True

    def __init__(self, first: int, last: int) -> None:
        self._frames = first, last
        self.done = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        first, last = self._frames
        video = cv2.VideoCapture(str(resumption.SAMPLE_VIDEO))
        for number in range(last):
            assert video.grab()
            if number >= first:
                there, picture = video.retrieve()
                assert there
                # Its time goes on where the journal stopped, as `run` lets it (`count_from`).
                yield Frame(number - first, 0.04 * number, cast("Image", picture))
        video.release()
        self.done.set()


def watch(journal: Path, camera: Camera) -> DealState:
    """Run what watches the table until the camera's pictures end; return the deal."""
    calls, nets = CalledDeals(resumption.SAMPLE_CALLS), load_nets()
    profile = open_deck(resumption.SAMPLE_DECK, Home(journal.parent), nets)
    director = Director(profile.cards, calls)
    with Table(Journal.open(journal), director=director, source="camera") as table:
        opening = resumption.opening(
            table.view().state, calls, "camera", Settings().seats, resumption.SAMPLE_DECK, {}
        )
        table.call(lambda core: core.commit(opening))
        table.call(lambda core: director.resume(core.state, watched=False))
        lens = DeckLens(resumption.SAMPLE_DECK, Watcher(profile, nets), profile.cards)
        eyes = Eyes(camera, lens, director, table, no_other_deck)
        eyes.start()
        assert camera.done.wait(4 * PATIENCE_S)
        eyes.close()
        deal = latest(table.view().state)
    assert deal is not None
    return deal


@pytest.mark.parametrize(("killed", "cards"), [(360, 5), (430, 6)])
def test_cards_that_lay_there_and_all_after_them_are_recorded_once(
    tmp_path: Path, killed: int, cards: int
) -> None:
    true = true_deals(resumption.SAMPLE_VIDEO)[0]["plays"]
    before = watch(tmp_path / "journal.sqlite", Camera(0, killed))
    assert cards_of(before) == true[:cards]
    after = watch(tmp_path / "journal.sqlite", Camera(killed, END))
    assert cards_of(after) == true[:9]
