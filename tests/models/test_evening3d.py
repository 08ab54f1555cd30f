"""The second renderer: truth lies where cards are drawn, light is real, the seed rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.text import PlainError
from models.workshop.evening.moment import DealPlan
from models.workshop.evening3d.__main__ import main
from models.workshop.evening3d.faces import DeckTextures, deck
from models.workshop.evening3d.film import Film3d, Script3d, corners
from models.workshop.evening3d.hand import FingerGrasp, hand
from models.workshop.evening3d.moment import CardState, Moment3d
from models.workshop.evening3d.movement import THICK, Bend, Resting, settle
from models.workshop.evening3d.setting import HEIGHT, WIDTH, Floats, Lens3d, Picture

SEED = 6
SIZE = (56.0, 89.0)
PLAN = DealPlan("two", ((0, "EA"), (1, "E7"), (2, "GA"), (3, "SO")), (2,))


@pytest.fixture(scope="module")
def faces() -> DeckTextures:
    whole = deck("drawn-6002")
    played = {code: whole.faces[code] for _, code in PLAN.plays}
    return replace(whole, faces=played)


@pytest.fixture(scope="module")
def film(faces: DeckTextures) -> Film3d:
    return Film3d(Script3d((PLAN,), 4, SEED), faces)


@pytest.fixture(scope="module")
def alone() -> Iterator[ThreadPoolExecutor]:
    """A thread of its own: the other tests' browser occupies this one."""
    with ThreadPoolExecutor(1) as executor:
        yield executor


def lying(film: Film3d) -> Moment3d:
    """Return the trick as its last card came to rest, nobody's hand in the picture."""
    last = max(one.t for one in film.course.happenings if one.kind == "card")
    return Moment3d(film.course.timeline.at(last).resting, (), ())


def stretched_out(film: Film3d) -> Moment3d:
    """Return the same with a hand over it."""
    hands = next(
        seen.hands
        for one in film.course.happenings
        if one.kind == "card"
        if (seen := film.course.timeline.at(one.t - 0.02)).hands
    )
    return replace(lying(film), hands=hands)


def drawn(film: Film3d, faces: DeckTextures) -> dict[str, Picture]:
    """Draw the trick in every way that is compared."""
    from models.workshop.evening3d.stage import BrowserStage  # noqa: PLC0415 - needs the tests' tools

    moment, reached = lying(film), stretched_out(film)
    hand = replace(reached, resting=())
    with BrowserStage(film.setting, faces, SEED) as stage:
        found = {"whole": stage.whole(moment), "marks": stage.marks(reached)}
        found["again"] = found["whole"].copy()
        stage.onto(found["again"], [moment] * 2, [moment])
        found["hand"] = found["whole"].copy()
        stage.onto(found["hand"], [reached] * 2, [hand])
        stage.dull()
        found["dull"] = found["whole"].copy()
        stage.onto(found["dull"], [moment] * 2, [moment])
    return found


def drawn_once(film: Film3d, faces: DeckTextures) -> Picture:
    from models.workshop.evening3d.stage import BrowserStage  # noqa: PLC0415 - needs the tests' tools

    with BrowserStage(film.setting, faces, SEED) as stage:
        return stage.whole(lying(film))


@pytest.mark.browser
def test_cards_are_where_truth_says_and_the_light_is_real(
    film: Film3d, faces: DeckTextures, alone: ThreadPoolExecutor
) -> None:
    found = alone.submit(drawn, film, faces).result()
    whole, marks = found["whole"].astype(int), found["marks"]
    count = len(lying(film).resting)
    assert set(np.unique(marks)) == {*range(count + 1), 255}
    seen = cv2.remap(marks, *film.setting.lens.maps(), cv2.INTER_NEAREST)
    truth = filled(film.setting.lens.project(corners(lying(film).resting[-1], faces.size)))
    truth &= seen != 255
    marked = seen == count
    assert (truth & marked).sum() / (truth | marked).sum() > 0.97
    # Drawn again in part: the same pixels, nowhere a seam.
    assert np.abs(found["again"] - whole).max() <= 1
    darker = (whole - found["hand"]).max(axis=2) > 25
    assert (darker & (marks != 255)).mean() > 0.005
    gloss = np.abs(whole - found["dull"]).max(axis=2)
    of_cards = (marks > 0) & (marks < 255)
    assert gloss[of_cards].mean() > 1
    assert gloss[marks == 0].mean() < 0.05
    assert np.array_equal(found["whole"], alone.submit(drawn_once, film, faces).result())


def filled(quad: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad * 16).astype(np.int32), 1, shift=4)
    return np.asarray(mask > 0)


