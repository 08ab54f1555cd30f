"""The split of the decks: sides apart, relatives together, nothing private on the training side."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from models.workshop.decks.face_decks import FaceDeck, is_open, load, read_deck, split
from models.workshop.pictures import flatten
from tests.shared_data import shared_path

COURTS = "JQKUO"
RELATED = 0.30
"""Court cards of two prints of one design differ in less than this part of their bits."""


def print_of(face: NDArray[np.uint8], turned: bool = False) -> NDArray[np.bool_]:
    """Perceptual hash of a face without its border: signs of low frequencies, 255 bits."""
    picture = flatten(face, 255)
    height, width = picture.shape[:2]
    inner = picture[int(height * 0.06) : int(height * 0.94), int(width * 0.08) : int(width * 0.92)]
    grey = cv2.cvtColor(np.ascontiguousarray(inner[::-1, ::-1] if turned else inner), 6)
    small = cv2.resize(grey, (64, 64), interpolation=cv2.INTER_AREA).astype(np.float32)
    low = np.asarray(cv2.dct(small))[:16, :16].ravel()[1:]
    return np.asarray(low > np.median(low))


def court_prints(deck: FaceDeck, turned: bool = False) -> dict[str, NDArray[np.bool_]]:
    return {c: print_of(f, turned) for c, f in deck.faces.items() if c[1] in COURTS}


def apart(one: dict[str, NDArray[np.bool_]], other: dict[str, NDArray[np.bool_]]) -> float:
    """Median part of differing bits over the courts both decks have (1 where they share none)."""
    shared = sorted(one.keys() & other.keys())
    if not shared:
        return 1.0
    return float(np.median([(one[c] != other[c]).mean() for c in shared]))


def test_no_deck_stands_on_two_sides() -> None:
    sides = split()
    names = [*sides.train, *sides.held_out, *sides.unused]
    assert len(names) == len(set(names))


def test_at_least_six_decks_are_held_out_and_one_has_german_suits() -> None:
    held = split().held_out
    assert len(held) >= 6
    assert any(name.startswith("german-") for name in held)


@pytest.mark.parametrize("name", [*split().train, *split().held_out])
def test_every_deck_of_the_split_is_openly_licensed(name: str) -> None:
    assert is_open(name)


@pytest.mark.parametrize(
    "name", ["german-bavarian-fxschmid-digital-shuitacode", "german-prague-single-mariasek"]
)
def test_pictures_of_commercial_decks_are_not_open(name: str) -> None:
    assert not is_open(name)


@pytest.mark.shared
def test_every_open_deck_has_a_side() -> None:
    there = {p.name for p in shared_path("cards", "art").iterdir() if is_open(p.name)}
    sides = split()
    assert there == {*sides.train, *sides.held_out, *sides.unused}


@pytest.mark.shared
def test_no_relative_of_a_held_out_deck_is_trained_on() -> None:
    sides = split()
    train = {d.name: court_prints(d) for d in load(sides.train)}
    for deck in load(sides.held_out):
        for turned in (False, True):
            own = court_prints(deck, turned)
            near = {n: round(apart(own, o), 2) for n, o in train.items() if apart(own, o) < RELATED}
            assert not near, f"{deck.name} is too near to {near}"


@pytest.mark.shared
def test_two_prints_of_one_design_count_as_relatives() -> None:
    folder = shared_path("cards", "art")
    one, other = (read_deck(folder / n) for n in ("french-gnome-dondorf", "french-pysol-dondorf"))
    assert apart(court_prints(one), court_prints(other)) < RELATED
