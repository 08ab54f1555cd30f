"""The table's single writer: commands and events in, journal, fold, picture out.

`TableCore` has no thread: everything happens in the caller's, which must always be the same.
`Table` runs one in a thread of its own, with a queue in front of it; `watch` and tests use a
`MemoryTable`. Readers take no locks: `view` hands out the newest immutable picture. A job that
fails is told to whoever waits for it, or logged loudly; the thread goes on. A `CuePlayer` plays
each change of the table on the strip of lights.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import datetime
from queue import SimpleQueue
from typing import Any, Protocol, Self, TypeVar

from engine.deal.report import DealReport, Status
from engine.evening.deal import DealState
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import (
    DealClosed,
    DealEntered,
    DealStarted,
    Envelope,
    EveningEnded,
    EveningStarted,
    Event,
    QuestionLeft,
)
from engine.games.wording import TOLD_ONLY
from engine.journal.journal import Journal, Stamp
from engine.text import PlainError, Text
from firmware_bridge.cues import Outside, StripPlayer, sequence
from firmware_bridge.strip import Look, Picture, Strip
from kiosk.director.camera_notices import NO_ASIDES, CameraNotices
from kiosk.director.director import Director
from kiosk.director.driver import Driver
from kiosk.director.outlook import NO_OUTLOOK, Outlook
from kiosk.director.seen_plays import latest
from kiosk.table.commands import Command, ForgetPeople
from kiosk.table.forgetting import Forgetting, check_over
from kiosk.table.notes import note_of
from kiosk.table.orders import Circumstances, events_of
from kiosk.table.resumption import state_of
from kiosk.table.view import CameraStatus, SourceKind, TableView, ViewListener
from kiosk.words import orders as w
from vision.sighting import TableActivity, TableContext, VisionEvent

LOG = logging.getLogger("mehrkopf.table")

RecordListener = Callable[[tuple[Envelope, ...], TableState], None]
"""Is told what was recorded and the table after it."""


ENDINGS = (DealClosed, DealEntered, EveningEnded)
"""After these nobody waits for a card: the journal's log is emptied."""


class Light(Protocol):
    """Shows the table by light."""

    def show(self, state: TableState, outlook: Outlook, camera: CameraStatus) -> Picture:
        """Show the table as it stands now; return the picture that is seen just now."""
        ...


READING = (TableActivity.MOVING, TableActivity.CARD)
"""While a card may be coming to rest and is being read, no light changes."""


class ShownStrip(Strip, Protocol):
    """A strip that tells what it shows."""

    @property
    def picture(self) -> Picture:
        """What is seen just now."""
        ...


class CuePlayer:
    """Plays each change of the table on a strip; called in the writer's thread alone."""

    def __init__(self, strip: ShownStrip, look: Callable[[], Look] = Look) -> None:
        """Begin with a strip that is dark; `look` tells how cues are to be painted just now."""
        self._strip = strip
        self._look = look
        self._player = StripPlayer(strip)
        self._before: TableState | None = None

    def show(self, state: TableState, outlook: Outlook, camera: CameraStatus) -> Picture:
        """Play what has happened since the last call; return what the strip shows just now."""
        seeing = camera.activity is not TableActivity.NO_PICTURE and camera.deck_note is None
        outside = outside_of(outlook, seeing=seeing)
        self._player.hold(still=camera.activity in READING)
        self._player.play(sequence(self._before, state, outside, self._look()))
        self._before = state
        return self._strip.picture

    def close(self) -> None:
        """Let the strip go dark."""
        self._player.close()


def outside_of(outlook: Outlook, *, seeing: bool) -> Outside:
    """Return what the light tells beside the record; `seeing`: the camera can read cards."""
    proven = (v for v in outlook.shown if v.status is Status.PROVEN)
    return Outside(
        alerts=tuple(v for v in proven if v.kind not in TOLD_ONLY),
        asking=bool(outlook.questions),
        watching=seeing,
    )


def local_now() -> str:
    """Return the time, RFC 3339 with offset, to the millisecond."""
    return datetime.now().astimezone().isoformat(timespec="milliseconds")


