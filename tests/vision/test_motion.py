"""What differs between two pictures of the table once its light is taken off."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Image
from vision.place.geometry import SMALL
from vision.watching.motion import difference, flat_difference
from vision.watching.scene import middle_of

PATCH = np.s_[40:70, 50:80]


def table(patch: int = 0, light: int = 0, bands: int = 0) -> Image:
    """A cloth of grey level 100; something darker or lighter may lie on it."""
    picture = np.full((SMALL, SMALL, 3), 100, np.int16)
    picture[PATCH] += patch
    picture += light
    picture[::4] += bands
    return picture.astype(np.uint8)


@pytest.mark.parametrize("patch", [-60, 60])
@pytest.mark.parametrize("light", [-30, 0, 30])
def test_what_was_laid_differs_by_what_it_is_darker_or_lighter(patch: int, light: int) -> None:
    for apart in (difference, flat_difference):
        found = apart(table(patch, light), table())
        assert np.all(found[PATCH] == 60)
        assert np.count_nonzero(found) == np.count_nonzero(table(patch) != table()) / 3


def test_bands_of_the_mains_are_light_only_where_they_are_taken_off() -> None:
    banded = table(60, bands=20)
    assert np.all(flat_difference(banded, table())[PATCH] == 60)
    assert np.count_nonzero(flat_difference(banded, table())) == 30 * 30
    assert np.all(difference(banded, table())[::4][:10] == 20)


def test_a_flicker_falls_out_of_three_pictures() -> None:
    still, flash = table(), table(light=90)
    for frames in (
        [still, still, flash],
        [still, flash, still],
        [flash, flash, still, flash, still],
    ):
        assert np.array_equal(middle_of(frames), still)
    assert np.array_equal(middle_of([still, flash]), flash)
