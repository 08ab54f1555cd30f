"""A deck is learned and tested at the table: pictures in, one state for the page out.

The pictures come in the eyes' thread, taps in those of the page; a gate keeps them apart. After
every card the draft is on the disk, so that breaking off, or a pulled plug, loses nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from engine.cards import Card
from engine.text import Language, PlainError, Text
from kiosk import enrolling
from kiosk.home import Home
from vision.camera.frames import Frame
from vision.enrolling.deck_test import DeckTest, Read, Report
from vision.enrolling.enrol import nearest_pair
from vision.enrolling.enrol_steps import Step, StepKind, Wanted
from vision.enrolling.live_enrol import LiveEnrolment
from vision.place.geometry import Geometry
from vision.reading.nets import Nets
from vision.reading.profile import Profile


class Phase(Enum):
    """Where a sitting is."""

    LEARNING = "learning"
    LEARNED = "learned"
    """The deck is saved; the test is offered."""
    TESTING = "testing"
    TESTED = "tested"
    """The test has come to an end, or was ended; its report is there."""


@dataclass(frozen=True, slots=True)
class SittingState:
    """What the page shows of a sitting."""

    name: str
    phase: Phase
    wanted: Wanted
    card: Card | None
    """The card that is asked for."""
    done: int
    of: int
    ask: Text | None
    """What is asked for, in words."""
    said: Step | None
    """What came of what was shown last."""
    taken: int
    """Views taken so far: whenever it grows, a card may be taken away."""
    doubtful: bool
    """Whether what was refused may be taken all the same."""
    undoable: bool
    nearest: tuple[Card, Card, float] | None = None
    """The two cards most alike and how far apart they are, once the deck is saved."""
    missing: tuple[Card, ...] = ()
    ready: bool = True
    """Whether the empty table was seen, so that the test can begin."""
    read: Read | None = None
    report: Report | None = None
    failed: Text | None = None
    """Why it could not be saved; what was learned is kept in memory and saved with the next."""


@dataclass(frozen=True, slots=True)
class Course:
    """What a sitting is about."""

    name: str
    cards: tuple[Card, ...]
    nets: Nets
    home: Home
    geometry: Geometry | None
    language: Language
    saved: Callable[[], None] = lambda: None
    """Is told, in the eyes' thread, that the deck was written."""