class TableCore:
    """Owns the journal and the state; publishes a `TableView` after each commit.

    Every commit, a person's command too, goes through the director's `Driver`; without a director
    there is no camera, and nothing is said beside the record. On construction the evening in the
    journal is folded again, so that a program started anew goes on at the same card.

    Raises:
        PlainError: the journal was written by a newer program.
    """

    def __init__(
        self,
        journal: Journal,
        now: Stamp = local_now,
        models: Mapping[str, str] | None = None,
        director: Director | None = None,
        source: SourceKind = "none",
        light: Light | None = None,
    ) -> None:
        self._journal = journal
        self._now = now
        self._models = dict(models or {})
        self._listeners: list[ViewListener] = []
        self._record_listeners: list[RecordListener] = []
        self._driver = None if director is None else Driver(director, self)
        self._source: SourceKind = source
        self._light = light
        self._camera = CameraStatus(
            TableActivity.EMPTY if source == "none" else TableActivity.STARTING
        )
        self._pressed: Text | None = None
        self._deal_over = False
        """Whether the log is to be emptied once the newest picture is out."""
        self._late: dict[str, tuple[DealState, frozenset[str]]] = {}
        """By deal id, what is said of a deal before since a question about it was answered."""
        self._outlook: tuple[TableState, bool, Outlook] | None = None
        """The newest state that was looked at, whether its deck was in doubt, what may be said."""
        self._state = state_of(self._journal)
        self._view = TableView(version=0, state=self._state, report=_report(self._state))
        self.refresh()

    @property
    def state(self) -> TableState:
        """The table after the last commit."""
        return self._state

    @property
    def view(self) -> TableView:
        """The newest picture."""
        return self._view

    @property
    def head(self) -> str:
        """The journal's head hash."""
        return self._journal.head

    @property
    def models(self) -> Mapping[str, str]:
        """File name to SHA-256 of the nets in use."""
        return self._models

    def listen(self, listener: ViewListener) -> None:
        """Call `listener` with each new picture; a failing one is logged and kept."""
        self._listeners.append(listener)

    def record_to(self, listener: RecordListener) -> None:
        """Call `listener` with whatever is recorded, as soon as it is; what it raises is raised."""
        self._record_listeners.append(listener)

    def do(self, command: Command) -> None:
        """Carry out a command; it is on the disk when this returns.

        Raises:
            PlainError: it cannot be done now, or the disk is full; nothing was changed.
        """
        if isinstance(command, ForgetPeople):
            check_over(self._journal.persons(), self._state, command.numbers)
            self._forget(command.numbers)
            return
        now = Circumstances(self._now(), self._models)
        self._commit(events_of(command, self._state, now), now.at)

    def forget_overdue(self, forgetting: Forgetting) -> None:
        """Forget who has not come for so long.

        Raises:
            PlainError: the disk is full or fails; nobody was forgotten.
        """
        if due := forgetting.due(self._journal, self._state):
            self._forget(due)

    def _forget(self, numbers: Sequence[int]) -> None:
        self._journal.forget(numbers)
        self._state = state_of(self._journal)
        # What was thought of the old state holds names.
        self._outlook, self._late = None, {}
        self.settled()

    def hear(self, event: VisionEvent) -> TableContext:
        """Record what follows from what the camera says; return what vision is told.

        Raises:
            PlainError: the disk is full or fails; the same event may be said once more.
            ValueError: there is no director.
        """
        if self._driver is None:
            raise ValueError("a table without a director hears nothing")
        director = self._driver.director
        asides = director.asides
        context = self._driver.hear(event)
        if director.asides != asides:
            self.refresh()
        return context

    def commit(self, events: Sequence[Event]) -> tuple[Envelope, ...]:
        """Record events; they are on the disk when this returns.

        Raises:
            PlainError: the disk is full or fails; nothing was recorded.
        """
        return self._commit(events, None) if events else ()

    def sees(self, camera: CameraStatus) -> None:
        """Show what the camera does now."""
        self._camera = camera
        if self._driver is not None:
            self._driver.director.doubts_deck = camera.other_deck
        self.refresh()

    def note_press(self, words: Text | None) -> None:
        """Keep what a button did; it is said from the next picture on."""
        self._pressed = words

    def refresh(self) -> None:
        """Publish again: something other than the record moved."""
        self.settled()

    def _commit(self, events: Sequence[Event], at: str | None) -> tuple[Envelope, ...]:
        if self._driver is not None:
            return self._driver.commit(events, at)
        envelopes = self.store(events, at)
        self.settled()
        return envelopes

    # The driver's desk.

    def store(self, events: Sequence[Event], at: str | None = None) -> tuple[Envelope, ...]:
        """Append events to the journal and fold them, without showing anything.

        Before the next deal or the evening's end stands what the table was asked and left open,
        with it what was shown of the deal before.
        """
        left: tuple[Event, ...] = self._left_open(events)
        if self._journal.stay():
            left = (note_of(w.PUT_BACK), *left)
        told = (*left, *self._with_shown(events))
        envelopes = self._journal.append(told, self._now() if at is None else at)
        self._deal_over = any(isinstance(each, ENDINGS) for each in events)
        self._state = fold(envelopes, self._state)
        if any(isinstance(each, DealStarted) for each in events):
            for deal in self._state.finished:
                deal.let_go()
        if any(isinstance(each, EveningStarted) for each in events):
            # What was said of the deals of the evening before nobody asks for any more.
            self._late = {}
        for listener in self._record_listeners:
            listener(envelopes, self._state)
        return envelopes[len(left) :]

    def _left_open(self, events: Sequence[Event]) -> tuple[QuestionLeft, ...]:
        newest = latest(self._state)
        if newest is None or not any(
            isinstance(each, DealStarted | EveningEnded) for each in events
        ):
            return ()
        asked = (question.seq for question in self._look_out().deciding)
        return tuple(QuestionLeft(seq) for seq in asked if seq not in newest.asked)

    def _with_shown(self, events: Sequence[Event]) -> Iterator[Event]:
        """Yield the events; the first that leaves a deal behind tells what was shown of it."""
        newest = latest(self._state)
        said = () if newest is None else self._view.said.get(newest.id, ())
        for event in events:
            if isinstance(event, DealStarted | EveningEnded):
                yield replace(event, shown=tuple(sorted(said)))
                said = ()
            else:
                yield event

    def failed(self, error: Exception) -> None:
        """Log what could not be thought of or stored; the table goes on.

        What led here is stored and acknowledged; the director, asked again after the next event,
        finds what is missing and makes it anew.
        """
        if isinstance(error, PlainError):
            LOG.error("the table could not store what follows: %s", error)
        else:
            LOG.error("the director failed; the table goes on without it", exc_info=error)

    def settled(self) -> None:
        """Publish the table as it stands."""
        outlook = self._look_out()
        self._view = TableView(
            version=self._view.version + 1,
            state=self._state,
            report=_report(self._state),
            outlook=outlook,
            said=self._said(outlook),
            camera=self._camera,
            asides=self._asides,
            source=self._source,
            strip=self._shine(outlook),
            pressed=self._pressed,
            forgotten=self._journal.forgotten,
        )
        for listener in self._listeners:
            try:
                listener(self._view)
            except Exception:
                LOG.exception("a listener of the table failed")
        if self._deal_over:
            self._deal_over = False
            self._journal.checkpoint()

    def _said(self, outlook: Outlook) -> dict[str, frozenset[str]]:
        """Return what was shown of each deal, or is said since a question was answered."""
        state, newest = self._state, latest(self._state)
        found = dict(state.shown)
        if newest is not None and not self._deck_in_doubt and state.last_seq != state.ended:
            shown = (*outlook.shown, *outlook.stood)
            found[newest.id] = frozenset(verdict.id for verdict in shown)
        elif newest is not None and newest.id in self._view.said:
            # Said before the deck was in doubt it is within reach again once that is settled. Of an
            # evening that is over, the record tells until somebody changes something.
            found[newest.id] = self._view.said[newest.id]
        for deal in self._state.finished:
            if self._driver is None or deal is newest or deal.asked <= {*deal.left_open}:
                continue
            if deal.id not in self._late or self._late[deal.id][0] is not deal:
                try:
                    late = self._driver.director.said_late(deal)
                except Exception as error:
                    self.failed(error)
                    continue
                self._late[deal.id] = deal, late
            found[deal.id] = self._late[deal.id][1] | found.get(deal.id, frozenset())
        return found

    @property
    def _asides(self) -> CameraNotices:
        return NO_ASIDES if self._driver is None else self._driver.director.asides

    def _look_out(self) -> Outlook:
        """Return what may be said; nothing where that cannot be told."""
        if self._driver is None:
            return NO_OUTLOOK
        known, doubt = self._outlook, self._deck_in_doubt
        if known is None or known[0] is not self._state or known[1] is not doubt:
            try:
                outlook = self._driver.director.outlook(self._state)
                self._outlook = known = self._state, doubt, outlook
            except Exception as error:
                self.failed(error)
                return NO_OUTLOOK
        return known[2]

    @property
    def _deck_in_doubt(self) -> bool:
        return self._driver is not None and self._driver.director.deck_in_doubt

    def _shine(self, outlook: Outlook) -> Picture:
        if self._light is None:
            return ()
        camera = self._camera
        if self._asides.hindrance is not None:
            # To the light a table that cannot be read is one without a picture.
            camera = replace(camera, activity=TableActivity.NO_PICTURE)
        try:
            return self._light.show(self._state, outlook, camera)
        except Exception:
            LOG.exception("the light failed; the table goes on without it")
            return ()


