"""What is seen from every seat: the geometry itself, and what it says of strip and stand."""

from __future__ import annotations

from math import hypot, pi

import numpy as np
import pytest

from hardware.tools import furniture, rails, sights, views
from hardware.tools.furniture import Head, Lit, Strip
from hardware.tools.places import HARDWARE
from hardware.tools.seats import (
    PEOPLE,
    ROUND,
    SQUARE,
    TOPS,
    Top,
    eye,
    gap,
    place,
    seat,
)
from hardware.tools.solids import Ball, Box, Rod, Solid, first_hits, normals
from hardware.tools.views import least, lights_seen, most_hidden, pixels
from tests.kiosk.lit_evenings.glow import EDGE_MM, edge

BY_NAME = pytest.mark.parametrize("top", TOPS, ids=lambda top: top.en)
POSES = pytest.mark.parametrize("standing", [False, True], ids=["sitting", "standing"])


@pytest.mark.parametrize(
    ("solid", "far"),
    [
        (Box((0, 0, 0), (2, 2, 2)), 9.0),
        (Box((0, 0, 0), (2, 2, 2), turn=45.0), 10 - 2**0.5),
        (Box((0, 0, 0), (2, 2, 4), turn=90.0, tilt=90.0), 8.0),
        (Rod((0, 0, -5), (0, 0, 5), 2.0), 8.0),
        (Rod((-3, 0, 0), (5, 0, 0), 1.0), 7.0),
        (Ball((0, 0, 0), 3.0), 7.0),
    ],
)
def test_a_ray_meets_a_solid_where_its_surface_is(solid: Solid, far: float) -> None:
    start, rays = np.array([-10.0, 0.01, 0.0]), np.array([[1.0, 0, 0], [-1.0, 0, 0], [0, 1.0, 0]])
    met, number = first_hits(start, rays, [solid])
    assert met[0] == pytest.approx(far, abs=0.02)
    assert np.isinf(met[1:]).all()
    assert number.tolist() == [0, -1, -1]
    hit = start + met[:1, None] * rays[:1]
    assert normals(hit, solid)[0, 0] < -0.7


def test_the_nearest_of_several_is_met() -> None:
    near, far = Ball((5, 0, 0), 1.0), Ball((9, 0, 0), 1.0)
    met, number = first_hits(np.zeros(3), np.array([[1.0, 0, 0]]), [far, near])
    assert (met[0], number[0]) == (4.0, 1)


def test_places_on_the_rim_are_those_the_cues_paint() -> None:
    """The lit evenings draw their lights by the same order (`glow.edge`)."""
    top = Top("", "", 2 * EDGE_MM, 2 * EDGE_MM)
    for at, (x, y) in enumerate(edge(60)):
        spot = place(top, (at + 0.5) / 60)
        assert (spot.x, spot.y) == pytest.approx((x, y))


@BY_NAME
def test_people_sit_evenly_in_the_middle_of_sides(top: Top) -> None:
    middles = [(seat(top, 4, n).x, seat(top, 4, n).y) for n in range(4)]
    half, deep = top.long / 2, top.wide / 2
    assert np.allclose(middles, [(0, -deep), (-half, 0), (0, deep), (half, 0)])
    for people in PEOPLE:
        beside = gap(top, people)
        nearest = min(
            hypot(beside.x - seat(top, people, n).x, beside.y - seat(top, people, n).y)
            for n in range(people)
        )
        assert nearest > 0.4 * 0.9 * (pi / 4) * top.rim / people


@BY_NAME
def test_eyes_are_where_the_issue_measured_from(top: Top) -> None:
    x, y, z = eye(top, 4, 0)
    assert (x, y, z) == pytest.approx((0, -top.wide / 2 - 360, 450))


