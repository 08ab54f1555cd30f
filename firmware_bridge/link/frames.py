"""Frames as they cross the line (hardware/PROTOCOL.md).

A frame is a type, a sequence number, a payload and a CRC-16/CCITT-FALSE over all of it, stuffed so
that it holds no zero; a zero stands before and behind it, so that one damaged zero costs one frame.
Whatever does not check is counted and let pass: asking again is the business of whoever waits.

The stuffing is that of Cheshire and Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM
Transactions on Networking, 1999: each block begins with a code byte that tells how far the next
zero was.
"""

from __future__ import annotations

from binascii import crc_hqx
from collections.abc import Iterator
from dataclasses import dataclass

_LONGEST = 0xFE
"""Bytes in the longest block; its code, 0xFF, stands for no zero."""


def cobs_encode(data: bytes) -> bytes:
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


def cobs_decode(stuffed: bytes) -> bytes:
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


END = b"\0"
LONGEST = 199
"""Bytes of the longest frame between two ends; what is longer is broken."""
_CRC_START = 0xFFFF
_HEAD, _CRC = 2, 2


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame that has checked."""

    kind: int
    seq: int
    payload: bytes = b""


def crc16(data: bytes) -> int:
    """Return the CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF); 0x29B1 for "123456789"."""
    return crc_hqx(data, _CRC_START)


def encode(frame: Frame) -> bytes:
    """Return the frame as it goes on the line, both ends included."""
    body = bytes((frame.kind, frame.seq)) + frame.payload
    return END + cobs_encode(body + crc16(body).to_bytes(2, "big")) + END


def decode(stuffed: bytes) -> Frame:
    """Return the frame whose stuffed bytes these are, without the end.

    Raises:
        ValueError: it is no frame, too long, or it does not check.
    """
    if len(stuffed) > LONGEST:
        raise ValueError("no frame is that long")
    whole = cobs_decode(stuffed)
    body, check = whole[:-_CRC], whole[-_CRC:]
    if len(body) < _HEAD or crc16(body) != int.from_bytes(check, "big"):
        raise ValueError("the frame does not check")
    return Frame(body[0], body[1], body[_HEAD:])


class FrameReader:
    """Cuts what comes in into frames."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._broken = 0

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Yield the frames that `data` completes, in order."""
        for byte in data:
            if byte:
                self._rest.append(byte)
                # Enough to know that it is broken; a line that only ever roars fills no memory.
                del self._rest[LONGEST + 1 :]
                continue
            block = bytes(self._rest)
            self._rest.clear()
            if not block:
                continue
            try:
                yield decode(block)
            except ValueError:
                self._broken += 1

    def taken_broken(self) -> int:
        """Return how many blocks were broken since this was last asked."""
        count, self._broken = self._broken, 0
        return count
