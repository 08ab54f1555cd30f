from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cobs import cobs as oracle
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.link import frames as cobs
from firmware_bridge.link import messages
from firmware_bridge.link.frames import LONGEST, Frame, FrameReader, crc16, encode
from tests.chip import wire

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[3] / "hardware/protocol_vectors.json").read_text(encoding="utf-8")
)

blocks = st.one_of(
    st.binary(max_size=600),
    # Long runs without a zero, where a block is full.
    st.builds(
        lambda length, zeros: bytes(0 if at in zeros else 7 for at in range(length)),
        st.sampled_from([252, 253, 254, 255, 507, 508, 509, 762]),
        st.sets(st.integers(0, 762), max_size=3),
    ),
)
bodies = st.builds(Frame, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=194))


@settings(max_examples=60, deadline=None)
@given(blocks)
def test_stuffing_is_that_of_the_reference(data: bytes) -> None:
    assert cobs.cobs_encode(data) == oracle.encode(data)
    assert cobs.cobs_decode(oracle.encode(data)) == data


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300))
def test_whatever_the_reference_refuses_is_refused(stuffed: bytes) -> None:
    try:
        expected = oracle.decode(stuffed) if stuffed else None
    except oracle.DecodeError:
        expected = None
    if expected is None:
        with pytest.raises(ValueError, match=r"stuffed|cut off"):
            cobs.cobs_decode(stuffed)
    else:
        assert cobs.cobs_decode(stuffed) == expected


def body_of(frame: Frame) -> bytes:
    return bytes((frame.kind, frame.seq)) + frame.payload


@settings(max_examples=60, deadline=None)
@given(bodies)
def test_frames_are_those_of_the_oracle(frame: Frame) -> None:
    line = encode(frame)
    assert line == wire.encode(wire.Frame(frame.kind, frame.seq, frame.payload))
    assert len(line) <= LONGEST + 2
    assert list(FrameReader().feed(line)) == [frame]


@settings(max_examples=60, deadline=None)
@given(st.lists(bodies, max_size=6), st.data())
def test_frames_come_out_whole_however_the_bytes_are_cut(
    frames: list[Frame], data: st.DataObject
) -> None:
    line = b"".join(map(encode, frames))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(line)), max_size=8)))
    reader, got = FrameReader(), list[Frame]()
    for start, end in zip([0, *cuts], [*cuts, len(line)], strict=True):
        got += reader.feed(line[start:end])
    assert got == frames
    assert reader.taken_broken() == 0


@settings(max_examples=60, deadline=None)
@given(bodies, bodies, st.data())
def test_a_spoilt_bit_costs_one_frame_and_never_makes_another(
    first: Frame, second: Frame, data: st.DataObject
) -> None:
    line = bytearray(encode(first))
    bit = data.draw(st.integers(0, 8 * len(line) - 1))
    line[bit // 8] ^= 1 << bit % 8
    reader = FrameReader()
    got = list(reader.feed(bytes(line) + encode(second)))
    # A frame's outer zeros may be spoilt without harm: the neighbour brings one. A closing zero
    # that became a one adds the CRC's first byte to the payload, which the CRC cannot see; the
    # lengths of all requests are fixed, so the controller refuses that.
    longer = Frame(first.kind, first.seq, first.payload + crc16(body_of(first)).to_bytes(2)[:1])
    closing = bit == 8 * (len(line) - 1)
    assert [frame for frame in got if frame not in (first, second, *[longer] * closing)] == []
    assert second in got


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=2000))
def test_noise_never_stops_the_reader(noise: bytes) -> None:
    reader, frame = FrameReader(), Frame(2, 9)
    assert list(reader.feed(noise + encode(frame)))[-1] == frame


def test_the_check_value_of_the_document() -> None:
    assert crc16(b"123456789") == 0x29B1


@pytest.mark.parametrize("vector", VECTORS["frames"], ids=lambda vector: str(vector["name"]))
def test_vectors(vector: dict[str, Any]) -> None:
    frame = Frame(vector["type"], vector["seq"], bytes.fromhex(vector["payload"]))
    assert encode(frame).hex() == vector["wire"]
    assert list(FrameReader().feed(bytes.fromhex(vector["wire"]))) == [frame]


@pytest.mark.parametrize("vector", VECTORS["broken"], ids=lambda vector: str(vector["name"]))
def test_broken_vectors(vector: dict[str, Any]) -> None:
    reader = FrameReader()
    assert list(reader.feed(bytes.fromhex(vector["wire"]))) == []
    assert reader.taken_broken() == 1


def test_what_the_host_says_is_what_the_vectors_mean() -> None:
    said = {vector["name"]: vector for vector in VECTORS["frames"]}
    assert messages.hello(60, 0).hex() == said["hello"]["payload"]
    assert messages.hello(0, 1500).hex() == said["hello_keep"]["payload"]
    lights = messages.flat(((255, 0, 0), (0, 255, 0), (0, 0, 255)))
    assert messages.pixels(0, lights).hex() == said["pixels"]["payload"]
    assert messages.show(lights).hex() == said["show"]["payload"]
    assert messages.show(bytes(180)).hex() == said["show_black"]["payload"]


def test_what_the_controller_says_is_read_as_the_vectors_mean() -> None:
    for vector in VECTORS["frames"]:
        payload, meaning = bytes.fromhex(vector["payload"]), vector["meaning"]
        if vector["type"] == messages.Kind.WELCOME:
            welcome = messages.welcome_of(payload)
            assert list(welcome.firmware) == meaning["firmware"]
            assert welcome.version == meaning["version"]
            assert welcome.most_lights == meaning["max_leds"]
            assert welcome.lights == meaning["leds"]
            assert welcome.cap_ma == meaning["cap_ma"]
            assert welcome.cause == meaning["reset_cause"]
            assert welcome.greetings == meaning["greetings"]
            assert welcome.buttons == meaning["buttons"]
            assert welcome.counters.uptime_ms == meaning["uptime_ms"]
            # A later version may add to it; a shorter one is none.
            assert messages.welcome_of(payload + b"more") == welcome
            with pytest.raises(ValueError, match="44 bytes"):
                messages.welcome_of(payload[:-1])


@pytest.mark.parametrize("read", [messages.counters_of, messages.button_of, messages.refusal_of])
def test_a_payload_that_is_too_short_is_none(read: Any) -> None:
    with pytest.raises(ValueError, match="bytes where"):
        read(b"\1")
