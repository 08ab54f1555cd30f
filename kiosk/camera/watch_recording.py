"""A recording watched as fast as it can be read: the batch form of what `run` does live.

The table is the one `run` has, with its journal in memory; what is recorded is told as it becomes
known (`narration`). A file of whole deals may answer questions in the place of a person
(`filed_answers`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.evening.state import TableState
from engine.events import (
    DealStarted,
    Envelope,
    Event,
)
from kiosk.camera.filed_answers import Answers
from kiosk.camera.narration import EventTimes, Narrator, Say, lying_json
from kiosk.director.camera_notices import NO_ASIDES, CameraNotices, known_at
from kiosk.director.deal_source import CalledDeals
from kiosk.director.director import Director
from kiosk.director.seen_plays import latest
from kiosk.table.writer import MemoryTable
from vision.camera.frames import Frame, FrameSource, VideoFile
from vision.place.geometry import Geometry, grown
from vision.reading.nets import Nets
from vision.reading.other_deck import Belonging, OtherDeck
from vision.reading.profile import Profile
from vision.sighting import (
    EarlierSeen,
    ForeignSeen,
    SightChanged,
    Sighting,
    TableContext,
    VisionEvent,
)
from vision.still.earlier import at_once
from vision.watching.watcher import Watcher

Progress = Callable[[float], None]
"""Is told the seconds of the recording that are done."""
Onlooker = Callable[[Frame, Sequence[VisionEvent]], None]
"""Is shown every picture with what became known by it."""
Doubt = Callable[[OtherDeck], None]
"""Is told, once and as soon as it shows, that the cards are not of the deck that was named."""


@dataclass(frozen=True)
class Watching:
    """What is watched, and with what."""

    source: FrameSource
    profile: Profile
    nets: Nets
    calls: CalledDeals
    answers: Answers | None = None
    others: Sequence[Profile] = ()
    """Other enrolled decks, one of which it may be that is played with."""
    geometry: Geometry | None = None
    """Where the table lies in the picture; None: it is found from the first cards."""


@dataclass(frozen=True, slots=True)
class WatchResult:
    """What a recording held, in deals."""

    begun: int
    finished: int
    called: int
    other_deck: bool
    """Whether its last cards were none of the deck."""
    table: MemoryTable
    """The table as it stands at the end."""


def watch(
    watching: Watching,
    say: Say,
    progress: Progress | None = None,
    doubt: Doubt | None = None,
    onlooker: Onlooker | None = None,
) -> WatchResult:
    """Watch to the end, say everything as it becomes known, and return how far the deals came."""
    doubts = Doubts(watching.profile, watching.nets, watching.others, doubt)
    viewer = Viewer(watching.profile, watching.calls, watching.answers, say)
    profile, nets = watching.profile, watching.nets
    watcher = Watcher(profile, nets, watching.geometry, at_once(profile, nets))
    viewer.begin(checksums(watching.nets))
    watcher.context(viewer.context())
    for events in looked_at(watching.source, watcher, progress, onlooker):
        for event in events:
            if isinstance(event, EarlierSeen):
                state = viewer.table.state
                coming = state.deals_started - (state.deal is not None)
                say({**lying_json(event, shrunk_by(watching.source)), "deal": coming})
            viewer.hear(_as_recorded(event, watching.source))
            doubts.weigh(event, viewer.director.asides)
            viewer.director.doubts_deck = doubts.doubted
        if events:
            watcher.context(viewer.context())
    state = viewer.table.state
    called, asides = len(watching.calls.lines), viewer.director.asides
    finished, other = len(state.finished), asides.other_deck
    return WatchResult(state.deals_started, finished, called, other, viewer.table)


def looked_at(
    source: FrameSource, watcher: Watcher, progress: Progress | None, onlooker: Onlooker | None
) -> Iterator[tuple[VisionEvent, ...]]:
    """Yield, picture by picture, what became known; who is told of each hears it afterwards."""
    with source as frames:
        for frame in frames:
            # What was laid or taken while there was no picture is no quick move.
            lost = watcher.no_picture(frame.t) if frame.gap else ()
            events = (*lost, *watcher.feed(frame))
            yield events
            if onlooker is not None:
                onlooker(frame, events)
            if progress is not None:
                progress(frame.t)


class Doubts:
    """Says once that the cards are not of the deck, by what live makes the page say so."""

    def __init__(
        self, profile: Profile, nets: Nets, others: Sequence[Profile], say: Doubt | None
    ) -> None:
        self._say = say
        self.doubted = False
        """Whether the last cards say so."""
        own = profile.embedded_with(nets.embedding)
        self._belonging = Belonging(own, others, nets.accept)

    def weigh(self, event: VisionEvent, asides: CameraNotices = NO_ASIDES) -> None:
        """Take into account what was seen; `asides` is what the director made of it."""
        if not isinstance(event, Sighting | ForeignSeen):
            return
        if event.view is not None:
            card = event.track if isinstance(event, Sighting) else (event.t, event.place)
            self._belonging.add(card, event.view)
        found = self._belonging.verdict or (OtherDeck(None) if asides.other_deck else None)
        self.doubted = found is not None
        if found is not None and self._say is not None:
            self._say(found)
            self._say = None


def _as_recorded(event: VisionEvent, source: FrameSource) -> VisionEvent:
    """Give a card's corners in pixels of the recording, where its pictures were made smaller."""
    shrunk = shrunk_by(source)
    if isinstance(event, Sighting) and shrunk != 1.0:
        return replace(event, quad=grown(event.quad, shrunk))
    return event


