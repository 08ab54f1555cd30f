"""Light that changes smoothly is taken off, cards are not."""

from __future__ import annotations

import numpy as np

from vision.arrays import Image, as_image
from vision.watching.motion import light_ratio, relit


def table(side: int = 300) -> Image:
    rng = np.random.default_rng(2)
    grain = rng.normal(100, 18, (side, side, 1)) * np.array([0.5, 0.8, 1.1])
    return as_image(np.clip(grain, 8, 190))


def in_light(picture: Image, left: float, right: float, tint: float = 1.0) -> Image:
    fall = np.linspace(left, right, picture.shape[1])[None, :, None]
    return as_image(np.clip(picture * fall * np.array([tint, 1, 1]), 0, 255))


def test_a_swinging_lamp_leaves_no_difference() -> None:
    before = table()
    after = in_light(before, 0.75, 1.25, 0.9)
    apart = np.abs(relit(before, after).astype(int) - after)
    assert np.abs(before.astype(int) - after).mean() > 8
    assert apart.mean() < 1.5


def test_cards_are_left_as_they_are() -> None:
    before = table()
    after = before.copy()
    after[60:180, 80:150] = 235
    after[150:220, 140:260] = 225
    assert np.abs(light_ratio(before, after) - 1).max() < 0.04
    lit = in_light(after, 0.8, 1.15)
    apart = np.abs(relit(before, lit).astype(int) - lit).max(2)
    assert np.median(apart[70:140, 90:140]) > 80
    assert np.median(apart[230:, :]) < 4


def test_the_same_light_changes_nothing() -> None:
    picture = table()
    assert relit(picture, picture) is picture


def test_bands_of_the_mains_and_a_coloured_glow_leave_no_difference() -> None:
    before = table()
    rows = np.linspace(0, 1, before.shape[0])[:, None, None]
    bands = 1 - 0.1 * (0.5 + 0.5 * np.sin(11 * rows + 1))
    glow = 1 + np.array([0.25, 0.0, 0.1]) * np.exp(-rows / 0.15)
    after = before.copy()
    after[100:200, 90:160] = 230
    lit = as_image(np.clip(after * bands * glow, 0, 255))
    apart = np.abs(relit(before, lit).astype(int) - lit).max(2)
    assert np.quantile(apart[:90], 0.95) < 6
    assert np.quantile(apart[210:], 0.95) < 6
    assert np.median(apart[110:190, 100:150]) > 80
