"""What is taken for a new card, and when more is looked for."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from engine.cards import card
from tests.vision.drawn import Laid
from tests.vision.test_explain_hidden import pose, scene
from tests.vision.test_scene_ground import PLACE, checked, shaded, with_card
from tests.vision.test_scene_ground import scene as scene_of
from vision.arrays import Image
from vision.reading.nets import Nets
from vision.reading.pose import Pose
from vision.reading.profile import Profile
from vision.reading.reader import CardReader, CardReading, Skip
from vision.watching import explaining
from vision.watching.explaining import Explainer

FIRST = Laid(card("S7"), 200, 270)


class Pointing:
    """Finds one reading after the other, then nothing; counts how often it is asked."""

    def __init__(self, *readings: CardReading) -> None:
        self.left = list(readings)
        self.asked = 0

    def __call__(self, _before: Image, _after: Image, _skip: Skip) -> CardReading | None:
        self.asked += 1
        return self.left.pop(0) if self.left else None


@pytest.mark.parametrize(
    ("sides", "towards_likeness", "new"),
    [
        (4, 0.05, True),
        (3, 0.05, True),
        (3, -0.05, False),
        (2, 0.55, True),
        (2, 0.45, False),
        (1, 0.75, True),
        (1, 0.65, False),
    ],
)
def test_the_fewer_sides_show_the_clearer_a_card_must_be_read(
    profile: Profile,
    nets: Nets,
    monkeypatch: pytest.MonkeyPatch,
    sides: int,
    towards_likeness: float,
    new: bool,
) -> None:
    monkeypatch.setattr(explaining, "sides_seen", lambda *_: sides)
    reader = CardReader(profile, nets)
    explainer = Explainer(reader)
    explainer.expect(93, 160)
    similarity = nets.accept + towards_likeness * (1 - nets.accept)
    reading = CardReading(pose(FIRST), np.full(len(profile.cards), similarity, np.float32))
    assert explainer.convincing(reading, reader.edges(scene().sharp)) is new


@pytest.mark.parametrize(("y", "new"), [(430, True), (490, False)])
def test_a_card_at_the_rim_is_none_of_a_trick_however_clearly_it_is_read(
    profile: Profile, nets: Nets, y: int, new: bool
) -> None:
    laid = Laid(card("HA"), 270, y, math.pi / 2)
    reader = CardReader(profile, nets)
    after = scene(laid)
    reading = reader.read(after.sharp, [pose(laid)])[0]
    found = Explainer(reader).explain(scene(), after, (), Pointing(reading))
    assert (found.new, found.doubtful) == (([reading], []) if new else ([], [reading]))


@pytest.mark.parametrize(("left", "asked"), [(8, 1), (16, 2)])
def test_more_is_looked_for_where_what_is_left_may_be_a_card_that_shows_a_little(
    profile: Profile, nets: Nets, left: int, asked: int
) -> None:
    """The cards' size is not known yet: the smallest there are is taken."""
    reader = CardReader(profile, nets)
    after = scene(FIRST)
    cv2.rectangle(after.sharp, (400, 300), (399 + left, 299 + left), (235, 235, 235), -1)
    pointing = Pointing(reader.read(after.sharp, [pose(FIRST)])[0])
    found = Explainer(reader).explain(scene(), after, (), pointing)
    assert len(found.new) == 1
    assert pointing.asked == asked


def test_a_shadow_over_print_does_not_end_the_search_for_a_card(
    profile: Profile, nets: Nets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Explainer, "convincing", lambda *_: True)
    reader, cloth = CardReader(profile, nets), checked()
    after = scene_of(with_card(shaded(cloth)))
    empty = Pose(PLACE.x, PLACE.y - 170, PLACE.theta, PLACE.width, PLACE.height)
    shadow, laid = reader.read(after.sharp, [empty, PLACE])
    pointing = Pointing(shadow, laid)
    found = Explainer(reader, [scene_of(cloth)]).explain(scene_of(cloth), after, (), pointing)
    assert found.bare
    # The shadow reaches in from the rim, as an arm does: what it lies on is not taken unread.
    assert (found.new, found.doubtful) == ([], [laid])