def test_a_picture_has_the_pixels_that_are_counted() -> None:
    """Counting by samples and rendering by rays are two ways to one number."""
    lit = Lit(Box((0, 0, 5), (300, 30, 2)), 0.0, 1.0)
    strip = Strip((lit,), (Box((0, -60, 40), (120, 4, 80)),))
    at = (0.0, -700.0, 450.0)
    seen, whole = (
        float(each.sum()) for each in pixels(at, strip, (np.arange(400) + 0.5) / 400, strip.holds)
    )
    assert 0.3 < seen / whole < 0.7
    picture = np.asarray(views.scene(at, [], strip).showing(((255, 0, 255),) * 10), int)
    lit_up = (picture[..., 0] > 150) & (picture[..., 1] < 90)
    # One pixel in the picture's middle, in tenths of a degree each way.
    one = 2 * np.tan(np.radians(views.FIELD / 2)) / views.WIDE / np.radians(0.1)
    assert lit_up.sum() * one**2 == pytest.approx(seen, rel=0.08)


@BY_NAME
@POSES
def test_everybody_sees_the_strip_on_the_rim_and_every_card_place(top: Top, standing: bool) -> None:
    seen = sights.sights(sights.RIM, top, standing=standing)
    assert len(seen) == sum(PEOPLE)
    assert least(seen) >= 0.9
    assert most_hidden(seen) == 0.0
    assert min(min(one.seen) for one in seen) > 800


def test_the_document_says_how_much_of_the_strip_is_seen() -> None:
    worst = {
        top: min(least(sights.sights(sights.RIM, top, standing=each)) for each in (False, True))
        for top in TOPS
    }
    assert worst.pop(ROUND) == pytest.approx(1.0)
    share = f"{min(worst.values()):.0%}"
    text = " ".join((HARDWARE / "SEATS.md").read_text("utf-8").split())
    german = share.replace("%", " %")
    assert f"am runden Tisch ganz, an den anderen vor jedem Platz mindestens {german}." in text
    assert f"whole at the round table, at the others {share} or more before every seat." in text


@pytest.mark.parametrize("top", [top for top in TOPS if not top.round], ids=lambda top: top.en)
@POSES
def test_under_the_rim_only_ones_own_was_seen_and_the_mast_covered_cards(
    top: Top, standing: bool
) -> None:
    four = [s for s in sights.sights(sights.BEFORE, top, standing=standing) if s.people == 4]
    for one in four:
        others = [seen for at, seen in enumerate(one.seen) if at != one.seat]
        assert others == [0.0, 0.0, 0.0]
    assert most_hidden(four) == pytest.approx(2 / 3)
    assert [one.seat for one in four if max(one.hidden) > 0] == [2]


@BY_NAME
def test_a_ring_below_the_camera_is_not_seen_by_whoever_stands(top: Top) -> None:
    assert least(sights.sights(sights.RING, top, standing=True)) == 0.0
    ring, rim = (sights.sights(each, top, standing=False) for each in (sights.RING, sights.RIM))
    assert all(4 * min(a.seen) < min(b.seen) for a, b in zip(ring, rim, strict=True))


def test_forearms_on_the_rim_hide_it_and_are_counted() -> None:
    bare, arms = (sights.sights(each, SQUARE, standing=False) for each in (sights.RIM, sights.ARMS))
    assert least(arms) < 0.5 * least(bare)


@BY_NAME
def test_the_boom_reaches_and_the_column_stands_outside(top: Top) -> None:
    for people in PEOPLE:
        assert furniture.reach(top, people) <= furniture.BOOM_REACH
        column = furniture.floor_stand(top, people, Head(700.0))[0]
        assert isinstance(column, Rod)
        x, y = abs(column.start[0]), abs(column.start[1])
        outside = hypot(x, y) - 300 if top.round else max(x - top.long / 2, y - top.wide / 2)
        assert outside >= furniture.OUT_LEAST * 0.7


def test_a_light_behind_something_is_not_seen() -> None:
    strip = furniture.on_rim(ROUND, rails.rail())
    at = eye(ROUND, 4, 0)
    solids = (furniture.tabletop(ROUND),)
    assert all(lights_seen(at, strip, 56, solids))
    wall = Box((0, 150, 100), (600, 4, 200))
    unseen = [n for n, seen in enumerate(lights_seen(at, strip, 56, (*solids, wall))) if not seen]
    assert unseen
    assert all(place(ROUND, (n + 0.5) / 56).y > 0 for n in unseen)
