"""Odd and broken recordings, made in the test: what phones write and what breaks on the way."""

from __future__ import annotations

import struct
import wave
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Image

_TURNED = {
    0: (1, 0, 0, 1),
    90: (0, 1, -1, 0),
    180: (-1, 0, 0, -1),
    270: (0, -1, 1, 0),
}


def film(path: Path, pictures: Iterable[Image], fps: float = 25.0, fourcc: str = "mp4v") -> Path:
    """Write a recording; the suffix says which container."""
    writer = None
    for picture in pictures:
        height, width = picture.shape[:2]
        if writer is None:
            code = cv2.VideoWriter.fourcc(*fourcc)
            writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, code, fps, (width, height))
            assert writer.isOpened()
        writer.write(picture)
    assert writer is not None
    writer.release()
    return path


def corner(width: int, height: int, count: int = 8) -> list[Image]:
    """Return pictures whose upper left corner is white, so that turning shows; ever lighter."""
    pictures = []
    for index in range(count):
        picture = np.full((height, width, 3), 40 + 5 * index, np.uint8)
        picture[: height // 4, : width // 4] = 250
        pictures.append(picture)
    return pictures


def turned(path: Path, degrees: int) -> Path:
    """Write into an MP4 that it is to be shown turned clockwise, as a phone does."""
    data = bytearray(path.read_bytes())
    at = data.index(b"tkhd") + 4
    # Version and flags, times, id, reserved, duration, reserved, layer, group, volume, reserved.
    matrix = at + (52 if data[at] == 1 else 40)
    a, b, c, d = (one * 0x10000 for one in _TURNED[degrees])
    data[matrix : matrix + 36] = struct.pack(">9i", a, b, 0, c, d, 0, 0, 0, 0x40000000)
    path.write_bytes(data)
    return path


def retimed(path: Path, factors: tuple[int, int]) -> Path:
    """Make the first half of an MP4's frames last `factors[0]` times as long, the rest the other.

    The table of times of a constant rate has one entry; it becomes one of two, and what encloses
    it grows by eight bytes.
    """
    data = bytearray(path.read_bytes())
    at = data.index(b"stts")
    entries, count, delta = struct.unpack(">3I", data[at + 8 : at + 20])
    assert entries == 1
    half = count // 2
    table = struct.pack(">5I", 2, half, delta * factors[0], count - half, delta * factors[1])
    data[at + 8 : at + 20] = table
    grown = len(table) - 12
    for kind in (b"stts", b"stbl", b"minf", b"mdia", b"trak", b"moov"):
        box = data.index(kind) - 4
        (size,) = struct.unpack(">I", data[box : box + 4])
        data[box : box + 4] = struct.pack(">I", size + grown)
    # The track as a whole lasts as long as its table now says.
    whole = half * factors[0] + (count - half) * factors[1]
    for kind in (b"mvhd", b"mdhd"):
        box = data.index(kind) + 4
        (length,) = struct.unpack(">I", data[box + 16 : box + 20])
        data[box + 16 : box + 20] = struct.pack(">I", length * whole // count)
    box = data.index(b"tkhd") + 4
    (length,) = struct.unpack(">I", data[box + 20 : box + 24])
    data[box + 20 : box + 24] = struct.pack(">I", length * whole // count)
    if (edit := data.find(b"elst")) > 0:
        (length,) = struct.unpack(">I", data[edit + 12 : edit + 16])
        data[edit + 12 : edit + 16] = struct.pack(">I", length * whole // count)
    path.write_bytes(data)
    return path


def index_first(path: Path) -> Path:
    """Put an MP4's index before its pictures, as for sending; then a broken copy has its start."""
    data = path.read_bytes()
    boxes, at = {}, 0
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        boxes[data[at + 4 : at + 8]] = data[at : at + size]
        at += size
    index = bytearray(boxes[b"moov"])
    shift = len(index)
    table = index.index(b"stco") + 8
    (count,) = struct.unpack(">I", index[table : table + 4])
    for place in range(table + 4, table + 4 + 4 * count, 4):
        (offset,) = struct.unpack(">I", index[place : place + 4])
        index[place : place + 4] = struct.pack(">I", offset + shift)
    rest = b"".join(box for kind, box in boxes.items() if kind not in (b"ftyp", b"moov"))
    path.write_bytes(boxes[b"ftyp"] + bytes(index) + rest)
    return path


def sound(path: Path) -> Path:
    """Write half a second of sound and no picture."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(8000))
    return path
