"""Watching costs little while nothing moves: fewer pictures are decoded until something does.

A card needs a hand to come, and a hand is there for longer than a look apart; so the full rate is
back before the card has come to rest.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image

IDLE_AFTER_SECONDS = 3.0
"""So long nothing must have moved: by then every resting card has been read and read again."""
LOOKS_A_SECOND = 8.0
"""While idle. An eighth of a second is what a thrown card takes to come to rest at the quickest."""
_SIZE = (64, 36)
_LEVEL = 10
_SHARE = 0.002
"""A share of 64 x 36 cells: five of them, about a fingertip at the edge of the picture."""
_NOISE = 4.0


class Idle:
    """Says which of the camera's pictures are worth decoding."""

    def __init__(self, looks_a_second: float = LOOKS_A_SECOND) -> None:
        self._pause = 1.0 / looks_a_second
        self._anchor: Image | None = None
        self._still_since = 0.0
        self._looked = float("-inf")
        self._idle = False

    @property
    def idle(self) -> bool:
        """Whether nothing has moved for a while."""
        return self._idle

    def skips(self, t: float) -> bool:
        """Whether the picture that comes at `t` seconds need not be decoded."""
        return self._idle and t - self._looked < self._pause

    def look(self, t: float, image: Image) -> None:
        """Take a decoded picture into account."""
        self._looked = t
        small = _thumbnail(image)
        if self._anchor is None or self._anchor.shape != small.shape or _moved(self._anchor, small):
            self._anchor, self._still_since = small, t
        self._idle = t - self._still_since >= IDLE_AFTER_SECONDS

    def wake(self) -> None:
        """Look at every picture again: the camera was away, or somebody wants to see."""
        self._anchor, self._idle, self._looked = None, False, float("-inf")


def _thumbnail(image: Image) -> Image:
    thin = image[::4, ::4] if min(image.shape[:2]) >= 4 * _SIZE[1] else image
    grey = cv2.cvtColor(thin, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, _SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def _moved(anchor: Image, small: Image) -> bool:
    apart = small.astype(np.int16) - anchor
    apart = np.abs(apart - np.int16(np.median(apart)))
    level = max(_LEVEL, _NOISE * float(np.median(apart)))
    return bool(np.count_nonzero(apart > level) >= _SHARE * apart.size)
