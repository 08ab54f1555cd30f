"""The last ten seconds of the table's middle, for whoever reports a wrong or a missed card.

They are in memory alone, masked before anything else (PAGES 6.6), and forgotten as newer pictures
come or the camera is switched off. One tap takes them aside: then they are played on the page, and
only once somebody has seen them may they be kept. What is not kept is gone after some minutes. A
kept clip is one zip: the pictures as they were, and `readings.json` (docs/DEAL_FILE.md, Clips).
"""

from __future__ import annotations

import io
import json
import threading
import time
import zipfile
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.cards import Card
from engine.text import PlainError
from kiosk.camera.pictures import field_corners, view_of
from kiosk.camera.seen_cards import SeenTable
from kiosk.words import clips as w
from vision.arrays import Image, as_image
from vision.camera.frames import Frame, RegionMask
from vision.place.geometry import Geometry, grown
from vision.sighting import (
    ActivityChanged,
    FaceDownSeen,
    ForeignSeen,
    Sighting,
    TrickCleared,
    VisionEvent,
)

SECONDS = 10.0
EVERY_S = 0.125
"""Eight pictures a second tell what lay when; more cost the processor what reading needs."""
MOST_SIDE = 1080
"""Pixels; nothing is read in a larger square than 720."""
MOST_BYTES = 24 * 2**20
"""Of all pictures together; at more the oldest are forgotten earlier."""
KEPT_S = 300.0
"""So long a clip that was taken aside waits for somebody to keep it."""
_QUALITY = 88
_MOST_EVENTS = 200
_EARLIEST = (1980, 1, 1, 0, 0, 0)
FORMAT, VERSION = "mehrkopf-clip", 1


class Middle:
    """Cuts the watched square out of pictures of one size; all else in the cut is black."""

    def __init__(self, geometry: Geometry, width: int, height: int) -> None:
        corners = field_corners(geometry)
        # Pixels whose centres lie in it; of a square beside the picture one black one.
        left, top = np.ceil(corners.min(0)).clip(0, (width - 1, height - 1)).astype(int).tolist()
        right, bottom = (np.floor(corners.max(0)) + 1).astype(int).tolist()
        right, bottom = min(max(right, left + 1), width), min(max(bottom, top + 1), height)
        self._rows, self._columns = slice(top, bottom), slice(left, right)
        # Masked is the cut alone: it is a third of the picture.
        self._mask = RegionMask([(float(x) - left, float(y) - top) for x, y in corners])
        self._corner = left, top
        self._scale = min(1.0, MOST_SIDE / max(right - left, bottom - top))

    def of(self, image: Image) -> Image:
        """Return the cut, at most `MOST_SIDE` large."""
        cut = self._mask.apply(as_image(image[self._rows, self._columns]))
        if self._scale == 1.0:
            return cut
        width, height = (max(1, round(each * self._scale)) for each in (cut.shape[1], cut.shape[0]))
        return as_image(cv2.resize(cut, (width, height), interpolation=cv2.INTER_AREA))

    def there(self, event: VisionEvent) -> VisionEvent:
        """Return the event with its outline, where it has one, in pixels of the cut."""
        if not isinstance(event, (Sighting, FaceDownSeen, ForeignSeen)):
            return event
        left, top = self._corner
        a, b, c, d = ((x - left, y - top) for x, y in event.quad)
        return replace(event, quad=grown((a, b, c, d), self._scale))


@dataclass(frozen=True, slots=True)
class ClipPicture:
    """One picture as JPEG, and its time in seconds of the source."""

    t: float
    data: bytes


@dataclass(frozen=True, slots=True)
class Clip:
    """What one tap took aside."""

    number: int
    pictures: tuple[ClipPicture, ...]
    events: tuple[VisionEvent, ...]
    """Outlines in pixels of the pictures."""

    @property
    def seconds(self) -> float:
        """How long it is."""
        return self.pictures[-1].t - self.pictures[0].t

    def zipped(self, deck: str, cards: Sequence[Card]) -> bytes:
        """Return the file to keep; `cards` is the deck in the order of the scores."""
        readings: list[dict[str, object]] = []
        table = SeenTable(cards)
        for event in self.events:
            # What was read by another deck has other scores.
            if not isinstance(event, Sighting) or len(event.log_scores) == len(cards):
                said = table.hears(event)
                if said is not None:
                    readings.append(said)
        times = [round(picture.t, 3) for picture in self.pictures]
        told = {"format": FORMAT, "version": VERSION, "deck": deck, "t": times}
        body = io.BytesIO()
        with zipfile.ZipFile(body, "w") as file:
            whole = json.dumps({**told, "readings": readings}, ensure_ascii=False, indent=1)
            file.writestr(zipfile.ZipInfo("readings.json", _EARLIEST), whole)
            for number, picture in enumerate(self.pictures):
                name = zipfile.ZipInfo(f"{number:03}.jpg", _EARLIEST)
                file.writestr(name, picture.data)
        return body.getvalue()


