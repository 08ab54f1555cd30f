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
from vision.mask import RegionMask

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
DEFAULT_FPS = 25.0


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: its number from 0, its time in seconds, and the pixels as decoded."""

    index: int
    t: float
    image: Image


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
    """A recording; every frame once, timed by its own time stamp."""

    live = False

    def __init__(self, path: Path, mask: RegionMask | None = None) -> None:
        self._path = path
        self._mask = mask or RegionMask()
        self._reading = threading.Lock()
        self._capture = self._open()
        self.fps = float(self._capture.get(cv2.CAP_PROP_FPS)) or DEFAULT_FPS

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
        capture = cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG, [cv2.CAP_PROP_N_THREADS, 1])
        if not capture.isOpened() or not capture.grab():
            raise unreadable(self._path)
        capture.release()
        return cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG, [cv2.CAP_PROP_N_THREADS, 1])

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
            if not whole:
                return
            if t <= last:
                # Some containers carry no time stamps; then the frame rate has to do.
                t = last + 1.0 / self.fps
            yield Frame(index, t, self._mask.apply(as_image(picture)))
            index, last = index + 1, t

    def close(self) -> None:
        """Close the file; an iteration in another thread ends."""
        with self._reading:
            self._capture.release()


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


def unreadable(path: object) -> PlainError:
    """Return the error for a recording that cannot be decoded."""
    return PlainError(
        Text(
            de="{path} ist kein lesbares Video. Bitte eine andere Datei angeben.",
            en="{path} is not a readable video. Please name another file.",
        ).format(path=path)
    )


def open_source(spec: str, mask: RegionMask | None = None) -> FrameSource:
    """Open a source by what the user wrote.

    `0`, `camera` or `/dev/video0` is a camera, `http://...` a network camera (MJPEG), a folder its
    pictures, anything else a recording.

    Raises:
        PlainError: it cannot be opened or read.
    """
    from vision.live import camera, network_camera  # noqa: PLC0415 - live imports Frame from here

    if spec.startswith(("http://", "https://")):
        return network_camera(spec, mask)
    if spec == "camera" or spec.isdigit() or spec.startswith("/dev/video"):
        return camera(spec, mask)
    path = Path(spec)
    return PictureFolder(path, mask) if path.is_dir() else VideoFile(path, mask)
