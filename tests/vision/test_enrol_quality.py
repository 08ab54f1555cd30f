"""A folder's pictures that are soft, moved, dark or burnt out are refused; usual ones are not."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import card
from engine.text import PlainError
from tests.vision.drawn import DECK, FACE_HEIGHT, FACE_WIDTH, face
from vision.arrays import Image, as_image
from vision.enrolling.folder import UnfitFolderError, enrol_folder
from vision.reading.nets import Nets

SOME = DECK[:7]
LONG = 480.0


def photograph(shown: Image, seed: int, light: float = 0.85) -> Image:
    """Photograph a face on a plain dark ground: a lens, light that falls off, a sensor's grain."""
    rng = np.random.default_rng(seed)
    width, height = 460, 640
    box = ((width / 2, height / 2), (LONG * FACE_WIDTH / FACE_HEIGHT, LONG), rng.uniform(-6, 6))
    corners = np.roll(cv2.boxPoints(box), -1, 0)
    source = np.array([[0, 0], [FACE_WIDTH, 0], [FACE_WIDTH, FACE_HEIGHT], [0, FACE_HEIGHT]])
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), corners)
    size = (width, height)
    over = cv2.warpPerspective(shown, matrix, size, flags=cv2.INTER_CUBIC).astype(np.float32)
    there = cv2.warpPerspective(np.ones(shown.shape[:2], np.float32), matrix, size)[..., None]
    ground = np.array([38, 44, 52]) + cv2.resize(rng.normal(0, 6, (80, 58)), size)[..., None]
    falls = np.linspace(1.0, 0.9, height)[:, None, None]
    lit = (ground * (1 - there) + over * there) * falls * light
    taken = cv2.GaussianBlur(lit, (0, 0), 0.7) + rng.normal(0, 2.0, lit.shape)
    return as_image(np.clip(taken, 0, 255))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for seed, one in enumerate(SOME):
        cv2.imwrite(str(tmp_path / f"{one.code}.jpg"), photograph(face(one), seed))
    return tmp_path


def moved(picture: Image, length: int, angle: float) -> Image:
    streak = np.zeros((length, length), np.float32)
    middle = (length - 1) / 2
    dx, dy = middle * math.cos(angle), middle * math.sin(angle)
    ends = [(round(middle + s * dx), round(middle + s * dy)) for s in (-1, 1)]
    cv2.line(streak, ends[0], ends[1], 1.0, 1)
    return as_image(cv2.filter2D(picture, -1, streak / streak.sum()))


def soft(sigma: float) -> Callable[[Image], Image]:
    return lambda picture: as_image(cv2.GaussianBlur(picture, (0, 0), sigma))


def brighter(gain: float, lift: float = 0.0) -> Callable[[Image], Image]:
    return lambda picture: as_image(np.clip(picture.astype(np.float32) * gain + lift, 0, 255))


def test_usual_photographs_are_learned(folder: Path, nets: Nets) -> None:
    for code, gain in (("EZ", 0.5), ("EK", 1.15)):
        cv2.imwrite(str(folder / f"{code}.jpg"), brighter(gain)(read(folder, code)))
    assert len(enrol_folder(folder, "x", nets).profile.cards) == len(SOME)


def read(folder: Path, code: str) -> Image:
    return as_image(cv2.imread(str(folder / f"{code}.jpg")))


SPOILT: tuple[tuple[Callable[[Image], Image], str], ...] = (
    (soft(6.0), "blurred"),
    (lambda picture: moved(picture, 19, 0.0), "blurred"),
    (lambda picture: moved(picture, 19, 0.9), "blurred"),
    (lambda picture: moved(picture, 19, math.pi / 2), "blurred"),
    (brighter(2.2), "overexposed"),
    (brighter(1.2, 90.0), "overexposed"),
    (brighter(0.2), "too dark"),
    (brighter(0.07), "too dark"),
)


