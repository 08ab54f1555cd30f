"""How fast the nets are."""

from __future__ import annotations

import time
from collections.abc import Iterator

import cv2
import numpy as np

from engine.text import Text
from kiosk.cli.bench_figures import Figure, best
from vision.reading.embedding import CROP_HEIGHT, CROP_WIDTH, embed
from vision.reading.nets import load_nets

_EMBEDDING = Text(de="eine Karte einordnen", en="embedding one card")
_CLOCK = time.thread_time
_WIDE = Text(de="dasselbe mit 32 Bit, zum Einlernen", en="the same in 32 bits, to enrol with")
_NEWCARD = Text(de="die neue Karte suchen", en="finding the new card")


def figures() -> Iterator[Figure]:
    """Measure the nets in processor time of this thread, the only one they run on."""
    cv2.setNumThreads(1)
    nets = load_nets()
    noise = np.random.default_rng(1)
    crop = noise.integers(0, 255, (1, CROP_HEIGHT, CROP_WIDTH, 3), dtype=np.uint8)
    pair = noise.standard_normal((1, 6, 256, 256)).astype(np.float32)
    embedding = best(lambda: [embed(nets.reading, crop) for _ in range(50)], _CLOCK) / 50
    wide = best(lambda: [embed(nets.embedding, crop) for _ in range(50)], _CLOCK) / 50
    newcard = best(lambda: [nets.newcard.run(pair) for _ in range(10)], _CLOCK) / 10
    yield Figure("embedding", _EMBEDDING, embedding * 1000, "ms", 1.0, least=False)
    if nets.quick is not None:
        yield Figure("embedding32", _WIDE, wide * 1000, "ms")
    yield Figure("newcard", _NEWCARD, newcard * 1000, "ms", 15.0, least=False)
