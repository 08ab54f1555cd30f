"""Pictures to ask for, and asking for them."""

from __future__ import annotations

from collections.abc import Callable

from firmware_bridge.link.owner import LineStrip
from firmware_bridge.strip import Picture
from tests.firmware_bridge.link.fake_chip import DEADLINE, FakeChip

Join = Callable[..., LineStrip]


def painted(number: int, lights: int = 60) -> Picture:
    """A picture unlike any other: each light different, zeros among them."""
    return tuple(((number * 7 + at) % 256, at % 256, number % 256) for at in range(lights))


def as_bytes(picture: Picture) -> bytes:
    return bytes(channel for light in picture for channel in light)


def shows(strip: LineStrip, chip: FakeChip, picture: Picture) -> None:
    """Ask for a picture and see that it comes."""
    strip.show(picture)
    assert strip.settled(DEADLINE), strip.status
    assert chip.shown[-1] == as_bytes(picture)
