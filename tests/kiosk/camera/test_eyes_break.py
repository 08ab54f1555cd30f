"""In a break the camera's pictures are not looked at, and the deal goes on where it was."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from engine.events import BreakBegun, BreakEnded, Event
from kiosk.table.writer import TableCore
from tests.kiosk.eyed import PATIENCE_S, PICTURE, RECORD, Says, Script, Setup, lens
from tests.kiosk.seen_deals import seen
from vision.camera.frames import Frame
from vision.sighting import ActivityChanged, TableActivity, VisionEvent


@pytest.fixture
def setup(tmp_path: Path) -> Iterator[Setup]:
    made = Setup(tmp_path / "journal.sqlite")
    yield made
    made.close()


def _commit(event: Event, core: TableCore) -> None:
    core.commit((event,))


class Interrupted(Script):
    """A source that says at some frames what happens at the table before they are shown."""

    def __init__(self, frames: int, setup: Setup, happens: dict[int, Event]) -> None:
        super().__init__(frames)
        self._setup = setup
        self._happens = happens

    def __iter__(self) -> Iterator[Frame]:
        for index in range(self._frames):
            event = self._happens.get(index)
            if event is not None:
                self._setup.table.call(partial(_commit, event))
            yield Frame(index, float(index), PICTURE)


class Notes(Says):
    """A watcher that keeps which frames it was shown, and when it was told of a gap."""

    def __init__(self, events: list[VisionEvent | None]) -> None:
        super().__init__(events)
        self.fed: list[int] = []
        self.gaps: list[float] = []
        self.saw = threading.Event()

    def feed(self, frame: Frame) -> tuple[VisionEvent, ...]:
        self.fed.append(frame.index)
        self.saw.set()
        return super().feed(frame)

    def no_picture(self, t: float) -> tuple[VisionEvent, ...]:
        self.gaps.append(t)
        return (ActivityChanged(t, TableActivity.NO_PICTURE),)


def test_a_break_is_a_gap_in_the_pictures_and_the_deal_is_kept(setup: Setup) -> None:
    events = seen(RECORD)
    pause = 10
    before, rest = events[:pause], events[pause:]
    watcher = Notes([*before, None, None, None, *rest])
    happens: dict[int, Event] = {pause: BreakBegun(), pause + 3: BreakEnded()}
    eyes = setup.eyes(Interrupted(len(events) + 3, setup, happens), lens("isar", watcher))
    eyes.start()
    view = setup.wait_for(lambda view: len(view.state.finished) == 1)
    eyes.close()
    assert watcher.fed == [*range(pause), *range(pause + 3, len(events) + 3)]
    assert watcher.gaps == [pause + 3.0]
    assert view.state.finished[0].record.plays == RECORD.plays


def test_while_the_break_lasts_nothing_is_looked_at(setup: Setup) -> None:
    events = seen(RECORD)
    watcher = Notes([*events])
    setup.table.call(partial(_commit, BreakBegun()))
    last: dict[int, Event] = {len(events): BreakEnded()}
    eyes = setup.eyes(Interrupted(len(events) + 1, setup, last), lens("isar", watcher))
    eyes.start()
    assert watcher.saw.wait(PATIENCE_S)
    eyes.close()
    assert setup.table.view().state.deals == ()
    assert watcher.fed == [len(events)]
