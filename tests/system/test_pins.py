"""The buttons, the buzzer and the lamps on a real /dev/gpiochip under gpiozero and lgpio."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firmware_bridge.pins.gpio import Pins
from tests.system.channel import Order
from tests.system.machine import Guest

pytestmark = pytest.mark.system

PINS = Pins()
LAMP = 27
SHORT_S = 0.15
BOUNCE_GAP_S = 0.015
"""Edges further apart than this are presses, no bounce (`firmware_bridge.pins` waits 20 ms). A
machine with too much to do may make such edges of ours; the press is then no sample of any, and
another is made."""
SWINGS, LISTEN_S, SOUNDS = 6, 5.0, 6
"""The buzzer is driven for a sixteenth of a period of 1.5 ms, and looked at as often as a slow
guest can; so few of its swings are seen, and a short sound may pass unseen."""
TRIES = 10
PATIENCE_S = 90.0


@pytest.fixture(scope="module")
def chip(guest: Guest) -> str:
    made: str = guest.call("pins:make")
    return made


@pytest.fixture
def program(guest: Guest, chip: str) -> Iterator[Order]:
    """`python -m firmware_bridge.pins`, ready."""
    running = guest.begin("pins:program", light=LAMP)
    assert running.event("line", PATIENCE_S)["text"] == "ready"
    yield running
    running.say(end=True)
    assert running.result(PATIENCE_S)["status"] == 0


def test_the_chip_is_the_first_one(chip: str) -> None:
    assert chip == "gpiochip0"


@pytest.mark.parametrize("button", ["next_deal", "confirm"])
def test_a_bouncing_press_is_one_press(guest: Guest, program: Order, button: str) -> None:
    for _ in range(TRIES):
        pressed = guest.call("pins:press", pin=getattr(PINS, button), hold_s=SHORT_S, bounces=True)
        # Whatever the bounce had added stands before this.
        guest.call("pins:press", pin=PINS.mute, hold_s=SHORT_S, bounces=False)
        counted = list(iter(lambda: program.event("line", PATIENCE_S)["text"], "mute"))
        if pressed["gap"] < BOUNCE_GAP_S:
            assert counted == [button]
            return
    pytest.fail(f"the machine is too busy to bounce: {pressed}")


def test_undo_counts_only_when_held(guest: Guest, program: Order) -> None:
    touched = guest.call("pins:press", pin=PINS.undo, hold_s=SHORT_S, bounces=False)
    assert touched["held"] < 0.9, "the machine is too busy for a short press"
    guest.call("pins:press", pin=PINS.next_deal, hold_s=SHORT_S, bounces=False)
    assert program.event("line", PATIENCE_S)["text"] == "next_deal"
    guest.call("pins:down", pin=PINS.undo)
    assert program.event("line", PATIENCE_S)["text"] == "undo"
    guest.call("pins:up", pin=PINS.undo)
    guest.call("pins:press", pin=PINS.confirm, hold_s=SHORT_S, bounces=False)
    assert program.event("line", PATIENCE_S)["text"] == "confirm"


def test_lamps_and_buzzer_are_driven(guest: Guest, program: Order) -> None:
    guest.call("pins:wait_for", pin=PINS.status, value=1)
    program.say(line="trouble")
    assert guest.call("pins:swings", pin=PINS.status, times=4, within=PATIENCE_S) == 4
    program.say(line="ok")
    guest.call("pins:wait_for", pin=PINS.status, value=1)
    for word, value in (("lamp on", 1), ("lamp off", 0)):
        program.say(line=word)
        guest.call("pins:wait_for", pin=LAMP, value=value)
    assert any(heard(guest, program) for _ in range(SOUNDS))
    guest.call("pins:wait_for", pin=PINS.buzzer, value=0)


def heard(guest: Guest, program: Order) -> bool:
    """Sound the alert and look whether the buzzer's pin swings with it."""
    listening = guest.begin("pins:swings", pin=PINS.buzzer, times=SWINGS, within=LISTEN_S)
    listening.event("looking", PATIENCE_S)
    program.say(line="alert")
    return bool(listening.result(PATIENCE_S) == SWINGS)


def test_a_taken_pin_is_said_in_one_sentence(guest: Guest, chip: str) -> None:
    other = guest.begin("pins:hold", pin=PINS.confirm)
    other.event("held", PATIENCE_S)
    running = guest.begin("pins:program", light=LAMP)
    running.event("silent", PATIENCE_S)
    running.say(end=True)
    ended = running.result(PATIENCE_S)
    other.say(go_on=True)
    other.result(PATIENCE_S)
    assert ended["status"] == 2
    german, english = ended["complaint"].strip().splitlines()
    assert "GPIO 16 lässt sich nicht benutzen (wird schon benutzt" in german
    assert "GPIO 16 cannot be used (already in use" in english
