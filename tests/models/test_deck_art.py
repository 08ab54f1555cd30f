"""Our own decks: the files on disk are what the code draws, and every card can be told apart."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from engine.cards import FRENCH_52, GERMAN_48
from models.workshop.deck_art import (
    BACK,
    CODES,
    FRENCH_CODES,
    GERMAN_CODES,
    french_svg,
    german_svg,
    raster,
    svg,
)
from models.workshop.deck_art.__main__ import FOLDER
from models.workshop.deck_art.drawing import outline, painted
from models.workshop.deck_art.french import french_face

_LIMIT = 12_000


DECKS = {
    "isar": (CODES, svg, raster),
    "lech": (FRENCH_CODES, french_svg, lambda code, height: painted(french_face(code), height)),
}
"""Codes, the file and the pixels of each deck."""
FILES = [f"{deck}/{name}" for deck, (codes, _, _) in DECKS.items() for name in (*codes, BACK)]
FILES += [f"lech_db/{name}" for name in GERMAN_CODES]


def drawn_file(name: str) -> str:
    deck, _, code = name.partition("/")
    return german_svg(code) if deck == "lech_db" else DECKS[deck][1](code)


def test_the_german_index_differs_on_queens_and_jacks_alone() -> None:
    assert {code[1] for code in GERMAN_CODES} == {"Q", "J"}
    assert len(GERMAN_CODES) == 8
    assert all(german_svg(code) != french_svg(code) for code in GERMAN_CODES)
    with pytest.raises(KeyError):
        german_svg("HK")


def test_every_card_has_a_face() -> None:
    assert set(CODES) == {card.code for card in GERMAN_48}
    assert set(FRENCH_CODES) == {card.code for card in FRENCH_52}


def test_there_are_no_other_files() -> None:
    there = {path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.svg")}
    assert there == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_the_file_is_what_the_code_draws(name: str) -> None:
    assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == drawn_file(name)


@pytest.mark.parametrize("name", FILES)
def test_the_file_is_small_and_self_contained(name: str) -> None:
    text = drawn_file(name)
    assert len(text.encode()) < _LIMIT
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(text).iter()}
    assert tags <= {"svg", "title", "g", "path", "use"}
    assert all(target.startswith("#") for target in re.findall(r'href="([^"]*)"', text))


def test_no_other_name_is_drawn() -> None:
    with pytest.raises(KeyError):
        raster("XX", 100)
    with pytest.raises(KeyError):
        french_svg("CX")


def test_an_outline_that_ends_within_a_step_is_refused() -> None:
    with pytest.raises(ValueError, match="ends within C"):
        outline("M0 0C1 1 2 2 3")


@pytest.mark.parametrize("height", [128, 400])
def test_pixels_are_a_card_with_round_corners(height: int) -> None:
    picture = raster("EO", height)
    assert picture.shape == (height, round(height * 0.625), 4)
    assert picture[0, 0, 3] == 0
    assert picture[height // 2, :, 3].min() > 100
    assert picture[height // 2, height // 4, 3] == 255


@pytest.mark.parametrize("deck", DECKS)
def test_no_two_faces_look_alike_even_small(deck: str) -> None:
    """At 20 x 32 pixels, brightness taken off, the nearest pair still differs clearly."""

    codes, _, pixels = DECKS[deck]

    def small(code: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        face = cv2.resize(pixels(code, 256)[..., :3], (20, 32), interpolation=cv2.INTER_AREA)
        values = face.astype(np.float64).ravel()
        values -= values.mean()
        return np.asarray(values / np.linalg.norm(values))

    faces = {code: small(code) for code in codes}
    alike = {(a, b): float(faces[a] @ faces[b]) for a, b in combinations(faces, 2)}
    nearest = max(alike, key=lambda pair: alike[pair])
    assert alike[nearest] < 0.95, nearest


def test_faces_read_the_same_either_way_up() -> None:
    """Index and sign stand in both corners: a court card turned half round is itself."""
    courts = [raster(code, 400) for code in ("EO", "GU", "HK", "SS")]
    courts += [painted(french_face(code), 400) for code in ("CK", "SQ", "HJ", "DT")]
    for face in (court.astype(np.int16) for court in courts):
        turned = face[::-1, ::-1]
        assert np.abs(face - turned).mean() < 3.0
