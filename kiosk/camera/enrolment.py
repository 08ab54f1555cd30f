"""Enrolling a deck at the table: what is said, and the sitting itself.

The page and the command line both drive `vision.enrolling.live_enrol` and say what stands here. A
`Sitting` takes pictures in the eyes' thread and taps in those of the page, and gives the page one
state; after every card the draft is on the disk (`kiosk.home.deck_files`), so that breaking off, or
a pulled plug, loses nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from engine.cards import Card
from engine.games.wording import card_text
from engine.text import Language, PlainError, Text
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import (
    draft_path,
    keep_former,
    save,
    save_deck,
)
from kiosk.home.packs import listed
from vision.camera.frames import Frame
from vision.enrolling.deck_test import DeckTest, DeckTestReading, DeckTestReport, DeckTestVerdict
from vision.enrolling.learned_deck import nearest_pair
from vision.enrolling.live_enrol import HELP_MARGIN, LiveEnrolment
from vision.enrolling.steps import EnrolmentPlan, EnrolmentStep, EnrolmentStepKind, WantedShowing
from vision.place.geometry import Geometry
from vision.reading.nets import Nets
from vision.reading.profile import NegativeKind, Profile

_NEAREST = Text(
    de="{first} und {second} sehen sich am ähnlichsten (Abstand {margin:.2f}).",
    en="{first} and {second} look most alike (distance {margin:.2f}).",
)
_NEAREST_HELP = Text(
    de="{first} und {second} sehen sich am ähnlichsten (Abstand {margin:.2f}): ein zweites Bild "
    "von beiden hilft.",
    en="{first} and {second} look most alike (distance {margin:.2f}): a second "
    "picture of each helps.",
)
_ALIKE = Text(
    de="Leicht zu verwechseln: {pairs}. Von diesen Karten hilft je ein zweites Bild, halb gedreht "
    "und in anderem Licht.",
    en="Easily mixed up: {pairs}. A second picture of each of these cards "
    "helps, turned half round and in different light.",
)
_PAIR = Text(de="{first} und {second}", en="{first} and {second}")
_MOST_PAIRS = 4
_BESIDES = Text(
    de="Dazu eingelernt, was keine Karte ist: {names}.",
    en="Also enrolled, as things that are not cards: {names}.",
)
_NEGATIVES = {
    NegativeKind.BACK: Text(de="Rücken", en="back"),
    NegativeKind.TABLE: Text(de="leerer Tisch", en="empty table"),
    NegativeKind.HAND: Text(de="Hand", en="hand"),
}
_READ = {
    DeckTestVerdict.SURE: Text(de="{card}", en="{card}"),
    DeckTestVerdict.DOUBTFUL: Text(
        de="{card}? Auch {second} kommt in Frage.", en="{card}? It could also be {second}."
    ),
    DeckTestVerdict.REPEATED: Text(
        de="Noch einmal {card}? Diese Karte war schon da.",
        en="{card} again? That card has already been shown.",
    ),
    DeckTestVerdict.STRANGE: Text(
        de="Das ist keine Karte dieses Blatts, oder sie ist kaum zu erkennen (am ehesten {card}).",
        en="That is not a card of this deck, or it can hardly be made out (most likely {card}).",
    ),
}
_PASSED = Text(
    de="Probe bestanden: alle {count} Karten sicher gelesen.",
    en="Test passed: all {count} cards read reliably.",
)
_FAILED = Text(
    de="Probe: {sure} sicher gelesen, {doubtful} zweifelhaft{which}, {missing} nicht gesehen, "
    "{strange} fremd.",
    en="Test: {sure} read reliably, {doubtful} doubtful{which}, {missing} not "
    "seen, {strange} from another deck.",
)
_WHICH = Text(de=" ({names})", en=" ({names})")


def enrolment_plan(
    name: str, cards: tuple[Card, ...], *, recorded: bool, views: int = 1, printed: str = ""
) -> EnrolmentPlan:
    """Return what a live enrolment is to learn; `printed` as `Profile.printed`."""
    asks = not recorded
    return EnrolmentPlan(name, cards, card_text, recorded, views, negatives=asks, printed=printed)


def negatives_words(kinds: Sequence[NegativeKind]) -> Text | None:
    """Say what was learned besides the cards; None where nothing was."""
    words = [words for kind, words in _NEGATIVES.items() if kind in kinds]
    if not words:
        return None
    german, english = (", ".join(one) for one in ([w.de for w in words], [w.en for w in words]))
    return _BESIDES.format(names=Text(de=german, en=english))


def nearest_words(first: Card, second: Card, margin: float) -> Text:
    """Say which two cards are most alike, and whether a second picture helps."""
    text = _NEAREST_HELP if margin < HELP_MARGIN else _NEAREST
    return text.format(first=card_text(first), second=card_text(second), margin=margin)


def alike_words(pairs: Sequence[tuple[Card, Card]]) -> Text | None:
    """Name the pairs that will be mixed up, with what helps; None where there are none."""
    if not pairs:
        return None
    named = [
        _PAIR.format(first=card_text(first), second=card_text(second))
        for first, second in pairs[:_MOST_PAIRS]
    ]
    german, english = (", ".join(one) for one in ([w.de for w in named], [w.en for w in named]))
    return _ALIKE.format(pairs=Text(de=german, en=english))


def read_words(read: DeckTestReading) -> Text:
    """Say how a card was read in the test of a deck."""
    text = _READ[read.verdict]
    return text.format(card=card_text(read.card), second=card_text(read.second))


def report_words(report: DeckTestReport) -> Text:
    """Say how the test of a deck went."""
    if report.passed:
        return _PASSED.format(count=len(report.sure))
    which: Text | str = ""
    if report.doubtful:
        which = _WHICH.format(names=listed(report.doubtful))
    return _FAILED.format(
        sure=len(report.sure),
        doubtful=len(report.doubtful),
        which=which,
        missing=len(report.missing),
        strange=report.strange,
    )


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
    wanted: WantedShowing
    card: Card | None
    """The card that is asked for."""
    done: int
    of: int
    ask: Text | None
    """What is asked for, in words."""
    said: EnrolmentStep | None
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
    read: DeckTestReading | None = None
    report: DeckTestReport | None = None
    failed: Text | None = None
    """Why it could not be saved; what was learned is kept in memory and saved with the next."""


@dataclass(frozen=True, slots=True)
class EnrolCourse:
    """What a sitting is about."""

    name: str
    cards: tuple[Card, ...]
    nets: Nets
    home: Home
    geometry: Geometry | None
    language: Language
    saved: Callable[[], None] = lambda: None
    """Is told, in the eyes' thread, that the deck was written."""
    printed: str = ""
    """As `Profile.printed`."""


