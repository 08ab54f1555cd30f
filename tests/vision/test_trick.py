"""The trick on the table: which card is the newest, and when it is gone."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Image
from vision.place.geometry import SMALL
from vision.reading.pose import Pose
from vision.reading.reader import CardReading
from vision.watching.scene import StillPlaces
from vision.watching.thresholds import THRESHOLDS
from vision.watching.trick import RunningTrick, lay

SIDE = 540
ACCEPT = 0.6
LEFT, RIGHT = Pose(170.0, 270.0, 0.0, 94.0, 160.0), Pose(370.0, 270.0, 0.0, 94.0, 160.0)


def reading(pose: Pose, similarity: float = 0.9) -> CardReading:
    return CardReading(pose, np.array([similarity, 0.1], np.float32))


def table(*cards: Pose) -> Image:
    """A small picture of a dark table with white cards."""
    picture = np.full((SMALL, SMALL, 3), 60, np.uint8)
    for card in cards:
        places = np.round(card.corners() * SMALL / SIDE).astype(int)
        (left, top), (right, bottom) = places.min(0), places.max(0)
        picture[top:bottom, left:right] = 230
    return picture


def laid(*cards: Pose) -> RunningTrick:
    trick = RunningTrick()
    for number, card in enumerate(cards):
        trick.lay(float(number), reading(card), table(*cards[:number]))
        trick.remember(table(*cards[: number + 1]))
    return trick


OUT = Pose(500.0, 270.0, 0.0, 94.0, 160.0)


@pytest.mark.parametrize(
    ("went", "seen"),
    [
        ((OUT,), True),
        ((Pose(400.0, 270.0, 0.0, 94.0, 160.0), OUT), True),
        ((Pose(340.0, 270.0, 0.0, 94.0, 160.0),), False),
        ((), False),
    ],
)
def test_where_a_trick_went_is_told_only_of_what_was_seen_going_out(
    went: tuple[Pose, ...], seen: bool
) -> None:
    """A slow camera sees the cards in the middle, then none; the hand that laid them says nothing.

    The angle is 0 to the right.
    """
    trick = RunningTrick()
    trick.lay(0.0, reading(LEFT), table())
    trick.follow(table(LEFT, Pose(40.0, 270.0, 0.0, 94.0, 160.0)), table())
    trick.lay(1.0, reading(RIGHT), table(LEFT))
    for card in went:
        trick.follow(table(card), table())
    direction = trick.taken(2.0, 2.1).direction
    assert (direction is not None and abs(direction) < 0.1) is seen
    assert seen or direction is None


@pytest.mark.parametrize(
    ("at", "similarity", "hides"), [(RIGHT, 0.9, True), (LEFT, 0.9, False), (RIGHT, 0.7, False)]
)
def test_only_what_surely_lies_on_the_newest_card_hides_it(
    at: Pose, similarity: float, hides: bool
) -> None:
    assert laid(LEFT, RIGHT).hidden_by(reading(at, similarity), ACCEPT) is hides


def test_the_newest_card_is_taken_off_when_two_looks_do_not_find_it() -> None:
    trick = laid(LEFT, RIGHT)
    newest = trick.cards[-1]
    assert trick.lifted(table(LEFT, RIGHT), SIDE) is None
    assert trick.lifted(table(LEFT), SIDE) is None
    assert trick.missing
    assert trick.lifted(table(LEFT), SIDE) is newest
    assert [card.pose for card in trick.cards] == [LEFT]
    assert trick.lifted(table(LEFT), SIDE) is None


def test_a_card_seen_again_in_between_stays() -> None:
    trick = laid(LEFT, RIGHT)
    for now in (table(LEFT), table(LEFT, RIGHT), table(LEFT), table(LEFT, RIGHT)):
        assert trick.lifted(now, SIDE) is None
    assert len(trick.cards) == 2


@pytest.mark.parametrize(("share", "counts"), [(1.0, True), (0.55, True), (0.3, False)])
def test_what_lies_still_under_a_moving_arm_counts_from_half_a_card_on(
    share: float, counts: bool
) -> None:
    part = Pose(270.0, 270.0, 0.0, 94.0, 160.0 * share)
    places, empty, found = StillPlaces(), table(), []
    for number in range(10):
        small = table(part) if number < 8 else table()
        found.append(places.step(number / 25, [small], small, empty, (94.0, 160.0), SIDE))
    assert any(moment is not None for moment in found) is counts


@pytest.mark.parametrize("order", [(0.9, 0.6, 0.8), (0.6, 0.8, 0.9), (0.8, 0.9, 0.6)])
def test_of_several_looks_at_a_card_the_best_stays_and_counts_most_whatever_their_order(
    order: tuple[float, ...],
) -> None:
    first, *more = (reading(LEFT, similarity) for similarity in order)
    lying = lay(0, 0.0, first, table())
    for each in more:
        lying.add(each)
    assert lying.best.similarity == pytest.approx(0.9)
    weights = np.exp((np.array([0.9, 0.8, 0.6]) - 0.9) / THRESHOLDS.trick.blend)
    mean = weights @ np.array([0.9, 0.8, 0.6]) / weights.sum()
    np.testing.assert_allclose(lying.similarities, [mean, 0.1], rtol=1e-5)
