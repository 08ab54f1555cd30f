"""The camera's thread: frames to the watcher, what it says to the table.

A recording is played as if it happened now, at real speed where the machine keeps up. What lasts
longer than play takes is said: a hand that stays, a heap that is not swept, a table that is empty
while cards of the trick are missing.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from engine.cards import Card
from engine.text import PlainError, Text
from kiosk.camera.camera_values import Steady
from kiosk.director.director import Director
from kiosk.table.parts import Mishaps, Part
from kiosk.table.systemd import Pulse
from kiosk.table.view import CameraStatus
from kiosk.table.writer import Table, TableCore
from kiosk.words import camera as words
from kiosk.words.camera import NOT_KEPT
from kiosk.words.parts import EYES
from vision.camera.frames import Frame, FrameSource
from vision.camera.live import LiveSource, SourceState
from vision.reading.other_deck import Belonging, OtherDeck
from vision.sighting import (
    ActivityChanged,
    ForeignSeen,
    SightChanged,
    Sighting,
    TableActivity,
    TableContext,
    VisionEvent,
)
from vision.watching.watcher import Watcher

LATE_S = 0.2
"""So far behind the clock the recording waits: unlike a camera's, its frames are not lost."""


class Pace:
    """Hands frames over when they are due.

    Frames up to `until` (seconds of the recording) come as fast as they can be read: they were
    played before the program was started again. A camera's frames come as they are: the source
    itself hands over only the newest.
    """

    def __init__(
        self,
        stop: threading.Event,
        speed: float = 1.0,
        until: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stop = stop
        self._speed = speed
        self._until = until
        self._clock = clock

    def frames(self, source: FrameSource) -> Iterator[Frame]:
        """Return the frames, each at its time, until the end or until stopped."""
        start: float | None = None
        for frame in source:
            if self._stop.is_set():
                return
            if not source.live and (self._until is None or frame.t > self._until):
                now = self._clock()
                start = now - frame.t / self._speed if start is None else start
                late = now - (start + frame.t / self._speed)
                if late < 0 and self._stop.wait(-late):
                    return
                start += late if late > LATE_S else 0.0
            yield frame


HAND_S = 20.0
"""Nobody thinks so long with a hand over the trick."""
HEAP_S = 90.0
"""Counting and shuffling take a minute."""
ADRIFT_S = 4.0
"""An arm that seemed to sweep a trick is gone by then."""
_ADRIFT: Literal["adrift"] = "adrift"
_PATIENCE: dict[TableActivity | Literal["adrift"], tuple[float, Text]] = {
    TableActivity.HAND: (HAND_S, words.HAND_TOO_LONG),
    TableActivity.SWEPT: (HEAP_S, words.SWEPT_TOO_LONG),
    _ADRIFT: (ADRIFT_S, words.OUT_OF_STEP),
}


class Lasting:
    """Tells when the table has been hidden too long; `t` in seconds of the source."""

    def __init__(self) -> None:
        self._now: TableActivity | Literal["adrift"] | None = None
        self._since = 0.0
        self.note: Text | None = None
        """What is said about it; None while it does not take long."""

    def look(self, t: float, activity: TableActivity, *, adrift: bool = False) -> bool:
        """Take note of what the table looks like; return whether something else is said now.

        `adrift`: a trick was swept that lacks cards by the record.
        """
        now = _ADRIFT if adrift and activity not in _PATIENCE else activity
        if now != self._now:
            self._now, self._since = now, t
        patience, sentence = _PATIENCE.get(now, (0.0, None))
        before = self.note
        self.note = sentence if sentence is not None and t - self._since >= patience else None
        return self.note is not before


LOG = logging.getLogger("mehrkopf.eyes")

_NO_DECK = Text(
    de="Die Kamera liest nichts, bis das Blatt dieses Abends da ist; Karten bitte von Hand legen. "
    "{why}",
    en="The camera reads nothing until this evening’s deck is available; please "
    "enter the cards by hand. {why}",
)
_LIKE_ANOTHER_DECK = Text(
    de="Diese Karten sehen nach dem Blatt „{other}“ aus, nicht nach „{deck}“. Bitte mit „{deck}“ "
    "spielen oder vor dem nächsten Spiel unter „Mehr“ das Blatt wechseln.",
    en="These cards look like the deck “{other}”, not “{deck}”. Please play "
    "with “{deck}”, or change the deck under “More” before the next deal.",
)
UNLIKE_THE_DECK = Text(
    de="Das ist nicht das Blatt „{deck}“, das mir gezeigt wurde; oder Licht und Schärfe reichen "
    "nicht.",
    en="This is not the deck “{deck}” I was shown, or light and focus are not good enough.",
)
_FAILED = Text(
    de="Das Kamerabild wird gerade nicht gelesen; Karten bitte von Hand legen. Der Spielstand ist "
    "gesichert.",
    en="The camera’s picture is not being read right now; please enter the cards by hand. The "
    "score is safe.",
)
_RETRY_S = 2.0
MOST_FAILURES = 3
"""So often within `FAILURES_WITHIN_S` a picture may fail to be read before the eyes are shut."""
FAILURES_WITHIN_S = 60.0
DECK_RETRY_S = 5.0
"""So often a deck that could not be opened is looked for again: somebody may be enrolling it."""


@dataclass(frozen=True)
class DeckLens:
    """A watcher for one deck, and that deck's cards in the order of its scores."""

    deck: str
    watcher: Watcher
    cards: tuple[Card, ...]
    belonging: Belonging | None = None
    """Judges whether the cards are of this deck; None where that is not asked."""


Opener = Callable[[str], DeckLens]
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
        lens: DeckLens,
        director: Director,
        table: Table,
        opener: Opener,
        steady: Steady | None = None,
        onlooker: Onlooker | None = None,
        mishaps: Mishaps | None = None,
    ) -> None:
        self._source = source
        self._deck = lens.deck
        self._watcher = lens.watcher
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
        self._table = table
        self._over = False
        """Whether the film has come to its end."""
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
        self._part = Part("eyes", EYES, self._run, mishaps)
        self._pace = Pace(self._stop)
        self.pulse = Pulse()
        """Whether the thread gets on with the picture it looks at."""
        self.looked: Callable[[float], object] = bool
        """Told after each picture how many seconds it took; must return at once."""

    def start(self, speed: float = 1.0, until: float | None = None) -> None:
        """Begin; a recording runs through as fast as it can up to `until` seconds."""
        self._pace = Pace(self._stop, speed, until)
        if isinstance(self._source, LiveSource):
            self._source.listen(self._camera)
        self._part.start()

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
        self._part.join()

    def _run(self) -> None:
        try:
            if self._note is _FAILED:
                self._begin_anew()
            self._table.post(self._look_on)
            for frame in self._pace.frames(self._source):
                began = time.monotonic()
                with self.pulse.work():
                    self._see_or_start_over(frame)
                self.looked(time.monotonic() - began)
            if not self._source.live and not self._stop.is_set():
                self._over = True
                self._show(self._activity)
        except PlainError as error:
            # The table is closing, or the source cannot go on: both were said in their own words.
            LOG.info("the eyes are shut: %s", error)
        except Exception:
            # Until it is begun again, and for good where it stays off.
            self._note = _FAILED
            self._show(TableActivity.NO_PICTURE)
            raise

    def _begin_anew(self) -> None:
        """Take up the work after a failure: what lay there meanwhile was not watched."""
        self._note, self._failures = None, []
        self._looked_away = True
        self._anew.set()
        self._show(TableActivity.STARTING)

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
            if isinstance(event, SightChanged):
                self._show(self._activity)
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
        if deck != self._deck:
            # Of the same deck, opened anew, what was doubted stays in doubt until cards tell.
            self._deck, self._other_deck = deck, None
        self._say_of_deck(None)
        self._look_through(lens)

    def _look_through(self, lens: DeckLens) -> None:
        self._watcher = lens.watcher
        self._belonging = lens.belonging
        deck, cards = lens.deck, lens.cards
        self._table.call(lambda core: self._director.change_deck(deck, cards, core.state))
        self._watcher.context(self._table.call(lambda core: self._director.context(core.state)))

    def _weigh(self, event: VisionEvent) -> None:
        """Notice when the cards are not of the deck that was enrolled for this evening."""
        if not isinstance(event, Sighting | ForeignSeen):
            return
        if event.view is None or self._belonging is None:
            return
        card = event.track if isinstance(event, Sighting) else (event.t, event.place)
        self._belonging.add(card, event.view)
        if self._belonging.judged and self._belonging.verdict != self._other_deck:
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
        return core.hear(event)

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
            return UNLIKE_THE_DECK.format(deck=self._deck)
        return _LIKE_ANOTHER_DECK.format(other=other.name, deck=self._deck)

    def _show(self, activity: TableActivity) -> None:
        trouble = self._unkept or self._note
        # Whoever hardly sees guesses wrongly at decks and hands: why it hardly sees comes first.
        hindered = self._director.asides.hindrance is not None
        guess = None if hindered else self._of_other_deck() or self._lasting.note
        note, deck_note = trouble or guess, self._deck_note
        off = self._off is not None
        if off:
            activity, note = TableActivity.NO_PICTURE, self._off

        other = self._other_deck is not None
        status = CameraStatus(activity, note, deck_note, off, other, self._over)
        try:
            self._table.post(lambda core: core.sees(status))
        except PlainError:
            LOG.debug("the table is closing")


def _as_sentence(words: Text) -> Text:
    """Return words that may be a part of a sentence as one that ends."""
    return Text(de=words.de.rstrip(".") + ".", en=words.en.rstrip(".") + ".")
