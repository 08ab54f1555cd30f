"""Button events of the controller: acknowledged, and told once."""

from __future__ import annotations

import queue

from firmware_bridge.buttons import Button
from firmware_bridge.link.owner import LineStrip
from firmware_bridge.link.status import LineState
from tests.chip.wire import Frame
from tests.firmware_bridge.link import fake_chip
from tests.firmware_bridge.link.asked import Join
from tests.firmware_bridge.link.fake_chip import DEADLINE, FakeChip


def presses(join: Join) -> tuple[LineStrip, queue.Queue[Button]]:
    told: queue.Queue[Button] = queue.Queue()
    strip = join(listener=told.put)
    assert strip.wait(lambda status: status.state is LineState.CONNECTED, DEADLINE), strip.status
    return strip, told


def test_presses_are_acknowledged_and_told_once(chip: FakeChip, join: Join) -> None:
    _, told = presses(join)
    for number, (button, what) in enumerate(
        [(1, 1), (1, 0), (2, 1), (3, 1), (0, 1), (0, 2), (0, 0), (1, 2)], start=1
    ):
        for _ in range(3):
            chip.press(number, button, what)
        assert chip.until(lambda number=number: chip.seen.count(number) == 3)  # type: ignore[misc]
    assert [told.get(timeout=DEADLINE) for _ in range(4)] == [
        Button.NEXT_DEAL,
        Button.CONFIRM,
        Button.MUTE,
        Button.UNDO,
    ]
    assert told.empty()


def test_a_press_of_long_ago_is_not_acted_on(chip: FakeChip, join: Join) -> None:
    _, told = presses(join)
    chip.press(1, 2, 1, age_ms=2001)
    chip.press(2, 3, 1, age_ms=2000)
    assert told.get(timeout=DEADLINE) is Button.MUTE
    assert told.empty()
    assert chip.until(lambda: chip.seen == [1, 2])


def test_numbers_of_events_begin_anew_with_each_greeting(chip: FakeChip, join: Join) -> None:
    strip, told = presses(join)
    chip.press(1, 2, 1)
    assert told.get(timeout=DEADLINE) is Button.CONFIRM
    chip.reset()
    assert strip.wait(lambda status: status.counters.greeted == 2, DEADLINE)
    chip.press(1, 3, 1)
    assert told.get(timeout=DEADLINE) is Button.MUTE


def test_a_button_nobody_knows_and_a_broken_event_are_let_pass(chip: FakeChip, join: Join) -> None:
    _, told = presses(join)
    chip.press(1, 9, 1)
    chip.say(Frame(fake_chip.BUTTON, 2, b"\1"))
    chip.press(3, 1, 1)
    assert told.get(timeout=DEADLINE) is Button.NEXT_DEAL
    assert told.empty()
