"""Drawn decks, views and scenes: fixed by their seed, and true to what is drawn."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest

from models.workshop.decks.drawn import drawn_deck
from models.workshop.decks.face_decks import FaceDeck
from models.workshop.pictures import Picture, flatten
from models.workshop.rendering.scenes import NET_SIDE, NUISANCES, Pair, pair
from models.workshop.rendering.textures import table
from models.workshop.rendering.views import clean, ground, view
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH

PLAIN = [
    *((255, 0, 255), (255, 80, 0), (0, 230, 0), (0, 0, 255), (0, 255, 255)),
    *((255, 255, 0), (120, 0, 200), (0, 120, 255), (40, 40, 40)),
]


def plain_deck() -> FaceDeck:
    """Cards of one strong colour each, to be found again in a picture."""
    faces: dict[str, Picture] = {}
    for number, colour in enumerate(PLAIN):
        face = np.full((200, 130, 4), 255, np.uint8)
        face[..., :3] = colour
        faces[f"E{number}"] = face
    return FaceDeck("plain", faces)


@pytest.mark.parametrize("seed", [1, 5, 8])
def test_a_drawn_deck_comes_out_alike_every_time(seed: int) -> None:
    one, other = drawn_deck(seed), drawn_deck(seed)
    assert one.faces.keys() == other.faces.keys()
    assert all(np.array_equal(one.faces[c], other.faces[c]) for c in one.faces)


@pytest.mark.parametrize("seed", range(6))
def test_no_two_cards_of_a_drawn_deck_look_the_same(seed: int) -> None:
    faces = {c: clean(f).astype(np.int16) for c, f in drawn_deck(seed).faces.items()}
    assert len(faces) in {32, 52}
    for one, other in combinations(faces, 2):
        assert np.abs(faces[one] - faces[other]).mean() > 0.5, (one, other)


def test_drawn_decks_differ() -> None:
    one, other = (flatten(next(iter(drawn_deck(s).faces.values()))) for s in (4, 6))
    assert one.shape != other.shape or np.abs(one.astype(int) - other.astype(int)).mean() > 3


@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_view_is_fixed_by_its_seed(level: int) -> None:
    faces = list(drawn_deck(2).faces.values())

    def draw() -> Picture:
        rng = np.random.default_rng(11)
        return view(faces[5], ground(rng, faces[:8], tables=2), rng, level)[0]

    first, second = draw(), draw()
    assert first.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    assert np.array_equal(first, second)


def test_views_of_one_place_share_its_lamp_and_camera() -> None:
    faces = list(drawn_deck(2).faces.values())
    rng = np.random.default_rng(11)
    stock = ground(rng, faces[:8], tables=2)

    def colours(places: list[int]) -> Picture:
        """Return the mean blue over red of a view at each place."""
        crops = [view(faces[5], stock, rng, 2, place=place)[0] for place in places]
        return np.array([crop[..., 0].mean() / crop[..., 2].mean() for crop in crops])

    assert colours([3] * 12).std() < colours(list(range(12))).std() / 2


def test_the_true_corners_of_a_view_are_where_the_card_is_drawn() -> None:
    face = plain_deck().faces["E0"]
    rng = np.random.default_rng(3)
    stock = ground(rng, [plain_deck().faces["E2"]], tables=3)
    hits = 0
    for _ in range(20):
        crop, corners = view(face, stock, rng, 0)
        green_away = crop[..., 2].astype(int) - crop[..., 1] > 40
        seen = green_away & (crop[..., 0].astype(int) - crop[..., 1] > 40)
        meant = np.zeros(crop.shape[:2], np.uint8)
        cv2.fillConvexPoly(meant, np.round(corners).astype(np.int32), 1)
        both = (seen & (meant > 0)).sum()
        hits += both / max(1, (seen | (meant > 0)).sum()) > 0.9
    assert hits >= 18


@pytest.mark.parametrize("nuisance", NUISANCES)
def test_a_pair_is_fixed_by_its_seed(nuisance: str) -> None:
    def draw() -> Pair:
        return pair(plain_deck(), np.random.default_rng(21), 1, nuisance=nuisance)

    one, other = draw(), draw()
    assert one.before.shape == one.after.shape == (NET_SIDE, NET_SIDE, 3)
    assert np.array_equal(one.before, other.before)
    assert np.array_equal(one.after, other.after)
    assert all(np.array_equal(a, b) for a, b in zip(one.quads, other.quads, strict=True))


def test_the_true_quad_is_where_the_new_card_is_drawn() -> None:
    rng = np.random.default_rng(5)
    good = 0
    for _ in range(20):
        one = pair(plain_deck(), rng, 0, nuisance="steady", count=1)
        (quad,) = one.quads
        change = np.abs(one.after.astype(int) - one.before).max(2) > 25
        meant = np.zeros(change.shape, np.uint8)
        cv2.fillConvexPoly(meant, np.round(quad).astype(np.int32), 1)
        outside = change & (cv2.dilate(meant, np.ones((7, 7), np.uint8)) == 0)
        inside = change & (meant > 0)
        good += outside.sum() < 0.05 * meant.sum() and inside.sum() > 0.6 * meant.sum()
    assert good >= 17


def test_the_long_side_of_the_quad_comes_first_to_last() -> None:
    one = pair(drawn_deck(3), np.random.default_rng(2), 0, nuisance="steady", count=1)
    quad = one.quads[0]
    assert np.linalg.norm(quad[3] - quad[0]) > np.linalg.norm(quad[1] - quad[0])


def test_nothing_new_on_a_steady_table_changes_next_to_nothing() -> None:
    rng = np.random.default_rng(8)
    for _ in range(6):
        one = pair(plain_deck(), rng, 0, nuisance="steady", count=0)
        assert one.quads == ()
        blurred = [cv2.GaussianBlur(p, (0, 0), 2).astype(int) for p in (one.before, one.after)]
        assert np.abs(blurred[0] - blurred[1]).max() < 25


def test_cards_are_as_large_as_on_tables() -> None:
    rng = np.random.default_rng(9)
    sides = []
    for _ in range(40):
        one = pair(plain_deck(), rng, 0, nuisance="steady", count=1)
        sides.append(float(np.linalg.norm(one.quads[0][3] - one.quads[0][0])) / NET_SIDE * 720)
    assert 85 <= min(sides) < 130
    assert 170 < max(sides) <= 220


def test_more_than_a_quarter_of_the_tables_are_light() -> None:
    rng = np.random.default_rng(1)
    bright = [float(table(rng, 64).mean()) > 170 for _ in range(120)]
    assert 0.25 < float(np.mean(bright)) < 0.6