def test_a_card_lies_on_what_is_there_and_enters_nothing() -> None:
    below: list[Resting] = []
    for number in range(4):
        place, bend = (9.0 * number, -6.0 * number), Bend(0.001, 0.002 - 0.001 * number, 0.0005)
        below.append(settle(place, 0.7 * number, bend, SIZE, below))
    top = below[-1]
    grid = np.stack(np.meshgrid(np.arange(-90, 90, 7.0), np.arange(-90, 90, 7.0)), axis=-1)
    points = grid.reshape(-1, 2)
    upper = top.top(points)
    lower = np.max([one.top(points) for one in below[:-1]], axis=0)
    both = (upper > 0) & (lower > 0)
    assert both.any()
    assert (upper - lower)[both].min() > THICK - 0.6
    assert min(one.body.middle[2] for one in below) >= 0
    assert top.body.middle[2] > below[0].body.middle[2]


def test_a_card_alone_lies_flat() -> None:
    flat = settle((3.0, 4.0), 0.4, Bend(), SIZE, [])
    assert flat.body.middle == pytest.approx((3.0, 4.0, THICK / 2), abs=1e-6)
    turned = settle((3.0, 4.0), 0.4, Bend(), SIZE, [], face_down=True)
    assert turned.body.turn.as_matrix()[2, 2] == pytest.approx(-1.0)


@pytest.mark.parametrize("grasp", FingerGrasp)
def test_a_hand_is_a_body_seen_from_outside(grasp: FingerGrasp) -> None:
    mesh = hand(grasp, np.random.default_rng(1))
    a, b, c = (mesh.points[mesh.triangles[:, at]] for at in range(3))
    volume = float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum()) / 6
    assert 1e6 < volume < 6e6
    assert set(mesh.part.tolist()) == {0, 1, 2}


def test_the_lens_bends_points_and_pictures_alike() -> None:
    lens = Lens3d((40.0, -90.0, 980.0), (4.0, 2.0, 0.0), 24.0, 0.02, 0.05)
    straight = replace(lens, bulge=0.0)
    points = np.array([[-260.0, 140.0, 0.0], [200.0, -120.0, 0.0], [10.0, 20.0, 3.0]])
    for point in points:
        picture = np.zeros((HEIGHT, WIDTH), np.float32)
        x, y = straight.project(point[None])[0]
        cv2.circle(picture, (round(x * 16 - 8), round(y * 16 - 8)), 64, 1.0, -1, cv2.LINE_AA, 4)
        seen = cv2.remap(picture, *lens.maps(), cv2.INTER_LINEAR)
        moments = cv2.moments(seen)
        found = np.array([moments["m10"], moments["m01"]]) / moments["m00"] + 0.5
        assert found == pytest.approx(lens.project(point[None])[0], abs=0.2)


def test_the_course_hangs_on_its_seed_and_plays_everything(
    film: Film3d, faces: DeckTextures
) -> None:
    again = Film3d(Script3d((PLAN,), 4, SEED), faces)
    other = Film3d(Script3d((PLAN,), 4, SEED + 1), faces)
    assert again.truth() == film.truth()
    assert other.truth() != film.truth()
    told = film.truth()
    kinds = [one["kind"] for one in told]
    assert kinds == ["deal", *["card"] * 4, "trick_taken", "deal_end"]
    assert [(one["seat"], one["card"]) for one in told if one["kind"] == "card"] == list(PLAN.plays)
    assert film.course.timeline.at(film.course.end).still
    assert not film.course.timeline.at(film.course.end).resting
    down = film.course.timeline.at(float(str(told[-2]["seconds"])) + 0.01).resting
    assert {state.id[1] for state in down} == set(faces.faces)
    assert all(faces_down(state) for state in down)


def faces_down(state: CardState) -> bool:
    return bool(state.body.turn.as_matrix()[2, 2] < -0.9)


def test_only_decks_that_taught_nothing_are_filmed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("french-gnome-anglo", "drawn-17", "no-such-deck"):
        with pytest.raises(PlainError):
            deck(name)
    assert main(["--out", str(tmp_path / "x.mp4"), "--deck", "french-gnome-anglo"]) == 2
    assert "taught the nets" in capsys.readouterr().err
    assert main(["--out", str(tmp_path / "x.mp4"), "--deals", str(tmp_path / "none")]) == 2
    assert "check the name" in capsys.readouterr().err
    deck("drawn-6001").save_faces(tmp_path / "faces")
    assert len(list((tmp_path / "faces").glob("??.png"))) >= 32
    json.dumps(Film3d(Script3d((), 4, 1), deck("drawn-6001")).truth())
