"""The pictures of docs/START.md are what the command draws, and show what the page says of them."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.documents.drawings import DRAWINGS, MOMENTS, START, moment
from vision.camera.quality import QualityGrade, measure
from vision.place.geometry import overhead

PAGE = (START.parent / "START.md").read_text("utf-8")


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_the_one_the_command_draws(name: str) -> None:
    drawn = DRAWINGS[name]()
    ElementTree.fromstring(drawn)
    assert (START / f"{name}.svg").read_text("utf-8") == drawn


def test_every_picture_stands_on_the_page_in_both_languages() -> None:
    german, english = PAGE.split("\n## English\n")
    shown = [re.findall(r"\]\(start/([\w.-]+)\)", half) for half in (german, english)]
    # A page of the program is shown in the language of its half.
    assert [name.replace("-de.", "-en.") for name in shown[0]] == shown[1]
    assert {*shown[0], *shown[1]} == {path.name for path in START.iterdir()}


@pytest.mark.parametrize(
    ("name", "measured"),
    [("dark", "light"), ("glare", "glare"), ("blurred", "focus")],
)
def test_the_program_says_of_a_spoiled_picture_what_the_page_says(name: str, measured: str) -> None:
    seen = moment()
    height, width = seen.shape[:2]
    geometry = overhead(width, height)

    def grade(picture: np.ndarray) -> QualityGrade:
        return next(e.grade for e in measure([picture], geometry) if e.name == measured)

    assert grade(MOMENTS[name](seen)) is QualityGrade.BAD
    assert grade(MOMENTS["good"](seen)) is not QualityGrade.BAD
