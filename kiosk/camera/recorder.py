"""Recording the table to a video file that `watch` reads back, and the badge that says so.

What lies outside the table is blackened before a picture goes anywhere. The file is Matroska: it
has no index that comes last, so what was written before a plug was pulled can be read. The badge is
a file in the data folder that the recording program locks; the kernel drops the lock with the
process, so a killed recording leaves no badge on the page.
"""

from __future__ import annotations

import fcntl
import math
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.text import PlainError, Text
from kiosk.home.data_folder import Home, not_writable
from vision.arrays import Image
from vision.camera.frames import FrameSource, RegionMask
from vision.place.geometry import Geometry, overhead

BADGE = Text(de="Aufnahme läuft: {file}", en="Recording: {file}")


def _path(home: Home) -> Path:
    return home.root / "recording"


@contextmanager
def badge(home: Home, out: Path) -> Iterator[None]:
    """Hold up the badge while `out` is recorded.

    Raises:
        PlainError: the data folder cannot be written.
    """
    home.prepare()
    try:
        handle = os.open(_path(home), os.O_CREAT | os.O_RDWR, 0o644)
    except OSError as error:
        raise not_writable(home.root, error) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_SH)
        os.ftruncate(handle, 0)
        os.pwrite(handle, out.name.encode("utf-8", "surrogateescape"), 0)
        yield
    finally:
        os.close(handle)


