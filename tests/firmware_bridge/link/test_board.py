"""The strip's owner against the controller's own program, on the emulated board."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.buttons import Button
from firmware_bridge.link.controller import ControllerStrip
from firmware_bridge.link.status import LineState
from firmware_bridge.strip import Picture
from firmware_bridge.wled.strip import WledStrip
from tests.chip import build
from tests.chip.board import Board
from tests.chip.fixtures import MakeBoard, board, make_board

__all__ = ["board", "make_board"]

DEADLINE = 60.0


def painted(number: int, lights: int = 60) -> Picture:
    return tuple(((number * 3 + at) % 32, at % 32, number % 32) for at in range(lights))


@pytest.fixture
def strips() -> Iterator[list[ControllerStrip | WledStrip]]:
    made: list[ControllerStrip | WledStrip] = []
    yield made
    for strip in made:
        strip.close()


def test_pictures_reach_the_pin_and_nothing_else_does(
    board: Board, strips: list[ControllerStrip | WledStrip]
) -> None:
    strip = ControllerStrip(60, lambda: (board.port,))
    strips.append(strip)
    asked = [painted(number) for number in range(20)]
    for picture in asked:
        strip.show(picture)
        assert strip.settled(DEADLINE), strip.status
    board.wait_for(asked[-1])
    full = [picture for picture in board.pictures if len(picture) == 60 and any(map(any, picture))]
    assert full == asked
    assert strip.status.counters.retransmitted <= 1
    assert board.state().lost == 0


def test_with_bits_flipped_only_asked_pictures_reach_the_pin(
    board: Board, strips: list[ControllerStrip | WledStrip]
) -> None:
    strip = ControllerStrip(60, lambda: (board.port,))
    strips.append(strip)
    strip.show(painted(0))
    assert strip.settled(DEADLINE)
    seen = len(board.pictures)
    board.order("noise 2000 2000")
    asked = [painted(number) for number in range(1, 6)]
    for picture in asked:
        strip.show(picture)
        assert strip.settled(DEADLINE), strip.status
    board.order("noise 0 0")
    board.wait_for(asked[-1])
    assert set(board.pictures[seen:]) <= set(asked)
    assert board.state().flipped > 0
    assert strip.status.counters.retransmitted > 0


def test_pulled_out_and_plugged_in_again(
    make_board: MakeBoard, tmp_path: Path, strips: list[ControllerStrip | WledStrip]
) -> None:
    link = tmp_path / "mehrkopf-strip"
    first = make_board(link=link, boot_ms=300)
    strip = ControllerStrip(144, lambda: (str(link),) if link.exists() else ())
    strips.append(strip)
    strip.show(painted(1, 144))
    assert strip.settled(DEADLINE)
    first.unplug()
    assert strip.wait(lambda status: status.state is not LineState.CONNECTED, DEADLINE)
    strip.show(painted(2, 144))
    second = make_board(link=link, boot_ms=300)
    assert strip.settled(DEADLINE), strip.status
    second.wait_for(painted(2, 144))


def test_its_buttons_are_the_tables_buttons(
    board: Board, strips: list[ControllerStrip | WledStrip]
) -> None:
    told: queue.Queue[Button] = queue.Queue()
    strip = ControllerStrip(60, lambda: (board.port,), listener=told.put)
    strips.append(strip)
    strip.show(painted(1))
    assert strip.settled(DEADLINE)
    board.press(2)
    assert told.get(timeout=DEADLINE) is Button.CONFIRM
    board.release(2)
    board.press(0)
    assert told.get(timeout=DEADLINE) is Button.UNDO
    assert told.empty()


def test_wleds_driver_against_our_own_chip_that_speaks_adalight(
    make_board: MakeBoard, strips: list[ControllerStrip | WledStrip]
) -> None:
    chip = make_board(build.ADALIGHT)
    strip = WledStrip(144, lambda: (chip.port,))
    strips.append(strip)
    for number in range(3):
        strip.show(painted(number, 144))
        assert strip.settled(DEADLINE), strip.status
        chip.wait_for(painted(number, 144))
    assert strip.status.greeting is not None
    assert strip.status.greeting.firmware == "mehrkopf-adalight"
    assert strip.status.counters.mismatched == 0
