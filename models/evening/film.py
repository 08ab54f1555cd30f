"""An evening filmed: frames to a video file, happenings to its ground truth."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Protocol

import numpy as np

from models.evening.choreography import Choreography
from models.evening.filming import Played, Progress, ffmpeg, not_written
from models.evening.geometry import FRAMES_PER_SECOND, Camera, Picture
from models.evening.moment import Happening, Liveliness
from models.evening.painter import Deck, Painter


@dataclass(frozen=True, slots=True)
class Script(Played):
    """All that decides an evening's pixels."""

    liveliness: Liveliness = field(default_factory=Liveliness)
    camera: Camera = field(default_factory=Camera)


class Film:
    """One evening; iterate `frames` once, then (or meanwhile) read `truth`."""

    def __init__(self, script: Script, deck: Deck) -> None:
        play, paint = np.random.default_rng(script.seed).spawn(2)
        self._play = Choreography(play, script.seats, script.deals, script.liveliness)
        self._painter = Painter(paint, script.seats, deck, script.camera)

    def frames(self) -> Iterator[Picture]:
        """Yield the frames in order, BGR."""
        for moment in self._play.moments():
            yield self._painter.frame(moment)

    def truth(self) -> tuple[dict[str, object], ...]:
        """Return what has happened so far, one JSON object each."""
        return tuple(told(happening, self._painter) for happening in self._play.happenings)


def told(happening: Happening, painter: Painter) -> dict[str, object]:
    """Return a happening as a line of ground truth."""
    line: dict[str, object] = {
        "frame": happening.frame,
        "seconds": round(happening.frame / FRAMES_PER_SECOND, 2),
        "kind": happening.kind,
    }
    if happening.deal is not None:
        line["id"] = happening.deal
    if happening.seat is not None:
        line["seat"] = happening.seat
    if happening.card is not None and happening.pose is not None:
        line["card"] = happening.card
        line["quad"] = np.round(painter.quad(happening.pose), 1).tolist()
    return line


def count_frames(script: Script) -> int:
    """Return how many frames the evening has, without painting any."""
    play, _ = np.random.default_rng(script.seed).spawn(2)
    course = Choreography(play, script.seats, script.deals, script.liveliness)
    return sum(1 for _ in course.moments())


class Filmed(Protocol):
    """Whatever can be filmed."""

    def frames(self) -> Iterator[Picture]:
        """Yield the frames in order, BGR."""
        ...

    def truth(self) -> tuple[dict[str, object], ...]:
        """Return what has happened so far, one JSON object each."""
        ...


def shoot(script: Script, deck: Deck, video: Path, progress: Progress[int]) -> None:
    """Write `video` (H.264, 1280x720, 25 frames a second) and its `.truth.jsonl` beside it.

    Raises:
        PlainError: ffmpeg is not installed or could not write the file.
    """
    record(Film(script, deck), count_frames(script), video, progress)


def record(film: Filmed, total: int, video: Path, progress: Progress[int]) -> None:
    """Write `video` (H.264, 25 frames a second) and its `.truth.jsonl` beside it.

    `total` is about how many frames there will be, for the progress.

    Raises:
        PlainError: ffmpeg is not installed or could not write the file.
    """
    frames = film.frames()
    first = next(frames)
    with _encoder(video, first.shape[1], first.shape[0]) as encoder:
        if encoder.stdin is None:
            raise not_written(video)
        try:
            for done, frame in enumerate(chain([first], frames), 1):
                encoder.stdin.write(frame.tobytes())
                progress(min(done, total), total)
            encoder.stdin.close()
        except BrokenPipeError:
            raise not_written(video) from None
    if encoder.returncode != 0:
        raise not_written(video)
    write_lines(video.with_suffix(".truth.jsonl"), [json.dumps(line) for line in film.truth()])


def write_lines(path: Path, lines: Sequence[str]) -> None:
    """Write a JSON Lines file."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _encoder(video: Path, width: int, height: int) -> subprocess.Popen[bytes]:
    raw = ["-f", "rawvideo", "-pix_fmt", "bgr24", "-s", f"{width}x{height}"]
    rate = ["-r", str(FRAMES_PER_SECOND), "-i", "-"]
    # One encoder thread: the same frames give the same file on every machine.
    coded = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "26", "-g", "250", "-threads", "1"]
    plain = ["-pix_fmt", "yuv420p", "-movflags", "+faststart", "-bitexact"]
    command = [ffmpeg(), "-v", "error", "-y", *raw, *rate, *coded, *plain, str(video)]
    return subprocess.Popen(command, stdin=subprocess.PIPE)
