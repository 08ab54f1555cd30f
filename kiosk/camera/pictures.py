"""Pictures and meters of the set-up pages, in memory and only while somebody looks.

The watched square alone is shown; everything else is blackened first. `Meters` say how light,
focus, size, glare and flicker are. A `Glimpse` is what vision said last, for the debug view: it
holds only what lies or lay open on the table. Nothing is stored.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from engine.text import Text
from vision.arrays import Floats, Image, as_image
from vision.camera.frames import Frame, RegionMask
from vision.camera.quality import QualityGrade, QualityMeasure, measure
from vision.place.geometry import Geometry, WatchedSquare, overhead
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    CardTakenBack,
    EarlierSeen,
    FaceDownSeen,
    ForeignSeen,
    SightChanged,
    Sighting,
    TableActivity,
    TrickCleared,
    VisionEvent,
)

SIDE = 640
_QUALITY = 80
_CROSS = (0, 176, 255)
"""The colour of the cross in the loupe, blue first: the amber of the corner that is set right."""


def view_of(geometry: Geometry | None, width: int, height: int) -> Geometry:
    """Return where the table lies in pictures of this size; a guess where nobody measured."""
    return overhead(width, height) if geometry is None else geometry.in_picture(width, height)


def field_corners(geometry: Geometry) -> Floats:
    """Return the watched square's corners [4,2] in the picture, clockwise from seat 0's left."""
    half = geometry.field_mm / 2
    return geometry.to_px(np.array([[-half, half], [half, half], [half, -half], [-half, -half]]))


def masked(image: Image, geometry: Geometry) -> Image:
    """Return the picture with everything outside the watched square black (PAGES 6.6)."""
    corners = [(float(x), float(y)) for x, y in field_corners(geometry)]
    return RegionMask(corners).apply(image)


def square(image: Image, geometry: Geometry | None, side: int = SIDE) -> Image:
    """Return the watched square as seen from straight above, seat 0 below; nothing else."""
    height, width = image.shape[:2]
    seen = view_of(geometry, width, height)
    return WatchedSquare(seen, width, height, side).sharp(masked(image, seen))


def sharp_square(image: Image, geometry: Geometry | None) -> tuple[Image, float]:
    """Return the watched square with all the camera's pixels, and how many of them a mm has."""
    height, width = image.shape[:2]
    seen = view_of(geometry, width, height)
    corners = field_corners(seen)
    side = round(float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).max()))
    return square(image, geometry, side), side / seen.field_mm


def jpeg(image: Image) -> bytes:
    """Return a picture as JPEG."""
    whole, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    assert whole
    return data.tobytes()


