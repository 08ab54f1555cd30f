"""The camera's lamp on a pin: gpiozero's own mock pins show what would be lit."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from engine.text import PlainError
from firmware_bridge.pins.panel import camera_light
from tests.firmware_bridge.pins.boards import no_pi

PIN = 27


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before, gpiozero.Device.pin_factory = gpiozero.Device.pin_factory, MockFactory()
    yield gpiozero.Device.pin_factory
    gpiozero.Device.pin_factory.reset()
    gpiozero.Device.pin_factory = before


def test_the_lamp_is_dark_until_the_camera_is_on(pins: MockFactory) -> None:
    lamp = camera_light(PIN)
    assert lamp is not None
    assert pins.pin(PIN).state == 0
    lamp.on()
    assert pins.pin(PIN).state == 1
    lamp.off()
    assert pins.pin(PIN).state == 0


def test_without_a_pin_there_is_no_lamp() -> None:
    assert camera_light(None) is None


def test_a_pin_that_is_taken_is_said_plainly(pins: MockFactory) -> None:
    other = gpiozero.LED(PIN)
    with pytest.raises(PlainError, match=r"GPIO 27 cannot be used .*the camera stays off"):
        camera_light(PIN)
    other.close()


def test_a_machine_without_pins_is_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    no_pi(monkeypatch)
    with pytest.raises(PlainError, match=r"not a Raspberry Pi.*the camera stays off"):
        camera_light(PIN)


def test_a_missing_library_is_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(PlainError, match="gpiozero is missing"):
        camera_light(PIN)
