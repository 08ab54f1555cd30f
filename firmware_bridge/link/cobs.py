"""Consistent overhead byte stuffing: bytes without a zero, so that a zero can end a frame.

After Cheshire and Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on Networking,
1999. Each block begins with a code byte that tells how far the next zero was.
"""

from __future__ import annotations

_LONGEST = 0xFE
"""Bytes in the longest block; its code, 0xFF, stands for no zero."""


def encode(data: bytes) -> bytes:
    """Return `data` without zeros: one byte longer for each 254 begun."""
    stuffed = bytearray()
    parts = data.split(b"\0")
    for number, part in enumerate(parts):
        full, rest = divmod(len(part), _LONGEST)
        for block in range(full):
            stuffed.append(_LONGEST + 1)
            stuffed += part[block * _LONGEST : (block + 1) * _LONGEST]
        # A full block at the very end needs no code for the nothing behind it.
        if rest or not full or number + 1 < len(parts):
            stuffed.append(rest + 1)
            stuffed += part[full * _LONGEST :]
    return bytes(stuffed)


def decode(stuffed: bytes) -> bytes:
    """Return what was encoded.

    Raises:
        ValueError: a zero lies in it, it is empty, or its last block is cut off.
    """
    if not stuffed or 0 in stuffed:
        raise ValueError("stuffed bytes are neither empty nor zero")
    data = bytearray()
    at = 0
    while at < len(stuffed):
        code = stuffed[at]
        end = at + code
        if end > len(stuffed):
            raise ValueError("the last block is cut off")
        data += stuffed[at + 1 : end]
        at = end
        if code <= _LONGEST and at < len(stuffed):
            data.append(0)
    return bytes(data)
