"""Pictures as Adalight has them, and as WLED reads its lights back (a TPM2 data packet).

Adalight has no check over the colours: a byte lost on the way shifts them until the next header. So
what is shown is read back and compared, and every picture is sent again and again.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware_bridge.strip import Rgb

_CHECK = 0x55
_TPM2_DATA = b"\xc9\xda"
_TPM2_END = 0x36
_HEAD = 4
TOLERANCE = 3
"""A colour read back may be off by so much: WLED computes with its brightness there and back."""


def frame(picture: Sequence[Rgb]) -> bytes:
    """Return "Ada", the number of lights less one, a check over that, and the colours."""
    high, low = divmod(len(picture) - 1, 256)
    head = bytes((high, low, high ^ low ^ _CHECK))
    return b"Ada" + head + bytes(channel for light in picture for channel in light)


def read_back(heard: bytes) -> bytes | None:
    """Return the colours of the first whole TPM2 packet in what was heard, three bytes a light."""
    start = heard.find(_TPM2_DATA)
    if start < 0 or len(heard) < start + _HEAD:
        return None
    length = int.from_bytes(heard[start + 2 : start + _HEAD], "big")
    end = start + _HEAD + length
    if len(heard) <= end or heard[end] != _TPM2_END:
        return None
    return heard[start + _HEAD : end]


def same(wanted: Sequence[Rgb], colours: bytes) -> bool:
    """Tell whether the lights that both have show what was wanted."""
    asked = bytes(channel for light in wanted for channel in light)
    return all(
        abs(ours - theirs) <= TOLERANCE for ours, theirs in zip(asked, colours, strict=False)
    )
