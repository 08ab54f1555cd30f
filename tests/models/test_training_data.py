"""What the nets are shown: goals on the new card, variants that keep the truth, pairs of a deck."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from models.workshop.decks.drawn import drawn_deck
from models.workshop.pictures import Picture
from models.workshop.rendering import cache as scene_cache
from models.workshop.rendering.cache import levels_of, nothing_file
from models.workshop.rendering.props import box
from models.workshop.rendering.scenes import NET_SIDE
from models.workshop.rendering.views import clean, ground, nothing
from models.workshop.training import embedding_data, newcard_data
from models.workshop.training.embedding_data import (
    CARDS,
    NOTHINGS,
    VIEWS,
    ViewShelf,
    poorly_taken,
    step_of_deck,
    taken,
)
from models.workshop.training.newcard_data import GRID, Store, goal_of, varied


@pytest.mark.parametrize("turn", [0.0, 0.4, 1.2, 2.5])
def test_the_goal_peaks_at_the_card_and_tells_its_long_side(turn: float) -> None:
    quad = box(100, 140, 36, 60, turn).astype(np.float32)
    goal = goal_of([quad])
    row, column = divmod(int(goal[1].argmax()), GRID)
    assert math.hypot((column + 0.5) * 4 - 0.5 - 100, (row + 0.5) * 4 - 0.5 - 140) < 3
    assert goal[0].sum() * 16 == pytest.approx(36 * 60, rel=0.1)
    long = turn + math.pi / 2
    assert goal[2][row, column] == pytest.approx(math.cos(2 * long), abs=1e-5)
    assert goal[3][row, column] == pytest.approx(math.sin(2 * long), abs=1e-5)


def test_without_a_new_card_the_goal_is_empty() -> None:
    assert not goal_of([]).any()


@pytest.mark.parametrize("seed", range(12))
def test_turned_and_mirrored_pairs_keep_the_truth(seed: int) -> None:
    quad = box(90, 150, 30, 60, 0.3).astype(np.float32)
    picture = np.zeros((NET_SIDE, NET_SIDE, 6), np.uint8)
    mask = goal_of([quad])[0].repeat(4, 0).repeat(4, 1)
    picture[...] = (mask * 255)[..., None].astype(np.uint8)
    other, (moved,) = varied(picture, [quad], np.random.default_rng(seed))
    meant = goal_of([moved])[0]
    seen = other[2::4, 2::4, 0] / 255
    assert np.abs(meant - seen).mean() < 0.004
    assert np.linalg.norm(moved[3] - moved[0]) == pytest.approx(60, rel=1e-3)


def test_stored_pairs_come_back_with_their_corners(tmp_path: Path) -> None:
    file = tmp_path / "block-0-000.npy"
    quad = box(90, 150, 30, 60, 0.3).astype(np.float32)
    np.save(file, np.zeros((1, NET_SIDE, NET_SIDE, 6), np.uint8))
    np.save(scene_cache.quads_file(file), scene_cache.quads_array((quad,))[None])
    store = Store.of_files([file])
    pictures, goals = newcard_data.newcard_batch_of(store, np.random.default_rng(0), 2)
    assert pictures.shape == (2, 6, NET_SIDE, NET_SIDE)
    assert pictures.dtype == np.float32
    assert goals.shape == (2, 5, GRID, GRID)
    assert goals[:, 1].max() > 0.8


def test_a_step_holds_the_views_of_every_card_one_way_up_and_crops_without_one(
    tmp_path: Path,
) -> None:
    file = tmp_path / "german-plain.npy"
    views = np.zeros((40, 11, 128, 80, 3), np.uint8)
    views[...] = np.arange(40, dtype=np.uint8)[:, None, None, None, None] * 6
    few = tmp_path / "french-few.npy"
    for name, kept in ((file, views), (few, views[:10])):
        np.save(name, kept)
        np.save(nothing_file(name), np.full((NOTHINGS + 1, 128, 80, 3), 250, np.uint8))
    shelf = ViewShelf.of_files([file, few])
    assert len(shelf.decks) == 1
    crops = step_of_deck(shelf.decks[0], shelf.nothings[0], np.random.default_rng(1))
    assert crops.shape == (VIEWS * CARDS + NOTHINGS, 128, 80, 3)
    middle = crops[:, 60:68, 36:44].reshape(len(crops), -1).mean(1)
    cards = middle[: VIEWS * CARDS].reshape(CARDS, VIEWS)
    assert np.allclose(cards, np.median(cards, 1, keepdims=True), atol=4)
    assert np.ptp(middle[VIEWS * CARDS :]) < 8
    ready = embedding_data.embedding_batch_of(shelf, np.random.default_rng(1), 1)
    assert ready.shape == (VIEWS * CARDS + NOTHINGS, 3, 128, 80)


def test_all_views_of_a_card_lie_the_same_way_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding_data, "spoiled", lambda crops, rng: crops)
    views = np.zeros((32, 11, 128, 80, 3), np.uint8)
    views[:, :, :64] = 200
    nothings = np.zeros((NOTHINGS, 128, 80, 3), np.uint8)
    crops = step_of_deck(views, nothings, np.random.default_rng(3))
    above = crops[: VIEWS * CARDS, :64].reshape(CARDS, VIEWS, -1).mean(2)
    assert np.allclose(above, above[:, :1])
    assert len(np.unique(above[:, 0])) == 2


def test_the_enrolled_view_is_a_good_one_and_the_played_ones_are_others() -> None:
    levels = levels_of(16)
    rng = np.random.default_rng(0)
    for artwork in (True, False):
        for _ in range(50):
            first, *played = taken(levels, artwork, rng)
            assert (first == 0) if artwork else levels[first] in (0, 1)
            assert first not in played
            assert 0 not in played
            assert len(set(played)) == VIEWS - 1


def test_a_crop_without_a_card_is_fixed_by_its_seed_and_like_no_face() -> None:
    cards = tuple(drawn_deck(6).faces.values())

    def draw() -> Picture:
        rng = np.random.default_rng(4)
        return nothing(cards, ground(rng, list(cards[:3]), tables=2), rng, 0)

    assert np.array_equal(draw(), draw())
    assert all(np.abs(draw().astype(int) - clean(face)).mean() > 8 for face in cards)


def test_a_deck_taken_poorly_is_cut_by_one_hand() -> None:
    barred = np.full((4, 128, 80, 3), 230, np.uint8)
    barred[:, :, 38:43] = 20
    bars = []
    for seed in range(6):
        seen = poorly_taken(barred, np.random.default_rng(seed))[:, :, 20:60].astype(float)
        dark = np.maximum(0, 128 - seen.mean((1, 3)))
        places = (dark * np.arange(40)).sum(1) / dark.sum(1)
        assert np.ptp(places) < 0.5
        bars.append(float(np.median(places)))
    assert np.ptp(bars) > 2
