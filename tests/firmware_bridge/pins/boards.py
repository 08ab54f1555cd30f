"""Pins for tests: gpiozero's own mock board, and machines that lack something."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

import gpiozero
import pytest
from gpiozero.exc import PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPWMPin


@contextmanager
def mock_board() -> Iterator[MockFactory]:
    """Put the mock board in the place of the real pins; `bounce_time` has no effect on it."""
    before = gpiozero.Device.pin_factory
    board = gpiozero.Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    try:
        yield board
    finally:
        board.reset()
        gpiozero.Device.pin_factory = before


def no_pi(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this a machine whose pins lgpio cannot find, with or without a real lgpio here."""

    class LGPIOFactory:
        def __init__(self) -> None:
            raise PinUnknownPi("unable to locate Pi revision")

    known = ModuleType("gpiozero.pins.lgpio")
    known.LGPIOFactory = LGPIOFactory  # type: ignore[attr-defined]
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", known)


def no_lgpio(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this a machine without lgpio."""
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