class Sitting:
    """One sitting: `learn` or `test`. Safe in any thread."""

    def __init__(self, course: EnrolCourse, begun: Profile | None, *, test: bool = False) -> None:
        self._course = course
        self._gate = threading.RLock()
        self._live: LiveEnrolment | None = None
        self._test: DeckTest | None = None
        self._profile = begun
        self._ask: Text | None = None
        self._said: EnrolmentStep | None = None
        self._taken = 0
        self._read: DeckTestReading | None = None
        self._report: DeckTestReport | None = None
        self._nearest: tuple[Card, Card, float] | None = None
        self._failed: Text | None = None
        if test and begun is not None:
            self._phase = Phase.TESTING
            self._test = DeckTest(begun, course.nets, course.geometry)
            return
        self._phase = Phase.LEARNING
        printed = course.printed
        plan = enrolment_plan(course.name, course.cards, recorded=False, printed=printed)
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
                course = self._course
                plan = enrolment_plan(
                    course.name, course.cards, recorded=False, printed=course.printed
                )
                nets, geometry = self._course.nets, self._course.geometry
                self._live = LiveEnrolment(plan, nets, geometry, self._profile)
                self._live.begin()
            self._phase = Phase.LEARNING
            self._note(self._live.relearn(self._report.doubtful))
            self._said = None

    @property
    def printed(self) -> str:
        """What is printed on the deck; empty for suits and courts."""
        return self._course.printed

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
            refused = said is not None and said.kind is EnrolmentStepKind.REFUSED
            return SittingState(
                name=self._course.name,
                phase=self._phase,
                wanted=WantedShowing.NOTHING if live is None else live.wanted,
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

    def _answer(self, answer: Callable[[LiveEnrolment], Iterable[EnrolmentStep]]) -> None:
        with self._gate:
            if self._live is not None and self._phase is Phase.LEARNING:
                self._note(answer(self._live))

    def _note(self, steps: Iterable[EnrolmentStep]) -> None:
        """Keep what is asked for and what was said, and save what was learned."""
        for step in steps:
            if step.kind is EnrolmentStepKind.ASK:
                self._ask = step.text
                continue
            self._said = step
            if step.kind is EnrolmentStepKind.TAKEN:
                self._taken += 1
            if step.kind in (EnrolmentStepKind.TAKEN, EnrolmentStepKind.UNDONE):
                self._draft()
            if step.kind is EnrolmentStepKind.FINISHED:
                self._finish()

    def _draft(self) -> None:
        assert self._live is not None
        profile = self._live.profile()
        if profile is not None:
            path = draft_path(self._course.home, profile.name)
            self._write(lambda: save(profile, path, self._course.home))

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
                keep_former(profile.name, course.home, course.language)
            save_deck(profile, course.home)

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
