"""Where pictures come from: recording, folder, camera or network camera, all alike to the rest.

A recording hands over every frame with its own time stamp; a live source hands over the newest
frame only, so that a slow moment never makes the table lag behind. What lies outside the region is
blackened before anything else sees the picture: cards in hands, faces and phones at its edge are
nobody's business, the program's included.

Why a file cannot be read as a video is said by its first bytes: an empty file, a container without
pictures, a copy that broke off. The decoder only says that it cannot.
"""

from __future__ import annotations

import struct
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self

import cv2
import numpy as np

from engine.text import PlainError, Text, os_reason
from vision.arrays import Floats, Image, Mask, as_image
from vision.camera.network import shown_address


class RegionMask:
    """A polygon in picture pixels; None keeps the whole picture."""

    def __init__(self, polygon: Sequence[tuple[float, float]] | None = None) -> None:
        if polygon is not None and len(polygon) < 3:
            raise ValueError("a region needs at least three corners")
        self._polygon = None if polygon is None else np.asarray(polygon, float)
        self._drawn: dict[tuple[int, int], Mask] = {}

    @property
    def whole(self) -> bool:
        """Whether nothing is masked."""
        return self._polygon is None

    def scaled(self, factor: float) -> RegionMask:
        """Return the region for the same picture made `factor` times as large."""
        if self._polygon is None or factor == 1.0:
            return self
        # A pixel's centre lies half a pixel from its corner, whatever its size.
        corners = (self._polygon + 0.5) * factor - 0.5
        return RegionMask([(float(x), float(y)) for x, y in corners])

    def inside(self, height: int, width: int) -> Mask:
        """Return the region for a picture of this size: 255 inside, 0 outside."""
        size = (height, width)
        drawn = self._drawn.get(size)
        if drawn is None:
            drawn = np.full(size, 255, np.uint8)
            if self._polygon is not None:
                drawn[~_inside(self._polygon, height, width)] = 0
            self._drawn = {size: drawn}
        return drawn

    def apply(self, image: Image) -> Image:
        """Return the picture with everything outside the region black."""
        if self.whole:
            return image
        masked = np.zeros_like(image)
        cv2.copyTo(image, self.inside(*image.shape[:2]), masked)
        return masked


