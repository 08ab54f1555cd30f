"""What hangs together with a first card: one more card across under it, a packet, a shadow."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.arrays import Image, Mask
from vision.reading.pose import Pose
from vision.watching.changes import ChangedPieces, area_beside, crossed_by_one, pieces_of, shadowed
from vision.watching.scene import TableScene

SIDE = 240
WIDTH, HEIGHT = 30.0, 48.0
CARD = Pose(120.0, 120.0, 0.3, WIDTH, HEIGHT)


def drawn(*poses: Pose) -> Mask:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    for pose in poses:
        cv2.fillConvexPoly(mask, np.round(pose.corners()).astype(np.int32), 1)
    return mask


def parts(*poses: Pose) -> ChangedPieces:
    return pieces_of(drawn(*poses), 1.0)


def by(x: float, y: float, turn: float) -> Pose:
    return Pose(CARD.x + x, CARD.y + y, CARD.theta + turn, WIDTH, HEIGHT)


NO_SHADOW: Mask = np.zeros((SIDE, SIDE), np.uint8)


@pytest.mark.parametrize(
    ("others", "one"),
    [
        ((by(0, 0, 1.2),), True),
        ((by(-14, 8, 0.8),), True),
        ((by(10, 16, -1.4),), True),
        ((by(14, 4, 0.1),), False),
        ((by(-12, 8, 0.9), by(14, 6, -0.9)), False),
        (tuple(by(12.0 * step, 3.0 * step, 0.25 * step) for step in range(1, 5)), False),
    ],
    ids=["across", "aside", "below", "packet", "two more", "fan"],
)
def test_one_card_across_explains_what_is_beside_the_first_a_packet_or_a_fan_is_more(
    others: tuple[Pose, ...], one: bool
) -> None:
    assert crossed_by_one(parts(CARD, *others), CARD, NO_SHADOW) is one


def test_a_shadow_beside_a_card_does_not_count_but_a_sleeve_does() -> None:
    before: Image = np.full((SIDE, SIDE, 3), (150, 170, 190), np.uint8)
    found = parts(CARD, by(30, 0, 0))
    for colour, counts in (((105, 119, 133), False), ((60, 30, 110), True)):
        after = before.copy()
        after[drawn(by(30, 0, 0)) > 0] = colour
        after[drawn(CARD) > 0] = 245
        shadow = shadowed(before, after, found)
        assert (found.beside([CARD], shadow) > 0.15) is counts
    assert math.isclose(found.beside([CARD]), found.beside([CARD], NO_SHADOW))


def scene(*poses: Pose) -> TableScene:
    picture: Image = np.full((SIDE, SIDE, 3), (52, 84, 118), np.uint8)
    picture[drawn(*poses) > 0] = 235
    return TableScene(picture, picture[::2, ::2].copy())


def test_a_card_across_the_only_first_one_is_not_beside_it() -> None:
    across, other = by(0, 0, 1.2), by(70, 0, 0)
    assert area_beside(scene(), scene(CARD, across), parts(CARD, across), [CARD]) == 0.0
    three = CARD, across, other
    assert area_beside(scene(), scene(*three), parts(*three), [CARD, other]) > 0.15
