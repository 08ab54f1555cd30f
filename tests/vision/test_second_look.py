"""Two cards that look nearly as likely are looked at once more; what is clear is left alone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.cards import GERMAN_32
from models.workshop.decks.drawn import drawn_deck
from models.workshop.rendering.views import clean
from vision.arrays import Image, as_image
from vision.reading.nets import Nets, embed, half_turned
from vision.reading.profile import Profile, build_profile
from vision.still.reader import DOUBT, pixels_lead, second_look


@pytest.fixture(scope="module")
def faces() -> Image:
    """Faces [8,128,80,3] of a deck kept for choosing numbers."""
    return as_image(np.stack([clean(face) for face in list(drawn_deck(4201).faces.values())[:8]]))


@pytest.fixture(scope="module")
def profile(faces: Image, nets: Nets) -> Profile:
    return build_profile(
        "drawn", GERMAN_32[:8], [face[None] for face in faces], 0.62, nets.embedding
    )


def in_a_pub(face: Image) -> Image:
    """A little off, in a slope of warm light, out of focus."""
    askew = cv2.getRotationMatrix2D((39.5, 63.5), 1.5, 1.02)
    askew[:, 2] += np.array([1.5, -2.0])
    seen = cv2.warpAffine(face, askew, (80, 128), borderMode=cv2.BORDER_REPLICATE)
    light = np.linspace(0.5, 1.0, 80)[None, :, None] * np.array([0.7, 0.9, 1.0])
    return as_image(cv2.GaussianBlur((seen * light).astype(np.uint8), (0, 0), 0.8))


def test_the_pixels_tell_every_face_from_every_other(faces: Image) -> None:
    for card, face in enumerate(faces):
        seen = in_a_pub(face)
        for other in range(len(faces)):
            if other != card:
                assert pixels_lead(seen, face, faces[other]) > 0.1
                assert pixels_lead(seen, faces[other], face) < -0.1


def test_of_two_faces_that_are_the_same_nothing_is_told(faces: Image) -> None:
    assert pixels_lead(in_a_pub(faces[0]), faces[0], faces[0].copy()) == 0.0
    assert pixels_lead(in_a_pub(faces[0]), faces[0], faces[1]) > 0.1


@pytest.mark.parametrize("turned", [False, True])
def test_a_wrong_first_look_is_put_right(
    faces: Image, profile: Profile, nets: Nets, turned: bool
) -> None:
    """The second card is a hair likelier at first than the first one, which lies there."""
    crops = in_a_pub(faces[0])[None]
    crops = half_turned(crops) if turned else crops
    first = profile.similarities(embed(nets.embedding, crops))
    first[0, 1] = first[0, 0] + 0.01
    assert int(first.argmax()) == 1
    assert int(second_look(profile, nets.embedding, crops, first).argmax()) == 0


def test_what_is_clear_is_not_looked_at_again(faces: Image, profile: Profile, nets: Nets) -> None:
    first = np.full((1, len(faces)), 0.5, np.float32)
    first[0, 3] = 0.5 + DOUBT + 0.01
    told = second_look(profile, nets.embedding, faces[:1], first)
    assert np.array_equal(told, first)


def test_a_deck_without_pictures_is_looked_at_both_ways_up(
    faces: Image, profile: Profile, nets: Nets
) -> None:
    crops, bare = in_a_pub(faces[2])[None], profile.without_pictures()
    first = bare.similarities(embed(nets.embedding, crops))
    first[0, 5] = first[0, 2] + 0.01
    turned = bare.similarities(embed(nets.embedding, half_turned(crops)))
    told = second_look(bare, nets.embedding, crops, first)
    assert np.allclose(told, (first + turned) / 2, atol=1e-5)


def test_nothing_that_was_given_is_changed(faces: Image, profile: Profile, nets: Nets) -> None:
    first = np.full((2, len(faces)), 0.5, np.float32)
    before = first.copy()
    second_look(profile, nets.embedding, faces[:2], first)
    assert np.array_equal(first, before)


def test_a_crop_without_anything_on_it_is_no_mistake(profile: Profile, nets: Nets) -> None:
    plain: Image = np.full((1, 128, 80, 3), 128, np.uint8)
    first = profile.similarities(embed(nets.embedding, plain))
    assert np.isfinite(second_look(profile, nets.embedding, plain, first)).all()
