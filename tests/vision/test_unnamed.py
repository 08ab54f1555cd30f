"""A card that cannot be named lies there all the same; one that lies face down is no face."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiosk.cli import main
from models.workshop.bundled_deck import BUNDLED
from models.workshop.deck_art import raster
from models.workshop.decks.face_decks import FaceDeck
from models.workshop.evening.own import plain_back
from models.workshop.pictures import Picture
from tests.real.pictures import Count, Truth, upright
from tests.vision.rendered_stills import lay
from tests.vision.stills import corner_errors
from tests.vision.test_covered import ASPECT, LOWER, SIZE, UPPER, corners
from tests.vision.webcam_stills import webcam
from vision.arrays import Floats, Image, as_image
from vision.place.geometry import as_quad
from vision.reading.nets import Nets
from vision.reading.pose import crop_corners
from vision.reading.profile import NegativeKind, Profile, embed_negatives, load_profile
from vision.sighting import Quad
from vision.still.lens import Lens, find_lens
from vision.still.recognise import StillContents, look

BESIDE = (170.0, 500.0, 0.1)
"""Where a second card lies free of the one at UPPER."""
SMALL = 0.75


@pytest.fixture(scope="module")
def deck(nets: Nets) -> Profile:
    return load_profile(BUNDLED, nets.embedding)


def foreign() -> Picture:
    """Return a face that no deck has: a ring and bars on paper."""
    face = np.full((420, round(420 * ASPECT), 4), 245, np.uint8)
    face[..., 3] = 255
    cv2.circle(face, (131, 200), 80, (160, 60, 20, 255), 22, cv2.LINE_AA)
    cv2.rectangle(face, (30, 330), (230, 380), (30, 140, 60, 255), -1)
    return face


def red_back() -> Picture:
    """Return a back printed all over."""
    face = np.full((420, round(420 * ASPECT), 4), 245, np.uint8)
    face[..., 3] = 255
    face[14:-14, 14:-14, :3] = (50, 40, 170)
    for k in range(-400, 420, 20):
        cv2.line(face, (14, k), (248, k + 234), (160, 150, 230, 255), 3)
        cv2.line(face, (14, k + 234), (248, k), (160, 150, 230, 255), 3)
    return face


def picture(faces: list[Picture], quads: list[Floats]) -> Image:
    rng = np.random.default_rng(4)
    canvas: Picture = np.full((SIZE[1], SIZE[0], 3), (60, 90, 50), np.float32)
    for face, quad in zip(faces, quads, strict=True):
        canvas = lay(canvas, face, quad, rng)
    return as_image(np.clip(canvas + rng.normal(0, 3, canvas.shape), 0, 255).astype(np.uint8))


def told(under: Picture, place: Floats, deck: Profile, nets: Nets) -> StillContents:
    """Return what is told of a picture with a nine of hearts above another thing."""
    quads = [place, small(UPPER)]
    return look(picture([under, raster("H9", 420)], quads), deck, nets)


def small(place: tuple[float, float, float]) -> Floats:
    quad = corners(place, aslant=False)
    return np.asarray((quad - quad.mean(0)) * SMALL + quad.mean(0), float)


def near(quads: tuple[Quad, ...], place: Floats) -> bool:
    return len(quads) == 1 and corner_errors(np.asarray(quads[0]), place)[0] < 0.06


@pytest.mark.parametrize("place", [BESIDE, LOWER])
def test_a_face_of_no_enrolled_card_lies_there_unnamed(
    place: tuple[float, float, float], deck: Profile, nets: Nets
) -> None:
    seen = told(foreign(), small(place), deck, nets)
    assert [one.card.code for one in seen.cards] == ["H9"]
    assert near(seen.unnamed, small(place))
    assert seen.backs == ()


def test_an_enrolled_back_is_face_down(deck: Profile, nets: Nets) -> None:
    back, place = plain_back(3, ASPECT), small(BESIDE)
    assert told(back, place, deck, nets).backs == ()
    shown = picture([back], [place])
    crop = crop_corners(shown, np.asarray(as_quad(place)))[None]
    kinds = (NegativeKind.BACK,)
    knows = replace(deck, negatives=embed_negatives(nets.embedding, crop, kinds))
    seen = told(back, place, knows, nets)
    assert [one.card.code for one in seen.cards] == ["H9"]
    assert near(seen.backs, place)
    assert seen.unnamed == ()


def test_a_back_printed_all_over_needs_not_be_enrolled(deck: Profile, nets: Nets) -> None:
    seen = told(red_back(), small(BESIDE), deck, nets)
    assert [one.card.code for one in seen.cards] == ["H9"]
    assert near(seen.backs, small(BESIDE))


def test_the_command_tells_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quads = [small(BESIDE), small((700.0, 150.0, 0.4)), small(UPPER)]
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), picture([foreign(), red_back(), raster("H9", 420)], quads))
    asked = ["recognise", str(file), "--deck", str(BUNDLED), "--home", str(tmp_path)]
    assert main([*asked, "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert [one["card"] for one in line["cards"]] == ["H9", "??"]
    assert line["cards"][1]["p"] == 0.0
    assert len(line["face_down"]) == 1
    assert main([*asked, "--lang", "en"]) == 0
    line, beneath = capsys.readouterr().out.splitlines()
    assert line.endswith("), ??, face down")
    assert beneath.startswith("?? is a card that lies face up and cannot be named")
    assert main(["recognise", "--help", "--lang", "de"]) == 0
    assert "?? ist eine Karte, die offen daliegt" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("number", [pytest.param(1, marks=pytest.mark.prove), 3])
def test_of_a_webcams_picture_every_card_is_told_and_no_back_named(
    number: int, deck: Profile, nets: Nets
) -> None:
    art = FaceDeck("bundled", {one.code: raster(one.code, 420) for one in deck.cards})
    drawn = webcam(art, np.random.default_rng([8, number]))
    count = Count()
    truth = [Truth(code, upright(quad)) for code, quad in drawn.cards]
    count.add(str(number), look(drawn.picture, deck, nets), truth)
    assert count.cards > 1
    assert count.found == count.right == count.cards, count.faults
    assert (count.backs_named, count.extra) == (0, 0), count.faults


def bent_cards(bend: float) -> tuple[Lens, list[Floats]]:
    lens = Lens(bend, (1280, 720))
    middle = np.array(lens.wide) / 2
    places = [(-450, -200, 0.1), (430, -220, 0.8), (0, 30, 2.0), (-400, 240, 1.2), (470, 250, 0.3)]
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [45.0, 70.0]
    quads = []
    for x, y, turn in places:
        c, s = np.cos(turn), np.sin(turn)
        quads.append(lens.bent(half @ np.array([[c, s], [-s, c]]) + [x, y] + middle))
    return lens, quads


@pytest.mark.parametrize("bend", [0.15, 0.3])
def test_cards_tell_how_much_a_lens_bends(bend: float) -> None:
    lens, quads = bent_cards(bend)
    found = find_lens(quads, 90 / 140, lens.size)
    assert found is not None
    assert found.bend == pytest.approx(bend, abs=0.051)
    there = np.array([[10.0, 20.0], [900.0, 600.0], [639.5, 359.5]])
    assert lens.bent(lens.straight(there)) == pytest.approx(there, abs=0.05)


def test_a_straight_picture_stays_as_it_is() -> None:
    lens, quads = bent_cards(0.0)
    assert find_lens(quads, 90 / 140, lens.size) is None
    assert find_lens(bent_cards(0.3)[1][:2], 90 / 140, lens.size) is None
