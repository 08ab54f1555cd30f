"""Corrections teach the deck: what a person says of a card is read better the next time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from engine.cards import GERMAN_32, Card, card
from kiosk.commands import CorrectCard, RemoveCard, Undo
from kiosk.eyes import Eyes, Lens
from kiosk.teaching import Teacher
from tests.kiosk.eyed import RECORD, Says, Script, Setup
from tests.kiosk.seen_deals import seen
from vision.arrays import Floats
from vision.reading.belonging import ENOUGH, Belonging
from vision.reading.negatives import SIDE
from vision.reading.profile import Profile
from vision.reading.taught import (
    MOST_LESSONS,
    MOST_LIFT,
    NOTHING_TAUGHT,
    Lesson,
    Taught,
    load_taught,
)
from vision.sighting import Sighting, VisionEvent
from vision.watching.watcher import Watcher

ACCEPT = 0.5
PLAYS = 6


def profile_of(cards: Sequence[Card]) -> Profile:
    """A deck whose cards are as unlike each other as can be."""
    ways = np.eye(2 * len(cards), SIDE, dtype=np.float32)
    owner = tuple(index for index in range(len(cards)) for _ in range(2))
    return Profile("isar", tuple(cards), (), ways, owner, 0.6, 100.0, "a net")


PROFILE = profile_of(GERMAN_32)


def view_of(mostly: Card, partly: Card, lead: float = 0.02, clear: float = 0.72) -> Floats:
    """What a card looks like that is a little more like `mostly` than like `partly`."""
    view = np.zeros((2, SIDE), np.float32)
    for side in range(2):
        view[side, 2 * GERMAN_32.index(mostly) + side] = clear
        view[side, 2 * GERMAN_32.index(partly) + side] = clear - lead
        view[side, SIDE - 1] = np.sqrt(max(0.0, 1 - (view[side] ** 2).sum()))
    return view


class Reads(Says):
    """A watcher that says what a test wants and is told what was taught."""

    def __init__(self, events: Sequence[VisionEvent]) -> None:
        super().__init__(events)
        self.taught: list[Taught] = []

    def teach(self, taught: Taught) -> None:
        self.taught.append(taught)


class Evening:
    """A deal begun, each card seen as a little more like another card than like itself."""

    def __init__(self, setup: Setup, path: Path, clear: float = 0.72) -> None:
        self.setup, self.path = setup, path
        events = seen(RECORD)[: PLAYS + 1]
        self.watcher = Reads([_viewed(event, clear) for event in events])
        self.teacher = Teacher(PROFILE, ACCEPT, path, lambda: "2026-11-21T20:00:00+01:00")
        first = Lens("isar", cast("Watcher", self.watcher), GERMAN_32, self.teacher)
        self._eyes = setup.eyes(Script(len(events)), first)
        self._eyes.start()
        setup.wait_for(lambda view: view.state.deal is not None and len(_laid(setup)) == PLAYS)
        self._eyes.close()

    def another(self) -> Eyes:
        """Eyes opened after a restart, with what the file holds."""
        profile = replace(PROFILE, taught=load_taught(self.path, PROFILE))
        self.teacher = Teacher(profile, ACCEPT, self.path, lambda: "later")
        lens = Lens("isar", cast("Watcher", Reads([])), GERMAN_32, self.teacher)
        return self.setup.eyes(Script(0), lens)

    def seq(self, index: int) -> int:
        return _laid(self.setup)[index]

    def correct(self, index: int, to: Card) -> None:
        self.setup.table.do(CorrectCard(self.seq(index), to))

    def cards(self) -> list[Card]:
        return [lesson.card for lesson in self.teacher.taught.lessons]


def _laid(setup: Setup) -> list[int]:
    deal = setup.table.view().state.deal
    return [] if deal is None else [laid.seq for laid in deal.laid]


def _viewed(event: VisionEvent, clear: float) -> VisionEvent:
    if not isinstance(event, Sighting):
        return event
    true = GERMAN_32[int(np.argmax(event.log_scores))]
    return replace(event, view=view_of(true, OTHER, clear=clear))


OTHER = next(c for c in GERMAN_32 if c not in {play.card for play in RECORD.plays[:PLAYS]})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "isar.taught"


@pytest.fixture
def evening(setup: Setup, path: Path) -> Evening:
    return Evening(setup, path)


def test_a_corrected_card_is_read_right_the_next_time(evening: Evening, path: Path) -> None:
    true = RECORD.plays[2].card
    assert true is not None
    assert evening.teacher.taught is NOTHING_TAUGHT
    evening.correct(2, OTHER)
    assert evening.cards() == [OTHER]
    stored = load_taught(path, PROFILE)
    assert [(own.card, own.at) for own in stored.lessons] == [(OTHER, "2026-11-21T20:00:00+01:00")]
    again = view_of(true, OTHER)
    before = PROFILE.similarities(again)[0]
    after = replace(PROFILE, taught=stored).similarities(again)[0]
    index = GERMAN_32.index(OTHER)
    assert GERMAN_32[int(before.argmax())] is true
    assert GERMAN_32[int(after.argmax())] is OTHER
    assert after[index] - before[index] == pytest.approx(MOST_LIFT, abs=1e-6)
    np.testing.assert_array_equal(np.delete(after, index), np.delete(before, index))


def test_undo_takes_the_lesson_back_and_a_second_correction_renames_it(evening: Evening) -> None:
    evening.correct(2, OTHER)
    evening.setup.table.do(Undo())
    assert evening.cards() == []
    assert not evening.path.exists()
    evening.correct(2, OTHER)
    true = RECORD.plays[2].card
    assert true is not None
    evening.correct(2, true)
    assert evening.cards() == [true]


def test_a_play_that_was_none_teaches_nothing(evening: Evening) -> None:
    evening.correct(2, OTHER)
    evening.setup.table.do(RemoveCard(evening.seq(2)))
    assert evening.cards() == []


def test_what_was_hardly_a_card_teaches_nothing(setup: Setup, path: Path) -> None:
    hidden = Evening(setup, path, clear=0.4)
    hidden.correct(2, OTHER)
    assert hidden.cards() == []


def test_a_card_quite_unlike_what_was_seen_is_not_taught(evening: Evening) -> None:
    unlike = next(c for c in GERMAN_32 if c not in {OTHER, *(p.card for p in RECORD.plays[:PLAYS])})
    evening.correct(2, unlike)
    assert evening.cards() == []


def test_lessons_outlive_a_restart_and_can_still_be_taken_back(evening: Evening) -> None:
    evening.correct(2, OTHER)
    eyes = evening.another()
    eyes.start()
    evening.setup.table.call(lambda core: core.refresh())
    assert evening.cards() == [OTHER]
    evening.setup.table.do(Undo())
    assert evening.cards() == []
    assert not evening.path.exists()
    eyes.close()


def test_the_watcher_is_told_before_it_looks_again(setup: Setup, path: Path) -> None:
    evening = Evening(setup, path)
    assert evening.watcher.taught == [NOTHING_TAUGHT]
    evening.correct(2, OTHER)
    follower = Reads(seen(RECORD)[PLAYS + 1 : PLAYS + 2])
    lens = Lens("isar", cast("Watcher", follower), GERMAN_32, evening.teacher)
    eyes = setup.eyes(Script(1), lens)
    eyes.start()
    setup.wait_for(lambda _: len(follower.told) > 0)
    eyes.close()
    assert [[own.card for own in taught.lessons] for taught in follower.taught] == [[OTHER]]


def test_cards_of_another_deck_are_noticed_on_the_page(setup: Setup) -> None:
    turned = replace(PROFILE, name="the other", prototypes=np.roll(PROFILE.prototypes, 64, 1))
    events = [
        replace(event, view=np.roll(view_of(GERMAN_32[index % 32], OTHER), 64, 1))
        for index, event in enumerate(seen(RECORD))
        if isinstance(event, Sighting)
    ][:ENOUGH]
    belonging = Belonging(PROFILE, [turned], ACCEPT)
    watcher = Reads(events)
    lens = Lens("isar", cast("Watcher", watcher), GERMAN_32, belonging=belonging)
    eyes = setup.eyes(Script(len(events)), lens)
    eyes.start()
    view = setup.wait_for(lambda view: view.camera_note is not None)
    eyes.close()
    assert view.camera_note is not None
    assert "sehen nach dem Blatt „the other“ aus, nicht nach „isar“" in view.camera_note.de
    assert "look like the deck “the other”, not like “isar”" in view.camera_note.en


def test_few_lessons_a_card_are_kept_and_a_foreign_deck_has_none(path: Path) -> None:
    taught = NOTHING_TAUGHT
    for number in range(MOST_LESSONS + 2):
        lesson = Lesson(
            card("EO"), view_of(card("EU"), card("EO")), card("EU"), f"e-1:{number}", ""
        )
        taught = taught.with_lesson(lesson)
    assert [own.event for own in taught.lessons] == ["e-1:2", "e-1:3", "e-1:4"]
    taught.save(path, PROFILE)
    assert load_taught(path, PROFILE).count(card("EO")) == MOST_LESSONS
    enrolled_again = replace(PROFILE, prototypes=-PROFILE.prototypes)
    assert load_taught(path, enrolled_again) is NOTHING_TAUGHT