def shrunk_by(source: FrameSource) -> float:
    """Return how much smaller a recording's pictures were made to be looked at."""
    return source.shrunk if isinstance(source, VideoFile) else 1.0


def checksums(nets: Nets) -> dict[str, str]:
    """Return which nets read the cards, for the record."""
    return {net.name: net.sha256 for net in (nets.embedding, nets.reading, nets.newcard)}


class Viewer:
    """A table, what it says and who answers it put together, without a picture."""

    def __init__(
        self,
        profile: Profile,
        calls: CalledDeals,
        answers: Answers | None,
        say: Say,
        angles: Sequence[float] | None = None,
    ) -> None:
        """Make ready; `angles` say where the seats are, in degrees, else they are spread evenly."""
        self._profile = profile
        self._calls = calls
        self._answers = answers
        self._moment = EventTimes()
        self.director = Director(profile.cards, calls, angles)
        self._narrator = Narrator(say, self.director.outlook, self._moment)
        self.table = MemoryTable(self.director)
        self.table.record_to(self._recorded)

    def begin(self, models: dict[str, str]) -> None:
        """Open the evening."""
        first = self._calls.first
        seats = [str(seat) for seat in range(first.players)]
        evening = self._calls.evening("watch", seats, self._profile.name, models)
        self.table.commit((evening,))

    def hear(self, event: VisionEvent) -> None:
        """Record what vision says, and answer what is asked."""
        self._moment.t = event.t
        self._moment.known_t = known_at(event)
        if isinstance(event, Sighting):
            self._moment.quads[event.track] = event.quad
        if isinstance(event, SightChanged):
            self._narrator.sight(event)
        self.table.hear(event)
        while answered := self._next_answer():
            self.table.commit(answered)

    def context(self) -> TableContext:
        """Return what the watcher is told."""
        return self.director.context(self.table.state)

    def _recorded(self, envelopes: tuple[Envelope, ...], state: TableState) -> None:
        deal = latest(state)
        if deal is not None and any(isinstance(e.event, DealStarted) for e in envelopes):
            self._narrator.started(deal)
        self._narrator.committed(envelopes, state)

    def _next_answer(self) -> tuple[Event, ...]:
        deal = latest(self.table.state)
        if self._answers is None or deal is None:
            return ()
        return self._answers.to(deal, self.table.view.outlook, self._profile.cards)
