"""A picture without a card gives none: neither grain nor cloth nor beer mat is taken for an ace."""

from __future__ import annotations

import math

import numpy as np
import pytest

from models.workshop.bundled_deck import BUNDLED
from models.workshop.deck_art import raster
from tests.vision import test_covered
from tests.vision.bare_stills import bare
from tests.vision.rendered_stills import lay
from vision.arrays import Floats, Image, Mask, as_image
from vision.place.geometry import transform
from vision.reading.nets import Nets
from vision.reading.plane import fit_plane, misfit
from vision.reading.profile import Profile, load_profile
from vision.still.reader import matched, told_apart
from vision.still.recognise import recognise

SEED = 5
WHOLE: Mask = np.full((128, 80), 255, np.uint8)


@pytest.fixture(scope="module")
def deck(nets: Nets) -> Profile:
    return load_profile(BUNDLED, nets.embedding)


@pytest.mark.parametrize("number", range(6))
def test_tables_and_things_are_no_cards_one_laid_on_them_is_read(
    number: int, deck: Profile, nets: Nets
) -> None:
    rng = np.random.default_rng([SEED, number])
    picture = bare(rng, number % 2)
    assert recognise(picture, deck, nets) == ()
    quad = test_covered.corners((300.0, 450.0, 0.3), aslant=False)
    laid = lay(np.asarray(picture, np.float32), raster("H9", 420), quad, rng)
    seen = recognise(as_image(np.clip(laid, 0, 255).astype(np.uint8)), deck, nets)
    assert [one.card.code for one in seen] == ["H9"]


def test_a_deck_without_pictures_reads_what_lies_on_top(deck: Profile, nets: Nets) -> None:
    places = (test_covered.LOWER, test_covered.UPPER)
    quads = [test_covered.corners(place, aslant=False) for place in places]
    seen = recognise(test_covered.picture(quads), deck.without_pictures(), nets)
    assert "H9" in {one.card.code for one in seen}


def test_pixels_tell_which_face_it_is(deck: Profile) -> None:
    faces = [views[:1] for views in deck.crops[:6]]
    for index, face in enumerate(faces):
        dimmed = np.asarray(0.6 * face[0] + 30, np.uint8)
        matches = [matched(dimmed, other) for other in faces]
        assert int(np.argmax([match.agreement for match in matches])) == index
        first, clearly = told_apart(dimmed, matches, WHOLE)
        assert first == index
        assert clearly > 0.3


def test_faces_that_differ_only_under_what_covers_them_are_not_told_apart(deck: Profile) -> None:
    face: Image = deck.crops[0][0]
    other = face.copy()
    other[70:110, 20:60] = 255 - other[70:110, 20:60]
    hidden = WHOLE.copy()
    hidden[60:] = 0
    views = [face[None], other[None]]
    _, seen = told_apart(other, [matched(other, view) for view in views], WHOLE)
    _, unseen = told_apart(other, [matched(other, view, hidden) for view in views], hidden)
    assert seen == pytest.approx(0.5, abs=0.05)
    assert unseen == 0.0


@pytest.mark.parametrize("turn", range(6))
def test_one_card_seen_very_aslant_tells_where_the_others_lie(turn: int) -> None:
    size, focal, tilt = (960, 720), 940.0, math.radians(58)
    c, s = math.cos(tilt), math.sin(tilt)
    plane = np.array([[1.0, 0.0, 0.0], [0.0, c, 0.0], [0.0, -s, 520.0]])
    camera = np.array([[focal, 0, 479.5], [0, focal, 359.5], [0, 0, 1.0]]) @ plane
    places = [(0.0, 0.0, turn * 0.5), (150.0, 40.0, 0.4), (-140.0, -50.0, 1.3)]
    first, *others = [transform(camera, _card(*place)) for place in places]
    found = fit_plane([first], 0.64, size)
    assert found is not None
    assert max(misfit(found, quad) for quad in others) < 0.07


def _card(x: float, y: float, turn: float) -> Floats:
    c, s = math.cos(turn), math.sin(turn)
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [28.8, 45.0]
    return np.asarray(half @ np.array([[c, s], [-s, c]]) + [x, y], float)
