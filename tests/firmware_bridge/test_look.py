from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware_bridge.strip import BLACK, Canvas, Look, dimmed, milliamps, segment

colours = st.tuples(*[st.integers(0, 255)] * 3)
pictures = st.lists(colours, min_size=4, max_size=300)


def test_four_seats_share_the_strip_clockwise_from_light_nought() -> None:
    assert [segment(Look(60), 4, seat) for seat in range(4)] == [
        range(15),
        range(15, 30),
        range(30, 45),
        range(45, 60),
    ]


def test_a_narrow_segment_lies_in_the_middle_of_the_side() -> None:
    assert segment(Look(60), 4, 1, share=0.6) == range(18, 27)


@given(st.integers(4, 300), st.integers(2, 7), st.floats(0.1, 1))
@example(36, 5, 1.0)
def test_no_two_seats_share_a_light(lights: int, seats: int, share: float) -> None:
    if lights < seats:
        return
    lit = [
        light % lights
        for seat in range(seats)
        for light in segment(Look(lights), seats, seat, share)
    ]
    if lights >= 2 * seats:
        assert len(lit) == len(set(lit))
    assert all(len(segment(Look(lights), seats, seat, share)) >= 1 for seat in range(seats))


@given(pictures, st.floats(0, 1), st.booleans(), st.floats(10, 5000))
def test_no_picture_is_brighter_or_hungrier_than_allowed(
    picture: list[tuple[int, int, int]], brightness: float, night: bool, supply: float
) -> None:
    shown = dimmed(picture, Look(len(picture), brightness, night, supply))
    assert len(shown) == len(picture)
    assert max(max(colour) for colour in shown) <= 255 * brightness * (0.25 if night else 1)
    assert milliamps(shown) <= supply + 1e-6


def test_full_white_is_dimmed_to_what_the_supply_gives() -> None:
    shown = dimmed([(255, 255, 255)] * 60, Look(60, brightness=1.0, milliamps=1800))
    assert milliamps([(255, 255, 255)] * 60) == pytest.approx(3600)
    assert milliamps(shown) == pytest.approx(1800, rel=0.01)


@pytest.mark.parametrize(
    "wrong", [{"lights": 3}, {"lights": 301}, {"brightness": 1.1}, {"milliamps": 0}]
)
def test_a_look_out_of_range_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=str(next(iter(wrong.values())))):
        Look(**wrong)  # type: ignore[arg-type]


def test_paint_wraps_round_the_strip_and_covers_what_was_there() -> None:
    canvas = Canvas(4)
    canvas.fill((9, 9, 9), every=2)
    canvas.paint(range(3, 5), (200, 0, 0))
    assert canvas.finish(Look(4, brightness=1.0)) == ((200, 0, 0), BLACK, (9, 9, 9), (200, 0, 0))
