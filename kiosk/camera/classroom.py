"""Who may enrol or test a deck, and when the camera's pictures are theirs.

One sitting is on at a time. It has the camera's pictures while its page is open and no cards are
played: the table has them back when a deal begins or a card is laid, and when nobody looks at the
sitting for a while.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.cards import Card
from engine.evening.state import TableState
from engine.text import Language, PlainError
from kiosk.camera.enrolment import EnrolCourse, Sitting
from kiosk.camera.pictures import PictureWindow
from kiosk.camera.rows_enrolment import RowsSitting
from kiosk.camera.sight import Sight
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import keep_plan, load_draft, open_deck
from kiosk.table.view import TableView
from kiosk.words import decks as w
from vision.camera.frames import Frame

LEFT_S = 20.0
"""So long after the page was last there the pictures go back to the table."""

Moment = tuple[object, object, int]


@dataclass
class Classroom:
    """Begins, keeps and ends sittings; safe in any thread."""

    home: Home
    sight: Sight | None
    window: PictureWindow
    done: Callable[[], None]
    """Is told that the table has its pictures back, or that a deck was written."""
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._gate = threading.RLock()
        self._sitting: Sitting | RowsSitting | None = None
        self._began: Moment | None = None
        self._looked = float("-inf")

    @property
    def sitting(self) -> Sitting | None:
        """The sitting that is on, card by card."""
        return self._sitting if isinstance(self._sitting, Sitting) else None

    @property
    def rows(self) -> RowsSitting | None:
        """The sitting that is on, in rows."""
        return self._sitting if isinstance(self._sitting, RowsSitting) else None

    @property
    def printed(self) -> str:
        """What is printed on the deck of the sitting that is on; empty for suits and courts."""
        return "" if self._sitting is None else self._sitting.printed

    def learn(
        self,
        name: str,
        cards: tuple[Card, ...],
        state: TableState,
        language: Language,
        printed: str = "",
    ) -> None:
        """Begin to learn a deck, or go on with its draft; `printed` as `Profile.printed`.

        Raises:
            PlainError: cards are being played, there is no camera, or the draft is damaged.
        """
        sight = self._free(state)
        begun = load_draft(self.home, name, sight.nets)
        keep_plan(self.home, name, cards)
        printed = printed if begun is None else begun.printed
        self._begin(Sitting(self._course(sight, name, cards, language, printed), begun), state)

    def lay_out(
        self,
        name: str,
        cards: tuple[Card, ...],
        state: TableState,
        language: Language,
        printed: str = "",
    ) -> None:
        """Begin to learn a deck from pictures of its cards in rows; `printed` as in `learn`.

        Raises:
            PlainError: cards are being played, or there is no camera.
        """
        sight = self._free(state)
        self._begin(RowsSitting(self._course(sight, name, cards, language, printed)), state)

    def test(self, name: str, state: TableState, language: Language) -> None:
        """Begin the test of a deck.

        Raises:
            PlainError: cards are being played, there is no camera, or the deck is damaged.
        """
        sight = self._free(state)
        profile = open_deck(name, self.home, sight.nets)
        course = self._course(sight, name, profile.cards, language, profile.printed)
        self._begin(Sitting(course, profile, test=True), state)

    def look(self, view: TableView) -> Sitting | None:
        """Lend the pictures to the sitting, whose page somebody looks at; return `sitting`."""
        with self._gate:
            self._looked = self.clock()
            if self._sitting is not None and not self.window.lent and not playing(view.state):
                self._began = _moment(view.state)
                self.window.lend(self._feed)
            return self.sitting

    def end(self) -> None:
        """End the sitting; what was learned is on the disk."""
        with self._gate:
            self._sitting = None
            self._give_back()

    def follow(self, view: TableView) -> None:
        """In the writer's thread: whoever plays has the camera."""
        if self.window.lent and _moment(view.state) != self._began:
            with self._gate:
                self._give_back()

    def _free(self, state: TableState) -> Sight:
        if self.sight is None or self.sight.live is None:
            raise PlainError(w.NO_CAMERA)
        if playing(state):
            raise PlainError(w.PLAYING)
        return self.sight

    def _course(
        self,
        sight: Sight,
        name: str,
        cards: tuple[Card, ...],
        language: Language,
        printed: str,
    ) -> EnrolCourse:
        place = sight.setup.geometry
        course = EnrolCourse(name, cards, sight.nets, self.home, place, language, self.done)
        return replace(course, printed=printed)

    def _begin(self, sitting: Sitting | RowsSitting, state: TableState) -> None:
        with self._gate:
            self._sitting, self._began, self._looked = sitting, _moment(state), self.clock()
            self.window.lend(self._feed)

    def _feed(self, frame: Frame) -> None:
        sitting = self._sitting
        if sitting is None or self.clock() - self._looked > LEFT_S:
            with self._gate:
                self._give_back()
            return
        sitting.feed(frame)

    def _give_back(self) -> None:
        if self.window.lent:
            self.window.lend(None)


def playing(state: TableState) -> bool:
    """Tell whether cards of a deal lie or were taken: then the camera is the table's alone."""
    return state.deal is not None and bool(state.deal.laid)


def _moment(state: TableState) -> Moment:
    """Return what changes when a deal begins or a card is laid."""
    deal = state.deal
    return state.evening, None if deal is None else deal.id, 0 if deal is None else len(deal.laid)
