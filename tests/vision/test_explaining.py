"""What is taken for a new card, and when more is looked for."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from engine.cards import card
from tests.vision.drawn import Laid
from tests.vision.test_explain_hidden import SIDE, lying, pose, scene
from tests.vision.test_scene_ground import PLACE, checked, shaded, with_card
from tests.vision.test_scene_ground import scene as scene_of
from vision.arrays import Image
from vision.reading.nets import Nets
from vision.reading.pose import Pose
from vision.reading.profile import Profile
from vision.reading.reader import CardReader, CardReading, Skip
from vision.watching import explaining
from vision.watching.changes import slide
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


@pytest.mark.parametrize(("moving", "taken"), [(0.0, True), (0.25, True), (0.35, False)])
def test_what_is_not_wholly_still_is_not_taken_while_something_moves(
    profile: Profile, nets: Nets, moving: float, taken: bool
) -> None:
    reader = CardReader(profile, nets)
    after = scene(FIRST)
    still = np.full(after.sharp.shape[:2], 255, np.uint8)
    still[round(FIRST.y + (0.5 - moving) * FIRST.height) :] = 0
    pointing = Pointing(reader.read(after.sharp, [pose(FIRST)])[0])
    found = Explainer(reader).explain_while_moving(scene(), after, (), pointing, still)
    assert (found is not None) is taken


@pytest.mark.parametrize("lies_there", [True, False])
def test_a_card_recognised_in_too_small_a_frame_has_its_sides_where_its_size_puts_them(
    profile: Profile, nets: Nets, lies_there: bool
) -> None:
    after = scene(FIRST) if lies_there else scene()
    reader = CardReader(profile, nets)
    explainer = Explainer(reader)
    whole = pose(FIRST)
    explainer.expect(whole.width, whole.height)
    small = whole.moved(-7, 6).sized(0.85 * whole.width, 0.85 * whole.height)
    similarity = nets.accept + 0.05 * (1 - nets.accept)
    reading = CardReading(small, np.full(len(profile.cards), similarity, np.float32))
    assert explainer.convincing(reading, reader.edges(after.sharp)) is lies_there


def test_a_pushed_card_is_followed_though_another_is_covered(profile: Profile, nets: Nets) -> None:
    reader = CardReader(profile, nets)
    second = Laid(card("SZ"), 345, 270)
    before = scene(FIRST, second)
    trick = [lying(reader, before.sharp, each) for each in (FIRST, second)]
    pushed = Laid(FIRST.card, FIRST.x + 8, FIRST.y + 5, 0.05)
    after = scene(pushed, second, Laid(card("HZ"), 350, 275, 0.3))
    found = Explainer(reader).explain(before, after, trick, Pointing())
    assert found.moved == [trick[0]]
    assert trick[0].pose.distance(pose(pushed)) < 0.02


def test_a_card_half_covered_by_what_pushed_it_is_followed_and_nothing_more_is_looked_for(
    profile: Profile, nets: Nets
) -> None:
    """The net no longer knows half a face; what shows of it still looks as it did."""
    reader = CardReader(profile, nets)
    before = scene(FIRST)
    trick = [lying(reader, before.sharp, FIRST)]
    pushed = Laid(FIRST.card, FIRST.x + 7, FIRST.y + 4, 0.06)
    over = Laid(card("HZ"), FIRST.x + 45, FIRST.y - 50, 0.9)
    after = scene(pushed, over)
    pointing = Pointing(reader.read(after.sharp, [pose(over)])[0])
    explainer = Explainer(reader)
    explainer.expect(pose(FIRST).width, pose(FIRST).height)
    found = explainer.explain(before, after, trick, pointing)
    assert [profile.cards[each.top] for each in found.new] == [over.card]
    assert (found.moved, found.doubtful, pointing.asked) == (trick, [], 1)
    assert trick[0].pose.distance(pose(pushed)) < 0.02
    assert trick[0].pose.turned(pose(pushed)) < math.radians(1)
    assert profile.cards[trick[0].identity] == FIRST.card


def test_fine_print_that_shimmers_was_not_pushed(profile: Profile, nets: Nets) -> None:
    """Lights that flicker change every second line a little; coarsely seen nothing changes."""
    reader = CardReader(profile, nets)
    before = scene(FIRST)
    trick = [lying(reader, before.sharp, FIRST)]
    lies, over = trick[0].pose, Laid(card("HZ"), 400, 270)
    after = scene(FIRST, over)
    lines = np.indices(after.sharp.shape[:2]).sum(0) % 4 < 2
    there = pose(FIRST).draw(SIDE) > 0
    for sign, where in ((-1, lines & there), (1, ~lines & there)):
        after.sharp[where] = np.clip(after.sharp[where].astype(int) + 24 * sign, 0, 255)
    pointing = Pointing(reader.read(after.sharp, [pose(over)])[0])
    explainer = Explainer(reader)
    explainer.expect(lies.width, lies.height)
    found = explainer.explain(before, after, trick, pointing)
    assert (len(found.new), found.moved, found.doubtful, pointing.asked) == (1, [], [], 1)
    assert trick[0].pose == lies


@pytest.mark.parametrize(("shown", "followed"), [(0.05, False), (0.5, True)])
def test_a_card_of_which_hardly_anything_shows_is_not_followed(
    shown: float, followed: bool
) -> None:
    over = np.full((SIDE, SIDE), 255, np.uint8)
    over[: round(FIRST.y + (shown - 0.5) * FIRST.height)] = 0
    pushed = Laid(FIRST.card, FIRST.x + 4, FIRST.y, 0.03)
    found = slide(scene(FIRST).sharp, scene(pushed).sharp, pose(FIRST), over)
    assert (found is not None) is followed
    if found is not None:
        assert found.pose.distance(pose(pushed)) < 0.02
        assert found.left < 0.25 * found.was


def test_another_card_where_one_lay_is_not_that_card_pushed() -> None:
    nothing_over = np.zeros((SIDE, SIDE), np.uint8)
    other = Laid(card("HA"), FIRST.x + 4, FIRST.y, 0.03)
    found = slide(scene(FIRST).sharp, scene(other).sharp, pose(FIRST), nothing_over)
    assert found is None or found.left > 0.5 * found.was
