"""A deck shown card by card: what is asked for, taken and refused; the test at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from engine.cards import Card, card
from engine.games.wording import card_text
from tests.vision.drawn import DECK, Laid, drawn_profile
from tests.vision.showing import LONG, Show
from vision.arrays import Image, as_image
from vision.camera.frames import Frame
from vision.enrolling.deck_test import DeckTest, DeckTestVerdict
from vision.enrolling.live_enrol import LiveEnrolment
from vision.enrolling.picture_faults import Flaw, flaw_of, glare_share
from vision.enrolling.steps import EnrolmentPlan, EnrolmentStep, EnrolmentStepKind, WantedShowing
from vision.reading.nets import Nets
from vision.reading.profile import NegativeKind, Profile

CARDS = tuple(card(code) for code in ("EA", "EK", "EO", "GZ", "E9", "E7"))


@dataclass
class Course:
    """One enrolment with what it said."""

    live: LiveEnrolment
    show: Show = field(default_factory=Show)
    said: list[EnrolmentStep] = field(default_factory=list)

    def see(self, frames: Iterable[Frame]) -> list[EnrolmentStep]:
        """Feed frames and return the steps they led to."""
        steps = [step for frame in frames for step in self.live.feed(frame)]
        self.said += steps
        return steps

    def taken(self) -> list[Card | None]:
        """Cards taken so far, in order."""
        return [step.card for step in self.said if step.kind is EnrolmentStepKind.TAKEN]


def course(nets: Nets, cards: tuple[Card, ...] = CARDS, *, recorded: bool = False) -> Course:
    plan = EnrolmentPlan("drawn", cards, card_text, recorded=recorded, negatives=not recorded)
    return Course(LiveEnrolment(plan, nets))


@pytest.fixture(scope="module")
def whole(nets: Nets) -> Course:
    """The course of an enrolment without incidents, up to the end."""
    run = course(nets)
    run.said += run.live.begin()
    run.see(run.show.empty())
    run.see(run.show.cards(CARDS))
    while (again := run.live.card) is not None:
        run.see(run.show.card(again))
    run.see(run.show.back(CARDS[0]))
    run.see(run.show.hand())
    return run


@pytest.fixture(scope="module")
def learned(whole: Course) -> Profile:
    profile = whole.live.profile()
    assert profile is not None
    return profile


def test_every_card_is_asked_for_and_taken_in_turn(whole: Course, learned: Profile) -> None:
    assert tuple(whole.taken()[: len(CARDS)]) == CARDS
    assert not [step for step in whole.said if step.kind is EnrolmentStepKind.REFUSED]
    assert whole.said[0].wanted is WantedShowing.EMPTY_TABLE
    assert whole.said[-1].kind is EnrolmentStepKind.FINISHED
    assert whole.said[1].text.de == "Eichel-Sau bitte hinlegen."
    assert learned.cards == CARDS
    assert learned.aspect == pytest.approx(140 / 240, abs=0.02)


def test_cards_that_look_alike_are_asked_for_again_with_their_margin(whole: Course) -> None:
    asked = [
        s
        for s in whole.said
        if s.kind is EnrolmentStepKind.ASK and s.wanted is WantedShowing.SECOND_VIEW
    ]
    assert {step.card for step in asked} >= {card("E9"), card("E7")}
    assert all(step.margin is not None and 0 < step.margin < 0.2 for step in asked)
    assert all(step.other is not None for step in asked)


def test_back_table_and_hand_are_learned_as_what_is_no_card(learned: Profile) -> None:
    assert set(learned.negatives.kinds) == set(NegativeKind)
    likeness = learned.likeness_to_negatives(learned.prototypes)
    assert float(likeness.max()) < 0.8


def test_what_was_learned_reads_the_drawn_faces(learned: Profile, nets: Nets) -> None:
    faces = drawn_profile(nets, CARDS)
    assert tuple(learned.similarities(faces.prototypes).argmax(1)) == faces.owner


def test_the_test_of_the_deck_reads_every_card_once(learned: Profile, nets: Nets) -> None:
    test = DeckTest(learned, nets)
    show = Show(seed=8)
    shown = [CARDS[k] for k in (3, 1, 0, 5, 4, 2)]
    frames: Iterator[Frame] = iter([*show.empty(), *show.cards(shown)])
    reads = [read for frame in frames for read in test.feed(frame)]
    assert [read.card for read in reads] == shown
    assert test.done
    assert test.report().sure == CARDS
    assert test.report().passed


def test_a_card_read_twice_is_doubtful_and_the_unread_one_is_missing(
    learned: Profile, nets: Nets
) -> None:
    test = DeckTest(learned, nets)
    show = Show(seed=9)
    frames = iter([*show.empty(), *show.cards([CARDS[0], CARDS[1], CARDS[0]])])
    reads = [read for frame in frames for read in test.feed(frame)]
    assert [read.verdict for read in reads][-1] is DeckTestVerdict.REPEATED
    report = test.report()
    assert report.doubtful == (CARDS[0],)
    assert report.missing == CARDS[2:]
    assert report.relearn == (CARDS[0], *CARDS[2:])
    assert not report.passed
    test.correct(CARDS[2])
    assert CARDS[2] in test.report().doubtful


def test_a_card_of_no_deck_is_strange(learned: Profile, nets: Nets) -> None:
    test = DeckTest(learned, nets)
    show = Show(seed=4)
    frames = iter([*show.empty(), *show.card(card("SA"), 2.0)])
    reads = [read for frame in frames for read in test.feed(frame)]
    assert [read.verdict for read in reads] == [DeckTestVerdict.STRANGE]
    assert test.report().strange == 1


def test_the_card_just_taken_is_not_taken_for_the_next(nets: Nets) -> None:
    run = course(nets)
    run.see(run.show.empty())
    run.see(run.show.card(CARDS[0]))
    refused = run.see(run.show.card(CARDS[0], 1.2))
    assert [step.kind for step in refused] == [EnrolmentStepKind.REFUSED]
    assert refused[0].card is CARDS[1]
    assert refused[0].other is CARDS[0]
    assert "Eichel-Sau" in refused[0].text.de
    run.see(run.show.card(CARDS[1]))
    assert run.taken() == list(CARDS[:2])


def test_a_person_may_insist_undo_and_skip(nets: Nets) -> None:
    run = course(nets)
    assert run.live.undo()[0].kind is EnrolmentStepKind.REFUSED
    run.see(run.show.empty())
    run.see(run.show.card(CARDS[0]))
    assert [step.kind for step in run.live.undo()] == [
        EnrolmentStepKind.UNDONE,
        EnrolmentStepKind.ASK,
    ]
    assert run.live.card is CARDS[0]
    assert run.live.profile() is None
    run.see(run.show.card(CARDS[0]))
    assert run.live.keep() == ()
    run.see(run.show.card(CARDS[0], 1.2))
    assert [step.kind for step in run.live.keep()] == [
        EnrolmentStepKind.TAKEN,
        EnrolmentStepKind.ASK,
    ]
    assert [step.kind for step in run.live.skip()] == [
        EnrolmentStepKind.SKIPPED,
        EnrolmentStepKind.ASK,
    ]
    assert run.live.missing == CARDS[2:]
    assert run.live.card is CARDS[3]


def test_a_hand_on_the_card_and_a_card_at_the_rim_are_refused_in_words(nets: Nets) -> None:
    run = course(nets)
    run.see(run.show.empty())
    table = run.show.table
    table.arm = (table.width / 2 - 30, table.height / 2)
    table.cards.append(Laid(CARDS[0], table.width / 2, table.height / 2, 0.3, LONG))
    refused = run.see(table.frames(1.2))
    assert [step.kind for step in refused] == [EnrolmentStepKind.REFUSED]
    table.arm = None
    table.cards.clear()
    run.see(table.frames(0.4))
    table.cards.append(Laid(CARDS[0], table.width / 2, table.height - 90, 1.57, LONG))
    table.cards[0].y = table.height - 55
    table.cards[0].theta = 0.0
    refused = run.see(table.frames(1.2))
    assert [step.kind for step in refused] == [EnrolmentStepKind.REFUSED]
    assert "Rand" in refused[0].text.de
    assert run.taken() == []


def test_a_draft_goes_on_where_it_was_left(learned: Profile, nets: Nets) -> None:
    longer = (*CARDS, card("S7"))
    plan = EnrolmentPlan("drawn", longer, card_text, negatives=False)
    live = LiveEnrolment(plan, nets, begun=learned)
    assert live.missing == (card("S7"),)
    run = Course(live)
    run.see(run.show.empty())
    run.see(run.show.card(card("S7")))
    profile = live.profile()
    assert profile is not None
    assert profile.cards == longer
    assert set(profile.negatives.kinds) == set(NegativeKind)


@pytest.mark.parametrize("seconds", [0.4, 0.8])
def test_in_a_recording_what_cannot_be_taken_is_left_out(nets: Nets, seconds: float) -> None:
    run = course(nets, CARDS[:4], recorded=True)
    run.see(run.show.empty())
    run.see(run.show.card(CARDS[0]))
    run.see(run.show.card(CARDS[0], seconds))
    skipped = [step for step in run.said if step.kind is EnrolmentStepKind.SKIPPED]
    assert [step.card for step in skipped] == [CARDS[1]]
    run.see(run.show.cards(CARDS[2:4]))
    assert run.taken() == [CARDS[0], CARDS[2], CARDS[3]]
    assert run.said[-1].kind is EnrolmentStepKind.FINISHED
    assert "es fehlt Eichel-König." in run.said[-1].text.de


def test_cards_that_failed_the_test_are_asked_for_again(nets: Nets) -> None:
    run = course(nets, CARDS[:2], recorded=True)
    run.see(run.show.empty())
    run.see(run.show.cards(CARDS[:2]))
    assert run.live.wanted is WantedShowing.NOTHING
    assert run.live.relearn((CARDS[1],))[0].card is CARDS[1]
    run.see(run.show.card(CARDS[1]))
    assert run.live.wanted is WantedShowing.NOTHING
    assert run.live.missing == ()


def face_of(nets: Nets) -> Image:
    return as_image(drawn_profile(nets, DECK[:1]).crops[0][0])


def test_blur_glare_and_smallness_are_told_apart(nets: Nets) -> None:
    face = face_of(nets)
    assert flaw_of(face, 150.0) is None
    assert flaw_of(face, 40.0) is Flaw.SMALL
    soft = as_image(cv2.GaussianBlur(face, (0, 0), 5.0))
    assert flaw_of(soft, 150.0) is Flaw.BLURRED
    shiny = face.copy()
    cv2.ellipse(shiny, (40, 60), (22, 30), 0, 0, 360, (255, 255, 255), -1)
    assert glare_share(shiny) > 0.1
    assert flaw_of(shiny, 150.0) is Flaw.GLARE
    overexposed = as_image(np.clip(face.astype(int) + 40, 0, 255))
    assert flaw_of(overexposed, 150.0) is None
