"""`mehrkopf enrol NAME --source S`: the cards are shown to the camera one after another.

A recording of somebody laying card after card works the same. What is learned is kept as a draft
after every card, so that breaking off loses nothing.
"""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.cards import Card, UnknownCardError, card
from engine.games.words import card_text
from engine.text import Language, Text
from kiosk import enrolling
from kiosk.home import Home
from kiosk.packs import missing_words
from vision.camera.frames import Frame, FrameSource
from vision.enrolling.deck_test import DeckTest, Report
from vision.enrolling.enrol import nearest_pair
from vision.enrolling.enrol_steps import Step, StepKind, Wanted
from vision.enrolling.live_enrol import LiveEnrolment
from vision.reading.nets import Nets
from vision.reading.profile import Profile

_KEYS = Text(
    de="Eingaben: s auslassen · z zurücknehmen · j doch nehmen · e beenden",
    en="Keys: s leave out · u undo · k take it all the same · q end",
)
_TEST_KEYS = Text(
    de="Probe: alle Karten noch einmal zeigen, in beliebiger Folge. Eingaben: Kartencode, wenn "
    "falsch gelesen wurde (S7) · e beenden",
    en="Test: show all cards once more, in any order. Keys: the card's code where it was misread "
    "(S7) · q end",
)
_BROKEN_OFF = Text(
    de="Der Stand ist gesichert ({count} von {whole}); mit demselben Aufruf geht es weiter.",
    en="What was learned is kept ({count} of {whole}); the same command goes on from there.",
)
_GOES_ON = Text(
    de="Es geht weiter: {count} von {whole} Karten sind schon eingelernt.",
    en="Going on: {count} of {whole} cards are enrolled already.",
)
_NOTHING = Text(
    de="Es wurde keine Karte eingelernt.",
    en="No card was enrolled.",
)
_OUT_OF_STEP = Text(
    de="Die Aufnahme endet, bevor alle Karten eingelernt sind. War die zuletzt gezeigte Karte "
    "nicht {card}, wurde eine übersehen, und die danach tragen falsche Namen: dann bitte langsamer "
    "noch einmal aufnehmen und unter einem anderen Namen einlernen.",
    en="The recording ends before all cards are enrolled. If the card shown last was not the "
    "{card}, one was missed and those after it have wrong names: then please record once more, "
    "slower, and enrol under another name.",
)
_SAVED = Text(de="Gesichert als {path}", en="Saved as {path}")
_ANSWERS = {"s": "skip", "z": "undo", "u": "undo", "j": "keep", "k": "keep"}
_END = frozenset({"e", "q"})


@dataclass(frozen=True)
class Desk:
    """Where words come from and go to."""

    language: Language
    typed: queue.SimpleQueue[str]

    @classmethod
    def silent(cls, language: Language) -> Desk:
        """Return a desk to which nothing is typed."""
        return cls(language, queue.SimpleQueue())

    def say(self, text: Text) -> None:
        """Write one line."""
        sys.stdout.write(text.in_language(self.language) + "\n")
        sys.stdout.flush()

    def step(self, step: Step) -> None:
        """Write a step with how far the enrolment is."""
        line = step.text.in_language(self.language)
        sys.stdout.write(f"[{step.done:2d}/{step.of}] {line}\n")
        sys.stdout.flush()

    def words(self) -> list[str]:
        """Return what was typed since the last time, without waiting."""
        lines = []
        while not self.typed.empty():
            lines.append(self.typed.get().strip())
        return lines


def open_desk(language: Language) -> Desk:
    """Listen to the terminal, where there is one."""
    desk = Desk(language, queue.SimpleQueue())
    if sys.stdin is not None and sys.stdin.isatty():
        threading.Thread(target=_listen, args=(desk.typed,), name="keys", daemon=True).start()
    return desk


