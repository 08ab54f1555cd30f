"""Live pictures: a thread that takes every picture the camera delivers and keeps only the newest.

So a slow moment in the reader never grows into a delay. When the camera is gone, frozen or dark it
is said, nothing is handed over, and the thread tries to pick it up again until it is back. A sensor
is never quite still: pictures equal to the last bit, again and again, are one picture sent again.

While nothing moves fewer pictures are decoded. A card needs a hand to come, and a hand is there for
longer than two looks are apart; so the full rate is back before the card has come to rest.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from typing import Protocol

import cv2
import numpy as np

from engine.text import PlainError, Text
from vision.arrays import Image, Mask
from vision.camera.frames import Closing, Frame, RegionMask

LOG = logging.getLogger("mehrkopf.camera")

FROZEN_SECONDS = 2.0
FROZEN_PICTURES = 10
"""Both must be reached: a slow camera is not frozen, nor is one that hiccups."""
DARK_SECONDS = 1.0
DARK_LEVEL = 20.0
"""Of 255. Where even the lightest things are darker, print and paper differ by a few levels, which
is what the sensor's noise amounts to."""
_LIGHTEST = 98
_THUMBNAIL = (64, 36)
_STRIDE = 8


class SourceState(Enum):
    """Whether the camera delivers pictures that can be looked at."""

    OPEN = "open"
    RESIZED = "resized"
    """It delivers, but pictures of another size than it began with."""
    LOST = "lost"
    FROZEN = "frozen"
    DARK = "dark"
    OFF = "off"
    """Switched off on request."""

    @property
    def sees(self) -> bool:
        """Whether pictures are handed over in this state."""
        return self in (SourceState.OPEN, SourceState.RESIZED)


TROUBLE: dict[SourceState, Text] = {
    SourceState.LOST: Text(
        de="Die Kamera liefert kein Bild; bitte Kabel und Strom prüfen. Sie wird wieder "
        "aufgenommen, sobald sie da ist.",
        en="No picture from the camera; please check the cable and the power. It "
        "will be picked up again as soon as it is back.",
    ),
    SourceState.FROZEN: Text(
        de="Das Kamerabild steht still; die Kamera wird neu gestartet. Hilft das nicht, bitte "
        "ausstecken und wieder anstecken.",
        en="The camera's picture is frozen; the camera is being restarted. If that "
        "does not help, please unplug it and plug it in again.",
    ),
    SourceState.DARK: Text(
        de="Das Kamerabild ist dunkel; bitte Licht machen oder die Abdeckung abnehmen.",
        en="The camera's picture is dark; please switch on the light or take off the lens cap.",
    ),
    SourceState.OFF: Text(de="Die Kamera ist ausgeschaltet.", en="The camera is switched off."),
}
_RESIZED = Text(
    de="Die Kamera liefert jetzt {width} x {height} statt {before_width} x {before_height} Punkte; "
    "wurde der Tisch eingemessen, bitte neu einmessen.",
    en="The camera now delivers {width} x {height} pixels instead of "
    "{before_width} x {before_height}; if the table has been measured, "
    "please measure it again.",
)


_FAILED = Text(
    de="Beim Lesen der Kamera ist etwas schiefgegangen; sie wird von selbst wieder aufgenommen. "
    "Hilft das nicht, bitte die Kamera hier aus- und wieder einschalten.",
    en="Something went wrong while reading the camera; it will be picked up "
    "again by itself. If that does not help, please switch the camera off "
    "and on again here.",
)
_WELL = 25
"""So many pictures, and the failure before is forgotten."""


