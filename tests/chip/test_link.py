"""The real host (`firmware_bridge.link`) talks to the real program, and the pin is looked at."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.buttons import Button
from firmware_bridge.link.controller import ControllerDialect
from firmware_bridge.link.owner import LineStrip
from firmware_bridge.link.status import LineState, StripStatus
from tests.chip import wire
from tests.chip.board import PATIENCE, Board, Picture
from tests.chip.fixtures import MakeBoard

MakeStrip = Callable[..., LineStrip]
LEDS = 60
DARK = ((0, 0, 0),) * 144


def fail_safe(leds: int) -> Picture:
    return (wire.FAIL_SAFE, *DARK[: leds - 1])


def some_picture(rng: random.Random, leds: int = LEDS) -> Picture:
    return tuple((rng.randrange(40), rng.randrange(40), rng.randrange(40)) for _ in range(leds))


def asked_for(*pictures: Picture) -> set[Picture]:
    """Return what may be seen: what was asked for, and what the chip shows of itself."""
    leds = len(pictures[0])
    return {*pictures, fail_safe(144), fail_safe(leds), DARK, DARK[:leds]}


class Presses:
    """A listener, and those who wait for it."""

    def __init__(self) -> None:
        self._came = threading.Condition()
        self.all: list[Button] = []

    def __call__(self, button: Button) -> None:
        with self._came:
            self.all.append(button)
            self._came.notify_all()

    def wait_for(self, count: int) -> list[Button]:
        with self._came:
            assert self._came.wait_for(lambda: len(self.all) >= count, PATIENCE), self.all
            return list(self.all)


@pytest.fixture
def make_strip() -> Iterator[MakeStrip]:
    made: list[LineStrip] = []

    def make(port: str, leds: int = LEDS, listener: Presses | None = None) -> LineStrip:
        made.append(LineStrip(leds, lambda: (port,), (ControllerDialect(leds, listener),)))
        return made[-1]

    yield make
    for strip in made:
        strip.close()


def reached(strip: LineStrip, wanted: Callable[[StripStatus], bool]) -> StripStatus:
    assert strip.wait(wanted, PATIENCE), strip.status
    return strip.status


def stop_in_mid_picture(board: Board, strip: LineStrip, picture: Picture) -> None:
    """Let a picture be shown, and time stand still with half of it in the chip."""
    before = board.freeze().received
    strip.show(picture)
    board.until(before + 3 * len(picture) // 2)
    assert picture not in board.pictures


def test_what_is_shown_is_on_the_pin(board: Board, make_strip: MakeStrip) -> None:
    strip = make_strip(board.port)
    rng = random.Random(1)
    wanted = [some_picture(rng) for _ in range(4)]
    for picture in wanted:
        strip.show(picture)
        board.wait_for(picture)
    status = strip.status
    assert (status.state, status.driver) == (LineState.CONNECTED, "mehrkopf")
    assert set(board.pictures) <= asked_for(*wanted)
    seen = len(board.lit)
    strip.show(())
    board.wait_for(DARK[:LEDS], after=seen)


def test_the_four_buttons_are_heard_and_undo_wants_to_be_held(
    board: Board, make_strip: MakeStrip
) -> None:
    presses = Presses()
    strip = make_strip(board.port, listener=presses)
    reached(strip, lambda status: status.state is LineState.CONNECTED)
    for number in (1, 2, 3):
        board.press(number)
        presses.wait_for(number)
        board.release(number)
    board.freeze()
    board.press(0)
    board.skip(400)
    board.release(0)
    board.skip(100)
    board.press(0)
    board.skip(1100)
    board.go()
    heard = presses.wait_for(4)
    board.release(0)
    assert heard == [Button.NEXT_DEAL, Button.CONFIRM, Button.MUTE, Button.UNDO]


def test_nothing_but_asked_for_pictures_with_flipped_bits(
    board: Board, make_strip: MakeStrip
) -> None:
    """0.2 % of all bits on the line are flipped, both ways."""
    leds = 24
    rng = random.Random(2)
    strip = make_strip(board.port, leds)
    reached(strip, lambda status: status.state is LineState.CONNECTED)
    board.order("seed 3")
    board.order("noise 2000 2000")
    wanted = []
    while board.state().flipped < 60:
        wanted.append(some_picture(rng, leds))
        strip.show(wanted[-1])
        board.wait_for(wanted[-1])
    board.order("noise 0 0")
    counters = strip.status.counters
    assert counters.retransmitted > 0
    assert set(board.pictures) <= asked_for(*wanted)


@pytest.mark.parametrize("boot_ms", [None, 250], ids=["at once", "after its boot loader"])
def test_unplugged_in_mid_picture_and_plugged_in_again(
    make_board: MakeBoard, make_strip: MakeStrip, tmp_path: Path, boot_ms: int | None
) -> None:
    link = tmp_path / "strip"
    rng = random.Random(4)
    first, second = some_picture(rng), some_picture(rng)
    board = make_board(link=link, boot_ms=boot_ms)
    strip = make_strip(str(link))
    strip.show(first)
    board.wait_for(first)
    stop_in_mid_picture(board, strip, second)
    board.unplug()
    assert set(board.pictures) <= asked_for(first, second)
    reached(strip, lambda status: status.state is not LineState.CONNECTED)
    again = make_board(link=link, boot_ms=boot_ms)
    again.wait_for(second)
    assert set(again.pictures) <= asked_for(second)
    status = reached(strip, lambda status: status.state is LineState.CONNECTED)
    assert status.counters.lost >= 1


def test_a_reset_in_mid_picture_is_mended(board: Board, make_strip: MakeStrip) -> None:
    rng = random.Random(5)
    wanted = [some_picture(rng) for _ in range(4)]
    strip = make_strip(board.port)
    strip.show(wanted[0])
    board.wait_for(wanted[0])
    for picture in wanted[1:]:
        stop_in_mid_picture(board, strip, picture)
        board.order("reset")
        board.go()
        board.wait_for(picture)
    counters = strip.status.counters
    assert counters.resets + counters.lost >= 3, "each was noticed"
    assert set(board.pictures) <= asked_for(*wanted)


def test_a_strip_that_slept_gets_its_picture_back(board: Board, make_strip: MakeStrip) -> None:
    """The chip's three seconds pass at once: for it the host fell silent."""
    picture = some_picture(random.Random(6))
    strip = make_strip(board.port)
    strip.show(picture)
    seen = board.wait_for(picture)
    board.skip(3200)
    board.wait_for(fail_safe(LEDS))
    back = board.wait_for(lambda one: one == picture, after=len(board.lit))
    assert back.cycle > seen.cycle
