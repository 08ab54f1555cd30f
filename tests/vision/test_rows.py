"""Cards of an unknown deck lying in rows are found, cut out and named by their order."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import FRENCH_32, GERMAN_32, Card, Family, card
from engine.games.wording import card_text
from engine.text import PlainError, Text
from kiosk.camera.enrolment import alike_words
from models.workshop.decks.drawn import drawn_deck
from tests.vision.drawn import DECK, face
from tests.vision.laid_rows import Ground, LaidSheet, Outcome, outcome, sheet
from tests.vision.test_enrol import photograph
from vision.arrays import Image, as_image
from vision.enrolling import card_pictures, laid_deck
from vision.enrolling.folder import enrol_folder
from vision.enrolling.laid_deck import RowOrder, UnnamedRowsError
from vision.enrolling.laid_names import contact_sheet, given_names, named_by_order
from vision.enrolling.learned_deck import nearest_pair, pairs_alike
from vision.enrolling.rows import LaidCard, LaidDoubt, find_rows
from vision.reading.nets import Nets, embed
from vision.reading.pose import crop_corners
from vision.reading.profile import build_profile

FACES = {one.code: np.dstack([face(one), np.full((240, 140), 255, np.uint8)]) for one in DECK}
CODES = [one.code for one in GERMAN_32]


@cache
def whole_deck() -> LaidSheet:
    """The drawn deck in four rows, painted once in this file."""
    return sheet(FACES, CODES, 8, Ground.TABLE, 5)


_FOUND: dict[bytes, list[LaidCard]] = {}


def rows_of(picture: Image, alone: float | None = None) -> list[LaidCard]:
    """Look for the rows of each picture once in this file: that takes seconds."""
    key = picture.tobytes()
    if key not in _FOUND:
        _FOUND[key] = find_rows(picture, alone)
    return _FOUND[key]


@pytest.fixture(autouse=True)
def _looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (card_pictures, laid_deck):
        monkeypatch.setattr(module, "find_rows", rows_of)


def covering(laid: LaidSheet) -> Image:
    """Return the picture with its first card pushed onto the second."""
    low, high = laid.quads[0].min(0).astype(int), laid.quads[0].max(0).astype(int)
    picture = laid.picture.copy()
    step = float(laid.quads[1].mean(0)[0] - laid.quads[0].mean(0)[0])
    gap = float(laid.quads[1].min(0)[0] - high[0])
    aside = round(gap + 0.2 * step)
    card_there = laid.picture[low[1] : high[1], low[0] : high[0]]
    picture[low[1] : high[1], low[0] + aside : high[0] + aside] = card_there
    return picture


@pytest.mark.prove
@pytest.mark.parametrize("ground", list(Ground))
def test_drawn_decks_are_saved_whole_or_refused_never_wrong(ground: Ground) -> None:
    outcomes = []
    for seed in (2, 3, 401, 441):
        faces = drawn_deck(seed).faces
        count, columns = (9, 3) if ground is Ground.SCAN else (32, 8)
        laid = sheet(faces, list(faces)[:count], columns, ground, seed)
        outcomes.append(outcome(laid, find_rows(laid.picture)))
    assert Outcome.WRONG not in outcomes
    assert {Outcome.WHOLE, Outcome.CONFIRMED} & set(outcomes)


@pytest.mark.prove
def test_an_empty_table_shows_no_rows() -> None:
    rng = np.random.default_rng(4)
    table = np.clip(rng.normal(120, 6, (480, 640, 3)), 0, 255).astype(np.uint8)
    assert find_rows(table) == []


def test_what_lies_over_another_card_is_not_learned(tmp_path: Path, nets: Nets) -> None:
    laid = sheet(FACES, CODES[:6], 3, Ground.TABLE, 5)
    cv2.imwrite(str(tmp_path / "ROWS.png"), covering(laid))
    said = RowOrder((), " ".join(CODES[:6]), "x.png")
    with pytest.raises(UnnamedRowsError, match="not clear where the card ends at 2") as told:
        enrol_folder(tmp_path, "x", nets, order=said)
    assert (told.value.sheet == (0, 0, 220)).all(2).any()


def test_a_cut_in_doubt_is_learned_once_somebody_said_yes_to_it(
    tmp_path: Path, nets: Nets, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = sheet(FACES, CODES[:6], 3, Ground.TABLE, 5).picture
    cv2.imwrite(str(tmp_path / "ROWS.png"), picture)
    sure = rows_of(picture)
    assert [one.doubt for one in sure] == [None] * 6

    def ask(doubts: dict[int, LaidDoubt], words: str = "") -> Text | None:
        laid = [replace(one, doubt=doubts.get(n)) for n, one in enumerate(sure, 1)]
        monkeypatch.setattr(laid_deck, "find_rows", lambda picture: laid)
        try:
            order = RowOrder((GERMAN_32[:6],), words, "x.png")
            learned = enrol_folder(tmp_path, "x", nets, order=order)
        except UnnamedRowsError as error:
            return error.text if (error.sheet == (0, 0, 220)).all(2).any() else None
        assert learned.profile.cards == GERMAN_32[:6]
        return None

    assert ask({}) is None
    asked = ask({2: LaidDoubt.SIDE, 5: LaidDoubt.SIDE})
    assert asked is not None
    assert "ends at 2, 5" in asked.en
    assert '--names "2=OK 5=OK"' in asked.en
    named = ask({2: LaidDoubt.SIDE}, "2=EZ")
    assert named is not None  # A name says nothing about the cut.
    assert ask({2: LaidDoubt.SIDE, 5: LaidDoubt.SIDE}, "2=OK 5=OK") is None
    all_of_them = ask(dict.fromkeys(range(1, 7), LaidDoubt.SIZE))
    assert all_of_them is not None
    assert "gedruckten Rahmen" in all_of_them.de
    assert '--names "1-6=OK"' in all_of_them.de
    assert ask(dict.fromkeys(range(1, 7), LaidDoubt.SIZE), "1-6=OK") is None


def test_so_many_cards_that_have_either_suits_are_asked_for_theirs(
    tmp_path: Path, nets: Nets
) -> None:
    cv2.imwrite(str(tmp_path / "ROWS.png"), whole_deck().picture)
    packs = (GERMAN_32, FRENCH_32)
    with pytest.raises(UnnamedRowsError, match="--suits german or --suits french"):
        enrol_folder(tmp_path, "x", nets, order=RowOrder(packs, "", "x.png"))
    order = RowOrder(packs, "1=EA", "x.png")
    assert set(enrol_folder(tmp_path, "x", nets, order=order).profile.cards) == set(GERMAN_32)
    french = enrol_folder(tmp_path, "x", nets, Family.FRENCH, RowOrder(packs, "", "x.png"))
    assert set(french.profile.cards) == set(FRENCH_32)


def test_pairs_that_look_alike_are_named_until_they_have_two_views(nets: Nets) -> None:
    cards = GERMAN_32[:4]
    crops = [as_image(cv2.resize(face(one), (80, 128))) for one in cards]
    profile = build_profile("x", cards, [one[None] for one in crops], 0.6, nets.embedding)
    first, second, _ = nearest_pair(profile)
    pairs = pairs_alike(profile, 2.0)
    assert pairs[0] == (first, second)
    assert len(pairs) == 6
    advice = alike_words(pairs)
    assert advice is not None
    assert card_text(first).de in advice.de
    assert card_text(second).en in advice.en
    twice = build_profile("x", cards, [np.stack([one, one]) for one in crops], 0.6, nets.embedding)
    assert pairs_alike(twice, 2.0) == []
    assert alike_words([]) is None


def test_rows_are_named_by_order_and_read(tmp_path: Path, nets: Nets) -> None:
    laid = whole_deck()
    picture = tmp_path / "deck.png"
    cv2.imwrite(str(picture), laid.picture)
    assert outcome(laid, rows_of(laid.picture)) is Outcome.WHOLE
    learned = enrol_folder(picture, "x", nets, order=RowOrder((GERMAN_32,)))
    profile = learned.profile
    assert set(profile.cards) == set(GERMAN_32)
    crops = np.stack([crop_corners(laid.picture, quad) for quad in laid.quads])
    read = profile.similarities(embed(nets.embedding, crops)).argmax(1)
    assert [profile.cards[index].code for index in read] == CODES
    assert learned.sheet is not None


def test_rows_that_do_not_fit_are_asked_for_and_named(tmp_path: Path, nets: Nets) -> None:
    laid = whole_deck()
    cv2.imwrite(str(tmp_path / "REIHEN-1.png"), laid.picture)
    packs = (GERMAN_32[:20],)
    with pytest.raises(UnnamedRowsError, match="32 cards in the rows") as asked:
        enrol_folder(tmp_path, "x", nets, order=RowOrder(packs, "", "x.png"))
    assert asked.value.sheet.shape[1] > 300
    said = RowOrder(packs, " ".join(CODES[::-1]), "x.png")
    profile = enrol_folder(tmp_path, "x", nets, order=said).profile
    first = embed(nets.embedding, crop_corners(laid.picture, laid.quads[0])[None])
    assert profile.cards[int(profile.similarities(first)[0].argmax())].code == CODES[-1]


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


def test_one_name_on_either_side_of_a_missed_card_names_all_others() -> None:
    """The third card was not found: its neighbours tell the two ends of the gap."""
    assert len(names({}, 31)) == 0
    behind = names({3: GERMAN_32[3]}, 31)
    assert [behind.get(n) for n in (1, 2, 3, 31)] == [None, None, GERMAN_32[3], GERMAN_32[31]]
    both = names({2: GERMAN_32[1], 3: GERMAN_32[3]}, 31)
    assert list(both.values()).count(None) == 0
    assert sorted(both) == list(range(1, 32))
    assert both[1] == GERMAN_32[0]
    assert names({2: GERMAN_32[5]}, 31) == {2: GERMAN_32[5]}


def test_words_for_names_are_read_or_refused() -> None:
    given = given_names("17=HO, su 20=-", 32, Family.GERMAN, "x.png")
    assert given.names == {17: card("HO"), 18: card("SU"), 20: None}
    given = given_names("3=OK 5-7=ok 9-10=- EA", 32, Family.GERMAN, "x.png")
    assert given.whole == {3, 5, 6, 7}
    assert given.names == {9: None, 10: None, 11: card("EA")}
    for words in ("40=HO", "17=XX", "x=HO", "5-7=HO", "7-5=OK", "30-33=OK"):
        with pytest.raises(PlainError, match=words.split("=")[1]):
            given_names(words, 32, Family.GERMAN, "x.png")


def test_the_contact_sheet_marks_what_has_no_name() -> None:
    faces = [np.full((128, 80, 3), 200, np.uint8)] * 9
    plain = contact_sheet(faces, {k: card("EA") for k in range(1, 10)}, ())
    asked = contact_sheet(faces, {k: card("EA") for k in range(1, 9)}, {9})
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
