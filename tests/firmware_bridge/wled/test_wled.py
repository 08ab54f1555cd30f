from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.link import words as w
from firmware_bridge.link.owner import LineStrip
from firmware_bridge.link.status import LineState
from firmware_bridge.strip import Picture
from firmware_bridge.wled import WledDialect, frame, read_back, same
from tests.firmware_bridge.wled.fake_wled import DEADLINE, FakeWled

Join = Callable[..., tuple[LineStrip, FakeWled]]


@pytest.fixture
def join(tmp_path: Path) -> Iterator[Join]:
    made: list[tuple[LineStrip, FakeWled]] = []

    def make(lights: int = 60, **how: object) -> tuple[LineStrip, FakeWled]:
        board = FakeWled(tmp_path / "wled", lights=int(str(how.pop("theirs", lights))))
        for name, value in how.items():
            assert hasattr(board, name)
            setattr(board, name, value)
        made.append((LineStrip(lights, lambda: (str(board.name),), (WledDialect(lights),)), board))
        return made[-1]

    yield make
    for strip, board in made:
        strip.close()
        board.close()


def painted(number: int, lights: int = 60) -> Picture:
    # "v", "L", "{", "A" and the bytes of rates are colours like any other.
    spiced = b"vLl{A\xb3d\xc9\xda\x36"
    return tuple((spiced[(at + number) % 10], at % 256, number) for at in range(lights))


def as_bytes(picture: Picture) -> bytes:
    return bytes(channel for light in picture for channel in light)


def shows(strip: LineStrip, board: FakeWled, picture: Picture) -> None:
    strip.show(picture)
    assert strip.settled(DEADLINE), strip.status
    assert b"".join(board.lights) == as_bytes(picture)


def test_a_picture_arrives_and_the_status_says_who_took_it(join: Join) -> None:
    strip, board = join()
    shows(strip, board, painted(1))
    status = strip.status
    assert status.driver == "wled"
    assert status.greeting is not None
    assert (status.greeting.firmware, status.greeting.lights) == ("0.14.4", 60)
    [state] = board.states
    assert state["on"] is True
    assert state["bri"] == 255
    assert state["seg"] == {"fx": 0, "col": [[0, 0, 0]]}


@pytest.mark.parametrize(("said", "taken"), [(850, 850), (0, None), (None, None), ("much", None)])
def test_its_own_limit_is_told(join: Join, said: object, taken: int | None) -> None:
    strip, board = join(limit_ma=said)
    shows(strip, board, painted(1))
    assert strip.status.greeting is not None
    assert strip.status.greeting.lights == 60
    assert strip.status.greeting.cap_ma == taken


def test_many_lights_go_at_a_higher_rate_where_it_can(join: Join) -> None:
    strip, board = join(144)
    shows(strip, board, painted(1, 144))
    assert board.baud == 500_000


def test_an_old_one_stays_at_its_rate(join: Join) -> None:
    strip, board = join(144, knows_rates=False)
    shows(strip, board, painted(1, 144))
    assert board.baud == 115_200


@pytest.mark.parametrize("baud", [460_800, 500_000, 1_500_000])
def test_it_is_found_at_every_rate(join: Join, baud: int) -> None:
    strip, board = join(8, baud=baud)
    shows(strip, board, painted(1, 8))
    assert board.baud == baud


def test_one_that_tells_no_state_will_do(join: Join) -> None:
    strip, board = join(talks_state=False)
    shows(strip, board, painted(1))
    assert strip.status.greeting is not None
    assert strip.status.greeting.lights is None


def test_one_left_in_the_middle_of_a_picture_comes_to_itself(join: Join) -> None:
    strip, board = join(8)
    board.stuck_in_a_picture(8)
    shows(strip, board, painted(1, 8))


def test_the_picture_is_sent_again_and_again(join: Join) -> None:
    strip, board = join(8)
    shows(strip, board, painted(1, 8))
    count = len(board.shown)
    board.lights[3] = b"\x99\x99\x99"
    assert board.until(lambda: len(board.shown) >= count + 2)
    assert b"".join(board.lights) == as_bytes(painted(1, 8))


def test_a_lost_byte_is_read_back_and_mended(join: Join) -> None:
    chance = random.Random(3)

    def lose(data: bytes) -> tuple[bytes, ...]:
        if len(data) < 60 or chance.randrange(3):
            return (data,)
        at = chance.randrange(8, len(data) - 1)
        return (data[:at] + data[at + 1 :],)

    strip, board = join()
    shows(strip, board, painted(0))
    board.fault = lose
    for number in range(1, 12):
        shows(strip, board, painted(number))
    assert strip.status.counters.retransmitted > 0


def test_one_that_limits_itself_is_told_of_and_not_lost(join: Join) -> None:
    strip, board = join(8)
    shows(strip, board, painted(1, 8))
    board.dims = 0.5
    strip.show(painted(2, 8))
    assert strip.settled(DEADLINE)
    assert strip.status.counters.mismatched == 1
    assert strip.status.state is LineState.CONNECTED


def test_fewer_lights_than_wanted_are_compared_as_far_as_they_go(join: Join) -> None:
    strip, _ = join(60, theirs=30)
    strip.show(painted(1))
    assert strip.settled(DEADLINE)
    assert strip.status.counters.mismatched == 0
    assert strip.status.greeting is not None
    assert strip.status.greeting.lights == 30


def test_one_that_falls_silent_is_found_again(join: Join) -> None:
    strip, board = join(8)
    shows(strip, board, painted(1, 8))
    board.dead = True
    strip.show(painted(2, 8))
    assert strip.wait(lambda status: status.trouble is not None, DEADLINE)
    assert strip.status.trouble == w.DUMB.format(port=board.name)
    board.dead = False
    assert strip.settled(DEADLINE)
    assert b"".join(board.lights) == as_bytes(painted(2, 8))
    assert len(board.states) == 2


def test_closing_leaves_it_dark(join: Join) -> None:
    strip, board = join(8)
    shows(strip, board, painted(1, 8))
    strip.close()
    assert board.lights == [bytes(3)] * 8


colour = st.tuples(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))


@settings(max_examples=60, deadline=None)
@given(st.lists(colour, min_size=1, max_size=300), st.binary(max_size=30))
def test_frames_and_packets(picture: list[tuple[int, int, int]], noise: bytes) -> None:
    line = frame(picture)
    assert line[:3] == b"Ada"
    assert line[3] * 256 + line[4] + 1 == len(picture)
    assert line[3] ^ line[4] ^ 0x55 == line[5]
    colours = line[6:]
    assert same(picture, colours)
    packet = b"\xc9\xda" + len(colours).to_bytes(2, "big") + colours + b"\x36\n"
    assert read_back(packet) == colours
    assert read_back(packet[:-2]) is None
    if b"\xc9" not in noise:
        assert read_back(noise + packet) == colours


def test_what_is_off_by_more_than_reckoning_is_another_picture() -> None:
    assert same([(10, 20, 30)], bytes((13, 17, 30)))
    assert not same([(10, 20, 30)], bytes((14, 20, 30)))
    # A byte lost shifts everything behind it.
    assert not same([(10, 20, 30), (40, 50, 60)], bytes((10, 20, 40, 50, 60, 0)))
