from kiosk.web.stage import Bar, bars, on_screen

RED = (255, 0, 0)
BLUE = (0, 0, 255)
DARK = (0, 0, 0)


def test_light_zero_lies_at_the_right_end_of_the_lower_side() -> None:
    assert bars((RED, *[DARK] * 39)) == (Bar("bottom", 90.0, 10.0, "#ff0000"),)


def test_the_strip_runs_clockwise_seen_from_above() -> None:
    sides = [bars(tuple(RED if n == lit else DARK for n in range(4)))[0].side for lit in range(4)]
    assert sides == ["bottom", "left", "top", "right"]


def test_the_left_side_is_climbed_and_the_right_side_descended() -> None:
    left = bars((*[DARK] * 10, RED, *[DARK] * 29))[0]
    right = bars((*[DARK] * 30, RED, *[DARK] * 9))[0]
    assert (left.side, left.start) == ("left", 90.0)
    assert (right.side, right.start) == ("right", 0.0)


def test_neighbours_of_one_colour_are_one_bar_and_unlit_lights_none() -> None:
    drawn = bars((RED, RED, BLUE, DARK) * 4)
    assert [(bar.length, bar.colour) for bar in drawn[:2]] == [(50.0, "#ff0000"), (25.0, "#0000ff")]
    assert len(drawn) == 8


def test_a_strip_whose_lights_do_not_divide_by_four_is_cut_at_the_corners() -> None:
    drawn = bars((RED,) * 6)
    assert [bar.side for bar in drawn] == ["bottom", "left", "top", "right"]
    assert all((bar.start, bar.length) == (0.0, 100.0) for bar in drawn)


def test_no_strip_draws_nothing() -> None:
    assert bars(()) == ()


def test_a_dimmed_light_keeps_its_colour_and_is_still_seen() -> None:
    red, green, blue = on_screen((30, 80, 96))
    assert blue > 150
    assert abs(red / blue - 30 / 96) < 0.01
    assert abs(green / blue - 80 / 96) < 0.01


def test_full_power_and_darkness_stay_as_they_are() -> None:
    assert [on_screen(colour) for colour in (RED, DARK)] == [RED, DARK]
