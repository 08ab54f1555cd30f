"""The strip's owner against a controller on a pseudo terminal: nothing but asked pictures, ever."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from firmware_bridge.choose import Driver, StripWish, open_strip
from firmware_bridge.link import words as w
from firmware_bridge.link.controller import ControllerDialect
from firmware_bridge.link.owner import CLOSE_WITHIN, LineStrip
from firmware_bridge.link.port import Bell, LineLostError, Wire
from firmware_bridge.link.status import LineState
from tests.chip.wire import Frame
from tests.firmware_bridge.link import fake_chip
from tests.firmware_bridge.link.asked import Join, as_bytes, painted, shows
from tests.firmware_bridge.link.fake_chip import DEADLINE, FakeChip


def test_a_picture_arrives_and_the_status_says_who_took_it(chip: FakeChip, join: Join) -> None:
    strip = join()
    shows(strip, chip, painted(1))
    status = strip.status
    assert status.driver == "mehrkopf"
    assert status.state is LineState.CONNECTED
    assert status.port == str(chip.name)
    assert status.greeting is not None
    assert status.greeting.firmware == "1.7"
    assert (status.greeting.lights, status.greeting.cap_ma) == (60, 2000)
    assert status.greeting.cause == w.CAUSES["line"]
    assert status.trouble is None
    assert (status.counters.pictures, status.counters.greeted, status.counters.opened) == (1, 1, 1)
    assert 0 < status.counters.picture_ms <= status.counters.picture_worst_ms


@pytest.mark.parametrize("lights", [4, 63, 64, 65, 144])
def test_every_length_of_strip(chip: FakeChip, join: Join, lights: int) -> None:
    strip = join(lights)
    for number in range(3):
        shows(strip, chip, painted(number, lights))


def test_what_is_in_its_memory_already_is_not_sent_again(chip: FakeChip, join: Join) -> None:
    strip = join(144)
    picture = painted(3, 144)
    shows(strip, chip, picture)
    before = len(chip.heard)
    shows(strip, chip, (*picture[:100], (1, 2, 3), *picture[101:]))
    assert [frame.kind for frame in chip.heard[before:]] == [fake_chip.PIXELS, fake_chip.SHOW]


def test_too_short_and_too_long_pictures_are_fitted(chip: FakeChip, join: Join) -> None:
    strip = join(8)
    shows(strip, chip, painted(5, 8))
    strip.show(painted(6, 3))
    assert strip.settled(DEADLINE)
    assert chip.shown[-1] == as_bytes(painted(6, 3)) + bytes(15)
    strip.show(painted(7, 30))
    assert strip.settled(DEADLINE)
    assert chip.shown[-1] == as_bytes(painted(7, 8))


def test_the_newest_picture_wins_and_no_queue_builds_up(chip: FakeChip, join: Join) -> None:
    strip = join()
    shows(strip, chip, painted(0))
    shown, held, go = len(chip.shown), threading.Event(), threading.Event()

    def hold(frame: Frame) -> None:
        if frame.kind == fake_chip.PIXELS and not held.is_set():
            held.set()
            assert go.wait(DEADLINE)

    chip.on_frame = hold
    strip.show(painted(1))
    assert held.wait(DEADLINE)
    for number in range(2, 200):
        strip.show(painted(number))
    go.set()
    assert strip.settled(DEADLINE)
    assert chip.shown[-1] == as_bytes(painted(199))
    assert set(chip.shown[shown:]) <= {as_bytes(painted(1)), as_bytes(painted(199))}
    assert strip.status.counters.skipped >= 197


def test_a_chip_that_falls_silent_is_found_again(chip: FakeChip, join: Join) -> None:
    strip = join()
    shows(strip, chip, painted(1))
    chip.deaf = True
    strip.show(painted(2))
    assert strip.wait(lambda status: status.trouble is not None, DEADLINE)
    assert strip.status.trouble == w.DUMB.format(port=chip.name)
    chip.deaf = False
    chip.reset(announce=False)
    assert strip.settled(DEADLINE)
    assert chip.shown[-1] == as_bytes(painted(2))
    assert strip.status.trouble is None
    assert strip.status.counters.lost == 1


@pytest.mark.parametrize("announce", [True, False])
def test_the_whole_picture_is_sent_again_after_a_reset(
    chip: FakeChip, join: Join, announce: bool
) -> None:
    strip = join(144)
    shows(strip, chip, painted(1, 144))
    count = len(chip.shown)
    chip.reset(announce=announce)
    assert chip.until(lambda: len(chip.shown) > count)
    assert chip.shown[-1] == as_bytes(painted(1, 144))
    assert strip.wait(lambda _: strip.status.counters.resets == 1, DEADLINE)


@pytest.mark.parametrize("announce", [True, False])
def test_a_reset_in_mid_picture_shows_no_half(chip: FakeChip, join: Join, announce: bool) -> None:
    strip = join(144)
    shows(strip, chip, painted(1, 144))
    pieces: list[Frame] = []

    def reset_once(frame: Frame) -> None:
        if frame.kind == fake_chip.PIXELS:
            pieces.append(frame)
            if len(pieces) == 2:
                chip.reset(announce=announce)

    chip.on_frame = reset_once
    shows(strip, chip, painted(2, 144))
    assert set(chip.shown) == {as_bytes(painted(1, 144)), as_bytes(painted(2, 144))}


def test_a_memory_that_went_wrong_is_written_anew(chip: FakeChip, join: Join) -> None:
    strip = join(144)
    shows(strip, chip, painted(1, 144))
    chip.memory[400] ^= 0x10
    shows(strip, chip, (painted(2, 144)[0], *painted(1, 144)[1:]))
    assert strip.status.counters.repaired == 1


def test_unplugged_and_plugged_in_again_under_another_number(chip: FakeChip, join: Join) -> None:
    strip = join()
    shows(strip, chip, painted(1))
    before = chip.name.readlink()
    chip.pull()
    assert strip.wait(lambda status: status.trouble is not None, DEADLINE)
    assert strip.status.trouble == w.GONE.format(port=chip.name)
    strip.show(painted(2))
    assert strip.wait(lambda status: status.state is LineState.SEARCHING, DEADLINE)
    chip.plug()
    assert chip.name.readlink() != before
    assert strip.settled(DEADLINE)
    assert chip.shown[-1] == as_bytes(painted(2))


def test_unplugged_in_mid_picture(chip: FakeChip, join: Join) -> None:
    strip = join(144)
    shows(strip, chip, painted(1, 144))
    struck = threading.Event()

    def strike(frame: Frame) -> None:
        if frame.kind == fake_chip.PIXELS:
            chip.deaf = True
            struck.set()

    chip.on_frame = strike
    strip.show(painted(2, 144))
    assert struck.wait(DEADLINE)
    chip.pull()
    chip.on_frame, chip.deaf = (lambda frame: None), False
    chip.plug()
    assert strip.settled(DEADLINE)
    assert set(chip.shown) == {as_bytes(painted(1, 144)), as_bytes(painted(2, 144))}


def test_without_a_strip_nothing_is_slow_and_nothing_is_wrong() -> None:
    strip = LineStrip(60, tuple, (ControllerDialect(60),))
    began = time.monotonic()
    for number in range(1000):
        strip.show(painted(number))
    assert strip.wait(lambda status: status.state is LineState.SEARCHING, DEADLINE)
    assert strip.status.trouble is None
    strip.close()
    assert time.monotonic() - began < DEADLINE
    assert strip.status.state is LineState.CLOSED


def test_a_port_that_hangs_holds_up_neither_show_nor_close() -> None:
    hangs, release = threading.Event(), threading.Event()

    def hang(port: str, baud: int, bell: Bell) -> Wire:
        hangs.set()
        release.wait(DEADLINE)
        raise AssertionError("the port was only to hang")

    strip = LineStrip(60, lambda: ("/dev/hangs",), (ControllerDialect(60),), opener=hang)
    assert hangs.wait(DEADLINE)
    began = time.monotonic()
    strip.show(painted(1))
    shown = time.monotonic()
    strip.close()
    closed = time.monotonic()
    assert shown - began < 0.5
    assert closed - shown < CLOSE_WITHIN + 5
    release.set()


def test_closing_a_strip_that_does_not_answer_takes_a_moment_at_most(
    chip: FakeChip, join: Join
) -> None:
    strip = join()
    shows(strip, chip, painted(1))
    chip.deaf = True
    strip.show(painted(2))
    began = time.monotonic()
    strip.close()
    assert time.monotonic() - began < CLOSE_WITHIN + 5
    strip.show(painted(3))
    strip.close()


def test_closing_leaves_the_strip_dark_and_the_port_free(chip: FakeChip, join: Join) -> None:
    strip = join()
    shows(strip, chip, painted(1))
    strip.close()
    assert chip.shown[-1] == bytes(180)
    assert strip.status.state is LineState.CLOSED
    bell = Bell()
    Wire(str(chip.name), 500_000, bell).close()
    bell.close()


def test_the_heartbeat_keeps_the_line(chip: FakeChip, join: Join) -> None:
    strip = join()
    shows(strip, chip, painted(1))
    assert chip.until(lambda: chip.heard[-1].kind == fake_chip.PING)
    assert strip.status.state is LineState.CONNECTED


def test_a_controller_of_another_protocol_is_left_alone(tmp_path: Path) -> None:
    chip = FakeChip(tmp_path / "strip", version=2)
    strip = LineStrip(60, lambda: (str(chip.name),), (ControllerDialect(60),))
    assert strip.wait(lambda status: status.trouble is not None, DEADLINE)
    assert strip.status.trouble == w.OTHER_VERSION.format(port=chip.name, theirs=2, ours=1)
    strip.close()
    assert {frame.kind for frame in chip.heard} == {fake_chip.HELLO}
    chip.close()


def test_more_lights_than_it_can(chip: FakeChip, join: Join) -> None:
    strip = join(200)
    assert strip.wait(lambda status: status.trouble is not None, DEADLINE)
    assert strip.status.trouble == w.TOO_MANY.format(port=chip.name, most=144, lights=200)


def test_where_anything_may_answer_ours_says_that_it_has_too_few(chip: FakeChip) -> None:
    """The refusal is not hidden by a WLED that is then looked for in vain at the same port."""
    strip = open_strip(StripWish(Driver.AUTO, str(chip.name), lights=200))
    assert strip is not None
    too_many = w.TOO_MANY.format(port=chip.name, most=144, lights=200)
    assert strip.wait(lambda status: status.trouble == too_many, DEADLINE)
    opened = strip.status.counters.opened
    assert strip.wait(lambda status: status.counters.opened > opened, DEADLINE)
    assert strip.status.trouble == too_many
    strip.close()
    assert {frame.kind for frame in chip.heard} == {fake_chip.HELLO}


def test_two_programs_do_not_share_a_strip(chip: FakeChip, join: Join) -> None:
    first = join()
    assert first.wait(lambda status: status.state is LineState.CONNECTED, DEADLINE)
    second = join()
    assert second.wait(lambda status: status.trouble is not None, DEADLINE)
    assert second.status.trouble == w.BUSY.format(port=chip.name)
    assert first.status.state is LineState.CONNECTED


def test_a_guessed_port_where_nobody_answers_is_left_alone_until_it_is_unplugged() -> None:
    tried: list[str] = []
    there: list[tuple[str, ...]] = [("/dev/a", "/dev/b"), ("/dev/a", "/dev/b"), ("/dev/b",)]
    asked = threading.Event()

    def ports() -> tuple[str, ...]:
        if len(there) > 1:
            return there.pop(0)
        asked.set()
        return ("/dev/a", "/dev/b")

    def refuses(port: str, baud: int, bell: Bell) -> Wire:
        tried.append(port)
        raise LineLostError(w.BUSY.format(port=port))

    dialect = ControllerDialect(8)
    strip = LineStrip(8, ports, (dialect,), refuses, leave_alone=3600.0)
    assert asked.wait(DEADLINE)
    strip.close()
    assert tried[:2] == ["/dev/a", "/dev/b"]
    assert set(tried[2:]) <= {"/dev/a"}, "only what was gone meanwhile is tried again"


def test_a_mistake_of_ours_is_told_and_tried_again(
    chip: FakeChip, caplog: pytest.LogCaptureFixture
) -> None:
    calls: list[int] = []

    def ports() -> tuple[str, ...]:
        calls.append(1)
        if len(calls) == 1:
            raise RuntimeError("a mistake")
        return (str(chip.name),)

    strip = LineStrip(8, ports, (ControllerDialect(8),))
    strip.show(painted(1, 8))
    assert strip.settled(DEADLINE)
    assert "the strip's line failed" in caplog.text
    strip.close()
