"""Pictures of the steps: arrows and hands are at the parts they speak of, and print in grey."""

from __future__ import annotations

import re
from base64 import b64decode
from html import escape
from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from hardware.tools.mechanics import sources_of
from hardware.tools.places import GUIDE, MECHANICS
from hardware.tools.pointers import BADGE, INK, PAPER
from hardware.tools.steps import STEPS, Step, picture

BY_NAME = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])


def base(step: Step) -> bytes:
    """Return the picture of a step below its arrows, as it was committed."""
    (data,) = re.findall(r"base64,([^\"]+)", step.path.read_text("utf-8"))
    return b64decode(data)


def drawn(step: Step) -> NDArray[np.bool_]:
    """Return which pixels show a part and not the empty background."""
    with Image.open(BytesIO(base(step))) as image:
        grey = np.asarray(image.convert("L"), int)
    return np.asarray(np.abs(grey - grey[0, 0]) > 3)


def near(step: Step, spot: tuple[float, float], far: int) -> bool:
    """Tell whether a part is drawn no farther than this from a spot."""
    x, y = round(spot[0]), round(spot[1])
    return bool(drawn(step)[max(y - far, 0) : y + far + 1, max(x - far, 0) : x + far + 1].any())


def test_the_eye_sees_a_part_where_openscad_drew_it() -> None:
    (step,) = (each for each in STEPS if each.name == "nut")
    data = (MECHANICS / "head.stl").read_bytes()
    corners = np.frombuffer(data, _TRIANGLE, offset=84)["corners"].astype(float).reshape(-1, 3)
    spots = np.array([step.eye.sees((x, y, z)) for x, y, z in corners])
    rows, columns = np.nonzero(drawn(step))
    assert spots.min(axis=0) == pytest.approx([columns.min(), rows.min()], abs=2)
    assert spots.max(axis=0) == pytest.approx([columns.max(), rows.max()], abs=2)


@BY_NAME
def test_an_arrow_begins_at_what_moves_and_stays_in_the_picture(step: Step) -> None:
    assert step.arrows
    for arrow in step.arrows:
        spots = [step.eye.sees(point) for point in arrow.path]
        assert near(step, spots[0], BADGE), arrow.en
        assert all(
            BADGE < x < step.eye.wide - BADGE and BADGE < y < step.eye.high - BADGE
            for x, y in spots
        ), arrow.en
        assert np.hypot(*np.subtract(spots[-1], spots[0])) > 30, arrow.en


@BY_NAME
def test_a_hand_is_at_a_part(step: Step) -> None:
    for hand in step.hands:
        assert near(step, step.eye.sees(hand.at), 12)


def test_an_arrow_in_the_air_would_be_found() -> None:
    assert not near(STEPS[0], (20, 20), BADGE)


@BY_NAME
def test_a_picture_is_black_white_and_grey_and_says_all_in_two_languages(step: Step) -> None:
    text = step.path.read_text("utf-8")
    with Image.open(BytesIO(base(step))) as image:
        rgb = np.asarray(image.convert("RGB"), int)
    assert (rgb.max(axis=2) == rgb.min(axis=2)).all()
    assert set(re.findall(r"#[0-9a-f]{3,6}\b", text)) <= {INK, PAPER}
    for number, arrow in enumerate(step.arrows, 1):
        assert text.count(f'"middle">{number}</text>') == 1
        assert arrow.de != arrow.en
        for words in (arrow.de, arrow.en):
            assert f">{escape(words)}</text>" in text
            # DejaVu Sans takes 8.6 pixels a letter at most of this size, on the average of a line.
            assert 46 + 8.6 * len(words) < step.eye.wide, words


@BY_NAME
def test_what_is_committed_is_what_is_drawn_now(step: Step) -> None:
    assert picture(step, base(step)) == step.path.read_text("utf-8"), "make hardware"


@pytest.mark.parametrize("guide", ["bauen.md", "build.md"])
def test_every_steps_picture_stands_below_a_step_of_the_guide(guide: str) -> None:
    text = (GUIDE / guide).read_text("utf-8")
    below = re.findall(
        r"^- \[ \] .*\n(?:  \S.*\n)*\n   !\[.+\]\(pictures/step-(\w+)\.svg\)", text, re.MULTILINE
    )
    assert below == [step.name for step in STEPS]


def test_the_drawing_of_the_steps_uses_the_parts_that_are_printed() -> None:
    used = {path.stem for path in sources_of("steps")}
    assert {"head", "hood", "shutter", "rail", "corner", "box", "lid", "parameters"} <= used
