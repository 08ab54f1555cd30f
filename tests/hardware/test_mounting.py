"""The strip's channels and the box below the table's top, reckoned from what they are drawn by."""

from __future__ import annotations

import re
import shutil
from decimal import Decimal
from pathlib import Path

import pytest

from hardware.tools.mechanics import COPIES
from hardware.tools.parts import Build, Part, read_parts
from hardware.tools.places import GUIDE, MECHANICS, sizes
from hardware.tools.stl import read_stl
from tests.hardware.tools import run

_SIZE = re.compile(r"^(\w+) = ([-\d.]+);", re.MULTILINE)
SIDES = 4
HANGER = 5 + 18
"""From a hanger's ear to the holes it hangs by, in millimetres: `hanger.scad`."""


@pytest.fixture(scope="module")
def drawn() -> dict[str, float]:
    """Return the sizes of the drawing of the whole table, in millimetres."""
    text = (MECHANICS / "assembly.scad").read_text("utf-8")
    return {name: float(value) for name, value in _SIZE.findall(text)}


@pytest.fixture(scope="module")
def parts() -> dict[str, Part]:
    return {part.id: part for part in read_parts()}


def spacer_from(drawn: dict[str, float]) -> float:
    """Return how far behind the rim the short battens begin: in the middle of the hangers."""
    size = sizes()
    return drawn["box_in"] + (size["box_y"] + 2 * size["wall"]) / 2 - drawn["spacer"] / 2


def test_the_channel_opens_outwards_just_behind_the_rim(drawn: dict[str, float]) -> None:
    long, _, deep = read_stl(MECHANICS / "channel.stl").size
    behind = drawn["batten_in"] - deep
    assert 0 < behind <= 5
    assert long * COPIES["channel"] == SIDES * drawn["batten"]
    # Its opening, which is +z as printed, is drawn towards the rim, its flange towards the top.
    text = (MECHANICS / "assembly.scad").read_text("utf-8")
    assert (
        "rotate([90, 0, 0]) rotate([0, 0, 180]) {\n            printed() render() channel();"
        in text
    )
    for guide, word in (("bauen", "hinter"), ("build", "behind")):
        told = " ".join((GUIDE / f"{guide}.md").read_text("utf-8").split())
        assert f" {behind:.0f} mm {word} " in told
        assert f" {drawn['batten_in']:.0f} mm {word} " in told


def test_the_batten_covers_the_channel_and_holds_its_screws(drawn: dict[str, float]) -> None:
    size = sizes()
    _, across, _ = read_stl(MECHANICS / "channel.stl").size
    assert across <= drawn["batten_high"]
    # A screw 3.5 x 16 through the flange does not come out of the batten's back.
    assert 16 - size["channel_wall"] < drawn["batten_deep"] - 3


def test_no_screw_of_a_batten_meets_one_of_a_channel(drawn: dict[str, float]) -> None:
    long = sizes()["channel"]
    channels = [i * long + at for i in range(3) for at in (25, long / 2, long - 25)]
    for name in ("first_screw", "second_screw", "third_screw"):
        for end in (drawn[name], drawn["batten"] - drawn[name]):
            assert min(abs(end - at) for at in channels) >= 10, name


def test_no_screw_comes_through_the_thinnest_top(
    drawn: dict[str, float], parts: dict[str, Part]
) -> None:
    bought = float(re.findall(r"4 × (\d+)", parts["T47"].en)[0])
    assert bought == drawn["batten_screw"]
    into = bought - drawn["batten_high"]
    assert 10 <= into <= drawn["thinnest"] - 5
    for guide in ("bauen.md", "build.md"):
        text = (GUIDE / guide).read_text("utf-8")
        for told in (into, drawn["thinnest"], drawn["batten_in"]):
            assert f" {told:.0f} mm " in " ".join(text.split()), (guide, told)


def test_the_box_hangs_clear_of_channel_and_batten(drawn: dict[str, float]) -> None:
    size = sizes()
    _, across, _ = read_stl(MECHANICS / "channel.stl").size
    lid = drawn["batten_high"] + drawn["lid_air"]
    assert lid - max(across, drawn["batten_high"]) >= 4
    # The buttons lie wholly below, so that a finger finds them, and do not stand out.
    button = lid + size["floor_wall"] + size["box_z"] - size["button_z"] - 14
    assert button > drawn["batten_high"] + 10
    assert drawn["box_in"] >= 7 + 3
    # The hangers' own height is that of box, lid and the air above it.
    floor = lid + 2 * size["floor_wall"] + size["box_z"]
    assert read_stl(MECHANICS / "hanger.stl").size[1] - 5 == pytest.approx(
        floor - drawn["batten_high"]
    )
    for guide in ("bauen.md", "build.md"):
        text = (GUIDE / guide).read_text("utf-8")
        for told in (floor, floor - drawn["batten_high"], drawn["box_in"]):
            assert f" {told:.0f} mm" in text.replace("\n", " "), (guide, told)
        apart = size["box_x"] + 2 * (size["wall"] + size["ear"] + HANGER)
        assert f"{apart / 10:.0f} cm" in text, guide
    # The short battens, which the hangers hang by, lie behind the long one.
    assert spacer_from(drawn) >= drawn["batten_in"] + drawn["batten_deep"]


def test_battens_and_their_screws_are_bought(
    drawn: dict[str, float], parts: dict[str, Part]
) -> None:
    metres = (SIDES * drawn["batten"] + COPIES["hanger"] * drawn["spacer"]) / 1000
    for build in (Build.NANO, Build.WLED):
        assert Decimal(str(metres)) <= parts["T46"].counts[build] < Decimal(str(metres + 0.5))
        assert parts["T47"].counts[build] == 3 * SIDES + 2 * COPIES["hanger"]
    assert parts["T46"].counts[Build.NONE] == parts["T47"].counts[Build.NONE] == 0
    assert f"{drawn['batten_deep']:.0f} × {drawn['batten_high']:.0f} mm" in parts["T46"].en


@pytest.mark.parametrize(
    ("spoilt", "words"),
    [
        ("", ""),
        ("batten_in = 11", "just behind the rim"),
        ("batten_screw = 60", "inside the thinnest top"),
        ("batten_high = 30", "covers the channel"),
        ("spacer = 120", "behind the batten"),
    ],
)
def test_the_drawing_itself_refuses_what_does_not_fit(
    tmp_path: Path, spoilt: str, words: str
) -> None:
    for path in MECHANICS.glob("*.scad"):
        shutil.copy(path, tmp_path)
    drawing = tmp_path / "assembly.scad"
    if spoilt:
        name = spoilt.split(maxsplit=1)[0]
        text, changed = re.subn(rf"(?m)^{name} = \d+;", f"{spoilt};", drawing.read_text("utf-8"))
        assert changed == 1
        drawing.write_text(text, "utf-8")
    done = run("openscad", "-o", tmp_path / "drawn.csg", drawing)
    assert words in done.stderr
    assert ("Assertion" in done.stderr) is bool(spoilt)
