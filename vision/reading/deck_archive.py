"""A `.deck` file as it comes from outside: its parts, none larger than a deck's can be.

Such a file may come from another table, on a stick. What it says of itself is held against what is
there before memory is asked for: a header may claim an array of any size, a picture any width, and
a few packed bytes may unpack to gigabytes.
"""

from __future__ import annotations

import ast
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from lzma import LZMAError
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.cards import Card, Family, UnknownCardError, card
from vision.arrays import Floats, Image, as_image
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH

SIDE = 128
"""Length of the net's vectors."""
MOST_BYTES = 64 * 1024 * 1024
"""More than any deck needs; what is or unpacks to more is none."""
MOST_PARTS = 4096
"""Pictures and vectors of a deck: forty views of each card of the largest pack, twice that in
vectors, both ways up. A picture that is all black takes a thousandth of its size in a file."""
_UNIT_SLACK = 0.01
_NUMPY = b"\x93NUMPY\x01\x00"
_LONGEST_HEADER = 4096


class NoDeckError(Exception):
    """A file is no deck, or damaged."""


class DeckArchive:
    """The parts of an open `.deck` file."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        parts = archive.infolist()
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_BYTES:
            raise ValueError("too large for a deck")
        if len({part.filename for part in parts}) < len(parts):
            raise ValueError("a part stands there twice")
        self._archive = archive
        read = json.loads(archive.read("deck.json"))
        if not isinstance(read, dict):
            raise TypeError("no description")
        self.description: dict[str, Any] = read

    def cards(self) -> tuple[Card, ...]:
        """Return the cards, each of which is there once."""
        family = Family(self.description["family"])
        cards = tuple(card(code, family) for code in self.description["cards"])
        if not cards or len(set(cards)) < len(cards):
            raise ValueError("a deck has each of its cards once")
        return cards

    def measure(self, name: str, least: float, most: float) -> float:
        """Return a number of the description within bounds."""
        value = float(self.description[name])
        if not least <= value <= most:
            raise ValueError("no measure of a card")
        return value

    def vectors(self, name: str) -> Floats:
        """Return unit vectors [rows,128] of a part that `numpy.save` wrote."""
        data = self._archive.read(name)
        if not data.startswith(_NUMPY):
            raise ValueError("no array")
        (length,) = struct.unpack_from("<H", data, len(_NUMPY))
        begin = len(_NUMPY) + 2 + length
        if length > _LONGEST_HEADER:
            raise ValueError("no array of ours")
        head = ast.literal_eval(data[len(_NUMPY) + 2 : begin].decode("latin-1").strip())
        rows, side = head["shape"]
        kind = {"<f4": np.float32, "<f2": np.float16, "<f8": np.float64}[head["descr"]]
        if head["fortran_order"] or side != SIDE or not 0 <= rows <= MOST_PARTS:
            raise ValueError("these are no vectors of the net")
        # As many bytes as it says, or none are made an array.
        read = np.frombuffer(data, kind, offset=begin).reshape(rows, side)
        # Nothing above one first: what is no number, or too large for one, is found so.
        fits = bool(np.all(np.abs(read) < 1.0 + _UNIT_SLACK))
        if not fits or np.any(np.abs(np.linalg.norm(read, axis=1) - 1.0) >= _UNIT_SLACK):
            raise ValueError("these are no unit vectors")
        return np.asarray(read, np.float32)

    def face(self, name: str) -> Image:
        """Return a rectified face."""
        data = self._archive.read(name)
        if _webp_size(data) != (CROP_WIDTH, CROP_HEIGHT):
            raise ValueError("no face")
        view = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        if view is None or view.shape != (CROP_HEIGHT, CROP_WIDTH, 3):
            raise ValueError("a face is damaged")
        return as_image(view)


@contextmanager
def opened(path: Path) -> Iterator[DeckArchive]:
    """Open a `.deck` file.

    Raises:
        FileNotFoundError: there is none.
        NoDeckError: it is none, or damaged; also what fails within.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise NoDeckError(path)
        with zipfile.ZipFile(path) as archive:
            yield DeckArchive(archive)
    except FileNotFoundError:
        raise
    except BROKEN as error:
        raise NoDeckError(path) from error


BROKEN = (
    *(OSError, EOFError, zipfile.BadZipFile, zlib.error, LZMAError, struct.error, cv2.error),
    # Of what a description says: words for numbers, lists for words, too much, too deep.
    *(ValueError, TypeError, LookupError, AttributeError, ArithmeticError, SyntaxError),
    *(UnknownCardError, RecursionError, MemoryError),
    # Of zip archives: a coding nobody knows, a password.
    *(NotImplementedError, RuntimeError),
)
"""How reading fails where the file is no deck."""


def cards_in(path: Path) -> tuple[Card, ...]:
    """Return the cards of a deck without reading the faces; none where it is no deck."""
    try:
        with opened(path) as archive:
            return archive.cards()
    except (FileNotFoundError, NoDeckError):
        return ()


def print_in(path: Path) -> str:
    """Return the word for what is printed on a deck's faces, without reading the faces.

    What is no deck, or damaged, has none: whoever opens it is told.
    """
    try:
        with opened(path) as archive:
            return str(archive.description.get("print", ""))
    except (FileNotFoundError, NoDeckError):
        return ""


def _webp_size(data: bytes) -> tuple[int, int]:
    """Return width and height as a WebP picture says them, before room is made for its pixels."""
    form, body = data[12:16], data[20:30]
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or len(body) < 10:
        raise ValueError("no WebP picture")
    if form == b"VP8 ":
        width, height = struct.unpack_from("<HH", body, 6)
        return width & 0x3FFF, height & 0x3FFF
    if form == b"VP8L":
        (bits,) = struct.unpack_from("<I", body, 1)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    raise ValueError("no WebP picture of ours")
