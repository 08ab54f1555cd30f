"""The camera's thread: frames to the watcher, what it says to the table."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from engine.cards import Card
from engine.text import PlainError, Text
from kiosk.camera_words import NOT_KEPT
from kiosk.director import Director
from kiosk.follow import LiveFollower
from kiosk.lasting import Lasting
from kiosk.pace import Pace
from kiosk.service import Pulse
from kiosk.steady import Steady
from kiosk.table import Table
from kiosk.table_core import TableCore
from kiosk.teaching import Teacher
from kiosk.view import TableView
from vision.camera.frames import Frame, FrameSource
from vision.camera.live import LiveSource, SourceState
from vision.reading.belonging import Belonging, OtherDeck
from vision.reading.taught import Taught
from vision.sighting import (
    ActivityChanged,
    ForeignSeen,
    Sighting,
    TableActivity,
    TableContext,
    VisionEvent,
)
from vision.watching.watcher import Watcher

LOG = logging.getLogger("mehrkopf.eyes")

_NO_DECK = Text(
    de="Die Kamera liest nichts, bis das Blatt dieses Abends da ist; Karten bitte von Hand legen. "
    "{why}",
    en="The camera reads nothing until this evening’s deck is there; please lay the cards by hand. "
    "{why}",
)
_LIKE_ANOTHER_DECK = Text(
    de="Diese Karten sehen nach dem Blatt „{other}“ aus, nicht nach „{deck}“. Bitte mit „{deck}“ "
    "spielen oder vor dem nächsten Spiel unter „Mehr“ das Blatt wechseln.",
    en="These cards look like the deck “{other}”, not like “{deck}”. Please play with “{deck}”, or "
    "change the deck under “More” before the next deal.",
)
_UNLIKE_THE_DECK = Text(
    de="Die letzten Karten sehen dem Blatt „{deck}“ kaum ähnlich: Entweder ist es ein anderes, "
    "oder Licht und Schärfe reichen nicht.",
    en="The last cards hardly look like the deck “{deck}”: either it is another one, or light and "
    "focus do not do.",
)
_FAILED = Text(
    de="Das Kamerabild wird nicht mehr gelesen; bitte Mehrkopf neu starten. Der Spielstand ist "
    "gesichert.",
    en="The camera’s picture is no longer read; please start mehrkopf again. The score is safe.",
)
_RETRY_S = 2.0
MOST_FAILURES = 3
"""So often within `FAILURES_WITHIN_S` a picture may fail to be read before the eyes are shut."""
FAILURES_WITHIN_S = 60.0
DECK_RETRY_S = 5.0
"""So often a deck that could not be opened is looked for again: somebody may be enrolling it."""
_MOST_STEPS = 16
"""A sighting has a handful of consequences (a deal that opens, a place to fill, a sweep)."""


@dataclass(frozen=True)
class Lens:
    """A watcher for one deck, and that deck's cards in the order of its scores."""

    deck: str
    watcher: Watcher
    cards: tuple[Card, ...]
    teacher: Teacher | None = None
    """Keeps what corrections teach of the deck; None where nothing is to be learned."""
    belonging: Belonging | None = None
    """Judges whether the cards are of this deck; None where that is not asked."""


Opener = Callable[[str], Lens]
"""Opens the deck of a name; raises `PlainError` where there is none or it is damaged."""


class Onlooker(Protocol):
    """Sees what the eyes see: the set-up pages."""

    def sees(self, frame: Frame) -> bool:
        """Take a picture; whether it is for the onlooker alone, as when a deck is enrolled."""
        ...

    def hears(self, event: VisionEvent) -> None:
        """Take what was made of it."""
        ...


