"""A deck enrolled from pictures of its cards in rows: the sitting that the page leads.

A picture is looked through in a thread of its own, since that takes seconds. Of each picture the
cut cards are kept, in memory and until the sitting ends; what was learned is written once, with
nothing in doubt.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from engine.cards import Card
from engine.text import PlainError, Text
from kiosk.camera.enrolment import EnrolCourse
from kiosk.home.deck_files import keep_former, save_deck
from kiosk.words import rows as w
from vision.arrays import Image
from vision.camera.frames import Frame
from vision.enrolling.card_pictures import CardPicture
from vision.enrolling.laid_deck import LaidDeck, cut_rows, laid_deck
from vision.enrolling.laid_names import RowWords
from vision.enrolling.learned_deck import Enrolment, judged, learned

LOG = logging.getLogger("mehrkopf.enrolment")


@dataclass(frozen=True, slots=True)
class RowsState:
    """What the page shows of a sitting in rows."""

    name: str
    cards: tuple[Card, ...]
    """The whole deck, in the order in which it is laid."""
    printed: str
    """What is printed on it, as `Profile.printed`."""
    deck: LaidDeck
    ordered: bool
    """Whether names by order hold."""
    looking: bool
    """Whether a picture is being looked through."""
    wrong: Text | None
    """Why the last picture, or the last try to save, came to nothing."""
    enrolment: Enrolment | None
    """What was learned, once it is saved."""


class RowsSitting:
    """One sitting in rows. Safe in any thread."""

    def __init__(self, course: EnrolCourse) -> None:
        self._course = course
        self._gate = threading.RLock()
        self._pictures: list[tuple[CardPicture, ...]] = []
        self._said = RowWords()
        self._ordered = True
        self._px_per_mm: float | None = None
        self._thread: threading.Thread | None = None
        self._wrong: Text | None = None
        self._enrolment: Enrolment | None = None

    def feed(self, frame: Frame) -> None:
        """Let the picture go by: one is taken by a tap."""

    @property
    def printed(self) -> str:
        """What is printed on the deck; empty for suits and courts."""
        return self._course.printed

    @property
    def state(self) -> RowsState:
        """What the page shows."""
        with self._gate:
            return RowsState(
                name=self._course.name,
                cards=self._course.cards,
                printed=self._course.printed,
                deck=self._deck(),
                ordered=self._ordered,
                looking=self._thread is not None,
                wrong=self._wrong,
                enrolment=self._enrolment,
            )

    def take(self, picture: Image, px_per_mm: float | None = None) -> None:
        """Look for cards on a picture; `state` tells when that is done.

        `px_per_mm` is known where the table was measured.

        Raises:
            PlainError: another picture is still being looked through.
        """
        with self._gate:
            if self._thread is not None:
                raise PlainError(w.BUSY)
            self._wrong = None
            self._keep_names()
            self._px_per_mm = px_per_mm
            self._thread = threading.Thread(target=self._look, args=(picture,), daemon=True)
            self._thread.start()

    def wait(self, timeout: float) -> bool:
        """Wait until no picture is being looked through; tell whether that came to pass."""
        with self._gate:
            thread = self._thread
        if thread is not None:
            thread.join(timeout)
        return thread is None or not thread.is_alive()

    def undo(self) -> None:
        """Forget the picture taken last, and what was said of its cards."""
        with self._gate:
            if self._thread is not None or not self._pictures:
                return
            self._pictures.pop()
            count, said, self._wrong = len(self._deck().views), self._said, None
            names = {number: one for number, one in said.names.items() if number <= count}
            self._said = RowWords(names, frozenset(n for n in said.whole if n <= count))

    def name(self, number: int, card: Card | None) -> None:
        """Take a number for a card, or for none."""
        with self._gate:
            self._wrong = None
            if card is None:
                # Whoever leaves out a card that is cut wrong lays it once more, out of order.
                self._keep_names()
            self._said = replace(self._said, names=dict(self._said.names) | {number: card})

    def whole(self, numbers: Iterable[int]) -> None:
        """Take these to be cut along their edges, as somebody said who looked at them."""
        with self._gate:
            self._wrong = None
            self._said = replace(self._said, whole=self._said.whole.union(numbers))

    def order(self, *, ordered: bool) -> None:
        """Let names by order hold or not; what was said is forgotten."""
        with self._gate:
            self._ordered, self._wrong = ordered, None
            self._said = RowWords({}, self._said.whole)

    def save(self) -> None:
        """Learn and write the deck, once; `state.wrong` says what keeps it from that."""
        with self._gate:
            if self._enrolment is not None:
                return
            try:
                self._enrolment, self._wrong = self._learned(), None
            except PlainError as error:
                self._wrong = error.text
                return
            self._pictures.clear()
        self._course.saved()

    def _learned(self) -> Enrolment:
        """Learn the deck and write it.

        Raises:
            PlainError: something is still asked, a picture is not fit, two cards look the same, or
                the data folder cannot be written.
        """
        course, deck = self._course, self._deck()
        if self._thread is not None:
            raise PlainError(w.BUSY)
        if deck.asked:
            raise PlainError(w.STILL_ASKED)
        numbered = {
            one: [replace(view, name=f"#{number}")]
            for number, view in enumerate(deck.views, 1)
            if (one := deck.names.get(number)) is not None
        }
        enrolment = learned(judged(course.name, numbered, course.nets))
        profile = replace(enrolment.profile, printed=course.printed)
        if self._px_per_mm is not None:
            length = float(np.median([one.length for (one,) in numbered.values()]))
            profile = replace(profile, height_mm=round(length / self._px_per_mm, 1))
        keep_former(course.name, course.home, course.language)
        save_deck(profile, course.home)
        return enrolment

    def _deck(self) -> LaidDeck:
        packs = (self._course.cards,) if self._ordered else ()
        return laid_deck(self._pictures, packs, (), self._said)

    def _keep_names(self) -> None:
        """Once all have their names they keep them, whatever is added or left out."""
        deck = self._deck()
        if deck.views and not deck.unnamed:
            self._said = replace(self._said, names=dict(deck.names))

    def _look(self, picture: Image) -> None:
        found: tuple[CardPicture, ...] = ()
        try:
            found = cut_rows(picture, self._course.name)
        except Exception:
            # The page says that nothing was seen, and another picture may be taken.
            LOG.exception("a picture of rows could not be looked through")
        finally:
            with self._gate:
                self._thread = None
                if found:
                    self._pictures.append(found)
                else:
                    self._wrong = w.NOTHING_SEEN
