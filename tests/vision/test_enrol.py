"""Enrolment: what is learned, what is refused, and what the deck file keeps."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import Family, card
from engine.text import PlainError
from tests.vision.drawn import DECK, FACE_HEIGHT, FACE_WIDTH, face
from vision.arrays import Image, as_image
from vision.enrolling.cutout import cut_out
from vision.enrolling.folder import enrol_folder
from vision.reading.nets import Nets
from vision.reading.profile import Profile, load_profile
from vision.still.recognise import recognise

SOME = DECK[:10]


def photograph(shown: Image, angle: float = 20.0, ground: int = 60) -> Image:
    """Lay a face aslant on a plain ground."""
    rng = np.random.default_rng(5)
    picture = rng.normal(ground, 3, (480, 640, 3)).clip(0, 255).astype(np.uint8)
    corners = cv2.boxPoints(((320.0, 240.0), (FACE_WIDTH * 1.4, FACE_HEIGHT * 1.4), angle))
    corners = np.roll(corners, -1, 0)
    source = np.array(
        [[0, 0], [FACE_WIDTH, 0], [FACE_WIDTH, FACE_HEIGHT], [0, FACE_HEIGHT]], np.float32
    )
    matrix = cv2.getPerspectiveTransform(source, corners)
    over = cv2.warpPerspective(shown, matrix, (640, 480))
    mask = cv2.warpPerspective(np.full(shown.shape[:2], 255, np.uint8), matrix, (640, 480))
    picture[mask > 127] = over[mask > 127]
    return as_image(picture)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for one in SOME:
        cv2.imwrite(str(tmp_path / f"{one.code}.png"), face(one))
    return tmp_path


@pytest.fixture
def enrolled(folder: Path, nets: Nets) -> Profile:
    return enrol_folder(folder, "drawn", nets).profile


def test_clean_faces_are_learned_in_the_order_of_the_deck(folder: Path, nets: Nets) -> None:
    (folder / "readme.txt").write_text("no picture")
    cv2.imwrite(str(folder / "cover.png"), face(SOME[0]))
    enrolment = enrol_folder(folder, "drawn", nets)
    assert enrolment.profile.cards == SOME
    assert enrolment.profile.family is Family.GERMAN
    assert enrolment.profile.aspect == pytest.approx(FACE_WIDTH / FACE_HEIGHT, abs=0.01)
    assert enrolment.ignored == ("cover.png",)
    assert enrolment.nearest[0] is not enrolment.nearest[1]
    assert 0 < enrolment.margin < 1


@pytest.mark.parametrize("angle", [0.0, 20.0, 75.0])
def test_a_photograph_is_cut_out_first(nets: Nets, enrolled: Profile, angle: float) -> None:
    for one in (card("EA"), card("GK")):
        found = cut_out(photograph(face(one), angle))
        assert found is not None
        assert found.kind.value == "photograph"
        assert found.aspect == pytest.approx(FACE_WIDTH / FACE_HEIGHT, abs=0.03)


def test_photographs_and_cut_outs_are_learned_like_faces(
    tmp_path: Path, nets: Nets, enrolled: Profile
) -> None:
    photographs = tmp_path / "photographs"
    photographs.mkdir()
    for one in SOME[:4]:
        cv2.imwrite(str(photographs / f"{one.code}.png"), photograph(face(one)))
    for one in SOME[4:]:
        outline = np.zeros((FACE_HEIGHT + 40, FACE_WIDTH + 60, 4), np.uint8)
        outline[20:-20, 30:-30, :3] = face(one)
        outline[20:-20, 30:-30, 3] = 255
        cv2.imwrite(str(photographs / f"{one.code}.png"), outline)
    profile = enrol_folder(photographs, "drawn", nets).profile
    rows = enrolled.similarities(profile.prototypes)
    assert [int(row.argmax()) for row in rows] == list(profile.owner)


def test_a_still_picture_is_read(nets: Nets, enrolled: Profile) -> None:
    for one in (card("EZ"), card("E7")):
        (seen,) = recognise(photograph(face(one), 33.0), enrolled, nets)
        assert seen.card is one
        assert seen.probability > 0.5
        assert all(other is not one for other, _ in seen.alternatives)
        assert np.linalg.norm(np.subtract(seen.quad[1], seen.quad[0])) == pytest.approx(
            FACE_WIDTH * 1.4, rel=0.05
        )
        (whole,) = recognise(face(one), enrolled, nets)
        assert whole.card is one


def test_an_empty_table_shows_no_card(nets: Nets, enrolled: Profile) -> None:
    rng = np.random.default_rng(4)
    table = rng.normal(90, 6, (400, 640, 3)).clip(0, 255).astype(np.uint8)
    assert recognise(table, enrolled, nets) == ()
    table[40 : 40 + FACE_HEIGHT, 200 : 200 + FACE_WIDTH] = face(card("EZ"))
    (seen,) = recognise(table, enrolled, nets)
    assert seen.card is card("EZ")


def refusal(folder: Path, nets: Nets) -> PlainError:
    with pytest.raises(PlainError) as caught:
        enrol_folder(folder, "x", nets)
    return caught.value


def test_a_blurred_picture_is_refused_by_name(folder: Path, nets: Nets) -> None:
    cv2.imwrite(str(folder / "EK.png"), cv2.GaussianBlur(face(card("EK")), (0, 0), 14))
    error = refusal(folder, nets)
    assert "One picture cannot be used for enrolling: EK.png (blurred)." in error.text.en
    assert "Ein Bild taugt nicht zum Einlernen: EK.png (unscharf)." in error.text.de


def test_a_picture_without_a_card_is_refused_by_name(folder: Path, nets: Nets) -> None:
    cv2.imwrite(str(folder / "EK.png"), np.full((200, 900, 3), 90, np.uint8))
    assert "EK.png (no card can be found)" in refusal(folder, nets).text.en


def test_two_names_for_the_same_picture_are_refused(folder: Path, nets: Nets) -> None:
    cv2.imwrite(str(folder / "EK.png"), face(card("EO")))
    error = refusal(folder, nets)
    assert "EK.png (looks like EO.png), EO.png (looks like EK.png)" in error.text.en
    assert "wrong name" in error.text.en


def test_mixed_decks_missing_folders_and_empty_ones_are_refused(
    folder: Path, nets: Nets, tmp_path: Path
) -> None:
    cv2.imwrite(str(folder / "CQ.png"), face(card("EO")))
    assert "mixes German and French" in refusal(folder, nets).text.en
    assert "no folder" in refusal(tmp_path / "none", nets).text.en
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "no pictures named after cards" in refusal(empty, nets).text.en
    for name in ("EA.png", "EZ.png"):
        (empty / name).write_bytes(b"no picture")
    assert "not a readable picture" in refusal(empty, nets).text.en


def test_a_deck_file_keeps_everything(enrolled: Profile, nets: Nets, tmp_path: Path) -> None:
    path = tmp_path / "drawn.deck"
    enrolled.save(path)
    again = load_profile(path, nets.embedding)
    assert again.cards == enrolled.cards
    assert again.owner == enrolled.owner
    assert again.aspect == pytest.approx(enrolled.aspect, abs=1e-3)
    np.testing.assert_allclose(again.prototypes, enrolled.prototypes, atol=1e-6)
    assert not list(tmp_path.glob("*.part"))


def test_faces_are_embedded_again_where_the_net_has_changed(
    enrolled: Profile, nets: Nets, tmp_path: Path
) -> None:
    path = tmp_path / "drawn.deck"
    replace(enrolled, prototypes=-enrolled.prototypes, net_sha256="of an older net").save(path)
    again = load_profile(path, nets.embedding)
    assert again.net_sha256 == nets.embedding.sha256
    alike = (again.prototypes * enrolled.prototypes).sum(1)
    # The crops were packed with a little loss.
    assert float(alike.min()) > 0.97


@pytest.mark.parametrize("damage", ["text", "no json", "no crop", "missing"])
def test_a_deck_file_that_is_none_is_refused(
    enrolled: Profile, nets: Nets, tmp_path: Path, damage: str
) -> None:
    path = tmp_path / "drawn.deck"
    if damage == "text":
        path.write_text("no deck")
    elif damage != "missing":
        enrolled.save(path)
        whole = zipfile.ZipFile(path)
        gone = "deck.json" if damage == "no json" else "crops/EA-0.webp"
        parts = {name: whole.read(name) for name in whole.namelist() if name != gone}
        whole.close()
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in parts.items():
                archive.writestr(name, content)
    with pytest.raises(PlainError, match="deck") as caught:
        load_profile(path, nets.embedding)
    assert "mehrkopf enrol" in caught.value.text.de
