"""White cards on a white cloth: of an ace nothing is new but its print and its outline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.cards import card
from tests.vision.drawn import FACE_HEIGHT, FACE_WIDTH, FPS, Laid, face
from vision.arrays import Image, as_image
from vision.camera.frames import Frame
from vision.place.geometry import SMALL
from vision.reading.nets import Nets
from vision.reading.pose import Pose
from vision.reading.profile import Profile
from vision.reading.reader import CardReader, CardReading, Skip
from vision.sighting import Sighting, TableContext, TrickCleared
from vision.watching.changes import change_level, changed_share, printed_anew
from vision.watching.explaining import Explainer, Explanation
from vision.watching.scene import TableScene
from vision.watching.thresholds import THRESHOLDS
from vision.watching.watcher import Watcher

SIDE = 540
PAPER = 238
ACE, SEVEN = Laid(card("GA"), 250, 280, 0.4), Laid(card("H7"), 300, 250, -0.5)


def scene(*cards: Laid, seed: int = 1) -> TableScene:
    """Cards with a thin outline on a cloth as white as they are, in dim light."""
    picture = np.full((SIDE, SIDE, 3), PAPER, np.uint8)
    for laid in cards:
        outlined = cv2.rectangle(face(laid.card), (0, 0), (FACE_WIDTH - 1, FACE_HEIGHT - 1), 20, 3)
        flat = np.array([[0, 0], [FACE_WIDTH, 0], [FACE_WIDTH, FACE_HEIGHT]], np.float32)
        there = laid.corners()[:3].astype(np.float32)
        how = cv2.getAffineTransform(flat, there)
        size = (SIDE, SIDE)
        whole = cv2.warpAffine(np.full_like(outlined, 255), how, size)
        cv2.copyTo(cv2.warpAffine(outlined, how, size, flags=cv2.INTER_AREA), whole, picture)
    noise = np.random.default_rng(seed).normal(0, 1.5, picture.shape)
    sharp = as_image(np.clip(0.55 * picture + noise, 0, 255).astype(np.uint8))
    return TableScene(
        sharp, as_image(cv2.resize(sharp, (SMALL, SMALL), interpolation=cv2.INTER_AREA))
    )


def pose(laid: Laid) -> Pose:
    return Pose(laid.x, laid.y, laid.theta, laid.height * FACE_WIDTH / FACE_HEIGHT, laid.height)


def explained(
    profile: Profile, nets: Nets, scenes: Sequence[TableScene], place: Laid
) -> Explanation:
    """Return what is found where `place` is all that the search comes up with."""
    reader = CardReader(profile, nets)
    left = [reader.read(scenes[1].sharp, [pose(place)])[0]]

    def locate(_before: Image, _after: Image, _skip: Skip) -> CardReading | None:
        return left.pop() if left else None

    return Explainer(reader).explain(scenes[0], scenes[1], [], locate)


def test_an_ace_on_a_cloth_of_its_own_colour_is_a_card(profile: Profile, nets: Nets) -> None:
    empty, laid = scene(), scene(ACE, seed=2)
    assert (
        changed_share(change_level(empty.sharp, laid.sharp), pose(ACE))
        < THRESHOLDS.changes.new_share
    )
    found = explained(profile, nets, (empty, laid), ACE)
    assert [profile.cards[each.top].code for each in found.new] == ["GA"]


def test_what_lay_there_before_is_no_new_card_though_something_changed_on_it(
    profile: Profile, nets: Nets
) -> None:
    before, after = scene(ACE), scene(ACE, seed=2)
    cv2.circle(after.sharp, (250, 340), 12, (30, 30, 30), -1)
    assert explained(profile, nets, (before, after), ACE).new == []
    new = explained(profile, nets, (scene(), after), ACE).new
    assert [profile.cards[each.top].code for each in new] == ["GA"]


@pytest.mark.parametrize("laid", [ACE, SEVEN])
def test_all_print_of_a_new_card_is_new_and_of_an_old_one_none(laid: Laid) -> None:
    empty, before, after = scene(), scene(laid), scene(laid, seed=2)
    there = pose(laid)
    assert printed_anew(change_level(empty.sharp, after.sharp), after.sharp, there)
    assert not printed_anew(change_level(before.sharp, after.sharp), after.sharp, there)


def test_a_place_without_print_shows_no_card() -> None:
    empty, again = scene(), scene(seed=2)
    assert not printed_anew(change_level(empty.sharp, again.sharp), again.sharp, pose(ACE))
    outside = Pose(-900.0, 0.0, 0.0, 90.0, 150.0)
    dimmer = as_image(np.asarray(again.sharp * 0.8, np.uint8))
    for place in (pose(ACE), outside):
        assert not printed_anew(change_level(empty.sharp, dimmer), dimmer, place)
    laid = scene(ACE, seed=2).sharp
    assert printed_anew(change_level(empty.sharp, laid), laid, pose(ACE))


def film(*cards: Laid) -> Iterator[Frame]:
    """Cards come to lie on the white cloth one after the other, each from the upper edge."""
    lying: list[Laid] = []
    ways: list[list[Laid]] = [[]] * 15
    for laid in cards:
        ways += [[*lying, replace(laid, y=laid.y - above)] for above in (200, 120, 50)]
        lying.append(laid)
        ways += [list(lying)] * 15
    for index, there in enumerate(ways):
        yield Frame(index, index / FPS, scene(*there, seed=index).sharp)


@pytest.mark.parametrize(("trick_size", "taken"), [(4, 0), (2, 1)])
def test_a_white_card_that_hides_the_print_below_it_takes_no_trick_that_goes_on(
    profile: Profile, nets: Nets, trick_size: int, taken: int
) -> None:
    cards = [
        Laid(card("S7"), 255, 270),
        Laid(card("EA"), 285, 262, 0.35),
        Laid(card("GA"), 270, 266, 0.17),
    ]
    watcher = Watcher(profile, nets)
    watcher.context(TableContext(1, 4, trick_size))
    events = [event for frame in film(*cards) for event in watcher.feed(frame)]
    assert sum(isinstance(event, TrickCleared) for event in events) == taken
    told = {event.track: event.log_scores for event in events if isinstance(event, Sighting)}
    seen = [profile.cards[int(np.argmax(told[track]))].code for track in sorted(told)]
    assert seen == [one.card.code for one in cards]
