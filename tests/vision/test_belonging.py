"""Whether the cards belong to the deck: over several, and against the other decks there are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn import DECK, drawn_profile, face
from vision.arrays import Floats, Image, as_image
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH, Nets, embed, half_turned
from vision.reading.other_deck import (
    CARDS,
    DOUBT_NATS,
    ENOUGH,
    FEWEST,
    Belonging,
    OtherDeck,
    unlike,
)
from vision.reading.profile import Profile, build_profile

SOME = DECK[:10]


def foreign_faces() -> Image:
    """Faces of another deck: the same cards, mirrored and in other colours."""
    return np.ascontiguousarray(_crops()[:, :, ::-1, [1, 2, 0]])


def _crops() -> Image:
    size = (CROP_WIDTH, CROP_HEIGHT)
    faces = [cv2.resize(face(c), size, interpolation=cv2.INTER_AREA) for c in SOME]
    return as_image(np.stack(faces))


def seen(nets: Nets, crops: Image) -> list[Floats]:
    """What the net makes of faces as a camera takes them: a little darker, with noise."""
    rng = np.random.default_rng(3)
    dim = (crops * 0.7 + rng.normal(0, 6, crops.shape)).clip(0, 255).astype(np.uint8)
    both = [np.concatenate([one[None], half_turned(one[None])]) for one in dim]
    return [embed(nets.embedding, pair) for pair in both]


@pytest.fixture(scope="module")
def own(nets: Nets) -> Profile:
    return drawn_profile(nets, SOME)


@pytest.fixture(scope="module")
def other(nets: Nets) -> Profile:
    crops = [one[None] for one in foreign_faces()]
    return build_profile("the other", SOME, crops, 0.6, nets.embedding)


def test_cards_of_the_deck_belong(own: Profile, other: Profile, nets: Nets) -> None:
    belonging = Belonging(own, [other], nets.accept)
    for number, view in enumerate(seen(nets, _crops())):
        belonging.add(number, view)
        assert belonging.verdict is None
    for number, view in enumerate(3 * seen(nets, foreign_faces())):
        belonging.add(f"other {number}", view)
    assert belonging.verdict == OtherDeck("the other")


def test_another_enrolled_deck_is_named(own: Profile, other: Profile, nets: Nets) -> None:
    belonging = Belonging(own, [other], nets.accept)
    said = []
    for number, view in enumerate(seen(nets, foreign_faces())):
        belonging.add(number, view)
        said.append(belonging.verdict)
    assert said[: ENOUGH - 1] == [None] * (ENOUGH - 1)
    assert said[ENOUGH - 1 :] == [OtherDeck("the other")] * (len(said) - ENOUGH + 1)


def test_a_deck_that_is_not_enrolled_is_noticed(own: Profile, nets: Nets) -> None:
    belonging = Belonging(own, [], nets.accept)
    views = seen(nets, foreign_faces())
    for number, view in enumerate(views[:CARDS]):
        if number < FEWEST:
            assert belonging.verdict is None
        belonging.add(number, view)
    assert belonging.verdict == OtherDeck(None)
    for number, view in enumerate(seen(nets, _crops())[:CARDS]):
        belonging.add(f"own {number}", view)
    assert belonging.verdict is None


def test_further_looks_at_one_card_count_once(own: Profile, other: Profile, nets: Nets) -> None:
    belonging = Belonging(own, [other], nets.accept)
    view = seen(nets, foreign_faces())[0]
    for _ in range(2 * CARDS):
        belonging.add(7, view)
    assert belonging.verdict is None
    for track in range(2 * CARDS):
        belonging.add(track, view)
    assert belonging.verdict == OtherDeck("the other")


@pytest.mark.parametrize(
    ("similarities", "doubted"),
    [
        ([0.95, 0.96, 0.94, 0.97, 0.95, 0.93, 0.96, 0.95], False),
        # In the dark all of them are less alike, and unevenly so.
        ([0.90, 0.81, 0.94, 0.86, 0.78, 0.92, 0.88, 0.84], False),
        # One lies half covered, one in the glare.
        ([0.95, 0.96, 0.41, 0.97, 0.95, 0.93, 0.52, 0.95], False),
        ([0.70, 0.72, 0.66, 0.75, 0.69, 0.73, 0.68, 0.71], True),
        ([0.62, 0.70, 0.66, 0.68], False),
        ([0.99, 1.0, 1.0, 1.0, 0.999, 1.0, 1.0, 1.0], False),
    ],
)
def test_it_takes_several_cards_that_are_evenly_unlike(
    similarities: list[float], doubted: bool
) -> None:
    assert (unlike(similarities) > DOUBT_NATS) is doubted


def test_every_card_that_is_unlike_says_more(own: Profile) -> None:
    said = [unlike([0.7] * count) for count in range(1, CARDS + 1)]
    assert said == sorted(said)
    assert unlike([0.96]) < 0 < unlike([0.7])
    for count in range(1, 3):
        belonging = Belonging(own, [], 0.5)
        for card in range(count):
            belonging.add(card, -own.prototypes[:2])
        assert (belonging.verdict, belonging.judged) == (None, False)
