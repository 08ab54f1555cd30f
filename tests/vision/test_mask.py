"""Nothing outside the region gets through."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.camera.frames import RegionMask

CORNER = st.tuples(st.integers(-20, 120), st.integers(-20, 90))


@settings(max_examples=40, deadline=None)
@given(polygon=st.lists(CORNER, min_size=3, max_size=7), seed=st.integers(0, 99))
def test_no_pixel_outside_survives(polygon: list[tuple[int, int]], seed: int) -> None:
    picture = np.random.default_rng(seed).integers(1, 256, (70, 100, 3), np.uint8)
    masked = RegionMask(polygon).apply(picture)
    corners = np.array(polygon, np.float32)
    for row, column in np.argwhere(masked.any(axis=2)):
        distance = cv2.pointPolygonTest(corners, (float(column), float(row)), measureDist=True)
        # A pixel the border runs through belongs to the region.
        assert distance > -1.0
    kept = masked.any(axis=2)
    np.testing.assert_array_equal(masked[kept], picture[kept])


def test_without_a_region_the_picture_is_whole() -> None:
    picture = np.full((4, 4, 3), 9, np.uint8)
    assert RegionMask().apply(picture) is picture


def test_the_source_is_left_alone() -> None:
    picture = np.full((40, 40, 3), 9, np.uint8)
    masked = RegionMask([(0, 0), (10, 0), (0, 10)]).apply(picture)
    assert picture.min() == 9
    assert masked[30, 30].max() == 0
    assert masked[2, 2].min() == 9


def test_a_line_is_no_region() -> None:
    with pytest.raises(ValueError, match="three corners"):
        RegionMask([(0, 0), (1, 1)])
