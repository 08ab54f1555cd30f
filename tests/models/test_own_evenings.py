"""What the own evenings are made of: tables, wear, lens, stages; the same seed the same pixels."""

from __future__ import annotations

import numpy as np
import pytest

from models.workshop.evening.film import isar_deck
from models.workshop.evening.geometry import Picture, TiltedCamera
from models.workshop.evening.moment import DealPlan
from models.workshop.evening.own import OwnEvening, OwnScript, plain_back, rounded
from models.workshop.evening.painter import PaintedDeck
from models.workshop.evening.stage import CameraLens, EveningNuisance, drawn_stage, dressed, scenery
from models.workshop.evening.surfaces import LIGHT, Surface, cluttered, top, worn

TRICK = ((0, "G7"), (1, "GA"), (2, "GK"), (3, "SO"))
PLAN = DealPlan("one", TRICK, (3,))
SMALL = TiltedCamera(width=640, height=360, scale=0.9)


@pytest.fixture(scope="module")
def deck() -> PaintedDeck:
    return isar_deck()


@pytest.mark.parametrize("surface", list(Surface))
def test_every_table_is_drawn_and_hangs_on_its_seed(surface: Surface) -> None:
    one, same, other = (top(surface, np.random.default_rng(s), SMALL) for s in (1, 1, 2))
    assert one.shape == (360, 640, 3)
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)
    if surface in LIGHT:
        assert one.mean() > 150


def test_clutter_keeps_off_the_middle() -> None:
    camera = TiltedCamera()
    plain = top(Surface.FELT, np.random.default_rng(1), camera)
    full = cluttered(plain, np.random.default_rng(2), camera)
    changed = np.abs(full.astype(int) - plain).max(2) > 20
    assert changed.any()
    assert not changed[300:420, 580:700].any()


def test_wear_changes_a_face_and_keeps_it_recognisable(deck: PaintedDeck) -> None:
    face = deck.faces["EO"]
    for number in range(2):
        used = worn(face, np.random.default_rng(number), wear=True, stain=True, bend=True)
        assert used.shape == face.shape
        assert not np.array_equal(used, face)
        opaque = (used[..., 3] > 200) & (face[..., 3] > 200)
        assert opaque.mean() > 0.85
        alike = np.corrcoef(used[..., :3][opaque].ravel(), face[..., :3][opaque].ravel())[0, 1]
        assert alike > 0.5


def test_a_stage_with_every_nuisance_paints(deck: PaintedDeck) -> None:
    stage = drawn_stage(5, Surface.FELT, frozenset(EveningNuisance), lines=360)
    evening = OwnEvening(OwnScript((PLAN,), 4, stage, every=40), deck)
    pictures = list(evening.pictures())
    times = [t for t, _ in pictures]
    assert times == sorted(times)
    assert all(picture.shape == (360, 640, 3) for _, picture in pictures)
    assert [(line["seat"], line["card"]) for line in evening.truth() if "card" in line] == list(
        TRICK
    )
    assert len(evening.rest_times()) == 4


def _plain() -> Picture:
    return np.full((720, 1280, 3), 150, np.uint8)


def _taken(nuisance: EveningNuisance | None, times: tuple[float, ...] = (0.0,)) -> list[Picture]:
    has = frozenset() if nuisance is None else frozenset({nuisance})
    lens = CameraLens(drawn_stage(5, Surface.FELT, has))
    return [lens.take(_plain(), t) for t in times]


def test_the_lens_adds_what_it_is_told() -> None:
    clean = _taken(None)[0].astype(int)
    assert np.abs(clean - 150).max() <= 3
    bands = _taken(EveningNuisance.FLICKER)[0].mean((1, 2))
    assert bands.max() - bands.min() > 4
    noisy = _taken(EveningNuisance.DIM)[0]
    assert noisy.std() > 2
    one, later = _taken(EveningNuisance.LEDS, (0.0, 0.7))
    assert np.abs(one.astype(int) - later).max() > 30
    assert np.abs(one[300:420, 580:700].astype(int) - 150).max() < 60


def test_motion_smears_one_picture_into_the_next() -> None:
    lens = CameraLens(drawn_stage(5, Surface.FELT, frozenset({EveningNuisance.MOTION})))
    lens.take(np.zeros((720, 1280, 3), np.uint8), 0.0)
    assert 60 < lens.take(_plain(), 0.04).mean() < 130


def test_dim_light_is_dim_and_warm() -> None:
    dim = scenery(drawn_stage(3, Surface.FELT, frozenset({EveningNuisance.DIM}))).lamp.mean((0, 1))
    usual = scenery(drawn_stage(3, Surface.FELT, frozenset())).lamp.mean((0, 1))
    assert dim.mean() < 0.7 * usual.mean()
    assert dim[0] / dim[2] < usual[0] / usual[2]


def test_dressing_changes_cards_only_where_asked(deck: PaintedDeck) -> None:
    plain = drawn_stage(3, Surface.FELT, frozenset())
    assert dressed(deck, plain) is deck
    used = dressed(deck, drawn_stage(3, Surface.FELT, frozenset({EveningNuisance.WORN})))
    assert used.faces.keys() == deck.faces.keys()
    assert not np.array_equal(used.faces["EO"], deck.faces["EO"])


def test_backs_differ_by_seed() -> None:
    assert not np.array_equal(plain_back(1, 0.6), plain_back(2, 0.6))


def test_what_was_scanned_behind_the_corners_is_left_away() -> None:
    scan = np.full((200, 120, 4), 255, np.uint8)
    cut = rounded(scan)
    assert cut[0, 0, 3] == cut[-1, -1, 3] == 0
    assert cut[100, 0, 3] == cut[0, 60, 3] == 255
    assert (cut[..., :3] == scan[..., :3]).all()
    assert rounded(cut) is cut
