"""Live pictures: a grabber thread that keeps only the newest one.

The thread takes every picture the camera delivers and throws all but the last away, so that a
slow moment in the reader never grows into a delay. When the camera is gone, frozen or dark it is
said, nothing is handed over, and the thread tries to pick it up again until it is back.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol

from engine.text import PlainError, Text
from vision.arrays import Image
from vision.camera.frames import Closing, Frame
from vision.camera.health import TROUBLE, Health, SourceState
from vision.camera.idle import Idle
from vision.camera.mask import RegionMask

REOPEN_SECONDS = 1.0
MOST_REOPEN_SECONDS = 8.0
STALE_SECONDS = 3.0
"""A camera that has not delivered for so long hangs, whatever it says of itself."""
FROZEN_PATIENCE_SECONDS = 4.0
_CLOSE_SECONDS = 8.0

__all__ = ["Capture", "Light", "LiveSource", "Opener", "SourceState"]


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


class Light(Protocol):
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


Opener = Callable[[], Capture | None]
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
        opener: Opener,
        mask: RegionMask | None = None,
        *,
        first: Capture | None = None,
        clock: Callable[[], float] = time.monotonic,
        reopen_seconds: float = REOPEN_SECONDS,
        light: Light | None = None,
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

    def reopen_with(self, opener: Opener, *, other: bool = False) -> None:
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
        try:
            while not self._closed.is_set():
                if not self._wanted.is_set():
                    self._let_go(capture)
                    capture = None
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
