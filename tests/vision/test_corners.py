"""Corners by four taps in any order, from any side; what cannot be a table is refused in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import PlainError
from vision.arrays import Floats
from vision.place.corners import CARD_MM, PicturePoint, card_pixels, from_taps, turned
from vision.place.geometry import overhead, transform

SIZE = (1280, 720)
TAPS: tuple[PicturePoint, ...] = ((300.0, 80.0), (980.0, 95.0), (1060.0, 640.0), (230.0, 655.0))
"""Upper left, upper right, lower right, lower left of a table 800 x 600 seen a little obliquely."""


def middle_of(points: Sequence[PicturePoint]) -> PicturePoint:
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def test_every_order_of_the_taps_gives_the_same_table() -> None:
    first = from_taps(TAPS, SIZE, (800, 600))
    corners = first.to_mm(np.array(TAPS))
    np.testing.assert_allclose(
        corners, [[-400, 300], [400, 300], [400, -300], [-400, -300]], atol=1e-6
    )
    assert first.size == SIZE
    assert first.calibrated
    for order in permutations(TAPS):
        assert from_taps(order, SIZE, (600, 800)).px_to_mm == pytest.approx(
            np.array(first.px_to_mm)
        )


@pytest.mark.parametrize(
    ("side", "near"), [((2, 3), (2, 3)), ((3, 0), (3, 0)), ((0, 1), (0, 1)), ((1, 2), (1, 2))]
)
def test_seat_zero_sits_where_it_is_shown(side: tuple[int, int], near: tuple[int, int]) -> None:
    shown = middle_of([TAPS[index] for index in side])
    geometry = from_taps(TAPS, SIZE, (800, 600), seat_zero=shown)
    corners = geometry.to_mm(np.array(TAPS))
    assert all(corners[index][1] < 0 for index in near)
    assert all(corners[index][1] > 0 for index in range(4) if index not in near)
    # To the right of seat 0 is to the right of somebody who looks at the table from there.
    right, left = corners[near[0]], corners[near[1]]
    assert right[0] > 0 > left[0]
    lengths = sorted(np.abs(corners).max(0) * 2)
    assert lengths == pytest.approx([600, 800])


def test_an_upright_picture_of_a_long_table_has_its_long_side_upright() -> None:
    taps = [(100.0, 150.0), (620.0, 150.0), (640.0, 1150.0), (80.0, 1150.0)]
    geometry = from_taps(taps, (720, 1280), (800, 1200))
    corners = geometry.to_mm(np.array(taps))
    np.testing.assert_allclose(np.abs(corners).max(0), [400, 600], atol=1e-6)


@given(
    tilt=st.floats(-30, 30),
    turn=st.floats(-180, 180),
    height=st.floats(900, 1150),
    seed=st.integers(),
)
def test_a_table_seen_by_any_camera_is_measured_right(
    tilt: float, turn: float, height: float, seed: int
) -> None:
    """Project a square table by a pinhole camera, take its corners, ask for other places."""
    plane = np.array([[-350.0, 350], [350, 350], [350, -350], [-350, -350], [60, 110], [-90, 40]])
    pixels = pinhole(plane, tilt, turn, height)
    if (pixels[:4] < 0).any() or (pixels[:4] > np.array(SIZE) - 1).any():
        return
    order = np.random.default_rng(abs(seed)).permutation(4)
    below = pinhole(np.array([[0.0, -350.0]]), tilt, turn, height)[0]
    taps = [(float(x), float(y)) for x, y in pixels[:4][order]]
    towards = (float(below[0]), float(below[1]))
    geometry = from_taps(taps, SIZE, (700, 700), seat_zero=towards)
    np.testing.assert_allclose(geometry.to_mm(pixels[4:]), plane[4:], atol=0.5)


def pinhole(plane: Floats, tilt: float, turn: float, height: float) -> Floats:
    a, b = math.radians(tilt), math.radians(turn)
    points = np.column_stack([plane, np.zeros(len(plane))])
    around = np.array([[math.cos(b), -math.sin(b), 0], [math.sin(b), math.cos(b), 0], [0, 0, 1]])
    over = np.array([[1, 0, 0], [0, math.cos(a), -math.sin(a)], [0, math.sin(a), math.cos(a)]])
    seen = points @ around.T @ over.T
    depth = height - seen[:, 2]
    return np.column_stack([640 + 1000 * seen[:, 0] / depth, 360 - 1000 * seen[:, 1] / depth])


@pytest.mark.parametrize(
    ("taps", "words"),
    [
        (TAPS[:3], "Four corners"),
        ((*TAPS[:3], (2000.0, 90.0)), "outside the picture"),
        ((*TAPS[:3], (982.0, 96.0)), "are the same"),
        ((*TAPS[:3], (850.0, 300.0)), "between the others"),
        (((500.0, 300.0), (640.0, 300.0), (640.0, 420.0), (500.0, 420.0)), "too small"),
        (((560.0, 100.0), (700.0, 100.0), (1270.0, 700.0), (10.0, 700.0)), "flat an angle"),
    ],
)
def test_what_is_no_table_is_refused_in_words(taps: Sequence[PicturePoint], words: str) -> None:
    with pytest.raises(PlainError, match=words) as refusal:
        from_taps(taps, SIZE, (800, 600))
    assert refusal.value.text.de != refusal.value.text.en


def test_a_table_of_centimetres_is_refused() -> None:
    with pytest.raises(PlainError, match="300 to 3000 mm"):
        from_taps(TAPS, SIZE, (80, 60))


def test_any_direction_between_the_sides_is_a_turn() -> None:
    geometry = turned(overhead(720, 720), 90)
    # A seat 0 a quarter further clockwise sits at the left edge of the picture.
    ((x, y),) = geometry.to_px(np.array([[0.0, -200.0]]))
    assert (x, y) == pytest.approx((59.5, 359.5))


def test_pixels_of_a_card_are_counted_where_it_is_smallest() -> None:
    assert card_pixels(overhead(720, 720, 480.0)) == pytest.approx(CARD_MM[1] * 1.5)
    oblique = from_taps(TAPS, SIZE, (800, 600))
    matrix = np.asarray(
        cv2.getPerspectiveTransform(
            np.array(TAPS, np.float32),
            np.array([[-400, 300], [400, 300], [400, -300], [-400, -300]], np.float32),
        )
    )
    far = transform(np.linalg.inv(matrix), np.array([[-46.0, 190.0], [46.0, 190.0]]))
    assert card_pixels(oblique) <= float(np.linalg.norm(far[1] - far[0])) + 1.0
