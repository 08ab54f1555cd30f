"""Whether the cards belong to the deck: over several, and against the other decks there are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn import DECK, drawn_profile, face
from vision.arrays import Floats, Image, as_image
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH, Nets, embed, half_turned
from vision.reading.other_deck import CARDS, ENOUGH, Belonging, OtherDeck
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