class MemoryTable(TableCore):
    """A table without disk and thread, for `watch` and for proofs; a failure is raised.

    A `journal` of a table before it is gone on with at its last card.
    """

    def __init__(self, director: Director, journal: Journal | None = None) -> None:
        self.director = director
        self.journal = journal or Journal.in_memory()
        super().__init__(self.journal, director=director)

    def failed(self, error: Exception) -> None:
        """End what is being done."""
        raise error


def _report(state: TableState) -> DealReport | None:
    """Return the report of the running deal, else of the one finished last.

    Worked out here, in the writer's thread, so that readers find it ready.
    """
    deal = latest(state)
    try:
        return None if deal is None else deal.report
    except Exception:
        # The events are on the disk already; a mistake of the referee must not take the table down.
        LOG.exception("the deal cannot be judged")
        return None


T = TypeVar("T")
Job = Callable[[TableCore], T]


@dataclass(frozen=True, slots=True)
class _Task:
    job: Job[Any]
    answer: Future[Any] | None


class Table:
    """The single writer behind a queue; implements `kiosk.table.view.TableDoor`.

    The thread runs from construction to `close`, which also closes the journal.
    """

    def __init__(
        self,
        journal: Journal,
        now: Stamp = local_now,
        models: Mapping[str, str] | None = None,
        director: Director | None = None,
        source: SourceKind = "none",
        light: Light | None = None,
    ) -> None:
        self._journal = journal
        self._core = TableCore(journal, now, models, director, source, light)
        self._view = self._core.view
        self._news = threading.Condition()
        self._gate = threading.Lock()
        self._closed = False
        self._core.listen(self._published)
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def view(self) -> TableView:
        """Return the newest picture."""
        return self._view

    def wait(self, after: int, timeout: float) -> TableView | None:
        """Block until the picture is another than version `after`.

        A version above the newest is from before the program was started again: it is answered at
        once. None when `timeout` seconds passed, or the table closed.
        """
        with self._news:
            self._news.wait_for(lambda: self._view.version != after or self._closed, timeout)
            view = self._view
        return view if view.version != after else None

    def do(self, command: Command) -> None:
        """Carry out a command; returns once it is committed.

        Raises:
            PlainError: it cannot be done now; nothing was changed.
        """
        try:
            self.call(lambda core: core.do(command))
        except PlainError:
            raise
        except Exception as error:
            # What it says may be a name.
            LOG.exception("the command %s failed", type(command).__name__)
            raise PlainError(w.FAILED) from error

    def hear(self, event: VisionEvent) -> TableContext:
        """Record what follows from what the camera says; see `TableCore.hear`."""
        return self.call(lambda core: core.hear(event))

    def call(self, job: Job[T]) -> T:
        """Run `job` with the core in the writer's thread and return its answer.

        Raises:
            PlainError: the table is closed.
            Exception: whatever the job raises.
        """
        if threading.current_thread() is self._thread:
            return job(self._core)
        answer: Future[T] = Future()
        self._put(_Task(job, answer))
        return answer.result()

    def post(self, job: Job[object]) -> None:
        """Run `job` with the core in the writer's thread without waiting; failures are logged.

        Raises:
            PlainError: the table is closed.
        """
        self._put(_Task(job, None))

    def listen(self, listener: ViewListener) -> None:
        """Call `listener` with each new picture, in the writer's thread."""
        self.call(lambda core: core.listen(listener))

    def close(self) -> None:
        """Finish what is queued, end the thread and close the journal; a second call does nothing.

        Not to be called in the writer's thread.
        """
        with self._gate:
            if self._closed:
                return
            self._closed = True
            self._tasks.put(None)
        self._thread.join()
        with self._news:
            self._news.notify_all()
        self._journal.close()

    def _put(self, task: _Task) -> None:
        # Under the gate, so that nothing is queued behind the end and waited for in vain.
        with self._gate:
            if self._closed:
                raise PlainError(w.CLOSING)
            self._tasks.put(task)

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                answer = task.job(self._core)
            except Exception as error:
                if task.answer is None:
                    LOG.exception("a job of the table failed")
                else:
                    task.answer.set_exception(error)
            else:
                if task.answer is not None:
                    task.answer.set_result(answer)

    def _published(self, view: TableView) -> None:
        with self._news:
            self._view = view
            self._news.notify_all()