def _inside(
    polygon: Floats, height: int, width: int
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return which pixel centres lie inside; exact, where drawing would round at the border."""
    x, y = np.arange(width)[None, :], np.arange(height)[:, None]
    inside = np.zeros((height, width), bool)
    for (x0, y0), (x1, y1) in zip(polygon, np.roll(polygon, -1, 0), strict=True):
        if y0 == y1:
            continue
        crosses = (y >= min(y0, y1)) & (y < max(y0, y1))
        inside ^= crosses & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
    return inside


_NOT_READABLE = Text(
    de="{path} ist kein lesbares Video: {why}.", en="{path} is not a readable video: {why}."
)
_EMPTY = Text(
    de="die Datei ist leer; bitte noch einmal übertragen",
    en="the file is empty; please copy it again",
)
_NO_FILE = Text(
    de="es ist keine gewöhnliche Datei; bitte eine Videodatei angeben",
    en="it is not an ordinary file; please name a video file",
)
_BROKEN_OFF = Text(
    de="die Datei bricht ab, bevor ihr Verzeichnis kommt; bitte noch einmal ganz übertragen",
    en="the file ends before its index; please copy the whole file again",
)
_SOUND_ONLY = Text(
    de="sie enthält kein Bild; bitte eine andere Datei angeben",
    en="it contains no pictures; please name another file",
)
_OTHER = Text(de="bitte eine andere Datei angeben", en="please name another file")
_NOT_OPEN = Text(
    de="die Datei kann nicht geöffnet werden ({why}); bitte die Rechte prüfen",
    en="the file cannot be opened ({why}); please check its permissions",
)
_TOO_SMALL = Text(
    de="die Bilder sind nur {width} x {height} Punkte groß; bitte mit 1280 x 720 aufnehmen",
    en="its pictures are only {width} x {height} pixels; please record at 1280 x 720",
)
_CUT_SHORT = Text(
    de="{path} bricht nach {read:.1f} von {whole:.1f} Sekunden ab; ausgewertet ist nur der Anfang. "
    "Bitte die Datei noch einmal übertragen.",
    en="{path} breaks off after {read:.1f} of {whole:.1f} seconds; only that "
    "much was read. Please copy the file again.",
)
_CUT_SHARE = 0.97
_CUT_SECONDS = 0.5
SMALLEST_SIDE = 32
"""No card can be read below this by far, but a small test picture is still a picture."""


def unreadable(path: Path) -> PlainError:
    """Return the error for a recording that cannot be decoded, with the reason where one shows."""
    return PlainError(_NOT_READABLE.format(path=path, why=_why(path)))


def too_small(path: Path, width: int, height: int) -> PlainError:
    """Return the error for a recording of pictures in which nothing can be seen."""
    why = _TOO_SMALL.format(width=width, height=height)
    return PlainError(_NOT_READABLE.format(path=path, why=why))


def cut_short(path: Path, frames: int, stated: float, seconds: float, fps: float) -> Text | None:
    """Return the warning for a recording that ended before its container says it should.

    `frames` were read, the last at `seconds`; the container speaks of `stated` frames (0 or less:
    it does not say). Where frames have times of their own both must be short, for the number of
    frames in such a container is often only an estimate.
    """
    if stated <= 0 or frames >= _CUT_SHARE * stated:
        return None
    whole, read = stated / fps, seconds + 1.0 / fps
    if whole - read <= _CUT_SECONDS or read >= _CUT_SHARE * whole:
        return None
    return _CUT_SHORT.format(path=path, read=read, whole=whole)


def _why(path: Path) -> Text:
    if not path.is_file():
        return _NO_FILE
    try:
        with path.open("rb") as file:
            boxes = _boxes(file.read(12), path)
            if path.stat().st_size == 0:
                return _EMPTY
            if boxes is None:
                return _SOUND_ONLY if _is_sound(path) else _OTHER
    except OSError as error:
        return _NOT_OPEN.format(why=os_reason(error))
    return _SOUND_ONLY if b"moov" in boxes else _BROKEN_OFF


def _is_sound(path: Path) -> bool:
    with path.open("rb") as file:
        start = file.read(12)
    riff = start[:4] == b"RIFF" and start[8:12] == b"WAVE"
    return riff or start[:4] in (b"OggS", b"fLaC") or start[:3] == b"ID3"


def _boxes(start: bytes, path: Path) -> set[bytes] | None:
    """Return the kinds of top-level boxes of an MP4 or MOV, None for any other file."""
    if start[4:8] not in (b"ftyp", b"moov", b"mdat", b"wide", b"free"):
        return None
    kinds: set[bytes] = set()
    size = path.stat().st_size
    at = 0
    with path.open("rb") as file:
        while at + 8 <= size:
            file.seek(at)
            head = file.read(16)
            (length,) = struct.unpack(">I", head[:4])
            if length == 1 and len(head) == 16:
                (length,) = struct.unpack(">Q", head[8:16])
            if length < 8:
                length = size - at
            if at + length <= size:
                kinds.add(head[4:8])
            at += length
    return kinds


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

    def __exit__(self, *_: object) -> None: ...


class Closing:
    """Makes a source a context manager."""

    def close(self) -> None:
        """Let go of what is open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
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
                ).format(path=shown_address(str(self._path)))
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
            ).format(path=shown_address(str(path)))
        )
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise PlainError(
            Text(
                de="{path} ist kein lesbares Bild.", en="{path} is not a readable picture."
            ).format(path=path)
        )
    return as_image(picture)
