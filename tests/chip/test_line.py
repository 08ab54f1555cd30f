"""The serial line: greeting, buttons, silence, watchdog, noise, wrong rate, resets, plugs."""

from __future__ import annotations

import random
import re
import subprocess

import pytest

from tests.chip import wire
from tests.chip.board import Board
from tests.chip.build import CONTROLLER
from tests.chip.client import Client
from tests.chip.fixtures import MakeBoard
from tests.chip.wire import Frame, Kind, Reason

POWER_ON, RESET_LINE, WATCHDOG = 1, 2, 8
UNDO, NEXT_DEAL, CONFIRM, MUTE = range(4)
RELEASED, PRESSED, HELD = range(3)


def test_the_greeting_says_who_is_there(board: Board) -> None:
    with Client(board.port) as host:
        welcome = host.hello(60, cap_ma=1500)
        assert (welcome.version, welcome.max_leds, welcome.leds) == (1, 144, 60)
        assert (welcome.cap_ma, welcome.reset_cause, welcome.greetings) == (1500, POWER_ON, 0)
        again = host.hello(60)
        assert again.cap_ma == 2000
        assert again.greetings >= 1
        assert host.ask(wire.hello(9, 145)) == Frame(Kind.NAK, 9, bytes([1, Reason.RANGE]))
        host.aside.clear()
        assert host.ask(wire.hello(9, 60, version=2)).payload[1] == Reason.VERSION
        (told,) = host.wait_aside(Kind.WELCOME, seq=0)
        assert told.payload[0] == 1, "its own version, unasked"


def test_a_press_arrives_once_and_a_bounce_not_at_all(board: Board) -> None:
    with Client(board.port) as host:
        host.hello(60)
        board.order(f"bounce {CONFIRM} 9 700")
        board.skip(100)
        host.ping()
        assert [f for f in host.aside if f.kind == Kind.BUTTON] == []
        board.order(f"bounce {CONFIRM} 8 700")
        board.press(CONFIRM)
        (pressed,) = host.wait_aside(Kind.BUTTON)
        assert (pressed.seq, *pressed.payload[:2]) == (1, CONFIRM, PRESSED)
        host.aside.clear()
        again = host.wait_aside(Kind.BUTTON)[0]
        assert (again.seq, again.payload[:2]) == (1, pressed.payload[:2]), "until it is seen"
        host.write(wire.encode(Frame(Kind.SEEN, 1)))
        board.release(CONFIRM)
        while (newest := host.wait_aside(Kind.BUTTON)[0]).seq == 1:
            host.aside.clear()
        assert (newest.seq, *newest.payload[:2]) == (2, CONFIRM, RELEASED)


@pytest.mark.parametrize("button", [UNDO, NEXT_DEAL, CONFIRM, MUTE])
def test_each_button_has_its_number_and_holding_is_timed_by_the_chip(
    board: Board, button: int
) -> None:
    with Client(board.port) as host:
        host.hello(60)
        board.press(button)
        (pressed,) = host.wait_aside(Kind.BUTTON)
        assert tuple(pressed.payload[:2]) == (button, PRESSED)
        host.write(wire.encode(Frame(Kind.SEEN, 1)))
        host.ping()
        host.aside.clear()
        board.skip(1000)
        (held,) = host.wait_aside(Kind.BUTTON)
        assert (held.seq, *held.payload[:2]) == (2, button, HELD)
        board.release(button)


def test_a_silent_host_gets_the_fail_safe_picture_and_has_to_greet_again(board: Board) -> None:
    picture = ((9, 8, 7),) * 60
    with Client(board.port) as host:
        host.hello(60)
        host.show(picture)
        assert board.skip(900).lamp
        host.ping()
        board.freeze()
        board.skip(2300)
        assert board.pictures[-1] == picture, "2.3 s of quiet are not silence"
        board.go()
        host.ping()
        board.skip(3100)
        assert board.pictures[-1] == (wire.FAIL_SAFE, *[(0, 0, 0)] * 59)
        assert host.ping().payload == bytes([Kind.PING, Reason.NOT_GREETED])
        assert host.hello(60).counters.silences >= 1
        host.show(picture)
        assert board.wait_for(picture, after=len(board.lit) - 1)


def test_the_lamp_blinks_while_nobody_is_there(board: Board) -> None:
    assert {board.skip(180).lamp for _ in range(6)} == {0, 1}
    with Client(board.port) as host:
        host.hello(60)
        assert {board.skip(180).lamp for _ in range(6)} == {1}


