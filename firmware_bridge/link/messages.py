"""What the frames say (hardware/PROTOCOL.md, sections 4 to 9): types, payloads, reasons."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, IntFlag

from firmware_bridge.link.frames import crc16
from firmware_bridge.strip import Rgb

VERSION = 1
BAUD = 500_000
MOST_LIGHTS = 144
"""The most lights protocol version 1 drives; a controller may say less in its WELCOME."""
MOST_MA = 2000
"""The most our controller lets its lights draw, mA; PROTOCOL.md, section 4: the built-in cap."""
PIECE = 64
"""Lights in the largest PIXELS."""


class Kind(IntEnum):
    """Frame types; from 0x80 on those of the controller."""

    HELLO = 0x01
    PING = 0x02
    STATS = 0x03
    PIXELS = 0x10
    SHOW = 0x11
    SEEN = 0x20
    ACK = 0x80
    NAK = 0x81
    WELCOME = 0x82
    COUNTERS = 0x83
    BUTTON = 0xA0


class Reason(IntEnum):
    """Why the controller refuses."""

    FRAME = 1
    LENGTH = 2
    TYPE = 3
    RANGE = 4
    NOT_GREETED = 5
    PICTURE = 6
    VERSION = 7


class Press(IntEnum):
    """What happened to a button."""

    RELEASED = 0
    PRESSED = 1
    HELD = 2


class Cause(IntFlag):
    """Why the controller began anew; none: the boot loader hid it."""

    POWER = 1
    RESET_LINE = 2
    LOW_SUPPLY = 4
    WATCHDOG = 8


@dataclass(frozen=True, slots=True)
class ChipCounters:
    """What the controller has counted since its reset; those of two bytes stop at 65535."""

    uptime_ms: int
    frames: int
    pictures: int
    broken: int
    refused: int
    overruns: int
    overflows: int
    framing: int
    dimmed: int
    silences: int
    presses: int
    presses_again: int
    presses_lost: int


@dataclass(frozen=True, slots=True)
class Welcome:
    """The controller's greeting."""

    version: int
    firmware: tuple[int, int]
    most_lights: int
    lights: int
    cap_ma: int
    cause: Cause
    greetings: int
    """HELLOs it had answered before; 0: it is fresh."""
    buttons: int
    """Buttons down now, bit 0 is button 0."""
    counters: ChipCounters


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """One thing that happened to a button."""

    button: int
    press: int
    age_ms: int


_COUNTERS = struct.Struct(">III10H")
_WELCOME = struct.Struct(">BBBHHHBHB")
_BUTTON = struct.Struct(">BBH")
_HELLO = struct.Struct(">BHH")


def hello(lights: int, cap_ma: int) -> bytes:
    """Return HELLO's payload: lights on the line, and the most they may draw in mA (0: its own)."""
    return _HELLO.pack(VERSION, lights, cap_ma)


def flat(picture: Sequence[Rgb]) -> bytes:
    """Return the picture's bytes: red green blue, light by light."""
    return bytes(channel for light in picture for channel in light)


def pixels(first: int, colours: bytes) -> bytes:
    """Return PIXELS' payload: three bytes a light from light `first` on."""
    return first.to_bytes(2, "big") + colours


def show(colours: bytes) -> bytes:
    """Return SHOW's payload for a whole picture's bytes."""
    return crc16(colours).to_bytes(2, "big")


def welcome_of(payload: bytes) -> Welcome:
    """Read WELCOME; what a later version has added is let pass.

    Raises:
        ValueError: it is too short.
    """
    _enough(payload, _WELCOME.size + _COUNTERS.size)
    version, major, minor, most, lights, cap, cause, greetings, down = _WELCOME.unpack_from(payload)
    return Welcome(
        version=version,
        firmware=(major, minor),
        most_lights=most,
        lights=lights,
        cap_ma=cap,
        cause=Cause(cause & 0x0F),
        greetings=greetings,
        buttons=down,
        counters=counters_of(payload[_WELCOME.size :]),
    )


def counters_of(payload: bytes) -> ChipCounters:
    """Read COUNTERS.

    Raises:
        ValueError: it is too short.
    """
    _enough(payload, _COUNTERS.size)
    return ChipCounters(*_COUNTERS.unpack_from(payload))


def button_of(payload: bytes) -> ButtonEvent:
    """Read BUTTON.

    Raises:
        ValueError: it is too short.
    """
    _enough(payload, _BUTTON.size)
    return ButtonEvent(*_BUTTON.unpack_from(payload))


def refusal_of(payload: bytes) -> tuple[int, int]:
    """Read NAK: the type of the request, and the reason.

    Raises:
        ValueError: it is too short.
    """
    _enough(payload, 2)
    return payload[0], payload[1]


def _enough(payload: bytes, size: int) -> None:
    if len(payload) < size:
        raise ValueError(f"{len(payload)} bytes where {size} belong")
