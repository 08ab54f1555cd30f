"""Cards of an unknown deck lying in rows are found, cut out and named by their order."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import GERMAN_32, Card, Family, card
from engine.text import PlainError
from models.workshop.decks.drawn import drawn_deck
from tests.vision.drawn import DECK, face
from tests.vision.laid_rows import LENGTH, Ground, LaidSheet, sheet
from tests.vision.test_enrol import photograph
from vision.enrolling.folder import RowOrder, UnnamedRowsError, enrol_folder
from vision.enrolling.laid_names import contact_sheet, given_names, named_by_order
from vision.enrolling.rows import find_rows
from vision.reading.nets import Nets, embed
from vision.reading.pose import crop_corners

FACES = {one.code: np.dstack([face(one), np.full((240, 140), 255, np.uint8)]) for one in DECK}
CODES = [one.code for one in GERMAN_32]


def in_order(laid: LaidSheet) -> bool:
    found = find_rows(laid.picture)
    return len(found) == len(laid.codes) and all(
        np.linalg.norm(one.quad.mean(0) - quad.mean(0)) < LENGTH / 10
        for one, quad in zip(found, laid.quads, strict=True)
    )


def test_a_whole_deck_is_found_in_one_picture() -> None:
    faces = drawn_deck(2).faces
    assert in_order(sheet(faces, list(faces)[:32], 8, Ground.WHITE, 2))


def test_white_cards_are_found_on_a_scanners_white() -> None:
    faces = drawn_deck(2).faces
    assert in_order(sheet(faces, list(faces)[:9], 3, Ground.SCAN, 2))


def test_an_empty_table_shows_no_rows() -> None:
    rng = np.random.default_rng(4)
    table = np.clip(rng.normal(120, 6, (480, 640, 3)), 0, 255).astype(np.uint8)
    assert find_rows(table) == []


def test_rows_are_named_by_order_and_read(tmp_path: Path, nets: Nets) -> None:
    laid = sheet(FACES, CODES, 8, Ground.TABLE, 3)
    picture = tmp_path / "deck.png"
    cv2.imwrite(str(picture), laid.picture)
    learned = enrol_folder(picture, "x", nets, order=RowOrder((GERMAN_32,)))
    profile = learned.profile
    assert set(profile.cards) == set(GERMAN_32)
    crops = np.stack([crop_corners(laid.picture, quad) for quad in laid.quads])
    read = profile.similarities(embed(nets.embedding, crops)).argmax(1)
    assert [profile.cards[index].code for index in read] == CODES
    assert learned.sheet is not None


def test_rows_that_do_not_fit_are_asked_for_and_named(tmp_path: Path, nets: Nets) -> None:
    laid = sheet(FACES, CODES[:6], 3, Ground.TABLE, 3)
    cv2.imwrite(str(tmp_path / "REIHEN-1.png"), laid.picture)
    order = RowOrder((GERMAN_32,), "", "x.png")
    with pytest.raises(UnnamedRowsError, match="6 cards lie in the rows") as asked:
        enrol_folder(tmp_path, "x", nets, order=order)
    assert asked.value.sheet.shape[1] > 300
    said = RowOrder((GERMAN_32,), " ".join(CODES[:6]), "x.png")
    profile = enrol_folder(tmp_path, "x", nets, order=said).profile
    assert [one.code for one in profile.cards] == CODES[:6]


def names(given: dict[int, Card | None], count: int = 32) -> dict[int, Card | None]:
    return named_by_order(count, (GERMAN_32,), (), given)


def test_names_by_order_hold_only_where_the_number_fits() -> None:
    assert list(names({}).values()) == list(GERMAN_32)
    assert names({}, 31) == {}
    assert named_by_order(31, (GERMAN_32,), (card("EA"),), {})[1] == card("EZ")


def test_what_is_said_wins_and_makes_doubtful_what_it_displaces() -> None:
    swapped = names({1: card("EZ"), 2: card("EA")})
    assert (swapped[1], swapped[2]) == (card("EZ"), card("EA"))
    assert len({one.code for one in swapped.values() if one is not None}) == 32
    assert names({1: card("EZ")})[2] == card("EA")
    two = names({1: card("SO"), 2: card("HO")})
    assert sorted(set(range(1, 33)) - set(two)) == [n for n in range(1, 33) if n not in two]
    assert len(two) == 30
    with_false_find = names({5: None}, 33)
    assert with_false_find[6] == GERMAN_32[4]


def test_words_for_names_are_read_or_refused() -> None:
    given = given_names("17=HO, su 20=-", 32, Family.GERMAN, "x.png")
    assert given == {17: card("HO"), 18: card("SU"), 20: None}
    for words in ("40=HO", "17=XX", "x=HO"):
        with pytest.raises(PlainError, match=words.split("=")[1]):
            given_names(words, 32, Family.GERMAN, "x.png")


def test_the_contact_sheet_marks_what_has_no_name() -> None:
    faces = [np.full((128, 80, 3), 200, np.uint8)] * 9
    plain = contact_sheet(faces, {k: card("EA") for k in range(1, 10)})
    asked = contact_sheet(faces, {k: card("EA") for k in range(1, 9)})
    red = (asked == (0, 0, 220)).all(2)
    assert red.any()
    assert not (plain == (0, 0, 220)).all(2).any()


def test_a_white_card_on_white_is_taken_once_the_others_tell_its_shape(
    tmp_path: Path, nets: Nets
) -> None:
    for one in GERMAN_32[:3]:
        cv2.imwrite(str(tmp_path / f"{one.code}.png"), photograph(face(one)))
    white = sheet(FACES, ["G7"], 1, Ground.SCAN, 43).picture
    ground = tuple(int(v) for v in np.median(white[:4].reshape(-1, 3), axis=0))
    alone = cv2.copyMakeBorder(white, 40, 40, 150, 150, cv2.BORDER_CONSTANT, value=ground)
    cv2.imwrite(str(tmp_path / "G7.png"), alone)
    assert len(enrol_folder(tmp_path, "x", nets).profile.cards) == 4