def closeup(image: Image, x: float, y: float, half: int = 40, zoom: int = 6) -> Image:
    """Return what surrounds a point, enlarged; black beyond the picture's border."""
    padded = cv2.copyMakeBorder(image, half, half, half, half, cv2.BORDER_CONSTANT)
    column, row = round(x), round(y)
    cut = padded[row : row + 2 * half + 1, column : column + 2 * half + 1]
    side = (2 * half + 1) * zoom
    shown = as_image(cv2.resize(cut, (side, side), interpolation=cv2.INTER_LINEAR))
    for start, end in (((side // 2, 0), (side // 2, side)), ((0, side // 2), (side, side // 2))):
        cv2.line(shown, start, end, _CROSS, 2)
    return shown


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


_ORDER = {QualityGrade.BAD: 0, QualityGrade.FAIR: 1, QualityGrade.UNKNOWN: 2, QualityGrade.GOOD: 3}


def meters(measured: Sequence[QualityMeasure]) -> tuple[Meter, ...]:
    """Return the measurements for people, what has to be changed first."""
    ordered = sorted(measured, key=lambda each: _ORDER[each.grade])
    return tuple(_meter(each) for each in ordered)


def _meter(measured: QualityMeasure) -> Meter:
    german, english = measured.text.de.split(": ", 1), measured.text.en.split(": ", 1)
    says = Text(de=_sentence(german[1]), en=_sentence(english[1]))
    grade = measured.grade
    bad, good = grade in (QualityGrade.BAD, QualityGrade.FAIR), grade is QualityGrade.GOOD
    return Meter(measured.name, Text(de=german[0], en=english[0]), says, bad, good)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


KEPT = 12


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the watcher knows just now."""

    activity: TableActivity
    since: float | None
    """Seconds of the source at which this state began; None before the first."""
    said: tuple[VisionEvent, ...]
    """The last things it said besides its states, the newest first; of a card the newest look."""


class Glance:
    """Collects what the watcher says; safe in any thread."""

    def __init__(self) -> None:
        self._gate = threading.Lock()
        self._said: deque[VisionEvent] = deque(maxlen=KEPT)
        self._activity = TableActivity.STARTING
        self._since: float | None = None

    def hears(self, event: VisionEvent) -> None:
        """Note what was said."""
        with self._gate:
            match event:
                case ActivityChanged(t=t, activity=activity):
                    self._activity, self._since = activity, t
                case Sighting(track=track):
                    self._better(track, event)
                case (
                    CardTakenBack()
                    | TrickCleared()
                    | FaceDownSeen()
                    | ForeignSeen()
                    | EarlierSeen()
                    | CameraMoved()
                    | SightChanged()
                ):
                    self._said.append(event)

    def _better(self, track: int, event: Sighting) -> None:
        """A better look takes the place of the one before, with the time of the first."""
        for index, said in enumerate(self._said):
            if isinstance(said, Sighting) and said.track == track and said.t == event.t:
                self._said[index] = Sighting(
                    track, said.t, said.known_t, event.quad, event.place, event.log_scores
                )
                return
        self._said.append(event)

    def now(self) -> Glimpse:
        """Return what is known just now."""
        with self._gate:
            return Glimpse(self._activity, self._since, tuple(reversed(self._said)))


LOG = logging.getLogger("mehrkopf.setup")

RECENT = 8
"""Pictures kept while somebody looks: so many the bands of mains light need."""
KEPT_S = 5.0
"""So long after the last look pictures are kept; then they are forgotten."""

Taker = Callable[[Frame], None]


class Follower(Protocol):
    """Takes what the eyes see and what is made of it, whether somebody looks or not."""

    def sees(self, frame: Frame) -> None:
        """Take a picture of play."""
        ...

    def hears(self, event: VisionEvent) -> None:
        """Take what was made of it."""
        ...

    def forget(self) -> None:
        """Forget every picture."""
        ...


class PictureWindow:
    """An onlooker of the eyes (`kiosk.camera.eyes.Onlooker`); safe in any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._news = threading.Condition()
        self._asked = float("-inf")
        self._recent: deque[Frame] = deque(maxlen=RECENT)
        self._taker: Taker | None = None
        self.glance = Glance()
        self.follower: Follower | None = None
        """The last seconds for a report (`kiosk.camera.clip`); None: nobody follows."""

    def sees(self, frame: Frame) -> bool:
        """Keep the picture while somebody looks; hand it over where it is lent out."""
        with self._news:
            taker = self._taker
            if self._clock() - self._asked <= KEPT_S:
                if frame.gap:
                    self._recent.clear()
                self._recent.append(frame)
            else:
                self._recent.clear()
            self._news.notify_all()
        if taker is None:
            if self.follower is not None:
                self.follower.sees(frame)
            return False
        try:
            taker(frame)
        except Exception:
            # The table must not lose its eyes for a mistake in what looks on.
            LOG.exception("what borrowed the camera failed; the table has it back")
            self.lend(None)
        return True

    def hears(self, event: VisionEvent) -> None:
        """Note what the watcher makes of the pictures."""
        self.glance.hears(event)
        if self.follower is not None:
            self.follower.hears(event)

    def lend(self, taker: Taker | None) -> None:
        """Hand the pictures to `taker` instead of the watcher; None: give them back."""
        with self._news:
            self._taker = taker

    @property
    def lent(self) -> bool:
        """Whether the watcher has to do without the pictures just now."""
        with self._news:
            return self._taker is not None

    def newest(self, timeout: float = 0.0) -> Frame | None:
        """Return the newest picture, waiting up to `timeout` seconds for the first."""
        with self._news:
            self._asked = self._clock()
            self._news.wait_for(lambda: bool(self._recent), timeout)
            return self._recent[-1] if self._recent else None

    def recent(self) -> tuple[Frame, ...]:
        """Return the last pictures, the newest last."""
        with self._news:
            self._asked = self._clock()
            return tuple(self._recent)

    def forget(self) -> None:
        """Forget every picture: the camera is off."""
        with self._news:
            self._recent.clear()
        if self.follower is not None:
            self.follower.forget()
