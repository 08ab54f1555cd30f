"""A card half under another: found beside it and read by what can be seen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.workshop.bundled_deck import BUNDLED
from models.workshop.deck_art import raster
from models.workshop.pictures import Picture
from tests.vision import stills
from tests.vision.rendered_stills import lay
from vision.arrays import Floats, Image, as_image
from vision.reading.nets import Nets
from vision.reading.profile import Profile, load_profile
from vision.still.edges import PictureEdges
from vision.still.recognise import recognise

SIZE = (900, 700)
LENGTH, ASPECT = 320.0, 0.625
CODES = ("GU", "H9")
LOWER, UPPER = (350.0, 300.0, 0.5), (520.0, 400.0, -0.6)
"""Centre and direction of two cards, in pixels and radians."""
TRAPEZOID = np.array([[[60, 40], [850, 0], [900, 700], [0, 640]]], np.float32)


@pytest.fixture(scope="module")
def profile(nets: Nets) -> Profile:
    return load_profile(BUNDLED, nets.embedding)


def corners(place: tuple[float, float, float], aslant: bool) -> Floats:
    x, y, turn = place
    c, s = np.cos(turn), np.sin(turn)
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [LENGTH * ASPECT / 2, LENGTH / 2]
    quad = half @ np.array([[c, s], [-s, c]]) + [x, y]
    if not aslant:
        return np.asarray(quad, float)
    box = np.array([[0, 0], [SIZE[0], 0], [SIZE[0], SIZE[1]], [0, SIZE[1]]], np.float32)
    onto = cv2.getPerspectiveTransform(box, TRAPEZOID[0])
    return np.asarray(cv2.perspectiveTransform(quad[None], onto)[0], float)


def picture(quads: list[Floats]) -> Image:
    rng = np.random.default_rng(3)
    canvas: Picture = np.full((SIZE[1], SIZE[0], 3), (60, 90, 50), np.float32)
    for code, quad in zip(CODES, quads, strict=False):
        canvas = lay(canvas, raster(code, 420), quad, rng)
    noisy = canvas + rng.normal(0, 3, canvas.shape)
    return as_image(np.clip(noisy, 0, 255).astype(np.uint8))


@pytest.mark.parametrize("aslant", [False, True])
def test_both_cards_are_read(aslant: bool, profile: Profile, nets: Nets) -> None:
    quads = [corners(place, aslant) for place in (LOWER, UPPER)]
    seen = {one.card.code: one for one in recognise(picture(quads), profile, nets)}
    assert set(seen) == set(CODES)
    for code, quad in zip(CODES, quads, strict=True):
        assert stills.corner_errors(np.asarray(seen[code].quad), quad)[0] < 0.05


def test_from_farther_off_an_edge_supports_more() -> None:
    quad = corners(UPPER, aslant=False)
    outline = PictureEdges(picture([quad]))
    beside = np.stack([quad + np.array([off, 0.0]) for off in (0.0, 8.0, 30.0)])
    near, far = (outline.support(beside, reach)[0].mean(1) for reach in (4.0, 20.0))
    assert near[0] > 0.8
    assert near[1] < 0.3
    assert 0.5 < far[1] < far[0]
    assert far[2] < far[1]