def test_a_program_that_hangs_is_reset_within_half_a_second_and_says_so(board: Board) -> None:
    with Client(board.port) as host:
        host.hello(60)
        host.show([(1, 1, 1)] * 60)
        before = board.state()
        host.aside.clear()
        host.write(wire.encode(Frame(Kind.HANG, 9, b"HANG")))
        (told,) = host.wait_aside(Kind.WELCOME, seq=0)
        assert wire.read_welcome(told.payload).reset_cause == WATCHDOG
        after = board.state()
        assert after.resets == before.resets + 1
        host.aside.clear()
        assert host.ping().payload == bytes([Kind.PING, Reason.NOT_GREETED])
        welcome = host.hello(60)
        assert (welcome.reset_cause, welcome.greetings) == (WATCHDOG, 0)


def test_the_check_lists_own_command_hangs_the_chip_of_a_table_that_runs(board: Board) -> None:
    text = (CONTROLLER.parent / "BENCH.md").read_text("utf-8")
    ((command, device),) = re.findall(r'^\| C2 .*`sudo sh -c "(.* > (/dev/[\w-]+))"`', text, re.M)
    assert device == "/dev/mehrkopf-strip"
    with Client(board.port) as host:
        host.hello(60)
        resets = board.state().resets
        host.aside.clear()
        subprocess.run(["sh", "-c", command.replace(device, board.port)], check=True)
        (told,) = host.wait_aside(Kind.WELCOME, seq=0)
        assert wire.read_welcome(told.payload).reset_cause == WATCHDOG
        assert board.state().resets == resets + 1
        assert host.hello(60).reset_cause == WATCHDOG


def test_the_watchdog_bites_after_half_a_second(board: Board) -> None:
    with Client(board.port) as host:
        host.hello(60)
        before = board.freeze()
        order = wire.encode(Frame(Kind.HANG, 9, b"HANG"))
        host.write(order)
        board.until(before.received + len(order))
        assert board.skip(400).resets == before.resets
        assert board.skip(200).resets == before.resets + 1


def test_flipped_bits_never_make_a_picture_nobody_asked_for(board: Board) -> None:
    """0.2 % of all bits, both ways; two of three pieces of 16 lights do not arrive at all."""
    rng = random.Random(5)
    asked = {(wire.FAIL_SAFE, *[(0, 0, 0)] * 143), ((0, 0, 0),) * 144}
    with Client(board.port) as host:
        host.hello(16)
        board.order("seed 7")
        board.order("noise 2000 2000")
        while board.state().flipped < 40:
            picture = tuple((rng.randrange(32), rng.randrange(32), 1) for _ in range(16))
            asked.add(picture)
            for request in (wire.pixels(host.next_seq(), 0, picture), wire.show(0, picture)):
                frame = Frame(request.kind, request.seq or host.next_seq(), request.payload)
                host.ask(frame, every=0.03)
        board.order("noise 0 0")
        counted = host.stats()
    assert counted.broken + host.broken > 5, "the test had something to stand against"
    assert set(board.pictures) <= asked
    assert len(set(board.pictures) & asked) == len(asked), "and all of them arrived"


def test_a_wrong_rate_brings_nothing_but_counts(board: Board) -> None:
    with Client(board.port) as host:
        host.hello(60)
        host.show([(1, 2, 3)] * 60)
    shown = set(board.pictures)
    with Client(board.port, baud=115_200) as wrong:
        with pytest.raises(TimeoutError):
            wrong.ask(wire.hello(1, 60), patience=0.3)
        assert wrong.frames() == []
    assert set(board.pictures) == shown
    with Client(board.port) as host:
        host.write(b"\0")
        assert host.stats().framing > 0


def test_opening_the_port_resets_the_chip(make_board: MakeBoard) -> None:
    board = make_board(boot_ms=300)
    for opened in (1, 2):
        with Client(board.port) as host:
            with pytest.raises(TimeoutError):
                host.ask(wire.hello(1, 60), every=0.02, patience=0.1)
            welcome = host.hello(60)
            assert (welcome.greetings, welcome.reset_cause) == (0, RESET_LINE)
            assert board.state().resets == opened
        while board.state().open:
            pass


def test_the_cause_of_a_reset_by_the_button_on_the_board_is_told(board: Board) -> None:
    with Client(board.port) as host:
        host.hello(60)
        board.order("reset")
        assert host.ping().payload == bytes([Kind.PING, Reason.NOT_GREETED])
        assert host.hello(60).reset_cause == RESET_LINE


def test_a_looped_back_line_does_not_talk_to_itself(board: Board) -> None:
    with Client(board.port) as host:
        host.hello(60)
        host.aside.clear()
        echo = [
            Frame(Kind.ACK, 1, b"\2"),
            Frame(Kind.NAK, 0, b"\0\1"),
            Frame(Kind.BUTTON, 1, b"\0" * 4),
        ]
        for frame in echo:
            host.write(wire.encode(frame))
        assert host.stats().refused == 3
    assert [f for f in host.aside if f.kind in {Kind.ACK, Kind.NAK}] == []
