"""Live pictures: a grabber thread that keeps only the newest one.

The thread takes every picture the camera delivers and throws all but the last away, so that a
slow moment in the reader never grows into a delay. When the camera is gone it is said, and the
thread tries to open it again until it is back.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Protocol

import cv2

from engine.text import PlainError, Text
from vision.arrays import Image, as_image
from vision.frames import Closing, Frame
from vision.mask import RegionMask

REOPEN_SECONDS = 1.0
_OPEN_TIMEOUT_MS = 5000
_READ_TIMEOUT_MS = 3000
_CAMERA_WIDTH, _CAMERA_HEIGHT, _CAMERA_FPS = 1280, 720, 30


class SourceState(Enum):
    """Whether the camera delivers pictures."""

    OPEN = "open"
    LOST = "lost"


class Capture(Protocol):
    """What a grabber needs of a camera."""

    def read(self) -> Image | None:
        """Return the next picture, waiting for it; None when the camera is gone."""

    def release(self) -> None:
        """Let go of the camera."""


Opener = Callable[[], Capture | None]
"""Opens the camera; None when it is not there."""
StateListener = Callable[[SourceState], None]


class LiveSource(Closing):
    """Hands over the newest picture of a camera. One thread grabs, another iterates."""

    live = True

    def __init__(
        self,
        opener: Opener,
        mask: RegionMask | None = None,
        *,
        first: Capture | None = None,
        clock: Callable[[], float] = time.monotonic,
        reopen_seconds: float = REOPEN_SECONDS,
    ) -> None:
        self._opener = opener
        self._mask = mask or RegionMask()
        self._clock = clock
        self._reopen_seconds = reopen_seconds
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._state = SourceState.OPEN if first is not None else SourceState.LOST
        self._listeners: list[StateListener] = []
        self._closed = threading.Event()
        self._started = clock()
        self._grabbed = 0
        self._thread = threading.Thread(
            target=self._grab, args=(first,), name="camera", daemon=True
        )
        self._thread.start()

    @property
    def state(self) -> SourceState:
        """Whether the camera delivers pictures just now."""
        return self._state

    @property
    def grabbed(self) -> int:
        """Pictures delivered so far, dropped ones included: the watchdog's sign of life."""
        return self._grabbed

    def listen(self, listener: StateListener) -> None:
        """Have `listener` called, from the camera's thread, when the camera is lost or back."""
        self._listeners.append(listener)

    def newest(self, timeout: float | None = None) -> Frame | None:
        """Wait for a picture not handed over before and return the newest.

        None after `timeout` seconds without one, or when the source is closed.
        """
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or self._closed.is_set(), timeout)
            frame, self._newest = self._newest, None
        if frame is None or self._closed.is_set():
            return None
        return Frame(frame.index, frame.t, self._mask.apply(frame.image))

    def __iter__(self) -> Iterator[Frame]:
        while True:
            frame = self.newest()
            if frame is None:
                return
            yield frame

    def close(self) -> None:
        """Stop the thread and let go of the camera."""
        self._closed.set()
        with self._news:
            self._news.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=(_READ_TIMEOUT_MS + _OPEN_TIMEOUT_MS) / 1000)

    def _grab(self, capture: Capture | None) -> None:
        while not self._closed.is_set():
            if capture is None:
                capture = self._opener()
                if capture is None:
                    self._closed.wait(self._reopen_seconds)
                    continue
            picture = capture.read()
            if picture is None:
                capture.release()
                capture = None
                self._tell(SourceState.LOST)
                continue
            self._tell(SourceState.OPEN)
            with self._news:
                self._newest = Frame(self._grabbed, self._clock() - self._started, picture)
                self._grabbed += 1
                self._news.notify_all()
        if capture is not None:
            capture.release()

    def _tell(self, state: SourceState) -> None:
        if state is self._state:
            return
        self._state = state
        for listener in tuple(self._listeners):
            listener(state)


class _OpenCvCapture:
    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture

    def read(self) -> Image | None:
        whole, picture = self._capture.read()
        return as_image(picture) if whole else None

    def release(self) -> None:
        self._capture.release()


def network_camera(url: str, mask: RegionMask | None = None) -> LiveSource:
    """Open a network camera that delivers MJPEG over HTTP.

    Raises:
        PlainError: it does not answer.
    """

    def opener() -> Capture | None:
        limits = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            _OPEN_TIMEOUT_MS,
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            _READ_TIMEOUT_MS,
        ]
        capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
        return _OpenCvCapture(capture) if capture.isOpened() else None

    first = opener()
    if first is None:
        raise PlainError(
            Text(
                de="Unter {url} meldet sich keine Kamera. Bitte Adresse und Netz prüfen.",
                en="No camera answers at {url}. Please check address and network.",
            ).format(url=url)
        )
    return LiveSource(opener, mask, first=first)


def camera(spec: str, mask: RegionMask | None = None) -> LiveSource:
    """Open a USB camera: `camera` is the first one, else its number or device file.

    Raises:
        PlainError: it is not there or taken by another program.
    """
    device = {"camera": "/dev/video0"}.get(spec, f"/dev/video{spec}" if spec.isdigit() else spec)

    def opener() -> Capture | None:
        capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
        if not capture.isOpened():
            return None
        # Uncompressed pictures of this size come at five a second over USB 2.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, _CAMERA_WIDTH)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _CAMERA_HEIGHT)
        capture.set(cv2.CAP_PROP_FPS, _CAMERA_FPS)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return _OpenCvCapture(capture)

    first = opener()
    if first is None:
        raise PlainError(
            Text(
                de="Die Kamera {device} ist nicht da oder belegt. Bitte anstecken oder das andere "
                "Programm beenden.",
                en="The camera {device} is not there or taken. Please plug it in or end the other "
                "program.",
            ).format(device=device)
        )
    return LiveSource(opener, mask, first=first)
