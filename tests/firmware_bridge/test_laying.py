from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.strip import (
    LOWER_RIGHT,
    LaidStrip,
    Look,
    Picture,
    Rgb,
    SimulatedStrip,
    segment,
)

RED: Rgb = (255, 0, 0)


def numbered(count: int) -> Picture:
    return tuple((number % 256, number // 256, 1) for number in range(count))


def laid(picture: Picture, zero_at: float, *, clockwise: bool = True) -> Picture:
    real = SimulatedStrip(len(picture))
    LaidStrip(real, zero_at, clockwise=clockwise).show(picture)
    return real.picture


def test_a_strip_laid_as_it_is_painted_stays_as_it_is() -> None:
    assert laid(numbered(60), LOWER_RIGHT) == numbered(60)
    assert laid(numbered(60), LOWER_RIGHT - 360) == numbered(60)


def test_a_strip_that_begins_elsewhere_is_turned() -> None:
    """Light 0 beyond the middle of the upper edge: six degrees a light, from 315 on."""
    assert laid(numbered(60), 183.0) == (*numbered(60)[38:], *numbered(60)[:38])


def test_a_strip_that_runs_the_other_way_is_mirrored() -> None:
    shown = laid(numbered(60), LOWER_RIGHT, clockwise=False)
    assert shown == tuple(reversed(numbered(60)))


@given(st.integers(4, 300), st.floats(-360, 720), st.booleans())
def test_every_light_is_shown_once(lights: int, zero_at: float, clockwise: bool) -> None:
    shown = laid(numbered(lights), zero_at, clockwise=clockwise)
    assert sorted(shown) == sorted(numbered(lights))


@given(st.integers(12, 300), st.floats(0, 359), st.booleans(), st.integers(0, 3))
def test_a_seats_lights_lie_at_the_seat_whatever_way_the_strip_lies(
    lights: int, zero_at: float, clockwise: bool, seat: int
) -> None:
    side = {number % lights for number in segment(Look(lights), 4, seat)}
    picture = tuple(RED if number in side else (0, 0, 0) for number in range(lights))
    shown = laid(picture, zero_at, clockwise=clockwise)
    sign = 1 if clockwise else -1
    for number, colour in enumerate(shown):
        angle = zero_at + sign * (number + 0.5) * 360 / lights
        apart = abs((angle - 90 * seat + 180) % 360 - 180)
        if colour == RED:
            assert apart <= 45 + 360 / lights
        else:
            assert apart >= 45 - 360 / lights


def test_a_picture_of_another_length_is_handed_on() -> None:
    real = SimulatedStrip(4)
    LaidStrip(real, 100.0).show((RED, RED))
    assert real.picture == (RED, RED, (0, 0, 0), (0, 0, 0))


@pytest.mark.parametrize("seats", [2, 3, 4, 7])
def test_even_angles_are_the_same_as_none(seats: int) -> None:
    angles = tuple(360 * seat / seats for seat in range(seats))
    for seat in range(seats):
        told = segment(Look(60, seat_angles=angles), seats, seat)
        assert abs(told.start - segment(Look(60), seats, seat).start) <= 1


def test_a_seat_lies_where_it_was_said_to_lie() -> None:
    """Three people at one end of a long table and one alone."""
    look = Look(72, seat_angles=(315.0, 0.0, 45.0, 180.0))
    sides = [segment(look, 4, seat) for seat in range(4)]
    assert [len(side) for side in sides] == [18, 9, 18, 27]
    assert sides[1] == range(5, 14)
    lit = [light % 72 for side in sides for light in side]
    assert sorted(lit) == list(range(72))


@given(st.lists(st.floats(0, 359.9), min_size=2, max_size=7, unique=True), st.integers(40, 200))
def test_however_people_sit_every_light_belongs_to_one_of_them(
    angles: list[float], lights: int
) -> None:
    look = Look(lights, seat_angles=tuple(angles))
    lit = [light % lights for n in range(len(angles)) for light in segment(look, len(angles), n)]
    assert set(lit) == set(range(lights))
    # Two people on one spot share the one light that each of them has at least.
    assert len(lit) - lights <= len(angles)


def test_angles_of_other_people_are_let_be() -> None:
    look = Look(60, seat_angles=(0.0, 90.0))
    assert segment(look, 4, 2) == segment(Look(60), 4, 2)