def recording_now(home: Home) -> Text | None:
    """Return what the badge says, None where nothing is being recorded."""
    try:
        handle = os.open(_path(home), os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        name = os.pread(handle, 4096, 0).decode("utf-8", "replace")
        return BADGE.format(file=name)
    finally:
        os.close(handle)
    return None


FPS = 25.0
LEAST_FREE = 500 * 2**20
"""So much must be free to begin with: some ten minutes of a busy table."""
LAST_FREE = 100 * 2**20
_CHECK_SECONDS = 2.0
_LONGEST_PAUSE_S = 1.0
_MARGIN = 1.1
_INDEXED = ".mp4"
"""A container whose index comes last: for what is made again when it breaks off."""

_THERE = Text(
    de="{file} gibt es schon; bitte einen anderen Namen nehmen oder die Datei löschen.",
    en="{file} already exists; please choose another name or delete the file.",
)
_NO_FOLDER = Text(
    de="Den Ordner {folder} gibt es nicht; bitte anlegen oder einen anderen nennen.",
    en="There is no folder {folder}; please create it or name another.",
)
_NOT_WRITABLE = Text(
    de="{file} kann nicht geschrieben werden; bitte Rechte und Platz prüfen.",
    en="{file} cannot be written; please check permissions and free space.",
)
_NO_ROOM = Text(
    de="Für eine Aufnahme ist zu wenig Platz ({free} MB frei, {least} MB braucht es); bitte Platz "
    "schaffen oder auf einen anderen Datenträger aufnehmen.",
    en="There is too little space for a recording ({free} MB free, {least} MB "
    "needed); please free some space or record to another disk.",
)
_FULL = Text(
    de="Der Datenträger ist voll; die Aufnahme {file} endet bei {seconds:.0f} Sekunden und ist bis "
    "dahin lesbar.",
    en="The disk is full; the recording {file} ends at {seconds:.0f} seconds and can be read up to "
    "there.",
)
_NOTHING = Text(
    de="Die Kamera hat kein Bild geliefert; es wurde nichts aufgenommen.",
    en="The camera delivered no picture; nothing was recorded.",
)


@dataclass(frozen=True, slots=True)
class RecordedVideo:
    """What was written: seconds and frames of video, bytes of the file, the camera's pauses."""

    seconds: float
    frames: int
    size: int
    pauses: int


Told = Callable[[float, int], None]
"""Is told the seconds and bytes written so far."""
Drawn = Callable[[Image, RegionMask], Image]
"""Puts something on a picture of which the region alone is shown."""


@dataclass(frozen=True)
class Recording:
    """What to record where; `seconds` None records until stopped or the source ends."""

    out: Path
    seconds: float | None = None
    geometry: Geometry | None = None
    whole_picture: bool = False
    fps: float = FPS


def refuse(out: Path, free: Callable[[Path], int] | None = None) -> None:
    """Refuse a recording that cannot be: the file is there, the folder is not, the disk is full.

    Raises:
        PlainError: why.
    """
    folder = out.parent
    if out.exists():
        raise PlainError(_THERE.format(file=out))
    if not folder.is_dir():
        raise PlainError(_NO_FOLDER.format(folder=folder))
    left = (free or room_left)(folder)
    if left < LEAST_FREE:
        raise PlainError(_NO_ROOM.format(free=left // 2**20, least=LEAST_FREE // 2**20))


def record(
    source: FrameSource,
    recording: Recording,
    stop: threading.Event,
    told: Told,
    free: Callable[[Path], int] | None = None,
) -> RecordedVideo:
    """Record until `stop` is set, the time is up or the source ends.

    A camera's pictures come when they come; the file has a fixed rate, so the newest picture is
    written once for each of its moments. Where the camera paused for longer the file goes on with
    the next picture.

    Raises:
        PlainError: the file cannot be written, the disk fills up, or no picture came.
    """
    writer = TableVideo(recording, free or room_left)
    try:
        for frame in source:
            writer.take(frame.t, frame.image)
            told(writer.seconds, writer.size)
            done = recording.seconds is not None and writer.seconds >= recording.seconds
            if done or stop.is_set():
                break
    finally:
        writer.close()
    if writer.frames == 0:
        raise PlainError(_NOTHING)
    return RecordedVideo(writer.seconds, writer.frames, writer.size, writer.pauses)


def region(geometry: Geometry, width: int, height: int) -> RegionMask:
    """Return the watched square with a narrow border: what `watch` looks at, and no person."""
    half = geometry.field_mm / 2 * _MARGIN
    corners = geometry.to_px(np.array([[-half, half], [half, half], [half, -half], [-half, -half]]))
    inside = np.clip(corners, -0.5, (width - 0.5, height - 0.5))
    return RegionMask([(float(x), float(y)) for x, y in inside])


class TableVideo:
    """Frames at their times in, a file of a fixed rate out; opened with the first frame."""

    def __init__(self, recording: Recording, room: Callable[[Path], int]) -> None:
        """Make ready; `room` says how many bytes are free in a folder."""
        self._recording = recording
        self._room = room
        self._checked = 0.0
        self._writer: cv2.VideoWriter | None = None
        self._mask = RegionMask()
        self._shape = (0, 0)
        self._start = 0.0
        self._last = -math.inf
        self._slots = 0
        self.frames = 0
        self.pauses = 0

    @property
    def seconds(self) -> float:
        """Length of the video so far."""
        return self.frames / self._recording.fps

    @property
    def size(self) -> int:
        """Bytes in the file so far."""
        out = self._recording.out
        return out.stat().st_size if out.exists() else 0

    def take(self, t: float, image: Image, drawn: Drawn | None = None) -> None:
        """Write the picture for each moment of the file up to `t` that has none yet.

        `drawn` puts something on the picture, after what lies outside the table was blackened.

        Raises:
            PlainError: the file cannot be written, or the disk fills up.
        """
        if self._writer is None:
            self._open(image)
            self._start = t
        elif t - self._last > _LONGEST_PAUSE_S:
            self.pauses += 1
            self._start, self._slots = t, 0
        self._last = t
        due = math.floor((t - self._start) * self._recording.fps + 0.5) + 1
        if due <= self._slots:
            return
        masked = self._mask.apply(image)
        picture = self._fitted(masked if drawn is None else drawn(masked, self._mask))
        assert self._writer is not None
        for _ in range(due - self._slots):
            self._writer.write(picture)
            self.frames += 1
        self._slots = due
        if self.seconds - self._checked >= _CHECK_SECONDS:
            self._checked = self.seconds
            if self._room(self._recording.out.parent) < LAST_FREE:
                raise PlainError(_FULL.format(file=self._recording.out, seconds=self.seconds))

    def close(self) -> None:
        """Write what is still held back and close the file."""
        if self._writer is not None:
            self._writer.release()

    def _open(self, image: Image) -> None:
        height, width = image.shape[:2]
        if not self._recording.whole_picture:
            measured = self._recording.geometry
            known = measured.in_picture(width, height) if measured else overhead(width, height)
            self._mask = region(known, width, height)
        # The encoder needs even sides.
        self._shape = (height - height % 2, width - width % 2)
        out = self._recording.out
        # The name's end decides about the container; renamed at once, the file goes on being
        # written under the name that was asked for.
        container = _INDEXED if out.suffix.lower() == _INDEXED else ".mkv"
        draft = out.with_name(f".{out.name}{container}")
        code = cv2.VideoWriter.fourcc(*"mp4v")
        size = (self._shape[1], self._shape[0])
        writer = cv2.VideoWriter(str(draft), cv2.CAP_FFMPEG, code, self._recording.fps, size)
        if not writer.isOpened():
            raise PlainError(_NOT_WRITABLE.format(file=out))
        draft.rename(out)
        self._writer = writer

    def _fitted(self, image: Image) -> Image:
        height, width = self._shape
        if image.shape[:2] == (height, width):
            return image
        if image.shape[0] >= height and image.shape[1] >= width:
            cut = image[:height, :width]
            if max(image.shape[0] - height, image.shape[1] - width) <= 1:
                return np.ascontiguousarray(cut)
        # A camera that changed its size goes on in the size the file has.
        return np.asarray(
            cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8
        )


def room_left(folder: Path) -> int:
    """Return how many bytes are free where `folder` lies."""
    return shutil.disk_usage(os.fspath(folder)).free