class Health:
    """Follows the pictures of one camera."""

    def __init__(self) -> None:
        self._size: tuple[int, int] | None = None
        self._before: Image | None = None
        self._same = 0
        self._same_since = 0.0
        self._dark_since: float | None = None
        self._now = (0, 0)

    @property
    def words(self) -> Text | None:
        """What is to be said of a changed size, None where it is as it was."""
        if self._size is None or self._now == self._size:
            return None
        (width, height), (before_width, before_height) = self._now, self._size
        return _RESIZED.format(
            width=width, height=height, before_width=before_width, before_height=before_height
        )

    def look(self, t: float, image: Image, region: Mask | None = None) -> SourceState:
        """Take the next picture, at `t` seconds, and say what the camera's state is with it.

        Outside `region` (255 inside) a picture may be as dark as it likes.
        """
        height, width = image.shape[:2]
        self._now = (width, height)
        self._size = self._size or self._now
        dark = self._darkened(t, image, region)
        # A covered lens delivers black after black: that is dark, not frozen.
        frozen = self._frozen(t, image)
        if dark:
            return SourceState.DARK
        if frozen:
            return SourceState.FROZEN
        return SourceState.OPEN if self._now == self._size else SourceState.RESIZED

    @property
    def darkened(self) -> bool:
        """Whether the last picture was dark, for however short a time: nothing is to be read."""
        return self._dark_since is not None

    def interrupt(self) -> None:
        """The camera was opened anew: nothing of before counts but the size."""
        self._before, self._same, self._dark_since = None, 0, None

    def _frozen(self, t: float, image: Image) -> bool:
        before, self._before = self._before, image
        if before is None or not _equal(before, image):
            self._same, self._same_since = 0, t
            return False
        self._same += 1
        return self._same >= FROZEN_PICTURES and t - self._same_since >= FROZEN_SECONDS

    def _darkened(self, t: float, image: Image, region: Mask | None) -> bool:
        if lightest(image, region) >= DARK_LEVEL:
            self._dark_since = None
            return False
        if self._dark_since is None:
            self._dark_since = t
        return t - self._dark_since >= DARK_SECONDS


def lightest(image: Image, region: Mask | None = None) -> float:
    """Return how light the lightest things in the picture are, 0 to 255; noise averages out."""
    # Every fourth row and column first: the rest would add nothing but time.
    thin = image[::4, ::4] if min(image.shape[:2]) >= 4 * _THUMBNAIL[1] else image
    small = cv2.resize(thin, _THUMBNAIL, interpolation=cv2.INTER_AREA)
    levels = small.max(axis=2)
    if region is not None:
        inside = cv2.resize(region, _THUMBNAIL, interpolation=cv2.INTER_AREA) > 127
        levels = levels[inside] if inside.any() else levels
    return float(np.percentile(levels, _LIGHTEST))


def _equal(a: Image, b: Image) -> bool:
    if a is b:
        return True
    if a.shape != b.shape or not np.array_equal(a[::_STRIDE, ::_STRIDE], b[::_STRIDE, ::_STRIDE]):
        return False
    return np.array_equal(a, b)


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


REOPEN_SECONDS = 1.0
MOST_REOPEN_SECONDS = 8.0
STALE_SECONDS = 3.0
"""A camera that has not delivered for so long hangs, whatever it says of itself."""
FROZEN_PATIENCE_SECONDS = 4.0
_CLOSE_SECONDS = 8.0


class Capture(Protocol):
    """What a grabber needs of a camera."""

    def grab(self) -> bool:
        """Wait for the next picture without decoding it; False when the camera is gone."""

    def retrieve(self) -> Image | None:
        """Decode the picture grabbed last; None when it is damaged or the camera is gone."""

    def release(self) -> None:
        """Let go of the camera."""

    @property
    def reason(self) -> Text | None:
        """Why it is gone, where the camera said so."""


class CameraLamp(Protocol):
    """The lamp that tells people the camera is on."""

    def on(self) -> None:
        """Light it."""

    def off(self) -> None:
        """Put it out."""


class _NoLight:
    def on(self) -> None:
        pass

    def off(self) -> None:
        pass


CaptureOpener = Callable[[], Capture | None]
"""Opens the camera; None, or a `PlainError` that says why, when it is not there."""
StateListener = Callable[[SourceState], None]


