"""Pixels and millimetres: there and back, and the conventions of DESIGN 11."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.place.geometry import SMALL, WatchedSquare, as_quad, from_points, overhead

PICTURE = [(200.0, 90.0), (1100.0, 60.0), (1230.0, 690.0), (60.0, 660.0)]
PLANE = [(-300.0, 240.0), (300.0, 240.0), (300.0, -240.0), (-300.0, -240.0)]


@given(x=st.floats(0, 1279), y=st.floats(0, 719))
def test_there_and_back(x: float, y: float) -> None:
    point = np.array([[x, y]])
    for geometry in (overhead(1280, 720), from_points(PICTURE, PLANE, 400.0)):
        np.testing.assert_allclose(geometry.to_px(geometry.to_mm(point)), point, atol=1e-6)


def test_four_points_lie_where_they_were_said_to_lie() -> None:
    geometry = from_points(PICTURE, PLANE, 400.0)
    np.testing.assert_allclose(geometry.to_mm(np.array(PICTURE)), PLANE, atol=1e-3)


@pytest.mark.parametrize("points", [PICTURE[:3], [PICTURE[0], PICTURE[0], *PICTURE[2:]]])
def test_points_that_span_no_plane_are_refused(points: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="point"):
        from_points(points, PLANE, 400.0)


def test_x_runs_to_the_right_of_seat_0_and_y_away_from_it() -> None:
    geometry = overhead(1280, 720, 480.0)
    centre, right, up = geometry.to_mm(np.array([[639.5, 359.5], [640.5, 359.5], [639.5, 358.5]]))
    np.testing.assert_allclose(centre, [0, 0], atol=1e-9)
    np.testing.assert_allclose(right, [480 / 720, 0], atol=1e-9)
    np.testing.assert_allclose(up, [0, 480 / 720], atol=1e-9)


def test_the_angle_of_a_card_is_that_of_its_long_side() -> None:
    geometry = overhead(1280, 720)
    upright = as_quad(np.array([[600.0, 300.0], [650, 300], [650, 390], [600, 390]]))
    lying = as_quad(np.array([[600.0, 300.0], [690, 300], [690, 350], [600, 350]]))
    assert geometry.place(upright).theta == pytest.approx(math.pi / 2)
    assert geometry.place(lying).theta % math.pi == pytest.approx(0, abs=1e-9)


@given(
    turn=st.integers(0, 3),
    mirrored=st.booleans(),
    angle=st.floats(0, 2 * math.pi),
)
def test_a_quad_is_clockwise_and_begins_with_a_short_side(
    turn: int, mirrored: bool, angle: float
) -> None:
    c, s = math.cos(angle), math.sin(angle)
    box = np.array([[-28, -50], [28, -50], [28, 50], [-28, 50]]) @ np.array([[c, s], [-s, c]])
    given_corners = np.roll(box[::-1] if mirrored else box, turn, 0)
    quad = np.array(as_quad(given_corners))
    assert np.linalg.norm(quad[1] - quad[0]) == pytest.approx(56)
    x, y = quad[:, 0], quad[:, 1]
    assert float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) > 0
    assert {tuple(corner) for corner in quad.round(6)} == {tuple(corner) for corner in box.round(6)}


@pytest.mark.parametrize("calibrated", [False, True])
def test_the_rectified_square_shows_each_point_where_it_lies(calibrated: bool) -> None:
    geometry = from_points(PICTURE, PLANE, 400.0) if calibrated else overhead(1280, 720, 400.0)
    picture = np.zeros((720, 1280, 3), np.uint8)
    spot = np.array([[60.0, 110.0]])
    ((x, y),) = geometry.to_px(spot)
    picture[round(y) - 6 : round(y) + 7, round(x) - 6 : round(x) + 7] = 255
    seen = WatchedSquare(geometry, 1280, 720, 500)
    expected = (60 + 200) / 400, (200 - 110) / 400
    for image, side in ((seen.sharp(picture), 500), (seen.small(picture), SMALL)):
        rows, columns = np.nonzero(image[..., 0] > image.max() / 2)
        assert (columns.mean() + 0.5) / side == pytest.approx(expected[0], abs=0.006)
        assert (rows.mean() + 0.5) / side == pytest.approx(expected[1], abs=0.006)
    corner = np.array([expected]) * 500 - 0.5
    back = np.array(seen.to_picture(corner + np.array([[0, 0], [20, 0], [20, 40], [0, 40]])))
    assert np.abs(back - [x, y]).sum(1).min() < 0.01
