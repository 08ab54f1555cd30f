"""The first trick of the sample evening as a film whose pictures carry their number.

The number stands in a corner the table is not looked for in, as sixteen squares, black or white: it
outlives whatever compresses the picture. A little noise is laid over, as a sensor has: one picture
of a resting table would otherwise be the one before, sent again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from kiosk.table.resumption import SAMPLE_VIDEO
from vision.arrays import Image, as_image
from vision.camera.frames import VideoFile

RATE = 30
"""Pictures a second; a browser plays a file of JPEGs at this."""
SECONDS = 10.4
_BITS, _SIDE = 16, 16


def numbered(picture: Image, number: int) -> Image:
    """Return the picture with its number in the upper left corner."""
    marked = picture.copy()
    for bit in range(_BITS):
        light = 235 if number >> bit & 1 else 20
        marked[:_SIDE, bit * _SIDE : (bit + 1) * _SIDE] = light
    return marked


def number_of(picture: Image) -> int:
    """Read a picture's number."""
    middles = picture[_SIDE // 2, _SIDE // 2 : _BITS * _SIDE : _SIDE].mean(axis=1)
    return sum(1 << bit for bit, light in enumerate(middles) if light > 128)


@cache
def pictures() -> tuple[bytes, ...]:
    """Return the film, a JPEG a picture."""
    noise = np.random.default_rng(7)
    made = list[bytes]()
    with VideoFile(SAMPLE_VIDEO) as film:
        for frame in film:
            if frame.t > SECONDS:
                break
            while len(made) / RATE <= frame.t:
                grain = noise.normal(0, 1.5, frame.image.shape)
                grained = np.clip(frame.image + grain, 0, 255).astype(np.uint8)
                shown = numbered(as_image(grained), len(made))
                good, body = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 90])
                assert good
                made.append(body.tobytes())
    return tuple(made)


def write(path: Path) -> Path:
    """Write the film as the browser's imitation of a camera reads it."""
    path.write_bytes(b"".join(pictures()))
    return path


def resting() -> Iterator[tuple[str, int]]:
    """Yield each card of the film with the number of the picture in which it lies at rest."""
    truth = SAMPLE_VIDEO.with_suffix(".truth.jsonl").read_text("utf-8").splitlines()
    for line in map(json.loads, truth):
        if line["kind"] == "card" and line["seconds"] < SECONDS - 1:
            yield line["card"], round(line["seconds"] * RATE)
