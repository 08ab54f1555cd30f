"""A folder of pictures: further views, what is no card, and everything wrong told at once."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import Family, card
from engine.text import PlainError
from tests.vision.drawn import DECK, Table, face
from tests.vision.test_enrol import photograph
from tests.vision.test_profile import back
from vision.arrays import as_image
from vision.enrolling.folder import enrol_folder
from vision.reading.nets import Nets, embed
from vision.reading.profile import NegativeKind

SOME = DECK[:6]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for one in SOME:
        cv2.imwrite(str(tmp_path / f"{one.code}.png"), photograph(face(one)))
    return tmp_path


def refusal(folder: Path, nets: Nets) -> PlainError:
    with pytest.raises(PlainError) as caught:
        enrol_folder(folder, "x", nets)
    return caught.value


def test_further_views_and_small_letters_are_taken(folder: Path, nets: Nets) -> None:
    cv2.imwrite(str(folder / "EK-2.png"), photograph(face(card("EK")), 65.0))
    (folder / "EO.png").rename(folder / "eo.png")
    profile = enrol_folder(folder, "x", nets).profile
    assert profile.cards == SOME
    assert [len(views) for views in profile.crops] == [1, 1, 2, 1, 1, 1]


def test_back_table_and_hand_are_learned_as_no_cards(folder: Path, nets: Nets) -> None:
    shown = photograph(as_image(cv2.resize(back(), (140, 240))))
    cv2.imwrite(str(folder / "Ru\u0308cken.png"), shown)
    table = Table().picture()
    cv2.imwrite(str(folder / "LEER.png"), table)
    cv2.imwrite(str(folder / "hand.png"), np.full_like(table, (120, 150, 200)))
    enrolment = enrol_folder(folder, "x", nets)
    profile = enrolment.profile
    assert enrolment.ignored == ()
    assert set(profile.negatives.kinds) == set(NegativeKind)
    seen = embed(nets.embedding, back()[None])
    likeness = profile.likeness_to_negatives(seen)[0]
    assert likeness[0] > 0.9
    assert likeness[0] > float(profile.similarities(seen).max()) + 0.2


def test_a_face_is_no_back(folder: Path, nets: Nets) -> None:
    cv2.imwrite(str(folder / "BACK.png"), photograph(face(card("EK")), 50.0))
    assert "BACK.png (shows the card EK)" in refusal(folder, nets).text.en
    cv2.imwrite(str(folder / "BACK.png"), np.full((200, 900, 3), 90, np.uint8))
    assert "BACK.png (no card can be found)" in refusal(folder, nets).text.en


def test_everything_that_is_wrong_is_named_at_once(folder: Path, nets: Nets) -> None:
    soft = cv2.GaussianBlur(photograph(face(card("EA"))), (0, 0), 16)
    cv2.imwrite(str(folder / "EA.png"), soft)
    glossy = photograph(face(card("EZ")), 0.0)
    cv2.ellipse(glossy, (320, 260), (50, 80), 0, 0, 360, (255, 255, 255), -1)
    cv2.imwrite(str(folder / "EZ.png"), glossy)
    cut = photograph(face(card("EK")), 0.0)[:330]
    cv2.imwrite(str(folder / "EK.png"), cut)
    cv2.imwrite(str(folder / "EO.png"), np.full((200, 900, 3), 90, np.uint8))
    (folder / "EU.png").write_bytes(b"no picture")
    small = cv2.resize(photograph(face(card("E9"))), None, fx=0.18, fy=0.18)
    cv2.imwrite(str(folder / "E9.png"), small)
    for which in ("GA", "GZ"):
        cv2.imwrite(str(folder / f"{which}.png"), photograph(face(card(which))))
    cv2.imwrite(str(folder / "GK.png"), photograph(face(card("GZ"))))
    cv2.imwrite(str(folder / "BACK.png"), photograph(face(card("GA")), 70.0))
    said = refusal(folder, nets).text
    assert "7 pictures cannot be used for enrolling: " in said.en
    for each in (
        "EA.png (blurred)",
        "EZ.png (washed out by a reflection)",
        "EK.png (the card is cut off at the edge of the picture)",
        "EO.png (no card can be found)",
        "EU.png (not a readable picture)",
        "E9.png (the card is too small)",
        "BACK.png (shows the card GA)",
        "GK.png (looks like GZ.png)",
    ):
        assert each in said.en
    assert "EA.png (unscharf)" in said.de
    assert "abgeschnitten" in said.de


def test_what_is_no_picture_we_read_is_named_with_the_reason(folder: Path, nets: Nets) -> None:
    (folder / "EA.png").rename(folder / "EA.HEIC")
    (folder / "EZ.png").unlink()
    (folder / "EZ.png").mkdir()
    cv2.imwrite(str(folder / "EK.png"), np.zeros((1, 1, 3), np.uint8))
    (folder / "back.gif").write_bytes(b"GIF89a")
    (folder / "notes.txt").write_text("no picture")
    said = refusal(folder, nets).text
    for each in (
        "EA.HEIC (.heic cannot be read, please save it as JPEG)",
        "EZ.png (it is a folder)",
        "EK.png (the card is too small)",
        "back.gif (.gif cannot be read",
    ):
        assert each in said.en
    assert "EZ.png (ist ein Ordner)" in said.de
    assert "notes" not in said.en


def test_grey_and_sixteen_bit_pictures_are_read(folder: Path, nets: Nets) -> None:
    cv2.imwrite(
        str(folder / "EK.png"), cv2.cvtColor(photograph(face(card("EK"))), cv2.COLOR_BGR2GRAY)
    )
    deep = photograph(face(card("EO"))).astype(np.uint16) * 257
    cv2.imwrite(str(folder / "EO.png"), deep)
    assert enrol_folder(folder, "x", nets).profile.cards == SOME


def test_a_view_under_the_wrong_name_is_named(folder: Path, nets: Nets) -> None:
    cv2.imwrite(str(folder / "EA-2.png"), photograph(face(card("EU")), 65.0))
    said = refusal(folder, nets).text.en
    assert "EA-2.png (looks like EU.png)" in said


def test_suits_that_do_not_fit_the_names(folder: Path, nets: Nets) -> None:
    with pytest.raises(PlainError, match=r"not cards of these suits: E9\.png"):
        enrol_folder(folder, "x", nets, Family.FRENCH)


def test_a_drawn_face_with_a_dark_rim_has_no_glare(tmp_path: Path, nets: Nets) -> None:
    for one in SOME:
        picture = as_image(face(one).copy())
        picture[picture == 238] = 255
        cv2.rectangle(picture, (0, 0), (139, 239), (60, 60, 60), 6)
        cv2.imwrite(str(tmp_path / f"{one.code}.png"), picture)
    assert enrol_folder(tmp_path, "x", nets).profile.cards == SOME


def test_a_sharp_face_with_one_small_sign_is_not_blurred(tmp_path: Path, nets: Nets) -> None:
    sparse = np.full((240, 140, 3), 240, np.uint8)
    cv2.circle(sparse, (70, 120), 9, (30, 30, 190), -1)
    for one in SOME[1:]:
        cv2.imwrite(str(tmp_path / f"{one.code}.png"), face(one))
    cv2.imwrite(str(tmp_path / "HA.png"), sparse)
    assert card("HA") in enrol_folder(tmp_path, "x", nets).profile.cards
    cv2.imwrite(str(tmp_path / "HA.png"), cv2.GaussianBlur(sparse, (0, 0), 7))
    assert "HA.png (blurred)" in refusal(tmp_path, nets).text.en
