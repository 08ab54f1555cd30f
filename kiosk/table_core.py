"""The single writer without threads: commands and events in, journal, fold, picture out.

`kiosk.table.Table` runs one of these in its own thread; `watch` and tests call it directly with a
journal in memory. Everything happens in the caller's thread, which must always be the same.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from engine.events import Envelope, Event
from engine.fold import fold
from engine.journal import Journal, Stamp
from engine.report import DealReport, Verdict
from engine.state import TableState
from engine.text import PlainError, Text
from firmware_bridge.strip import Picture
from kiosk.asides import NO_ASIDES, Asides
from kiosk.commands import Command
from kiosk.orders import Circumstances, events_of
from kiosk.running import latest
from kiosk.view import Question, TableView, ViewListener
from vision.sighting import TableActivity

LOG = logging.getLogger("mehrkopf.table")

MOST_ROUNDS = 8
"""So often in a row the follower may answer its own events; more is a mistake in it."""


@dataclass(frozen=True, slots=True)
class Live:
    """What the screens show beside the record, and what follows from the newest events."""

    questions: tuple[Question, ...] = ()
    shown: tuple[Verdict, ...] = ()
    claimable: tuple[Verdict, ...] = ()
    stood: tuple[Verdict, ...] = ()
    """What was shown of a deal that was thrown in or does not count after all."""
    activity: TableActivity = TableActivity.STARTING
    camera_note: Text | None = None
    deck_note: Text | None = None
    camera_off: bool = False
    asides: Asides = NO_ASIDES
    source: Literal["camera", "video", "sample", "none"] = "none"
    unsure: frozenset[int] = frozenset()
    strip: Picture = ()
    pressed: Text | None = None
    events: tuple[Event, ...] = ()
    """Recorded next; then the follower is asked again."""


class Follower(Protocol):
    """Looks at the table after each commit; the director's side of the writer."""

    def follow(self, state: TableState, news: tuple[Envelope, ...]) -> Live:
        """Return what is to be shown; `news` is what was just committed, empty on a refresh.

        Called in the writer's thread.
        """
        ...


class Quiet:
    """Follows with nothing: a table without a camera."""

    def follow(self, state: TableState, news: tuple[Envelope, ...]) -> Live:
        """Return an empty picture."""
        return Live()


def local_now() -> str:
    """Return the time, RFC 3339 with offset, to the millisecond."""
    return datetime.now().astimezone().isoformat(timespec="milliseconds")


class TableCore:
    """Owns the journal and the state; publishes a `TableView` after each commit.

    On construction the evening in the journal is folded again, so that a program started anew
    goes on at the same card.

    Raises:
        PlainError: the journal was written by a newer program.
    """

    def __init__(
        self,
        journal: Journal,
        now: Stamp = local_now,
        models: Mapping[str, str] | None = None,
        follower: Follower | None = None,
    ) -> None:
        self._journal = journal
        self._now = now
        self._models = dict(models or {})
        self._listeners: list[ViewListener] = []
        self._follower: Follower = follower or Quiet()
        self._live = Live()
        self._said: dict[str, frozenset[str]] = {}
        evenings = journal.evenings()
        self._state = fold(journal.events(after=evenings[-1].seq - 1 if evenings else 0))
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

    def do(self, command: Command) -> None:
        """Carry out a command; it is on the disk when this returns.

        Raises:
            PlainError: it cannot be done now, or the disk is full; nothing was changed.
        """
        now = Circumstances(self._now(), self._models)
        self._commit(events_of(command, self._state, now), now.at)

    def commit(self, events: Sequence[Event]) -> tuple[Envelope, ...]:
        """Record the director's events; they are on the disk when this returns.

        Raises:
            PlainError: the disk is full or fails; nothing was recorded.
        """
        return self._commit(events, self._now()) if events else ()

    def refresh(self) -> None:
        """Ask the follower again without news and publish: something other than the record moved.

        What is on the disk stays there even where the follower's own events cannot be stored.
        """
        self._publish(self._follow(()))

    def _commit(self, events: Sequence[Event], at: str) -> tuple[Envelope, ...]:
        envelopes = self._store(events, at)
        self._publish(self._follow(envelopes))
        return envelopes

    def _store(self, events: Sequence[Event], at: str) -> tuple[Envelope, ...]:
        envelopes = self._journal.append(events, at)
        self._state = fold(envelopes, self._state)
        return envelopes

    def _follow(self, news: tuple[Envelope, ...]) -> Live:
        live = self._ask(news)
        for _ in range(MOST_ROUNDS):
            if not live.events:
                return live
            try:
                news = self._store(live.events, self._now())
            except PlainError as error:
                # The command that led here is stored and acknowledged; the follower, asked again
                # after the next event, finds these missing and makes them anew.
                LOG.error("the table could not store what follows: %s", error)  # noqa: TRY400
                return live
            live = self._ask(news)
        if live.events:
            LOG.error("the follower does not come to rest: %s", live.events)
        return live

    def _ask(self, news: tuple[Envelope, ...]) -> Live:
        try:
            return self._follower.follow(self._state, news)
        except Exception:
            LOG.exception("the follower failed; verdicts and questions are not shown")
            last = self._live
            return Live(
                activity=last.activity,
                camera_note=last.camera_note,
                deck_note=last.deck_note,
                camera_off=last.camera_off,
                source=last.source,
            )

    def _publish(self, live: Live) -> None:
        self._live = live
        newest = latest(self._state)
        if newest is not None:
            shown = frozenset(verdict.id for verdict in (*live.shown, *live.stood))
            self._said = {**self._said, newest.record.id: shown}
        self._view = TableView(
            version=self._view.version + 1,
            state=self._state,
            report=_report(self._state),
            shown=live.shown,
            claimable=live.claimable,
            said=self._said,
            questions=live.questions,
            activity=live.activity,
            camera_note=live.camera_note,
            deck_note=live.deck_note,
            camera_off=live.camera_off,
            asides=live.asides,
            source=live.source,
            unsure=live.unsure,
            strip=live.strip,
            pressed=live.pressed,
        )
        for listener in self._listeners:
            try:
                listener(self._view)
            except Exception:
                LOG.exception("a listener of the table failed")


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
