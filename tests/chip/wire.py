"""The protocol as hardware/PROTOCOL.md tells it, written a second time: the tests' oracle.

It shares no line with the firmware or with `firmware_bridge`; COBS comes from PyPI's `cobs`.
"""

from __future__ import annotations

import binascii
import struct
from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import IntEnum

from cobs import cobs

BAUD = 500_000
VERSION = 1
MAX_LEDS = 144
CAP_MA = 2000
PIECE = 64
"""Lights a PIXELS frame may hold."""
FAIL_SAFE = (24, 8, 0)
"""Light 0 while no host is there; all others are dark."""

Rgb = tuple[int, int, int]


class Kind(IntEnum):
    HELLO = 0x01
    PING = 0x02
    STATS = 0x03
    PIXELS = 0x10
    SHOW = 0x11
    SEEN = 0x20
    HANG = 0x7E
    ACK = 0x80
    NAK = 0x81
    WELCOME = 0x82
    COUNTERS = 0x83
    BUTTON = 0xA0


class Reason(IntEnum):
    FRAME = 1
    LENGTH = 2
    TYPE = 3
    RANGE = 4
    NOT_GREETED = 5
    PICTURE = 6
    VERSION = 7


@dataclass(frozen=True, slots=True)
class Frame:
    kind: int
    seq: int
    payload: bytes = b""


@dataclass(frozen=True, slots=True)
class Counters:
    """All since the chip's last reset; those of 16 bits stay at 65535 once there."""

    uptime_ms: int = 0
    frames: int = 0
    pictures: int = 0
    broken: int = 0
    refused: int = 0
    overruns: int = 0
    overflows: int = 0
    framing: int = 0
    dimmed: int = 0
    silences: int = 0
    events: int = 0
    events_resent: int = 0
    events_lost: int = 0


@dataclass(frozen=True, slots=True)
class Welcome:
    version: int
    firmware: tuple[int, int]
    max_leds: int
    leds: int
    cap_ma: int
    reset_cause: int
    greetings: int
    buttons: int
    counters: Counters


_COUNTERS = struct.Struct(">III10H")
_WELCOME = struct.Struct(">BBBHHHBHB")


def crc(data: bytes) -> int:
    """CRC-16/CCITT-FALSE."""
    return binascii.crc_hqx(data, 0xFFFF)


def encode(frame: Frame) -> bytes:
    """Return the frame as it goes over the line, both delimiters included."""
    raw = bytes([frame.kind, frame.seq]) + frame.payload
    block: bytes = cobs.encode(raw + struct.pack(">H", crc(raw)))
    return b"\0" + block + b"\0"


def decode(block: bytes) -> Frame:
    """Read what stood between two delimiters.

    Raises:
        ValueError: it is no frame.
    """
    try:
        raw = cobs.decode(block)
    except cobs.DecodeError as error:
        raise ValueError(str(error)) from error
    if len(raw) < 4 or crc(raw):
        raise ValueError(f"no frame: {block.hex()}")
    return Frame(raw[0], raw[1], raw[2:-2])


def hello(seq: int, leds: int, cap_ma: int = 0, version: int = VERSION) -> Frame:
    return Frame(Kind.HELLO, seq, struct.pack(">BHH", version, leds, cap_ma))


def pixels(seq: int, first: int, lights: Sequence[Rgb]) -> Frame:
    return Frame(Kind.PIXELS, seq, struct.pack(">H", first) + flat(lights))


def show(seq: int, picture: Sequence[Rgb]) -> Frame:
    return Frame(Kind.SHOW, seq, struct.pack(">H", crc(flat(picture))))


def flat(picture: Sequence[Rgb]) -> bytes:
    return b"".join(bytes(light) for light in picture)


def read_counters(payload: bytes) -> Counters:
    return Counters(*_COUNTERS.unpack(payload[: _COUNTERS.size]))


def write_counters(counters: Counters) -> bytes:
    return _COUNTERS.pack(*(getattr(counters, field.name) for field in fields(counters)))


def read_welcome(payload: bytes) -> Welcome:
    version, major, minor, max_leds, leds, cap, cause, greetings, buttons = _WELCOME.unpack(
        payload[: _WELCOME.size]
    )
    counters = read_counters(payload[_WELCOME.size :])
    firmware = (major, minor)
    return Welcome(version, firmware, max_leds, leds, cap, cause, greetings, buttons, counters)


def write_welcome(welcome: Welcome) -> bytes:
    return _WELCOME.pack(
        welcome.version,
        *welcome.firmware,
        welcome.max_leds,
        welcome.leds,
        welcome.cap_ma,
        welcome.reset_cause,
        welcome.greetings,
        welcome.buttons,
    ) + write_counters(welcome.counters)


def shown(picture: Sequence[Rgb], cap_ma: int = CAP_MA) -> tuple[Rgb, ...]:
    """Return what the chip makes of a picture: dimmed as a whole where it needs too much."""
    need = -(-sum(map(sum, picture)) * 20 // 255)
    room = max(cap_ma - len(picture), 0)
    if need <= room:
        return tuple(picture)
    share = room * 256 // need
    return tuple((r * share >> 8, g * share >> 8, b * share >> 8) for r, g, b in picture)
