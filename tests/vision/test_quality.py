"""The quality meter says what is wrong with a picture, and nothing where nothing is."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import pytest

from engine.cards import card
from tests.vision.drawn import Laid, Table
from vision.arrays import Image, as_image
from vision.camera.quality import QualityGrade, bands, edge_width, measure
from vision.place.geometry import Geometry, overhead

GEOMETRY = Geometry(overhead(960, 540, 310.0).px_to_mm, 310.0)
"""A card of 92 mm is 160 pixels long, as the drawn ones are."""


def pictures(count: int = 6, light: float = 0.85) -> list[Image]:
    return [picture.copy() for picture in drawn(light)[:count]]


@lru_cache
def drawn(light: float) -> list[Image]:
    cards = [
        Laid(card("EO"), 380, 270, 0.3),
        Laid(card("S7"), 540, 200, 1.2),
        Laid(card("HA"), 590, 380, 2.0),
    ]
    table = Table(cards=cards, light=light, noise=2.5)
    return [table.picture() for _ in range(8)]


def grades(frames: list[Image], geometry: Geometry = GEOMETRY) -> dict[str, QualityGrade]:
    return {measured.name: measured.grade for measured in measure(frames, geometry)}


def test_a_good_picture_is_good_in_everything() -> None:
    measured = measure(pictures(), GEOMETRY)
    assert {one.grade for one in measured} == {QualityGrade.GOOD}
    names = ["light", "clipping", "glare", "focus", "pixels", "flicker"]
    assert [one.name for one in measured] == names


@pytest.mark.parametrize(("light", "grade"), [(0.4, QualityGrade.FAIR), (0.2, QualityGrade.BAD)])
def test_too_little_light_is_said(light: float, grade: QualityGrade) -> None:
    dim = pictures(light=light)
    assert grades(dim)["light"] is grade
    said = measure(dim, GEOMETRY)[0].text
    assert "Lampe" in said.de
    assert "lamp" in said.en


@pytest.mark.parametrize(
    ("blur", "grade"), [(0.5, QualityGrade.GOOD), (1.9, QualityGrade.FAIR), (3.5, QualityGrade.BAD)]
)
@pytest.mark.parametrize("light", [0.5, 0.9])
def test_blur_is_graded_whatever_the_light(blur: float, grade: QualityGrade, light: float) -> None:
    soft = [as_image(cv2.GaussianBlur(one, (0, 0), blur)) for one in pictures(light=light)]
    noise = np.random.default_rng(3).normal(0, 3, soft[0].shape)
    noisy = [as_image(np.clip(one + noise, 0, 255)) for one in soft[-2:]]
    assert grades(noisy)["focus"] is grade


def test_without_edges_the_focus_is_unknown_not_bad() -> None:
    plain = np.random.default_rng(1).normal(110, 3, (540, 960, 3)).astype(np.uint8)
    assert grades([plain] * 6)["focus"] is QualityGrade.UNKNOWN
    assert edge_width(plain) is None


def test_a_mirrored_lamp_is_glare_and_white_cards_are_not() -> None:
    glaring = pictures()
    cv2.ellipse(glaring[-1], (480, 300), (40, 22), 20, 0, 360, (255, 255, 255), -1)
    found = grades(glaring)
    assert (found["glare"], found["clipping"]) == (QualityGrade.BAD, QualityGrade.GOOD)
    assert grades(pictures(light=1.0))["glare"] is QualityGrade.GOOD


def test_blown_out_cards_are_said() -> None:
    assert grades(pictures(light=1.6))["clipping"] is QualityGrade.BAD


@pytest.mark.parametrize("rolling", [True, False])
def test_pulsing_light_is_flicker_in_bands_or_all_over(rolling: bool) -> None:
    frames = []
    for index, picture in enumerate(pictures(8)):
        rows = np.arange(540) if rolling else np.zeros(540)
        wave = 1 + 0.08 * np.sin(2 * np.pi * (rows / 300 + index * 0.37))
        frames.append(as_image(np.clip(picture * wave[:, None, None], 0, 255)))
    assert grades(frames)["flicker"] is QualityGrade.BAD
    assert bands(frames) == pytest.approx(0.075, abs=0.02)


def test_a_hand_that_moves_is_no_flicker() -> None:
    frames = []
    for index, picture in enumerate(pictures(8)):
        cv2.line(picture, (300 + 30 * index, 250), (380 + 30 * index, 700), (120, 150, 200), 90)
        frames.append(picture)
    assert grades(frames)["flicker"] is QualityGrade.GOOD


def test_few_pixels_are_said_with_the_number_and_nothing_where_nobody_measured() -> None:
    for lines in (540, 720, 1080):
        guessed = measure(pictures(), overhead(lines * 16 // 9, lines))[4]
        assert guessed.grade is QualityGrade.UNKNOWN
        assert "on a measured table only" in guessed.text.en
    measured = Geometry(overhead(960, 540, 400.0).px_to_mm, 400.0)
    fair = measure(pictures(), measured)[4]
    assert fair.grade is QualityGrade.FAIR
    assert f"only {round(fair.value)} pixels" in fair.text.en


def test_one_picture_tells_no_flicker() -> None:
    assert grades(pictures(1))["flicker"] is QualityGrade.UNKNOWN