class Sitting:
    """One sitting: `learn` or `test`. Safe in any thread."""

    def __init__(self, course: Course, begun: Profile | None, *, test: bool = False) -> None:
        self._course = course
        self._gate = threading.RLock()
        self._live: LiveEnrolment | None = None
        self._test: DeckTest | None = None
        self._profile = begun
        self._ask: Text | None = None
        self._said: Step | None = None
        self._taken = 0
        self._read: Read | None = None
        self._report: Report | None = None
        self._nearest: tuple[Card, Card, float] | None = None
        self._failed: Text | None = None
        if test and begun is not None:
            self._phase = Phase.TESTING
            self._test = DeckTest(begun, course.nets, course.geometry)
            return
        self._phase = Phase.LEARNING
        plan = enrolling.plan(course.name, course.cards, recorded=False)
        self._live = LiveEnrolment(plan, course.nets, course.geometry, begun)
        self._note(self._live.begin())

    def feed(self, frame: Frame) -> None:
        """Take the next picture."""
        with self._gate:
            if self._phase is Phase.LEARNING and self._live is not None:
                self._note(self._live.feed(frame))
            elif self._phase is Phase.TESTING and self._test is not None:
                for read in self._test.feed(frame):
                    self._read = read
                if self._test.done:
                    self.end_test()

    # What people want otherwise.

    def skip(self) -> None:
        """Leave out what is asked for."""
        self._answer(lambda live: live.skip())

    def undo(self) -> None:
        """Forget the view taken last and ask for that card again."""
        self._answer(lambda live: live.undo())

    def keep(self) -> None:
        """Take what was just refused for being like another card."""
        self._answer(lambda live: live.keep())

    def test(self) -> None:
        """Have every card shown once more."""
        with self._gate:
            profile = self._profile
            if profile is None or self._phase in (Phase.LEARNING, Phase.TESTING):
                return
            self._test = DeckTest(profile, self._course.nets, self._course.geometry)
            self._read = self._report = None
            self._phase = Phase.TESTING

    def correct(self, card: Card) -> None:
        """The card read last was another one."""
        with self._gate:
            if self._test is not None and self._phase is Phase.TESTING:
                self._test.correct(card)
                self._read = None

    def end_test(self) -> None:
        """End the test with what was shown so far."""
        with self._gate:
            if self._test is not None and self._phase is Phase.TESTING:
                self._report, self._phase = self._test.report(), Phase.TESTED

    def relearn(self) -> None:
        """Learn anew what the test found doubtful."""
        with self._gate:
            if self._report is None or self._phase is not Phase.TESTED:
                return
            if self._live is None:
                plan = enrolling.plan(self._course.name, self._course.cards, recorded=False)
                nets, geometry = self._course.nets, self._course.geometry
                self._live = LiveEnrolment(plan, nets, geometry, self._profile)
                self._live.begin()
            self._phase = Phase.LEARNING
            self._note(self._live.relearn(self._report.doubtful))
            self._said = None

    @property
    def state(self) -> SittingState:
        """What the page shows."""
        with self._gate:
            live, test, said = self._live, self._test, self._said
            testing = self._phase in (Phase.TESTING, Phase.TESTED) and test is not None
            report = self._report
            if testing and report is None and test is not None:
                report = test.report()
            of = len(self._course.cards)
            done = of if live is None else of - len(live.missing)
            if testing and report is not None:
                done, of = len(report.sure) + len(report.doubtful), len(self._tested())
            refused = said is not None and said.kind is StepKind.REFUSED
            return SittingState(
                name=self._course.name,
                phase=self._phase,
                wanted=Wanted.NOTHING if live is None else live.wanted,
                card=None if live is None else live.card,
                done=done,
                of=of,
                ask=self._ask,
                said=said,
                taken=self._taken,
                doubtful=refused and said is not None and said.other is not None,
                undoable=live is not None and live.latest is not None,
                nearest=self._nearest,
                missing=() if live is None else live.missing,
                ready=test is None or test.ready,
                read=self._read,
                report=report if testing else None,
                failed=self._failed,
            )

    def _tested(self) -> tuple[Card, ...]:
        return () if self._profile is None else self._profile.cards

    def _answer(self, answer: Callable[[LiveEnrolment], Iterable[Step]]) -> None:
        with self._gate:
            if self._live is not None and self._phase is Phase.LEARNING:
                self._note(answer(self._live))

    def _note(self, steps: Iterable[Step]) -> None:
        """Keep what is asked for and what was said, and save what was learned."""
        for step in steps:
            if step.kind is StepKind.ASK:
                self._ask = step.text
                continue
            self._said = step
            if step.kind is StepKind.TAKEN:
                self._taken += 1
            if step.kind in (StepKind.TAKEN, StepKind.UNDONE):
                self._draft()
            if step.kind is StepKind.FINISHED:
                self._finish()

    def _draft(self) -> None:
        assert self._live is not None
        profile = self._live.profile()
        if profile is not None:
            path = enrolling.draft_path(self._course.home, profile.name)
            self._write(lambda: enrolling.save(profile, path, self._course.home))

    def _finish(self) -> None:
        """All that was to be learned is: save the deck, whose former self stays under a name."""
        assert self._live is not None
        profile, course = self._live.profile(), self._course
        self._phase = Phase.LEARNED
        if profile is None or len(profile.cards) < 2:
            self._profile = None
            return

        def save() -> None:
            if self._profile is None or self._report is None:
                # What a test had corrected is the same deck; its former self is kept already.
                enrolling.keep_former(profile.name, course.home, course.language)
            enrolling.save_deck(profile, course.home)

        self._write(save)
        self._profile = profile
        one, other, alike = nearest_pair(profile)
        self._nearest = one, other, 1.0 - alike
        if self._failed is None:
            course.saved()

    def _write(self, save: Callable[[], None]) -> None:
        """Say what keeps it from the disk; the next card tries again."""
        try:
            save()
        except PlainError as error:
            self._failed = error.text
        else:
            self._failed = None
