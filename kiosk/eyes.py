"""The camera's thread: frames to the watcher, what it says to the table."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.cards import Card
from engine.text import PlainError, Text
from kiosk.director import Director
from kiosk.follow import LiveFollower
from kiosk.pace import Pace
from kiosk.steady import Steady
from kiosk.table import Table
from kiosk.table_core import TableCore
from vision.frames import Frame, FrameSource
from vision.live import LiveSource, SourceState
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    Sighting,
    TableActivity,
    TableContext,
    VisionEvent,
)
from vision.watcher import Watcher

LOG = logging.getLogger("mehrkopf.eyes")

CAMERA_MOVED = Text(
    de="Kamera oder Tisch wurde verrückt. Bitte nachsehen, ob der ganze Tisch im Bild ist; wurde "
    "er eingemessen, bitte neu einmessen.",
    en="Camera or table was moved. Please see whether the whole table is in the picture; if it was "
    "measured, please measure it again.",
)
_RETRY_S = 2.0
_MOST_STEPS = 16
"""A sighting has a handful of consequences (a deal that opens, a place to fill, a sweep)."""


@dataclass(frozen=True)
class Lens:
    """A watcher for one deck, and that deck's cards in the order of its scores."""

    deck: str
    watcher: Watcher
    cards: tuple[Card, ...]


Opener = Callable[[str], Lens]
"""Opens the deck of a name; raises `PlainError` where there is none or it is damaged."""


class Eyes:
    """Watches one source until it ends or `close` is called.

    Where an evening is begun with another deck than the one that is loaded, that one is opened
    before the next picture is looked at.
    """

    def __init__(
        self,
        source: FrameSource,
        lens: Lens,
        director: Director,
        follower: LiveFollower,
        table: Table,
        opener: Opener,
        steady: Steady | None = None,
    ) -> None:
        self._source = source
        self._deck = lens.deck
        self._watcher = lens.watcher
        self._opener = opener
        self._steady = steady
        self._activity = TableActivity.STARTING
        self._director = director
        self._follower = follower
        self._table = table
        self._note: Text | None = None
        """What the camera's trouble is, as long as there is one."""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)
        self._pace = Pace(self._stop)

    def start(self, speed: float = 1.0, until: float | None = None) -> None:
        """Begin; a recording runs through as fast as it can up to `until` seconds."""
        self._pace = Pace(self._stop, speed, until)
        if isinstance(self._source, LiveSource):
            self._source.listen(self._camera)
        self._thread.start()

    def close(self) -> None:
        """Stop and let go of the source."""
        self._stop.set()
        self._source.close()
        self._thread.join()

    def _run(self) -> None:
        try:
            self._table.post(self._look_on)
            for frame in self._frames():
                self._see(frame)
        except PlainError as error:
            # The table is closing, or the source cannot go on: both were said in their own words.
            LOG.info("the eyes are shut: %s", error)
        except Exception:
            LOG.exception("the camera's thread failed; the table goes on without it")
            self._show(TableActivity.NO_PICTURE)

    def _frames(self) -> Iterator[Frame]:
        return self._pace.frames(self._source)

    def _see(self, frame: Frame) -> None:
        self._look_through_the_right_lens()
        if frame.gap:
            # The page was told when it happened; the watcher must not take what was laid or taken
            # meanwhile for one quick move.
            self._watcher.no_picture(frame.t)
        for event in self._watcher.feed(frame):
            if isinstance(event, ActivityChanged):
                self._activity = event.activity
                self._show(event.activity)
                continue
            if isinstance(event, CameraMoved):
                self._note = CAMERA_MOVED if event.far else None
            elif isinstance(event, Sighting) and self._note is CAMERA_MOVED:
                # Cards are read again: the table is in the picture.
                self._note = None
            self._tell(event)
        if self._steady is not None:
            self._steady.look(frame, self._activity)

    def _look_through_the_right_lens(self) -> None:
        state = self._table.view().state
        if not state.running or state.deck == self._deck:
            return
        self._deck = state.deck  # asked for once, also where it cannot be opened
        try:
            lens = self._opener(state.deck)
        except PlainError as error:
            LOG.error("the deck of this evening cannot be used: %s", error)  # noqa: TRY400
            return
        self._watcher = lens.watcher
        self._table.call(lambda core: self._director.change_deck(lens.cards, core.state))
        self._watcher.context(self._table.call(lambda core: self._director.context(core.state)))

    def _tell(self, event: VisionEvent) -> None:
        """Have the event recorded; while the disk takes nothing, wait rather than lose a card."""
        while not self._stop.is_set():
            try:
                context = self._table.call(lambda core: self._hear(core, event))
            except PlainError as error:
                LOG.error("a card could not be recorded: %s", error)  # noqa: TRY400
                if self._stop.wait(_RETRY_S):
                    return
            else:
                self._watcher.context(context)
                return

    def _hear(self, core: TableCore, event: VisionEvent) -> TableContext:
        for _ in range(_MOST_STEPS):
            events = self._director.hear(event, core.state)
            if not events:
                break
            core.commit(events)
        return self._director.context(core.state)

    def _look_on(self, core: TableCore) -> None:
        self._watcher.context(self._director.context(core.state))

    def _camera(self, state: SourceState) -> None:
        assert isinstance(self._source, LiveSource)
        self._note = self._source.trouble
        self._show(TableActivity.STARTING if state.sees else TableActivity.NO_PICTURE)

    def _show(self, activity: TableActivity) -> None:
        note = self._note

        def show(core: TableCore) -> None:
            self._follower.activity = activity
            self._follower.camera_note = note
            core.refresh()

        try:
            self._table.post(show)
        except PlainError:
            LOG.debug("the table is closing")
