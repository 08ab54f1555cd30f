"""The sample evening's first tricks, cut for a slow guest: motion, and rests as long as needed.

A guest without KVM looks at a card for seconds, so nobody there plays on before the page shows the
card: each rest is a few pictures that can be repeated, with a sensor's noise, for a picture that is
sent again and again to the last bit is a frozen camera's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from kiosk.table import resumption as evening

STEP = 3
"""Of the motion each third picture is shown: at 5 a second that is 0.6 of the true speed."""
REST_PICTURES = 4
QUALITY = 92
NOISE = 1.5
"""Standard deviation of a level, 0..255."""
_EMPTY = 80
"""A frame in which the table is still empty; the first card comes at 96."""
_SEEN, _BEFORE = 8, 10
"""Frames from a card's landing until its hand is gone, and from a hand's coming to its landing."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What happens, and the rest after it; places in the film's file as (offset, length)."""

    kind: str
    """`empty` at first, then `card` or `trick_taken`, as the evening's truth says."""
    seat: int | None
    card: str | None
    motion: tuple[tuple[int, int], ...]
    rest: tuple[tuple[int, int], ...]


def make_film(path: Path, cards: int) -> tuple[Piece, ...]:
    """Write the film of the first so many cards, JPEG after JPEG; return its pieces.

    The first piece is the empty table. An index for the guest lies beside the film, `.json`.
    """
    happened = _happened(cards + 1)
    frames = [one["frame"] for one in happened]
    rests = [_EMPTY, *((a + _SEEN + b - _BEFORE) // 2 for a, b in pairwise(frames))]
    places = dict(_written(path, _wanted(rests)))
    kinds = [{"kind": "empty"}, *happened]
    pieces: list[Piece] = []
    before = rests[0]
    for one, rest in zip(kinds, rests, strict=False):
        first = rest - REST_PICTURES + 1
        motion = [frame for frame in range(before + 1, first) if frame % STEP == 0]
        still = range(first, rest + 1)
        pieces.append(
            Piece(
                one["kind"],
                one.get("seat"),
                one.get("card"),
                tuple(places[frame] for frame in motion),
                tuple(places[frame] for frame in still),
            )
        )
        before = rest
    path.with_suffix(".json").write_text(json.dumps([asdict(piece) for piece in pieces]))
    return tuple(pieces)


def _wanted(rests: list[int]) -> set[int]:
    """Return the frames that are shown: each third, and all of the rests."""
    still = {frame for rest in rests for frame in range(rest - REST_PICTURES + 1, rest + 1)}
    return still | {frame for frame in range(rests[0], rests[-1]) if frame % STEP == 0}


def _happened(cards: int) -> list[dict[str, Any]]:
    """Return what the evening's truth says, up to so many cards."""
    found: list[dict[str, Any]] = []
    for line in evening.SAMPLE_VIDEO.with_suffix(".truth.jsonl").read_text().splitlines():
        one = json.loads(line)
        if one["kind"] in ("card", "trick_taken"):
            found.append(one)
        if sum(known["kind"] == "card" for known in found) == cards:
            break
    return found


def _written(path: Path, wanted: set[int]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Write the wanted frames in their order; yield each with its place."""
    video = cv2.VideoCapture(str(evening.SAMPLE_VIDEO))
    noise = _noise()
    with path.open("wb") as file:
        for number in range(max(wanted) + 1):
            assert video.grab()
            if number in wanted:
                there, picture = video.retrieve()
                assert there
                # A pattern each: no two neighbours are the same picture.
                picture = cv2.add(picture, noise[number % len(noise)], dtype=cv2.CV_8U)
                whole, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
                assert whole
                yield number, (file.tell(), len(data))
                file.write(data.tobytes())
    video.release()


def _noise() -> list[NDArray[np.int16]]:
    chance = np.random.default_rng(1)
    size = (REST_PICTURES, 720, 1280, 3)
    return list(np.rint(NOISE * chance.standard_normal(size, np.float32)).astype(np.int16))
