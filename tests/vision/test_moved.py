"""A moved camera or table is told from an arm, another light and cards; and its way is found."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
import pytest

from vision.arrays import Floats, Image, as_image
from vision.place.geometry import overhead, transform
from vision.reading.profile import Profile
from vision.watching.camera_view import (
    CameraShift,
    CameraView,
    MovementGuard,
    Surroundings,
    ViewState,
)
from vision.watching.motion import MIDDLE
from vision.watching.thresholds import THRESHOLDS

WIDTH, HEIGHT = 1280, 720


@lru_cache
def table(seed: int = 3) -> Image:
    """A wooden table with knots, a coaster and a newspaper at its edge: larger than the picture."""
    rng = np.random.default_rng(seed)
    height, width = HEIGHT + 400, WIDTH + 400
    grain = rng.normal(0, 14, (height, 60)).astype(np.float32)
    blotches = rng.normal(0, 10, (height // 12, width // 12)).astype(np.float32)
    wood = np.asarray(cv2.resize(grain, (width, height), interpolation=cv2.INTER_CUBIC))
    wood = wood + np.asarray(cv2.resize(blotches, (width, height)))
    picture = np.clip(np.array([60, 100, 140]) + wood[..., None], 0, 255).astype(np.uint8)
    for _ in range(60):
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        cv2.ellipse(picture, (x, y), (12, 5), float(rng.integers(0, 180)), 0, 360, (30, 50, 80), -1)
    cv2.circle(picture, (420, 420), 70, (200, 210, 220), -1)
    for row in range(300, 700, 22):
        cv2.putText(
            picture,
            f"Nr {row} Zeitung",
            (1250, row),
            cv2.FONT_HERSHEY_SIMPLEX,
            0.8,
            (20, 20, 20),
            2,
        )
    return picture


def shot(
    x: float = 0.0, y: float = 0.0, turn: float = 0.0, *, light: float = 1.0, seed: int = 0
) -> Image:
    """Take a picture of the table with the camera moved by so many pixels and degrees."""
    matrix = camera(x, y, turn)[:2]
    seen = cv2.warpAffine(table(), matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR)
    noise = np.random.default_rng(seed).normal(0, 2.5, seen.shape)
    return as_image(np.clip(seen * light + noise, 0, 255))


def camera(x: float, y: float, turn: float) -> Floats:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    to_middle = np.array([[1, 0, -840.0], [0, 1, -560.0], [0, 0, 1]])
    placed = np.array([[c, -s, 640.0 + x], [s, c, 360.0 + y], [0, 0, 1]])
    return np.asarray(placed @ to_middle, float)


def cards(picture: Image, count: int = 4) -> Image:
    for index in range(count):
        x, y = 480 + 110 * index, 260 + 40 * index
        cv2.rectangle(picture, (x, y), (x + 80, y + 140), (235, 240, 240), -1)
        cv2.circle(picture, (x + 40, y + 70), 25, (30, 30, 200), -1)
    return picture


def arm(picture: Image) -> Image:
    cv2.line(picture, (640, 300), (760, 900), (120, 150, 200), 150)
    return picture


@pytest.fixture(scope="module")
def known() -> Surroundings:
    surroundings = Surroundings()
    surroundings.remember(shot(seed=1))
    surroundings.remember(shot(seed=2))
    assert surroundings.known
    return surroundings


@pytest.mark.parametrize("light", [0.5, 0.8, 1.25])
def test_cards_arms_and_another_light_move_nothing(known: Surroundings, light: float) -> None:
    for picture in (shot(light=light, seed=9), cards(shot(light=light)), arm(shot(light=light))):
        assert known.compare(picture)[0] is ViewState.STILL


@pytest.mark.parametrize(("x", "y", "turn"), [(9, 0, 0), (-40, 25, 0), (6, -8, 2), (0, 90, -6)])
def test_a_shift_is_found_with_its_map_among_cards(
    known: Surroundings, x: float, y: float, turn: float
) -> None:
    view, matrix = known.compare(cards(shot(x, y, turn, light=0.9, seed=5)))
    assert view is ViewState.SHIFTED
    assert matrix is not None
    corners = overhead(WIDTH, HEIGHT).to_px(np.array([[-200.0, 200], [200, 200], [200, -200]]))
    true = transform(camera(x, y, turn) @ np.linalg.inv(camera(0, 0, 0)), corners)
    assert np.abs(transform(matrix, corners) - true).max() < 2.0


def test_a_plain_table_says_nothing() -> None:
    surroundings = Surroundings()
    for seed in (1, 2):
        noise = np.random.default_rng(seed).normal(120, 3, (HEIGHT, WIDTH, 3))
        surroundings.remember(np.clip(noise, 0, 255).astype(np.uint8))
    assert surroundings.compare(shot())[0] is ViewState.UNKNOWN


def guard() -> MovementGuard:
    made = MovementGuard(overhead(WIDTH, HEIGHT))
    for index in range(3):
        assert made.look(0.3 * index, shot(seed=index), empty=True) is None
    return made


def looks(made: MovementGuard, since: float, *pictures: Image) -> list[CameraShift | None]:
    return [
        made.look(since + 0.3 * index, picture, empty=False)
        for index, picture in enumerate(pictures)
    ]


def test_a_look_that_is_merely_due_waits_for_the_reading_but_not_for_ever() -> None:
    made = guard()
    moved = shot(30, 12, seed=4)
    assert made.look(2.5, moved, empty=False, busy=True) is None
    assert not made.unsure
    assert made.look(2.6, moved, empty=False) is None
    assert made.unsure
    assert made.look(2.9, moved, empty=False, busy=True) is not None
    back = shot(seed=5)
    assert made.look(4.0, back, empty=False, busy=True) is None
    assert not made.unsure
    made.at_once()
    made.look(4.1, back, empty=False, busy=True)
    assert made.unsure


def test_a_shift_is_believed_when_seen_twice_and_doubted_until_then() -> None:
    made = guard()
    first, second = looks(made, 5.0, shot(30, 12, seed=4), shot(30, 12, seed=5))
    assert first is None
    assert second is not None
    assert not second.large
    assert not made.unsure
    before, now = overhead(WIDTH, HEIGHT), made.geometry
    centre = now.to_px(np.array([[0.0, 0.0]])) - before.to_px(np.array([[0.0, 0.0]]))
    np.testing.assert_allclose(centre, [[30, 12]], atol=1.0)
    # Where it stands now is the new rest; going back is a shift again.
    assert looks(made, 9.0, shot(30, 12, seed=6)) == [None]
    assert not made.unsure
    back = looks(made, 12.0, shot(seed=7), shot(seed=8))
    assert back[1] is not None


def test_a_table_that_shakes_is_doubted_and_not_moved() -> None:
    made = guard()
    assert looks(made, 5.0, shot(30, 0)) == [None]
    assert made.unsure
    assert looks(made, 6.0, shot(seed=3)) == [None]
    assert not made.unsure


def test_far_is_said_to_be_far() -> None:
    made = guard()
    shifts = looks(made, 5.0, shot(0, 190, seed=4), shot(0, 190, seed=5))
    assert shifts[1] is not None
    assert shifts[1].large


def test_a_view_of_something_else_becomes_the_new_one_after_a_while() -> None:
    made = guard()
    other = np.random.default_rng(8).integers(0, 255, (90, 160, 3), np.uint8)
    elsewhere = as_image(cv2.resize(other, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC))
    said = [made.look(5.0 + 0.5 * k, elsewhere, empty=False) for k in range(8)]
    assert [shift is not None for shift in said].count(True) == 1
    assert next(shift for shift in said if shift is not None).large
    assert not made.unsure


@pytest.mark.parametrize(("length", "share"), [(0.10, 0.06), (0.21, 0.07), (0.35, 0.20)])
def test_the_larger_the_cards_the_more_may_change_before_the_camera_is_suspected(
    length: float, share: float, profile: Profile
) -> None:
    view = CameraView(profile, None)
    unknown = view.more_than_a_card
    view.size.add(length * profile.aspect, length)
    own = length**2 * profile.aspect / float(MIDDLE.mean())
    assert unknown == THRESHOLDS.view.more_than_a_card
    assert view.more_than_a_card == pytest.approx(max(unknown, 1.5 * own))
    assert view.more_than_a_card >= own
    assert view.more_than_a_card == pytest.approx(share, abs=0.01)
