from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.buttons import Button
from kiosk.box.buttons import AGAIN_S, TOGETHER_S, ButtonPress, Presses


def test_a_press_counts_once_nothing_more_can_belong_to_it() -> None:
    presses = Presses()
    assert presses.due is None
    presses.press(Button.CONFIRM, 10.0)
    assert presses.due == 10.0 + TOGETHER_S
    assert presses.take(10.0) is None
    assert presses.take(10.0 + TOGETHER_S) == ButtonPress(Button.CONFIRM, 10.0)
    assert presses.take(99.0) is None


def test_a_second_press_of_a_bouncing_finger_is_let_pass() -> None:
    presses = Presses()
    presses.press(Button.NEXT_DEAL, 0.0)
    presses.press(Button.NEXT_DEAL, 0.1)
    assert presses.take(TOGETHER_S) == ButtonPress(Button.NEXT_DEAL, 0.0)
    presses.press(Button.NEXT_DEAL, AGAIN_S - 0.01)
    assert presses.due is None
    presses.press(Button.NEXT_DEAL, AGAIN_S)
    assert presses.take(AGAIN_S + TOGETHER_S) == ButtonPress(Button.NEXT_DEAL, AGAIN_S)


def test_an_elbow_on_several_buttons_does_nothing_and_is_told() -> None:
    presses = Presses()
    for number, button in enumerate((Button.NEXT_DEAL, Button.CONFIRM, Button.MUTE)):
        presses.press(button, 0.1 * number)
    assert presses.take(0.2 + TOGETHER_S) == ButtonPress(None, 0.0)
    assert presses.take(99.0) is None


@given(st.lists(st.tuples(st.sampled_from(Button), st.floats(0, 1)), max_size=40))
def test_no_button_ever_counts_twice_in_a_hurry_nor_late(given: list[tuple[Button, float]]) -> None:
    """Whatever is pressed: what counts was pressed, in order, and each button only now and then."""
    presses, now, counted, pressed = Presses(), 0.0, [], set()
    for button, pause in given:
        until = now + pause
        while (due := presses.due) is not None and due <= until:
            press = presses.take(due)
            assert press is not None
            counted.append(press)
        now = until
        presses.press(button, now)
        pressed.add((button, now))
    if presses.due is not None:
        last = presses.take(presses.due)
        assert last is not None
        counted.append(last)
    for earlier, later in itertools.pairwise(counted):
        assert earlier.at < later.at
        if earlier.button is not None and earlier.button is later.button:
            assert later.at - earlier.at >= AGAIN_S
    assert all(press.button is None or (press.button, press.at) in pressed for press in counted)
