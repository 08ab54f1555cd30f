"""Where pictures come from: recording, folder, camera or network camera, all alike to the rest.

A recording hands over every frame with its own time stamp; a live source hands over the newest
frame only, so that a slow moment never makes the table lag behind.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import cv2

from engine.text import PlainError, Text
from vision.arrays import Image, as_image
from vision.camera.mask import RegionMask
from vision.camera.video_faults import SMALLEST_SIDE, cut_short, too_small, unreadable

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
DEFAULT_FPS = 25.0
LONGEST_SIDE = 1920
"""A card is read with 132 pixels of length; of more than this a table has nothing."""
_LEAST_FPS, _MOST_FPS = 0.5, 1000.0
"""What lies beyond is no rate: containers without one say 0, or the ticks of their clock."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: its number from 0, its time in seconds, and the pixels as decoded."""

    index: int
    t: float
    image: Image
    gap: bool = False
    """Whether pictures were missing before this one: what lay still meanwhile, nobody knows."""


class FrameSource(Protocol):
    """Iterate it for frames; close it when done (it is a context manager too)."""

    live: bool
    """Whether frames are dropped rather than queued."""

    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None:
        """Let go of camera, file or connection; an iteration in another thread ends."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class Closing:
    """Makes a source a context manager."""

    def close(self) -> None:
        """Let go of what is open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class VideoFile(Closing):
    """A recording; every frame once, timed by its own time stamp and turned by its rotation tag.

    Pictures larger than 1920 pixels (a phone's 4K) are made smaller once, here: `shrunk` is how
    many pixels of the recording one of the frame's stands for.
    """

    live = False

    def __init__(self, path: Path, mask: RegionMask | None = None) -> None:
        self._path = path
        self._reading = threading.Lock()
        self._capture = self._open()
        fps = float(self._capture.get(cv2.CAP_PROP_FPS))
        self.fps = fps if _LEAST_FPS <= fps <= _MOST_FPS else DEFAULT_FPS
        width, height = self.size
        self.shrunk = max(1.0, max(width, height) / LONGEST_SIDE)
        self._mask = (mask or RegionMask()).scaled(1.0 / self.shrunk)
        self.warning: Text | None = None
        """What has to be said once the recording is read: that it breaks off."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the recording's pictures, upright."""
        return (
            round(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
            round(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
        )

    @property
    def seconds(self) -> float:
        """Length of the recording as its container says; 0 where it does not."""
        return max(0.0, float(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))) / self.fps

    def _open(self) -> cv2.VideoCapture:
        if not self._path.exists():
            raise PlainError(
                Text(
                    de="Das Video {path} gibt es nicht. Bitte den Namen prüfen.",
                    en="There is no video {path}. Please check the name.",
                ).format(path=self._path)
            )
        if not self._path.is_file():
            # A pipe would make the decoder wait for ever.
            raise unreadable(self._path)
        capture = _decoder(self._path)
        if not capture.isOpened():
            raise unreadable(self._path)
        whole, picture = capture.read()
        if not whole:
            raise unreadable(self._path)
        height, width = picture.shape[:2]
        if min(height, width) < SMALLEST_SIDE:
            raise too_small(self._path, width, height)
        capture.release()
        return _decoder(self._path)

    def seek(self, seconds: float) -> None:
        """Begin at this time of the recording instead of its start."""
        self._capture.set(cv2.CAP_PROP_POS_MSEC, seconds * 1000.0)

    def __iter__(self) -> Iterator[Frame]:
        index, last = round(float(self._capture.get(cv2.CAP_PROP_POS_FRAMES))), -1.0
        while True:
            with self._reading:
                # Closed by another thread, the capture must not be touched while it decodes.
                whole, picture = self._capture.read()
                t = float(self._capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000.0 if whole else last
                stated = float(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
            if not whole:
                self.warning = cut_short(self._path, index, stated, max(0.0, last), self.fps)
                return
            if t <= last:
                # Some containers carry no time stamps; then the frame rate has to do.
                t = last + 1.0 / self.fps
            yield Frame(index, t, self._mask.apply(self._reduced(as_image(picture))))
            index, last = index + 1, t

    def _reduced(self, picture: Image) -> Image:
        if self.shrunk == 1.0:
            return picture
        height, width = picture.shape[:2]
        size = (round(width / self.shrunk), round(height / self.shrunk))
        return as_image(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))

    def close(self) -> None:
        """Close the file; an iteration in another thread ends."""
        with self._reading:
            self._capture.release()


def _decoder(path: Path) -> cv2.VideoCapture:
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG, [cv2.CAP_PROP_N_THREADS, 1])
    # A phone writes how it was held into the file; the decoder turns the pictures by it.
    capture.set(cv2.CAP_PROP_ORIENTATION_AUTO, 1)
    return capture


class PictureFolder(Closing):
    """A folder of pictures in the order of their names, one every 1/25 s."""

    live = False

    def __init__(self, folder: Path, mask: RegionMask | None = None) -> None:
        self._mask = mask or RegionMask()
        self.fps = DEFAULT_FPS
        self._paths = sorted(
            path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES
        )
        if not self._paths:
            raise PlainError(
                Text(
                    de="Im Ordner {path} liegt kein Bild.",
                    en="There is no picture in the folder {path}.",
                ).format(path=folder)
            )

    def __iter__(self) -> Iterator[Frame]:
        for index, path in enumerate(self._paths):
            yield Frame(index, index / self.fps, self._mask.apply(read_picture(path)))


def read_picture(path: Path) -> Image:
    """Read one picture, turned as its camera meant it.

    Raises:
        PlainError: there is no such file or it is no picture.
    """
    if not path.exists():
        raise PlainError(
            Text(
                de="Das Bild {path} gibt es nicht. Bitte den Namen prüfen.",
                en="There is no picture {path}. Please check the name.",
            ).format(path=path)
        )
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise PlainError(
            Text(
                de="{path} ist kein lesbares Bild.", en="{path} is not a readable picture."
            ).format(path=path)
        )
    return as_image(picture)
