"""Light, focus, size, glare and flicker of the camera's picture, for the page."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.text import Text
from kiosk.setup.picture import view_of
from vision.camera.frames import Frame
from vision.camera.quality import Grade, Measured, measure
from vision.place.geometry import Geometry

AGAIN_S = 1.5
"""Measuring costs as much as reading a card; words that change faster nobody reads."""


@dataclass(frozen=True, slots=True)
class Meter:
    """One thing that was measured: its words before and after the colon, and how it stands."""

    name: str
    title: Text
    says: Text
    bad: bool
    good: bool


class Meters:
    """Measures the newest pictures now and then; safe in any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._gate = threading.Lock()
        self._at = float("-inf")
        self._known: tuple[Meter, ...] = ()

    def look(self, frames: Sequence[Frame], geometry: Geometry | None) -> tuple[Meter, ...]:
        """Return what the pictures are like, the worst first; nothing without a picture."""
        if not frames:
            return ()
        with self._gate:
            if self._clock() - self._at >= AGAIN_S:
                height, width = frames[-1].image.shape[:2]
                seen = view_of(geometry, width, height)
                self._known = meters(measure([frame.image for frame in frames], seen))
                self._at = self._clock()
            return self._known

    def forget(self) -> None:
        """Measure anew at the next look."""
        with self._gate:
            self._at = float("-inf")


_ORDER = {Grade.BAD: 0, Grade.FAIR: 1, Grade.UNKNOWN: 2, Grade.GOOD: 3}


def meters(measured: Sequence[Measured]) -> tuple[Meter, ...]:
    """Return the measurements for people, what has to be changed first."""
    ordered = sorted(measured, key=lambda each: _ORDER[each.grade])
    return tuple(_meter(each) for each in ordered)


def _meter(measured: Measured) -> Meter:
    german, english = measured.text.de.split(": ", 1), measured.text.en.split(": ", 1)
    says = Text(de=_sentence(german[1]), en=_sentence(english[1]))
    grade = measured.grade
    bad, good = grade in (Grade.BAD, Grade.FAIR), grade is Grade.GOOD
    return Meter(measured.name, Text(de=german[0], en=english[0]), says, bad, good)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
