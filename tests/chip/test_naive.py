"""The same test on a program that does not look after its line: it must fail there."""

from __future__ import annotations

from tests.chip import wire
from tests.chip.build import NAIVE
from tests.chip.client import Client
from tests.chip.fixtures import MakeBoard
from tests.chip.wire import Frame, Kind


def test_a_program_that_only_keeps_interrupts_off_loses_bytes(make_board: MakeBoard) -> None:
    """What FastLED and NeoPixel do on this chip (FastLED issues 209, 232, 325)."""
    board = make_board(NAIVE)
    with Client(board.port) as host:
        host.hello(144)
        host.show([(3, 2, 1)] * 144)
        burst = [wire.show(200, [(3, 2, 1)] * 144)]
        burst += [Frame(Kind.PING, 201 + k) for k in range(30)]
        host.write(b"".join(map(wire.encode, burst)))
        host.wait_aside(Kind.ACK, 1)
        counted = host.stats()
    assert board.state().lost > 50, "half of what came in five milliseconds"
    assert counted.overruns > 0, "and it says so itself"