def test_doubtful_photographs_are_refused_beside_good_ones(folder: Path, nets: Nets) -> None:
    wrong = DECK[len(SOME) : len(SOME) + len(SPOILT)]
    for seed, (one, (spoilt, _)) in enumerate(zip(wrong, SPOILT, strict=True), 50):
        cv2.imwrite(str(folder / f"{one.code}.jpg"), spoilt(photograph(face(one), seed)))
    with pytest.raises(UnfitFolderError) as caught:
        enrol_folder(folder, "x", nets)
    said = caught.value.text.en
    assert f"{len(SPOILT)} pictures cannot be used" in said
    for one, (_, why) in zip(wrong, SPOILT, strict=True):
        assert f"{one.code}.jpg ({why})" in said
    assert set(caught.value.cards) == {*SOME, *wrong}


def test_what_is_a_little_softer_than_its_fellows_is_learned_and_named(
    folder: Path, nets: Nets
) -> None:
    one = DECK[len(SOME)]
    cv2.imwrite(str(folder / f"{one.code}.jpg"), soft(4.0)(photograph(face(one), 50)))
    learned = enrol_folder(folder, "x", nets)
    assert learned.softer == (f"{one.code}.jpg",)
    assert one in learned.profile.cards


def test_a_whole_folder_of_soft_photographs_is_refused(folder: Path, nets: Nets) -> None:
    for one in SOME:
        cv2.imwrite(str(folder / f"{one.code}.jpg"), soft(6.0)(read(folder, one.code)))
    with pytest.raises(PlainError, match="7 pictures cannot be used") as caught:
        enrol_folder(folder, "x", nets)
    assert caught.value.text.en.count("(blurred)") == len(SOME)


@pytest.mark.parametrize(("sigma", "refused"), [(2.0, False), (6.0, True)])
def test_a_soft_scan_beside_sharp_ones_is_named(
    tmp_path: Path, nets: Nets, sigma: float, refused: bool
) -> None:
    for one in SOME:
        cv2.imwrite(str(tmp_path / f"{one.code}.png"), face(one))
    cv2.imwrite(str(tmp_path / "EO.png"), soft(sigma)(face(card("EO"))))
    if refused:
        with pytest.raises(PlainError, match=r"One picture .* EO\.png \(blurred\)"):
            enrol_folder(tmp_path, "x", nets)
    else:
        assert enrol_folder(tmp_path, "x", nets).softer == ("EO.png",)


def test_a_deck_whose_faces_differ_by_a_letter_is_refused(tmp_path: Path, nets: Nets) -> None:
    for letter, code in zip("OUK", ("EO", "EU", "EK"), strict=True):
        plain = np.full((240, 140, 3), 240, np.uint8)
        cv2.circle(plain, (70, 120), 30, (40, 120, 30), -1)
        for _ in range(2):
            at, shade = (6, 22), (20, 20, 20)
            cv2.putText(plain, letter, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, shade, 1, cv2.LINE_AA)
            plain = np.ascontiguousarray(plain[::-1, ::-1])
        cv2.imwrite(str(tmp_path / f"{code}.png"), plain)
    with pytest.raises(PlainError, match=r"E[OUK] and E[OUK] look the same to the camera"):
        enrol_folder(tmp_path, "x", nets)
    scan = as_image(cv2.imread(str(tmp_path / "EO.png")))
    cv2.imwrite(str(tmp_path / "EU.jpg"), cv2.resize(scan, (147, 252)))
    (tmp_path / "EU.png").unlink()
    with pytest.raises(PlainError, match=r"EO\.png \(looks like EU\.jpg\)"):
        enrol_folder(tmp_path, "x", nets)


def test_the_white_paper_of_a_small_scan_with_a_grainy_margin_is_no_fault(
    tmp_path: Path, nets: Nets
) -> None:
    rng = np.random.default_rng(3)
    for one in SOME:
        small = cv2.resize(face(one), (64, 110), interpolation=cv2.INTER_AREA)
        scan = rng.normal(70, 9, (122, 76, 3)).clip(0, 255).astype(np.uint8)
        scan[6:116, 6:70] = np.where(small > 225, 255, small)
        cv2.imwrite(str(tmp_path / f"{one.code}.png"), scan)
    assert len(enrol_folder(tmp_path, "x", nets).profile.cards) == len(SOME)