class Eyes:
    """Watches one source until it ends or `close` is called.

    Where an evening is begun with another deck than the one that is loaded, that one is opened
    before the next picture is looked at. While it cannot be, nothing is read: what lies there would
    be taken for cards of another deck.
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
        onlooker: Onlooker | None = None,
    ) -> None:
        self._source = source
        self._deck = lens.deck
        self._watcher = lens.watcher
        self._teacher = lens.teacher
        self._taught: Taught | None = None
        self._belonging = lens.belonging
        self._other_deck: OtherDeck | None = None
        self._opener = opener
        self._steady = steady
        self._onlooker = onlooker
        self._off: Text | None = None
        """Why the camera is switched off; None while it is on."""
        self._anew = threading.Event()
        """Set where the watcher has to begin anew: the camera looks otherwise, or a deck is new."""
        self._activity = TableActivity.STARTING
        self._director = director
        self._follower = follower
        self._table = table
        self._note: Text | None = None
        """What the camera's trouble is, as long as there is one."""
        self._looked_away = False
        """Whether pictures were passed over since the last one seen: the table takes a break."""
        self._unkept: Text | None = None
        """Why a card cannot be recorded, as long as none can."""
        self._lasting = Lasting()
        self._deck_note: Text | None = None
        self._deck_again = 0.0
        """Seconds of the source at which a deck that could not be opened is tried again."""
        self._failures: list[float] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)
        self._pace = Pace(self._stop)
        self.pulse = Pulse()
        """Whether the thread gets on with the picture it looks at."""
        table.listen(self._learn)

    def start(self, speed: float = 1.0, until: float | None = None) -> None:
        """Begin; a recording runs through as fast as it can up to `until` seconds."""
        self._pace = Pace(self._stop, speed, until)
        if isinstance(self._source, LiveSource):
            self._source.listen(self._camera)
        self._thread.start()

    def switched(self, off: Text | None) -> None:
        """Say that the camera was switched off, and why; None: that it was switched on."""
        self._off = off
        live = self._source if isinstance(self._source, LiveSource) else None
        self._show(self._activity if live is None or live.state.sees else TableActivity.STARTING)

    def look_anew(self, steady: Steady | None = None) -> None:
        """Open the deck once more before the next picture: it or the camera's place has changed.

        What lies there was not watched meanwhile, as after a lost picture.
        """
        self._steady = steady or self._steady
        self._anew.set()

    def close(self) -> None:
        """Stop and let go of the source."""
        self._stop.set()
        self._source.close()
        self._thread.join()

    def _run(self) -> None:
        try:
            self._table.post(self._look_on)
            for frame in self._frames():
                with self.pulse.work():
                    self._see_or_start_over(frame)
        except PlainError as error:
            # The table is closing, or the source cannot go on: both were said in their own words.
            LOG.info("the eyes are shut: %s", error)
        except Exception:
            LOG.exception("the camera's thread failed; the table goes on without it")
            self._note = _FAILED
            self._show(TableActivity.NO_PICTURE)

    def _frames(self) -> Iterator[Frame]:
        return self._pace.frames(self._source)

    def _see_or_start_over(self, frame: Frame) -> None:
        """Look at a picture; a mistake in reading costs the watcher's memory, not the evening."""
        try:
            self._see(frame)
        except PlainError:
            raise
        except Exception as failure:
            recent = [t for t in self._failures if frame.t - t < FAILURES_WITHIN_S]
            self._failures = [*recent, frame.t]
            if len(self._failures) > MOST_FAILURES:
                raise
            LOG.exception("a picture could not be read; the watcher begins anew")
            try:
                lens = self._opener(self._deck)
            except PlainError:
                raise failure from None
            self._look_through(lens)

    def _see(self, frame: Frame) -> None:
        for_others = self._onlooker is not None and self._onlooker.sees(frame)
        if for_others and self._activity is TableActivity.STARTING:
            self._activity = TableActivity.MOVING
            self._show(self._activity)
        if for_others or self._table.view().state.paused is not None:
            self._looked_away = True
            return
        self._look_through_the_right_lens(frame.t)
        if self._deck_note is not None:
            return
        self._read_as_taught()
        if frame.gap or self._looked_away:
            self._looked_away = False
            # The page was told when it happened; the watcher must not take what was laid or taken
            # meanwhile for one quick move, and the director no heap for the first trick of a deal.
            for event in self._watcher.no_picture(frame.t):
                self._tell(event)
        for event in self._watcher.feed(frame):
            if self._onlooker is not None:
                self._onlooker.hears(event)
            if isinstance(event, ActivityChanged):
                self._activity = event.activity
                self._show(event.activity)
            self._tell(event)
            self._weigh(event)
        if self._lasting.look(frame.t, self._activity, adrift=self._director.adrift):
            self._show(self._activity)
        if self._steady is not None:
            self._steady.look(frame, self._activity)

    def _look_through_the_right_lens(self, t: float) -> None:
        state = self._table.view().state
        deck = state.deck if state.running else self._deck
        if deck == self._deck and not self._anew.is_set():
            self._say_of_deck(None)
            return
        if self._deck_note is not None and t < self._deck_again:
            return
        self._deck_again = t + DECK_RETRY_S
        try:
            self._anew.clear()
            lens = self._opener(deck)
        except PlainError as error:
            self._anew.set()
            self._say_of_deck(_NO_DECK.format(why=_as_sentence(error.text)))
            return
        self._deck = deck
        self._say_of_deck(None)
        self._look_through(lens)

    def _look_through(self, lens: Lens) -> None:
        self._watcher, self._teacher, self._taught = lens.watcher, lens.teacher, None
        self._belonging, self._other_deck = lens.belonging, None
        deck, cards = lens.deck, lens.cards
        self._table.call(lambda core: self._director.change_deck(deck, cards, core.state))
        self._watcher.context(self._table.call(lambda core: self._director.context(core.state)))

    def _read_as_taught(self) -> None:
        """Let the watcher know what corrections have taught since the last picture."""
        if self._teacher is not None and self._teacher.taught is not self._taught:
            self._taught = self._teacher.taught
            self._watcher.teach(self._taught)

    def _learn(self, view: TableView) -> None:
        """In the writer's thread: what a person said of cards teaches the deck."""
        if self._teacher is not None:
            self._teacher.follow(view.state)

    def _weigh(self, event: VisionEvent) -> None:
        """Notice when the cards are not of the deck that was enrolled for this evening."""
        if not isinstance(event, Sighting | ForeignSeen):
            return
        if event.view is None or self._belonging is None:
            return
        card = event.track if isinstance(event, Sighting) else (event.t, event.place)
        self._belonging.add(card, event.view)
        if self._belonging.verdict != self._other_deck:
            self._other_deck = self._belonging.verdict
            self._show(self._activity)

    def _tell(self, event: VisionEvent) -> None:
        """Have the event recorded; while the disk takes nothing, wait rather than lose a card."""
        while not self._stop.is_set():
            try:
                context = self._table.call(lambda core: self._hear(core, event))
            except PlainError as error:
                LOG.error("a card could not be recorded: %s", error)  # noqa: TRY400
                self._say_unkept(NOT_KEPT.format(why=_as_sentence(error.text)))
                self.pulse.beat()
                if self._stop.wait(_RETRY_S):
                    return
            else:
                self._say_unkept(None)
                self._watcher.context(context)
                return

    def _say_unkept(self, note: Text | None) -> None:
        """Say loudly that the disk takes nothing; nothing seen is passed over meanwhile."""
        if note != self._unkept:
            self._unkept = note
            self._show(self._activity)

    def _say_of_deck(self, note: Text | None) -> None:
        if note == self._deck_note:
            return
        if note is not None:
            LOG.error("%s", note.en)
        self._deck_note = note
        self._show(self._activity)

    def _hear(self, core: TableCore, event: VisionEvent) -> TableContext:
        if core.state.running and core.state.deck != self._deck:
            # The deck was changed while this picture was looked at. What lies there is read by the
            # new one from the next picture on; by the old one it would be another card, or two.
            return self._director.context(core.state)
        if isinstance(event, Sighting) and event.view is not None and self._teacher is not None:
            self._teacher.seen(self._director.track_of(event.track), event.view)
        asides = self._director.asides
        for _ in range(_MOST_STEPS):
            events = self._director.hear(event, core.state)
            if not events:
                break
            core.commit(events)
        if self._director.asides != asides:
            core.refresh()
        return self._director.context(core.state)

    def _look_on(self, core: TableCore) -> None:
        self._watcher.context(self._director.context(core.state))

    def _camera(self, state: SourceState) -> None:
        assert isinstance(self._source, LiveSource)
        self._note = None if state is SourceState.OFF else self._source.trouble
        self._show(TableActivity.STARTING if state.sees else TableActivity.NO_PICTURE)

    def _of_other_deck(self) -> Text | None:
        other = self._other_deck
        if other is None:
            return None
        if other.name is None:
            return _UNLIKE_THE_DECK.format(deck=self._deck)
        return _LIKE_ANOTHER_DECK.format(other=other.name, deck=self._deck)

    def _show(self, activity: TableActivity) -> None:
        trouble = self._unkept or self._note
        note, deck_note = trouble or self._of_other_deck() or self._lasting.note, self._deck_note
        off = self._off is not None
        if off:
            activity, note = TableActivity.NO_PICTURE, self._off

        def show(core: TableCore) -> None:
            self._follower.activity = activity
            self._follower.camera_note = note
            self._follower.camera_off = off
            self._follower.deck_note = deck_note
            core.refresh()

        try:
            self._table.post(show)
        except PlainError:
            LOG.debug("the table is closing")


def _as_sentence(words: Text) -> Text:
    """Return words that may be a part of a sentence as one that ends."""
    return Text(de=words.de.rstrip(".") + ".", en=words.en.rstrip(".") + ".")
