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

from kiosk import evening

STEP = 3
"""Of the motion each third picture is shown: at 5 a second that is 0.6 of the true speed."""
REST_PICTURES = 4
QUALITY = 92
NOISE = 1.5
"""Standard deviation of a level, 0..255."""
_SEEN, _BEFORE = 8, 10
"""Frames from a card's landing until its hand is gone, and from a hand's coming to its landing."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What happens, and the rest after it; places in the film's file as (offset, length)."""

    kind: str
    """`card` or `trick_taken`, as the evening's truth says."""
    seat: int
    card: str | None
    motion: tuple[tuple[int, int], ...]
    rest: tuple[tuple[int, int], ...]


def make_film(path: Path, cards: int) -> tuple[Piece, ...]:
    """Write the film of the first so many cards, JPEG after JPEG; return its pieces.

    Its index for the guest lies beside it, `.json`.
    """
    happened = _happened()
    kept, seen = 0, []
    for one in happened:
        kept += one["kind"] == "card"
        seen.append(one)
        if kept == cards + 1:
            break
    frames = [one["frame"] for one in seen]
    rests = [(a + _SEEN + b - _BEFORE) // 2 for a, b in pairwise(frames)]
    wanted = {frame for rest in rests for frame in range(rest - REST_PICTURES + 1, rest + 1)} | set(
        range(0, rests[-1], STEP)
    )
    places = dict(_written(path, wanted))
    pieces, before = [], 0
    for one, rest in zip(seen, rests, strict=False):
        first_rest = rest - REST_PICTURES + 1
        motion = (frame for frame in range(before, first_rest) if frame % STEP == 0)
        pieces.append(
            Piece(
                one["kind"],
                one["seat"],
                one.get("card"),
                tuple(places[frame] for frame in motion),
                tuple(places[frame] for frame in range(first_rest, rest + 1)),
            )
        )
        before = rest + 1
    path.with_suffix(".json").write_text(json.dumps([asdict(piece) for piece in pieces]))
    return tuple(pieces)


def _happened() -> list[dict[str, Any]]:
    lines = evening.SAMPLE_VIDEO.with_suffix(".truth.jsonl").read_text().splitlines()
    found = (json.loads(line) for line in lines)
    return [one for one in found if one["kind"] in ("card", "trick_taken")]


def _written(path: Path, wanted: set[int]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Write the wanted frames in their order; yield each with its place."""
    video = cv2.VideoCapture(str(evening.SAMPLE_VIDEO))
    chance = np.random.default_rng(1)
    with path.open("wb") as file:
        for number in range(max(wanted) + 1):
            there, picture = video.read()
            assert there
            if number in wanted:
                noisy = picture + chance.normal(0, NOISE, picture.shape)
                picture = np.clip(noisy, 0, 255).astype(np.uint8)
                whole, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
                assert whole
                yield number, (file.tell(), len(data))
                file.write(data.tobytes())
    video.release()
