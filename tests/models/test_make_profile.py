"""The bundled profile of our own deck: whole, of the true size, and of the faces as drawn now."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import GERMAN_48
from models.workshop.bundled_deck import BUNDLED
from models.workshop.deck_art import raster
from models.workshop.evening.film import HEIGHT_MM
from vision.reading.nets import Nets
from vision.reading.profile import Profile, load_profile
from vision.still.recognise import recognise


@pytest.fixture(scope="module")
def profile(nets: Nets) -> Profile:
    return load_profile(BUNDLED, nets.embedding)


def test_the_bundled_deck_is_whole(profile: Profile) -> None:
    assert set(profile.cards) == set(GERMAN_48)
    assert profile.height_mm == HEIGHT_MM
    assert profile.aspect == pytest.approx(0.625, abs=0.01)


def test_its_crops_are_the_faces_as_drawn_now(profile: Profile) -> None:
    for face, views in zip(profile.cards, profile.crops, strict=True):
        drawn = raster(face.code, 128)[8:-8, 8:-8, :3].astype(np.float64)
        kept = views[0][8:-8, 8:-8].astype(np.float64)
        alike = [np.corrcoef(d.ravel(), kept.ravel())[0, 1] for d in (drawn, drawn[::-1, ::-1])]
        assert max(alike) > 0.95, f"{face.code}: run python -m models.workshop.bundled_deck again"


@pytest.mark.parametrize("code", ["EO", "GU", "H9", "SA", "ES", "HS", "SP", "E6"])
def test_a_drawn_face_is_recognised(code: str, profile: Profile, nets: Nets) -> None:
    face = raster(code, 420)
    picture = np.full((720, 720, 3), 40, np.uint8)
    share = face[..., 3:] / 255
    place = picture[150:570, 228 : 228 + face.shape[1]]
    place[:] = (place * (1 - share) + face[..., :3] * share).astype(np.uint8)
    seen = recognise(picture, profile, nets)
    assert [card.card.code for card in seen] == [code]
