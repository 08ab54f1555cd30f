"""Lessons: what the watcher says of a card can be taught, and what is taught is read with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.cards import card
from engine.text import PlainError
from tests.vision.drawn import DECK, Laid, Table
from tests.vision.test_profile import back, table
from tests.vision.test_watcher import watch
from vision.reading.embedding import embed, half_turned
from vision.reading.negatives import NegativeKind, embed_negatives
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.reading.taught import (
    MOST_LIFT,
    NOTHING_TAUGHT,
    Lesson,
    Taught,
    load_taught,
    may_teach,
)
from vision.sighting import Sighting
from vision.watching.watcher import Watcher

SEEN, OTHER = card("HA"), card("SA")


def test_a_sighting_can_be_taught_and_is_read_differently_then(
    profile: Profile, nets: Nets
) -> None:
    film = Table()
    laid = Laid(SEEN, 520, 250, 0.3)
    frames = [*film.frames(0.6), *film.slide(laid, (480, 620)), *film.frames(0.4)]
    watcher = Watcher(profile, nets)
    before = next(e for e in watch(watcher, frames) if isinstance(e, Sighting))
    assert before.view is not None
    alike = profile.enrolled_similarities(before.view)
    assert [profile.cards[int(row.argmax())] for row in alike] == [SEEN, SEEN]
    assert float(alike.max()) > nets.accept
    taught_watcher = Watcher(profile, nets)
    taught_watcher.teach(Taught((Lesson(OTHER, before.view, SEEN, "e-1:9", ""),)))
    after = next(e for e in watch(taught_watcher, frames) if isinstance(e, Sighting))
    index = profile.cards.index(OTHER)
    lift = (after.log_scores[index] - before.log_scores[index]) * nets.temperature
    assert lift == pytest.approx(MOST_LIFT, abs=0.01)
    # One lesson cannot turn a clear reading into another.
    assert profile.cards[int(np.argmax(after.log_scores))] is SEEN


def test_lessons_do_not_add_up(profile: Profile) -> None:
    view = profile.prototypes[:2]
    lessons = tuple(Lesson(OTHER, view, profile.cards[0], f"e-1:{n}", "") for n in range(3))
    once = profile.taught_with(Taught(lessons[:1])).similarities(view)
    assert np.array_equal(profile.taught_with(Taught(lessons)).similarities(view), once)
    assert once[0, profile.cards.index(OTHER)] > profile.similarities(view)[0].min()


def test_no_third_card_is_touched(profile: Profile) -> None:
    view = profile.prototypes[:2]
    taught = Taught((Lesson(OTHER, view, profile.cards[0], "e-1:1", ""),))
    others = profile.prototypes[2:]
    read = profile.taught_with(taught).similarities(others)
    assert np.array_equal(read, profile.similarities(others))


def test_a_back_and_a_table_teach_nothing(profile: Profile, nets: Nets) -> None:
    crops = np.stack([back(), table()])
    kinds = (NegativeKind.BACK, NegativeKind.TABLE)
    whole = replace(profile, negatives=embed_negatives(nets.embedding, crops, kinds))
    for crop in crops:
        view = embed(nets.embedding, np.concatenate([crop[None], half_turned(crop[None])]))
        named = whole.cards[int(whole.enrolled_similarities(view[:1]).argmax())]
        assert not may_teach(whole, view, named, accept=-1.0)
    assert may_teach(whole, whole.prototypes[:2], whole.cards[0], nets.accept)


def test_what_is_no_file_of_lessons_is_said_plainly(profile: Profile, tmp_path: Path) -> None:
    path = tmp_path / "drawn.taught"
    assert load_taught(path, profile) is NOTHING_TAUGHT
    path.write_text("no lessons")
    with pytest.raises(PlainError, match="cannot be read"):
        load_taught(path, profile)


def test_an_export_leaves_lessons_at_home(profile: Profile) -> None:
    lesson = Lesson(DECK[0], profile.prototypes[:2], DECK[1], "e-1:1", "")
    assert profile.taught_with(Taught((lesson,))).without_pictures().taught is NOTHING_TAUGHT
