"""A recording watched as fast as it can be read: the batch form of what `run` does live."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.events import DealStarted, Envelope, Event
from engine.state import TableState
from kiosk.answers import Answers
from kiosk.asides import Asides, known_at
from kiosk.deals import CalledDeals
from kiosk.director import Director
from kiosk.narrate import Moment, Narrator, Say
from kiosk.running import latest
from kiosk.session import MemoryDesk, Session
from vision.camera.frames import FrameSource, VideoFile
from vision.place.geometry import grown
from vision.reading.belonging import Belonging, OtherDeck
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.sighting import ForeignSeen, Sighting, VisionEvent
from vision.watching.watcher import Watcher

Progress = Callable[[float], None]
"""Is told the seconds of the recording that are done."""
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


@dataclass(frozen=True, slots=True)
class Watched:
    """What a recording held, in deals."""

    begun: int
    finished: int
    called: int
    other_deck: bool
    """Whether its last cards were none of the deck."""


def watch(
    watching: Watching, say: Say, progress: Progress | None = None, doubt: Doubt | None = None
) -> Watched:
    """Watch to the end, say everything as it becomes known, and return how far the deals came."""
    doubts = Doubts(watching, doubt)
    viewer = Viewer(watching.profile, watching.calls, watching.answers, say)
    watcher = Watcher(watching.profile, watching.nets)
    viewer.begin(checksums(watching.nets))
    watcher.context(viewer.session.director.context(viewer.session.desk.state))
    with watching.source as frames:
        for frame in frames:
            events = watcher.feed(frame)
            for event in events:
                viewer.hear(_as_recorded(event, watching.source))
                doubts.weigh(event, viewer.session.director.asides)
            if events:
                watcher.context(viewer.session.director.context(viewer.session.desk.state))
            if progress is not None:
                progress(frame.t)
    state = viewer.session.desk.state
    called, asides = len(watching.calls.lines), viewer.session.director.asides
    return Watched(state.deals_started, len(state.finished), called, asides.other_deck)


class Doubts:
    """Says once that the cards are not of the deck, by what live makes the page say so."""

    def __init__(self, watching: Watching, say: Doubt | None) -> None:
        self._say = say
        own, others = watching.profile.embedded_with(watching.nets.embedding), watching.others
        self._belonging = Belonging(own, others, watching.nets.accept)

    def weigh(self, event: VisionEvent, asides: Asides) -> None:
        """Take into account what was seen; `asides` is what the director made of it."""
        if self._say is None or not isinstance(event, Sighting | ForeignSeen):
            return
        if event.view is not None:
            card = event.track if isinstance(event, Sighting) else (event.t, event.place)
            self._belonging.add(card, event.view)
        found = self._belonging.verdict or (OtherDeck(None) if asides.other_deck else None)
        if found is not None:
            self._say(found)
            self._say = None


def _as_recorded(event: VisionEvent, source: FrameSource) -> VisionEvent:
    """Give a card's corners in pixels of the recording, where its pictures were made smaller."""
    if isinstance(event, Sighting) and isinstance(source, VideoFile) and source.shrunk != 1.0:
        return replace(event, quad=grown(event.quad, source.shrunk))
    return event


def checksums(nets: Nets) -> dict[str, str]:
    """Return which nets read the cards, for the record."""
    return {net.name: net.sha256 for net in (nets.embedding, nets.reading, nets.newcard)}


class Viewer:
    """Director, desk, narrator and answers put together, without a picture."""

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
        self._moment = Moment()
        director = Director(profile.cards, calls, angles)
        self._narrator = Narrator(say, director.outlook, self._moment)
        self.session = Session(director, MemoryDesk(), self._committed)

    def begin(self, models: dict[str, str]) -> None:
        """Open the evening."""
        first = self._calls.first
        seats = [str(seat) for seat in range(first.players)]
        evening = self._calls.evening("watch", seats, self._profile.name, models)
        self.session.commit((evening,))

    def hear(self, event: VisionEvent) -> None:
        """Record what vision says, and answer what is asked."""
        self._moment.t = event.t
        self._moment.known_t = known_at(event)
        if isinstance(event, Sighting):
            self._moment.quads[event.track] = event.quad
        self.session.hear(event)
        while answered := self._next_answer():
            self.session.commit(answered)

    def _committed(self, envelopes: tuple[Envelope, ...], state: TableState) -> None:
        deal = latest(state)
        if deal is not None and any(isinstance(e.event, DealStarted) for e in envelopes):
            self._narrator.started(deal)
        self._narrator.committed(envelopes, state)

    def _next_answer(self) -> tuple[Event, ...]:
        state = self.session.desk.state
        deal = latest(state)
        if self._answers is None or deal is None:
            return ()
        return self._answers.to(deal, self.session.director.outlook(state))
