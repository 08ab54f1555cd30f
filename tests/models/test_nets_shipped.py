"""The nets that ship: the files of models.toml, as promised, and fit for what they are for."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import models
from models.workshop.decks.drawn import drawn_deck
from models.workshop.decks.face_decks import split
from models.workshop.measuring.eight_bits import Compared, compare
from models.workshop.measuring.embedding import read
from models.workshop.measuring.newcard import alarm_share, found_share, outcomes
from models.workshop.training.model_card import SEEN_LYING, licence_of, model_card
from vision.reading.nets import Nets, load_nets, multiplies_bytes

FOLDER = Path(models.__file__).parent
TABLE: dict[str, Any] = tomllib.loads((FOLDER / "models.toml").read_text(encoding="utf-8"))
NAMES = ("embedding", "newcard")
FILES = (*NAMES, "embedding8")
UNSEEN = 5002
"""Seed of a drawn deck that no training draws."""


@pytest.fixture(scope="module")
def nets() -> Nets:
    return load_nets(FOLDER)


@pytest.mark.parametrize("name", FILES)
def test_the_file_has_the_checksum_of_models_toml(name: str) -> None:
    file = FOLDER / TABLE[name]["file"]
    assert hashlib.sha256(file.read_bytes()).hexdigest() == TABLE[name]["sha256"]


def test_together_they_stay_small() -> None:
    assert sum((FOLDER / TABLE[n]["file"]).stat().st_size for n in FILES) <= 6_000_000


@pytest.mark.parametrize("name", NAMES)
def test_nothing_held_out_or_private_was_learned_from(name: str) -> None:
    learned = set(TABLE[name]["decks"])
    assert learned
    told = set(SEEN_LYING) if name == "newcard" else set()
    assert not (learned - told) & {*split().held_out, *split().unused}
    assert all(licence_of(deck) for deck in learned)


def test_the_model_card_is_what_models_toml_says_and_names_every_deck() -> None:
    words = (FOLDER / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert words == model_card(FOLDER)
    for name in NAMES:
        assert TABLE[name]["sha256"] in words
        assert all(
            d in words for d in TABLE[name]["decks"] if not d.startswith(("drawn-", "sparse-"))
        )


def test_no_licence_is_made_up_for_a_private_deck() -> None:
    with pytest.raises(ValueError, match="german-prague-single-mariasek"):
        licence_of("german-prague-single-mariasek")


@pytest.mark.parametrize("count", [1, 3])
def test_the_embedding_takes_any_number_of_crops(nets: Nets, count: int) -> None:
    crops = np.random.default_rng(0).normal(size=(count, 3, 128, 80)).astype(np.float32)
    answer = nets.embedding.run(crops)
    assert answer.shape == (count, 128)
    assert np.allclose(np.linalg.norm(answer, axis=1), 1, atol=1e-4)


def test_the_new_card_net_answers_in_four_maps(nets: Nets) -> None:
    answer = nets.newcard.run(np.zeros((1, 6, 256, 256), np.float32))
    assert answer.shape == (1, 4, 64, 64)
    assert np.isfinite(answer).all()


def test_a_deck_never_seen_is_read_from_one_face_a_card(nets: Nets) -> None:
    share = read(nets.embedding, drawn_deck(UNSEEN), 1, seed=4, views=1).share
    assert share.value >= 0.9


def test_in_eight_bits_the_same_is_read(nets: Nets) -> None:
    if not multiplies_bytes():
        # Where the processor gains nothing by it the net in eight bits is not used.
        assert nets.quick is None
        return
    assert nets.quick is not None
    compared = Compared()
    compare((nets.embedding, nets.quick), drawn_deck(UNSEEN), compared, views=1)
    assert min(float(part.min()) for part in compared.alike) > 0.99
    assert sum(compared.alone) <= 0.02 * compared.views


def test_a_card_laid_on_a_steady_table_is_found(nets: Nets) -> None:
    decks = [drawn_deck(UNSEEN)]
    results = outcomes(nets.newcard, decks, nuisance="steady", count=1, pairs=30, seed=4)
    assert found_share(results).value >= 0.8


def test_a_steady_table_raises_no_alarm(nets: Nets) -> None:
    decks = [drawn_deck(UNSEEN)]
    results = outcomes(nets.newcard, decks, nuisance="steady", count=0, pairs=20, seed=4)
    assert alarm_share(results).hits <= 1
