"""WLED's driver against our own chip built to speak Adalight: a real program on a real line."""

from __future__ import annotations

from firmware_bridge.link.owner import LineStrip
from firmware_bridge.strip import Picture
from firmware_bridge.wled import WledDialect
from tests.chip import build
from tests.chip.fixtures import MakeBoard, make_board

__all__ = ["make_board"]

DEADLINE = 60.0


def painted(number: int) -> Picture:
    return tuple(((number * 3 + at) % 32, at % 32, number % 32) for at in range(144))


def test_pictures_reach_the_pin_and_are_read_back(make_board: MakeBoard) -> None:
    chip = make_board(build.ADALIGHT)
    strip = LineStrip(144, lambda: (chip.port,), (WledDialect(144),))
    for number in range(3):
        strip.show(painted(number))
        assert strip.settled(DEADLINE), strip.status
        chip.wait_for(painted(number))
    status = strip.status
    assert status.greeting is not None
    assert status.greeting.firmware == "mehrkopf-adalight"
    assert status.counters.mismatched == 0
    strip.close()
    chip.wait_for(((0, 0, 0),) * 144, after=3)