class ClipRing:
    """Keeps the last seconds, and the one clip that was taken aside; safe in any thread."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        geometry: Callable[[], Geometry | None] = lambda: None,
    ) -> None:
        self.geometry = geometry
        """Tells where the table lies in the picture, None where nobody measured."""
        self._clock = clock
        self._middle: tuple[Geometry | None, tuple[int, ...], Middle] | None = None
        self._gate = threading.Lock()
        self._pictures: deque[ClipPicture] = deque()
        self._events: deque[VisionEvent] = deque(maxlen=_MOST_EVENTS)
        self._size = 0
        self._taken: Clip | None = None
        self._taken_at = 0.0
        self._played: set[int] = set()
        self._count = 0

    @property
    def size(self) -> int:
        """Bytes of the pictures in memory, those taken aside not counted."""
        with self._gate:
            return self._size

    def sees(self, frame: Frame) -> None:
        """Take a picture, `EVERY_S` after the last at the earliest; forget what is older."""
        with self._gate:
            last = self._pictures[-1].t if self._pictures else None
        if last is not None and 0 <= frame.t - last < EVERY_S:
            return
        cut = self._cutter(frame.image).of(frame.image)
        whole, data = cv2.imencode(".jpg", cut, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        assert whole
        picture = ClipPicture(frame.t, data.tobytes())
        with self._gate:
            if last is not None and frame.t < last:
                # A source that begins anew: what was before is no part of these seconds.
                self._empty()
            self._pictures.append(picture)
            self._size += len(picture.data)
            while self._size > MOST_BYTES or frame.t - self._pictures[0].t > SECONDS:
                self._size -= len(self._pictures.popleft().data)

    def _cutter(self, image: Image) -> Middle:
        geometry, shape = self.geometry(), image.shape
        known = self._middle
        if known is None or known[0] is not geometry or known[1] != shape:
            height, width = shape[:2]
            cutter = Middle(view_of(geometry, width, height), width, height)
            known = self._middle = (geometry, shape, cutter)
        return known[2]

    def hears(self, event: VisionEvent) -> None:
        """Note what was read."""
        with self._gate:
            self._events.append(event)

    def forget(self) -> None:
        """Forget everything, a clip taken aside as well: the camera is off."""
        with self._gate:
            self._empty()
            self._taken = None

    def take(self) -> Clip:
        """Take the last seconds aside in the place of those taken before.

        Raises:
            PlainError: there are none.
        """
        with self._gate:
            if not self._pictures:
                raise PlainError(w.NOTHING)
            self._count += 1
            pictures = tuple(self._pictures)
            assert self._middle is not None
            said = _since_the_trick_began(tuple(self._events), pictures[0].t)
            events = tuple(map(self._middle[2].there, said))
            self._taken = Clip(self._count, pictures, events)
            self._taken_at = self._clock()
            self._played.clear()
            return self._taken

    def taken(self) -> Clip | None:
        """Return the clip that waits to be kept, None where none does."""
        with self._gate:
            if self._taken is not None and self._clock() - self._taken_at > KEPT_S:
                self._taken = None
            return self._taken

    def picture(self, number: int, index: int) -> bytes | None:
        """Return a picture of the clip of that number as it is played; None where it is gone."""
        clip = self.taken()
        if clip is None or clip.number != number or not 0 <= index < len(clip.pictures):
            return None
        with self._gate:
            if self._taken is clip:
                self._played.add(index)
        return clip.pictures[index].data

    def played(self, number: int) -> Clip:
        """Return the clip of that number, to be kept.

        Raises:
            PlainError: it is gone, or nobody has seen it to its end.
        """
        clip = self.taken()
        if clip is None or clip.number != number:
            raise PlainError(w.GONE)
        if len(self._played) < len(clip.pictures):
            raise PlainError(w.SEE_FIRST)
        return clip

    def drop(self) -> None:
        """Forget the clip that was taken aside."""
        with self._gate:
            self._taken = None

    def _empty(self) -> None:
        self._pictures.clear()
        self._events.clear()
        self._size = 0


def _since_the_trick_began(
    events: tuple[VisionEvent, ...], start: float
) -> tuple[VisionEvent, ...]:
    """Return what was said from `start` on, and before it what lay there still."""
    before = [index for index, event in enumerate(events) if event.t < start]
    cleared = [index for index in before if isinstance(events[index], TrickCleared)]
    lay = events[cleared[-1] + 1 if cleared else 0 : len(before)]
    # What a table looked like earlier tells nothing about what lies there.
    return (
        *(event for event in lay if not isinstance(event, ActivityChanged)),
        *events[len(before) :],
    )
