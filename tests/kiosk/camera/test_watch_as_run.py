"""`watch` of a recording and `run --source` of the same recording record the same events."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from engine.evening.state import TableState
from engine.events import CardPlayed, Envelope, EveningStarted, Event, TrickTaken
from engine.journal.journal import Journal
from kiosk.camera import watch_recording
from kiosk.camera.eyes import DeckLens, Eyes
from kiosk.camera.watch_recording import Viewer, Watching, watch
from kiosk.director.deal_source import CalledDeals
from kiosk.director.director import Director
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import open_deck
from kiosk.settings import Settings
from kiosk.table import resumption
from kiosk.table.writer import Table
from tests.kiosk.eyed import no_other_deck
from vision.camera.cameras import open_source
from vision.camera.frames import Closing, Frame, FrameSource
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.watching.watcher import Watcher

FRAMES = 400
"""Sixteen seconds: the first trick of the sample evening and its sweep."""
LOST = 300
"""A picture before which others were lost."""


class Beginning(Closing):
    """The first pictures of a recording, where wanted with some lost before one of them."""

    live = False

    def __init__(self, source: FrameSource, *, lost: bool) -> None:
        self._source, self._lost = source, lost

    def __iter__(self) -> Iterator[Frame]:
        with self._source as frames:
            for frame in islice(frames, FRAMES):
                gap = self._lost and frame.index == LOST
                yield Frame(frame.index, frame.t, frame.image, gap)


@pytest.mark.parametrize("lost", [False, True])
def test_both_record_the_same(
    tmp_path: Path, nets: Nets, monkeypatch: pytest.MonkeyPatch, lost: bool
) -> None:
    profile = open_deck(resumption.SAMPLE_DECK, Home(tmp_path), nets)
    ran = by_run(profile, nets, lost=lost)
    watched: list[Event] = []

    class Noted(Viewer):
        def _recorded(self, envelopes: tuple[Envelope, ...], state: TableState) -> None:
            watched.extend(envelope.event for envelope in envelopes)
            super()._recorded(envelopes, state)

    monkeypatch.setattr(watch_recording, "Viewer", Noted)
    calls = CalledDeals(resumption.SAMPLE_CALLS)
    watch(Watching(pictures(lost=lost), profile, nets, calls), lambda said: None)
    assert isinstance(watched[0], EveningStarted)
    assert watched[1:] == ran[1:]
    assert sum(isinstance(event, CardPlayed) for event in ran) >= 4
    assert any(isinstance(event, TrickTaken) for event in ran)


def pictures(*, lost: bool) -> FrameSource:
    return Beginning(open_source(str(resumption.SAMPLE_VIDEO)), lost=lost)


def by_run(profile: Profile, nets: Nets, *, lost: bool) -> list[Event]:
    """Play the recording to a table as `run --source` does, as fast as it can be read."""
    calls = CalledDeals(resumption.SAMPLE_CALLS)
    director = Director(profile.cards, calls)
    journal = Journal.in_memory()
    with Table(journal, director=director, source="sample") as table:
        seats = Settings().seats
        opening = resumption.opening(
            table.view().state, calls, "sample", seats, resumption.SAMPLE_DECK, {}
        )
        table.call(lambda core: core.commit(opening))
        lens = DeckLens(resumption.SAMPLE_DECK, Watcher(profile, nets), profile.cards)
        eyes = Eyes(pictures(lost=lost), lens, director, table, no_other_deck)
        eyes.start(until=float(FRAMES))
        eyes._part.join()
        eyes.close()
        return table.call(lambda core: [envelope.event for envelope in journal.events()])
