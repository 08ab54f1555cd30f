"""When the table rests: synthetic small pictures."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Image
from vision.place.geometry import SMALL
from vision.watching.motion import RestDetector, changed


def table(noise: float = 1.5, seed: int = 0) -> Image:
    rng = np.random.default_rng(seed)
    return np.clip(rng.normal(90, noise, (SMALL, SMALL, 3)), 0, 255).astype(np.uint8)


def with_card(x: int, y: int, seed: int = 0) -> Image:
    picture = table(seed=seed)
    picture[y : y + 30, x : x + 18] = 220
    return picture


def test_rest_begins_a_tenth_of_a_second_after_the_last_motion() -> None:
    settle = RestDetector()
    moving = [with_card(20 + 8 * k, 60, k) for k in range(5)]
    still = [with_card(52, 60, 10 + k) for k in range(5)]
    rested = [settle.step(k / 25, picture) for k, picture in enumerate(moving + still)]
    assert rested == [False] * 7 + [True] * 3
    assert settle.since == pytest.approx(4 / 25)


def test_a_slow_slide_is_no_rest() -> None:
    settle = RestDetector()
    rested = [settle.step(k / 25, with_card(20 + k, 60, k)) for k in range(40)]
    assert not any(rested)
    still = [settle.step(k / 25, with_card(59, 60, k)) for k in range(40, 50)]
    assert still[-1]


def test_light_that_changes_as_a_whole_is_no_motion() -> None:
    settle = RestDetector()
    for k in range(20):
        picture = np.clip(table(seed=k).astype(int) + 2 * k, 0, 255).astype(np.uint8)
        rested = settle.step(k / 25, picture)
    assert rested


def test_an_arm_at_the_rim_is_no_motion() -> None:
    settle = RestDetector()
    for k in range(20):
        picture = table(seed=k)
        picture[: 4 + k % 3, :30] = 200
        rested = settle.step(k / 25, picture)
    assert rested


def test_a_noisy_camera_comes_to_rest_too() -> None:
    settle = RestDetector()
    for k in range(20):
        rested = settle.step(k / 25, table(noise=5.0, seed=k))
    assert rested


def test_a_slow_camera_needs_two_more_frames() -> None:
    settle = RestDetector()
    rested = [settle.step(k * 0.5, table(seed=k)) for k in range(4)]
    assert rested == [False, False, True, True]


def test_after_an_interruption_rest_begins_anew() -> None:
    settle = RestDetector()
    for k in range(10):
        settle.step(k / 25, table(seed=k))
    assert settle.resting
    settle.interrupt()
    assert not settle.step(10 / 25, table(seed=11))


def test_a_card_is_a_change_and_noise_is_none() -> None:
    assert changed(table(seed=1), with_card(60, 60, 2))
    assert not changed(table(seed=1), table(seed=2))


def in_bands(picture: Image, phase: float, depth: float = 0.11) -> Image:
    rows = np.arange(SMALL) / SMALL * 1.7 * 2 * np.pi
    level = 1 - depth * (0.5 + 0.5 * np.sin(rows + phase))
    return np.clip(picture * level[:, None, None], 0, 255).astype(np.uint8)


def test_the_mains_rolling_through_the_picture_are_no_motion() -> None:
    settle = RestDetector()
    for k in range(30):
        rested = settle.step(k / 25, in_bands(table(seed=k), 0.2 * k))
    assert rested
    assert not changed(in_bands(table(seed=1), 0.0), in_bands(table(seed=2), 3.0))


def test_a_dim_card_moves_in_rolling_bands() -> None:
    settle = RestDetector()
    for k in range(20):
        settle.step(k / 25, in_bands(table(seed=k) // 2, 0.2 * k))
    assert settle.resting
    dim = in_bands(with_card(60, 60, seed=30) // 6 + table(seed=30) // 3, 4.0)
    assert not settle.step(0.8, dim)