class LiveSource(Closing):
    """Hands over the newest picture of a camera. One thread grabs, another iterates.

    `light` is on exactly while the camera is held, whatever happens to it. A source that begins
    `off` holds no camera before `switch_on`.
    """

    live = True

    def __init__(
        self,
        opener: CaptureOpener,
        mask: RegionMask | None = None,
        *,
        first: Capture | None = None,
        clock: Callable[[], float] = time.monotonic,
        reopen_seconds: float = REOPEN_SECONDS,
        light: CameraLamp | None = None,
        off: bool = False,
    ) -> None:
        self._opener = opener
        self._mask = mask or RegionMask()
        self._clock = clock
        self._reopen_seconds = reopen_seconds
        self._light = light or _NoLight()
        self._health = Health()
        self._idle = Idle()
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._gap = False
        self._telling = threading.Lock()
        self._state = SourceState.OPEN if first is not None else SourceState.LOST
        if off:
            self._state = SourceState.OFF
        self._reason: Text | None = None
        self._listeners: list[StateListener] = []
        self._closed = threading.Event()
        self._wanted = threading.Event()
        if not off:
            self._wanted.set()
        self._anew = threading.Event()
        self._other = False
        self._unseen = threading.Event()
        """Ends a wait before the next attempt: closed, or switched off or on."""
        self._started = clock()
        self._delivered = clock()
        self._frozen_since: float | None = None
        self._grabbed = 0
        self._thread = threading.Thread(target=self._run, args=(first,), name="camera", daemon=True)
        if first is not None:
            self._light.on()
        self._thread.start()

    @property
    def state(self) -> SourceState:
        """Whether the camera delivers pictures just now."""
        return self._state

    @property
    def trouble(self) -> Text | None:
        """What is wrong with the camera and what to do, None while all is well."""
        if self._state is SourceState.RESIZED:
            return self._health.words
        if self._state is SourceState.LOST and self._reason is not None:
            return self._reason
        return TROUBLE.get(self._state)

    @property
    def grabbed(self) -> int:
        """Pictures delivered so far, dropped ones included: the watchdog's sign of life."""
        return self._grabbed

    @property
    def idle(self) -> bool:
        """Whether fewer pictures are decoded because nothing moves."""
        return self._idle.idle

    def listen(self, listener: StateListener) -> None:
        """Have `listener` called, from the camera's thread, when the camera is lost or back."""
        self._listeners.append(listener)

    def count_from(self, seconds: float) -> None:
        """Let the pictures' time go on from here instead of 0; to be called before the first one.

        So what a program started again sees in a deal comes after what the one before it saw.
        """
        self._started = self._clock() - seconds

    def switch_off(self) -> None:
        """Let go of the camera and put its light out until `switch_on`; off means off."""
        self._wanted.clear()
        self._unseen.set()

    def switch_on(self) -> None:
        """Take the camera up again."""
        self._wanted.set()
        self._unseen.set()

    def reopen_with(self, opener: CaptureOpener, *, other: bool = False) -> None:
        """Let go of the camera and take it up again by another opener, from now on.

        Where it is an `other` camera, nothing that was noted of the one before holds for it.
        """
        self._opener = opener
        self._other = self._other or other
        self._anew.set()
        self._unseen.set()

    def newest(self, timeout: float | None = None) -> Frame | None:
        """Wait for a picture not handed over before and return the newest.

        None after `timeout` seconds without one, or when the source is closed.
        """
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or self._closed.is_set(), timeout)
            frame, self._newest = self._newest, None
            if frame is not None:
                self._gap = False
        if frame is None or self._closed.is_set():
            return None
        return replace(frame, image=self._mask.apply(frame.image))

    def __iter__(self) -> Iterator[Frame]:
        while not self._closed.is_set():
            frame = self.newest(STALE_SECONDS / 3)
            if frame is not None:
                yield frame
            elif self._state.sees and self._clock() - self._delivered > STALE_SECONDS:
                # The camera's thread waits for a picture that does not come; it will be told
                # when the wait ends, the table has to know now.
                self._missed(SourceState.LOST)

    def end(self) -> None:
        """Let an iteration end within a second; safe in a signal handler."""
        self._closed.set()
        self._unseen.set()

    def close(self) -> None:
        """Stop the thread and let go of the camera."""
        self._closed.set()
        self._unseen.set()
        with self._news:
            self._news.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=_CLOSE_SECONDS)

    def _run(self, capture: Capture | None) -> None:
        pause = self._reopen_seconds
        while not self._closed.is_set():
            begun = self._grabbed
            try:
                self._take(capture)
            except Exception:
                # A mistake of ours or of a library must not end the camera for the evening.
                LOG.exception("the camera failed and is taken up again")
            capture = None
            if self._closed.is_set():
                return
            self._reason = _FAILED
            self._missed(SourceState.LOST)
            pause = self._reopen_seconds if self._grabbed > begun + _WELL else pause
            self._wait(pause)
            pause = min(2 * pause, max(pause, MOST_REOPEN_SECONDS))

    def _take(self, capture: Capture | None) -> None:
        """Take pictures until it is closed; whatever ends it, the camera is let go of."""
        try:
            while not self._closed.is_set():
                if not self._wanted.is_set():
                    self._let_go(capture)
                    capture = None
                    # Off means that no picture is kept either.
                    self._health.interrupt()
                    self._idle.wake()
                    self._missed(SourceState.OFF)
                    self._wait(None)
                elif capture is None:
                    capture = self._opened()
                elif not self._next(capture):
                    self._let_go(capture)
                    capture = None
        finally:
            self._let_go(capture)

    def _opened(self) -> Capture | None:
        """Try to open the camera; wait ever longer before the next attempt."""
        pause = self._reopen_seconds
        while not self._closed.is_set() and self._wanted.is_set():
            self._light.on()
            self._anew.clear()
            if self._other:
                self._other, self._health = False, Health()
            try:
                capture = self._opener()
                self._reason = None
            except PlainError as error:
                capture, self._reason = None, error.text
            if capture is not None:
                self._health.interrupt()
                self._idle.wake()
                self._frozen_since = None
                return capture
            self._light.off()
            self._missed(SourceState.LOST)
            self._wait(pause)
            pause = min(2 * pause, max(pause, MOST_REOPEN_SECONDS))
        return None

    def _wait(self, seconds: float | None) -> None:
        self._unseen.wait(seconds)
        if not self._closed.is_set():
            self._unseen.clear()

    def _let_go(self, capture: Capture | None) -> None:
        if capture is not None:
            capture.release()
        self._light.off()

    def _next(self, capture: Capture) -> bool:
        """Take the next picture; False where the camera has to be opened anew."""
        if self._anew.is_set():
            self._anew.clear()
            self._missed(SourceState.LOST)
            return False
        there = capture.grab()
        t = self._clock() - self._started
        if there and self._idle.skips(t):
            self._grabbed += 1
            self._delivered = self._clock()
            return True
        picture = capture.retrieve() if there else None
        if picture is None:
            self._reason = capture.reason
            self._missed(SourceState.LOST)
            # A camera that opens and dies at once must not be opened in a circle.
            self._wait(self._reopen_seconds)
            return False
        self._idle.look(t, picture)
        state = self._health.look(t, picture, self._region(picture))
        self._grabbed += 1
        self._delivered = self._clock()
        if not state.sees:
            self._missed(state)
            return self._may_stay(t, state)
        self._frozen_since = None
        if self._health.darkened:
            # Whether it stays dark will be seen; what a black picture hides is no news.
            self._gap = True
            return True
        with self._news:
            self._newest = Frame(self._grabbed - 1, t, picture, self._gap)
            self._news.notify_all()
        self._tell(state)
        return True

    def _may_stay(self, t: float, state: SourceState) -> bool:
        """Whether to go on with this camera: one that stays frozen is opened anew."""
        if state is not SourceState.FROZEN:
            self._frozen_since = None
            return True
        if self._frozen_since is None:
            self._frozen_since = t
        return t - self._frozen_since < FROZEN_PATIENCE_SECONDS

    def _region(self, picture: Image) -> Image | None:
        return None if self._mask.whole else self._mask.inside(*picture.shape[:2])

    def _missed(self, state: SourceState) -> None:
        with self._news:
            self._gap = True
            self._newest = None
        self._tell(state)

    def _tell(self, state: SourceState) -> None:
        with self._telling:
            if state is self._state:
                return
            self._state = state
        for listener in tuple(self._listeners):
            listener(state)