def _listen(typed: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        typed.put(line)


@dataclass(frozen=True)
class Session:
    """One enrolment on the command line."""

    live: LiveEnrolment
    cards: tuple[Card, ...]
    nets: Nets
    home: Home
    desk: Desk
    test: bool
    recorded: bool
    """Whether nobody can answer."""

    def run(self, source: FrameSource) -> int:
        """Learn, save and test; return the exit status."""
        with source:
            frames = iter(source)
            try:
                self._learn(frames)
            except KeyboardInterrupt:
                return self._broken_off()
            return self._finish(frames)

    def _learn(self, frames: Iterable[Frame]) -> None:
        self._tell(self.live.begin())
        if len(self.live.missing) < len(self.cards):
            there = len(self.cards) - len(self.live.missing)
            self.desk.say(_GOES_ON.format(count=there, whole=len(self.cards)))
        self.desk.say(_KEYS)
        for frame in frames:
            steps = self.live.feed(frame)
            for word in self.desk.words():
                if word in _END:
                    return
                if word in _ANSWERS:
                    answer: Callable[[], tuple[Step, ...]] = getattr(self.live, _ANSWERS[word])
                    steps += answer()
            self._tell(steps)
            if self.live.wanted is Wanted.NOTHING:
                return

    def _tell(self, steps: Iterable[Step]) -> None:
        for step in steps:
            self.desk.step(step)
            if step.kind in (StepKind.TAKEN, StepKind.UNDONE):
                self._keep_draft()

    def _keep_draft(self) -> None:
        profile = self.live.profile()
        if profile is not None:
            enrolling.save(profile, enrolling.draft_path(self.home, profile.name), self.home)

    def _broken_off(self) -> int:
        there = len(self.cards) - len(self.live.missing)
        if there:
            self.desk.say(_BROKEN_OFF.format(count=there, whole=len(self.cards)))
        else:
            self.desk.say(_NOTHING)
        return 130

    def _finish(self, frames: Iterable[Frame]) -> int:
        profile = self.live.profile()
        if profile is None or len(profile.cards) < 2:
            self.desk.say(_NOTHING)
            return 1
        if self.live.wanted is not Wanted.NOTHING:
            self._broken_off()
            if self.recorded and self.live.latest is not None:
                self.desk.say(_OUT_OF_STEP.format(card=card_text(self.live.latest)))
            return 1
        self._save(profile)
        one, other, alike = nearest_pair(profile)
        self.desk.say(enrolling.nearest_words(one, other, 1.0 - alike))
        passed = not self.test or self._tested(profile, frames)
        return 0 if passed and not self.live.missing else 1

    def _save(self, profile: Profile) -> None:
        self.desk.say(_SAVED.format(path=enrolling.save_deck(profile, self.home)))

    def _tested(self, profile: Profile, frames: Iterable[Frame]) -> bool:
        """Test the deck; what failed is asked for once more and the deck saved anew."""
        report = run_test(profile, self.nets, self.desk, frames)
        again = report.doubtful
        if not again:
            return report.passed
        self._tell(self.live.relearn(again))
        for frame in frames:
            self._tell(self.live.feed(frame))
            if self.live.wanted is Wanted.NOTHING:
                learned = self.live.profile()
                if learned is not None:
                    self._save(learned)
                break
        return False


def run_test(profile: Profile, nets: Nets, desk: Desk, frames: Iterable[Frame]) -> Report:
    """Have every card shown once more; say how each is read and what came of it."""
    test = DeckTest(profile, nets)
    desk.say(_TEST_KEYS)
    for frame in frames:
        for read in test.feed(frame):
            desk.say(enrolling.read_words(read))
        words = desk.words()
        for word in words:
            _corrected(test, word, profile)
        if test.done or _END & set(words):
            break
    report = test.report()
    desk.say(enrolling.report_words(report))
    missing = missing_words([*report.sure, *report.doubtful], profile.cards)
    if missing is not None:
        desk.say(missing)
    return report


def _corrected(test: DeckTest, word: str, profile: Profile) -> None:
    try:
        named = card(word.upper(), profile.family)
    except UnknownCardError:
        return
    if named in profile.cards:
        test.correct(named)
