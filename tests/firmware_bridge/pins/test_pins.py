"""Buttons, status light and buzzer on gpiozero's mock board; bouncing is the guest's to prove."""

from __future__ import annotations

import os
import queue
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from engine.text import PlainError
from firmware_bridge.buttons import Button
from firmware_bridge.pins import __main__ as program
from firmware_bridge.pins import panel
from firmware_bridge.pins import panel as status
from firmware_bridge.pins.gpio import RESERVED, Pins, check_pins, free_pins
from firmware_bridge.pins.panel import (
    ALERT,
    BLINK_S,
    LOUDNESS,
    QUESTION,
    Panel,
    Sounder,
    StatusLight,
)
from tests.firmware_bridge.pins.boards import mock_board, no_lgpio, no_pi

DEADLINE = 30
PINS = Pins(camera=13)
HELD_S = 0.2
"""Instead of the second that a finger holds undo."""


@pytest.fixture
def board() -> Iterator[MockFactory]:
    with mock_board() as mocked:
        yield mocked


@pytest.fixture
def heard(board: MockFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[queue.Queue[Button]]:
    monkeypatch.setattr(panel, "HOLD_S", HELD_S)
    presses: queue.Queue[Button] = queue.Queue()
    opened = Panel(PINS, presses.put)
    yield presses
    opened.close()


def eventually(true: Callable[[], bool]) -> bool:
    """Wait for a thread of gpiozero's, which tells nobody when it has done something."""
    ends = time.monotonic() + DEADLINE
    while not (done := true()) and time.monotonic() < ends:
        threading.Event().wait(0.005)
    return done


@pytest.mark.parametrize("button", [Button.NEXT_DEAL, Button.CONFIRM, Button.MUTE, Button.CAMERA])
def test_a_press_counts_at_once_and_once(
    board: MockFactory, heard: queue.Queue[Button], button: Button
) -> None:
    pin = board.pin(PINS.of(button))
    pin.drive_low()
    assert heard.get(timeout=DEADLINE) is button
    pin.drive_high()
    pin.drive_low()
    assert heard.get(timeout=DEADLINE) is button
    pin.drive_high()
    assert heard.empty()


def test_undo_counts_once_it_was_held(board: MockFactory, heard: queue.Queue[Button]) -> None:
    pin = board.pin(PINS.of(Button.UNDO))
    pin.drive_low()
    pin.drive_high()
    began = time.monotonic()
    pin.drive_low()
    assert heard.get(timeout=DEADLINE) is Button.UNDO
    assert time.monotonic() - began >= HELD_S * 0.9
    pin.drive_high()
    assert heard.empty(), "the short press before did not count"


def test_undo_is_held_for_a_second() -> None:
    assert panel.HOLD_S == 1.0


def test_the_pins_are_pulled_up_and_debounced(
    board: MockFactory, heard: queue.Queue[Button]
) -> None:
    for button in Button:
        pin = board.pin(PINS.of(button))
        assert (pin.pull, pin.bounce) == ("up", panel.BOUNCE_S)


def test_a_button_that_is_left_out_takes_no_pin(board: MockFactory) -> None:
    Panel(Pins(undo=None, next_deal=None, confirm=None, mute=None), lambda _: None).close()
    assert board.pins == {}


def test_a_pin_that_is_taken_is_said_and_the_others_are_let_go(board: MockFactory) -> None:
    other = gpiozero.LED(PINS.mute)
    with pytest.raises(PlainError, match=r"GPIO 26 cannot be used .already in use") as told:
        Panel(PINS, lambda _: None)
    assert "die Taste Stumm" in told.value.text.de
    assert "anderen" in told.value.text.de
    other.close()
    Panel(PINS, lambda _: None).close()


@pytest.mark.parametrize(
    "opening", [lambda: Panel(PINS, print), lambda: StatusLight(17), lambda: Sounder(12)]
)
def test_without_lgpio_nothing_is_fallen_back_on(
    monkeypatch: pytest.MonkeyPatch, opening: Callable[[], object]
) -> None:
    no_lgpio(monkeypatch)
    with pytest.raises(PlainError, match=r"lgpio is missing .*apt install python3-gpiozero"):
        opening()
    assert gpiozero.Device.pin_factory is None


def test_without_gpiozero_the_way_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(PlainError, match=r"gpiozero is missing .*remove .pins. from table.toml"):
        Panel(PINS, lambda _: None)


def test_a_machine_without_pins_is_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    no_pi(monkeypatch)
    with pytest.raises(PlainError, match="this is not a Raspberry Pi") as told:
        Panel(PINS, lambda _: None)
    assert "sudo adduser NAME gpio" in told.value.text.de


def test_the_status_light_is_steady_and_blinks_slowly_in_trouble(
    board: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 1 / (2 * BLINK_S) < 3
    monkeypatch.setattr(status, "BLINK_S", 0.05)
    light = StatusLight(PINS.status or 0)
    pin = board.pin(PINS.status)
    assert pin.state == 1
    light.tell(trouble=False)
    pin.clear_states()
    light.tell(trouble=True)
    assert eventually(lambda: pin.state == 0)
    light.tell(trouble=True)
    light.tell(trouble=False)
    assert pin.state == 1
    light.close()
    assert pin.state == 0


def test_the_buzzer_plays_a_sound_quietly_and_ends_silent(board: MockFactory) -> None:
    buzzer = Sounder(PINS.buzzer or 0)
    pin = board.pin(PINS.buzzer)
    pin.clear_states()
    buzzer.play(ALERT)
    tones = [hertz for hertz, _ in ALERT if hertz]
    assert eventually(lambda: len([s for s in pin.states if s.state > 0]) == len(tones))
    assert eventually(lambda: pin.state == 0)
    assert max(state.state for state in pin.states) == LOUDNESS < 0.1
    buzzer.close()


def test_mocked_pins_leave_lgpio_alone_and_real_ones_keep_its_pipes_out_of_the_way(
    board: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Imported, lgpio makes a pipe in the folder the program stands in, unless told otherwise."""
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    monkeypatch.delenv("LG_WD", raising=False)
    Panel(PINS, lambda _: None).close()
    StatusLight(PINS.status or 0).close()
    assert "lgpio" not in sys.modules
    no_pi(monkeypatch)
    with pytest.raises(PlainError):
        Panel(PINS, lambda _: None)
    assert os.environ["LG_WD"] == tempfile.gettempdir()


def test_sounds_are_short() -> None:
    for sound in (QUESTION, ALERT):
        assert sum(seconds for _, seconds in sound) <= 0.4


def test_closing_the_buzzer_does_not_wait_for_a_sound_to_end(board: MockFactory) -> None:
    buzzer = Sounder(PINS.buzzer or 0)
    pin = board.pin(PINS.buzzer)
    buzzer.play(((440, 3600.0),))
    assert eventually(lambda: pin.state > 0)
    for _ in range(5):
        buzzer.play(QUESTION)
    buzzer.close()
    assert not buzzer._thread.is_alive()


def test_the_usual_pins_are_free_and_apart() -> None:
    check_pins(Pins(), {"camera.light_pin": 27})
    assert not {pin for _, pin in Pins().used()} & set(RESERVED)


def test_two_uses_of_one_pin_are_refused() -> None:
    with pytest.raises(PlainError, match="both on GPIO 5") as told:
        check_pins(Pins(confirm=5))
    assert "„pins.confirm“ und „pins.undo“" in told.value.text.de
    with pytest.raises(PlainError, match=r'"camera.light_pin" and "pins.status"'):
        check_pins(Pins(), {"camera.light_pin": 17})


@pytest.mark.parametrize("pin", sorted(RESERVED))
def test_a_pin_that_belongs_to_somebody_else_is_refused(pin: int) -> None:
    with pytest.raises(PlainError, match=f"GPIO {pin}, which belongs to") as told:
        check_pins(Pins(undo=pin))
    assert ", ".join(map(str, free_pins(p for _, p in Pins(undo=pin).used()))) in str(told.value)


def test_the_little_program_tells_presses_and_does_as_it_is_told(
    board: MockFactory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lines() -> Iterator[str]:
        for line, comes_after in orders:
            assert eventually(comes_after)
            yield line

    def press() -> bool:
        board.pin(PINS.confirm).drive_low()
        board.pin(PINS.confirm).drive_high()
        return True

    orders: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("lamp on\n", lambda: True),
        ("question\n", lambda: board.pin(27).state == 1),
        ("nonsense\n", press),
    )
    monkeypatch.setattr(sys, "stdin", lines())
    assert program.main(["--light", "27"]) == 0
    assert capsys.readouterr().out.splitlines() == ["ready", "confirm", "unknown"]


def test_the_little_program_says_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    no_pi(monkeypatch)
    assert program.main([]) == 2
    assert "GPIO-Pins lassen sich nicht öffnen" in capsys.readouterr().err
