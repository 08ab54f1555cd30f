"""The core's parts against what is known of them elsewhere: CRC, COBS, cap, ring, Adalight."""

from __future__ import annotations

import binascii
import ctypes
from collections import deque

import pytest
from cobs import cobs
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.chip import wire
from tests.chip.core_lib import Core

PUT = ctypes.CFUNCTYPE(None, ctypes.c_uint8)


@pytest.fixture(scope="module")
def core() -> Core:
    return Core()


def c_bytes(data: bytes) -> ctypes.Array[ctypes.c_uint8]:
    return (ctypes.c_uint8 * max(len(data), 1))(*data)


def encoded(core: Core, data: bytes) -> bytes:
    out = bytearray()
    core.library.cobs_encode(c_bytes(data), len(data), PUT(out.append))
    return bytes(out)


def decoded(core: Core, block: bytes) -> bytes | None:
    place, count = c_bytes(block), ctypes.c_uint8(len(block))
    fine = core.library.cobs_decode(place, ctypes.byref(count))
    return bytes(place[: count.value]) if fine else None


def test_the_crc_is_the_one_the_document_names(core: Core) -> None:
    assert core.library.crc16_of(b"123456789", 9) == 0x29B1


@settings(deadline=None)
@given(st.binary(max_size=500))
def test_the_crc_is_the_standard_librarys(core: Core, data: bytes) -> None:
    assert core.library.crc16_of(data, len(data)) == binascii.crc_hqx(data, 0xFFFF)


@settings(deadline=None)
@given(st.one_of(st.binary(max_size=253), st.lists(st.sampled_from([0, 1, 255]), max_size=253)))
def test_cobs_is_pypis(core: Core, data: bytes | list[int]) -> None:
    data = bytes(data)
    assert encoded(core, data) == cobs.encode(data)
    assert decoded(core, cobs.encode(data)) == data


@settings(deadline=None)
@given(st.lists(st.integers(1, 255), min_size=1, max_size=199).map(bytes))
def test_what_does_not_come_out_is_refused_as_pypi_refuses_it(core: Core, block: bytes) -> None:
    try:
        expected: bytes | None = cobs.decode(block)
    except cobs.DecodeError:
        expected = None
    assert decoded(core, block) == expected


@st.composite
def pictures(draw: st.DrawFn) -> list[wire.Rgb]:
    """Pictures that are mixed, and pictures near the cap, of one colour."""
    leds = draw(st.integers(1, wire.MAX_LEDS))
    channel = st.integers(0, 255)
    light = st.tuples(channel, channel, channel)
    few = draw(st.lists(light, min_size=1, max_size=8))
    return [few[at % len(few)] for at in range(leds)]


@settings(deadline=None)
@given(pictures(), st.integers(0, 3000))
def test_the_cap_is_the_documents_and_never_passed(
    core: Core, picture: list[wire.Rgb], cap: int
) -> None:
    core.library.picture_reset()
    core.library.picture_set_leds(len(picture))
    core.library.picture_set_cap(cap)
    core.library.picture_put(0, wire.flat(picture), len(picture))
    core.library.picture_take()
    lit = bytes(core.library.picture_lit()[: 3 * len(picture)])
    holds = cap if 0 < cap < wire.CAP_MA else wire.CAP_MA
    assert lit == wire.flat(wire.shown(picture, holds))
    assert sum(lit) * 20 / 255 <= max(holds - len(picture), 0)
    assert core.library.picture_crc() == wire.crc(wire.flat(picture))


@settings(max_examples=50, deadline=None)
@given(st.lists(st.one_of(st.none(), st.integers(0, 255)), max_size=2000))
def test_the_ring_holds_255_bytes_in_order(core: Core, steps: list[int | None]) -> None:
    byte = ctypes.c_uint8()
    while core.library.the_ring_take(ctypes.byref(byte)):
        pass
    expected: deque[int] = deque()
    for step in steps * 2:
        if step is not None:
            assert core.library.the_ring_put(step) == (len(expected) < 255)
            if len(expected) < 255:
                expected.append(step)
        elif expected:
            assert core.library.the_ring_take(ctypes.byref(byte))
            assert byte.value == expected.popleft()
        else:
            assert not core.library.the_ring_take(ctypes.byref(byte))


def ada(picture: list[wire.Rgb]) -> bytes:
    high, low = divmod(len(picture) - 1, 256)
    return b"Ada" + bytes([high, low, high ^ low ^ 0x55]) + wire.flat(picture)


def feed(core: Core, data: bytes) -> tuple[bytes, list[bytes]]:
    for byte in data:
        core.library.adalight_byte(byte)
    return core.taken_bytes()


@settings(max_examples=40, deadline=None)
@given(pictures(), st.sampled_from([b"", b"A", b"Ad", b"AdA", b'{"on":true}', b"Ada\0\x0a\0"]))
def test_adalight_shows_what_stands_behind_its_header(
    core: Core, picture: list[wire.Rgb], before: bytes
) -> None:
    core.library.adalight_start()
    core.taken_bytes()
    dark = [(0, 0, 0)] * (wire.MAX_LEDS - len(picture))
    _, lit = feed(core, before + ada(picture))
    assert lit == [wire.flat(wire.shown(picture + dark))]
    sent, _ = feed(core, b"vL")
    asked = wire.flat(picture + dark)
    assert (
        sent
        == b"WLED mehrkopf-adalight\r\n\xc9\xda" + bytes([432 >> 8, 432 & 255]) + asked + b"6\n"
    )


def test_adalight_with_more_lights_than_there_are_shows_those_that_are(core: Core) -> None:
    core.library.adalight_start()
    core.taken_bytes()
    _, lit = feed(core, ada([(1, 2, 3)] * 200) + ada([(3, 2, 1)]))
    assert [shown[:3] for shown in lit] == [b"\1\2\3", b"\3\2\1"]
