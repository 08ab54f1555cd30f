"""An evening filmed: frames to a video file, happenings to its ground truth, for both renderers."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np

from engine.text import PlainError, Text
from models.workshop import deck_art
from models.workshop.evening.choreography import Choreography
from models.workshop.evening.geometry import FRAMES_PER_SECOND, Picture, TiltedCamera
from models.workshop.evening.moment import DealPlan, EveningHappening, Liveliness
from models.workshop.evening.painter import EveningPainter, PaintedDeck

Unit = TypeVar("Unit", int, float)
FilmProgress = Callable[[Unit, Unit], None]
"""Told after each picture how much is done, of how much: frames or seconds."""


@dataclass(frozen=True, slots=True)
class FilmedPlay:
    """What is played on an evening and by how many; `seed` decides everything left to chance."""

    deals: tuple[DealPlan, ...]
    seats: int
    seed: int


def ffmpeg() -> str:
    """Return the path of the encoder.

    Raises:
        PlainError: it is not installed.
    """
    found = shutil.which("ffmpeg")
    if found is None:
        raise PlainError(
            Text(
                de="ffmpeg fehlt; zum Verfilmen mit »apt install ffmpeg« einrichten.",
                en="ffmpeg is missing; install it with “apt install ffmpeg” to film an evening.",
            )
        )
    return found


def not_written(video: Path) -> PlainError:
    """Return what is said where the encoder could not write the video."""
    return PlainError(
        Text(
            de=f"ffmpeg konnte {video} nicht schreiben; ist der Ordner da und genug Platz frei?",
            en=f"ffmpeg could not write {video}; does the folder exist with enough space left?",
        )
    )


@dataclass(frozen=True, slots=True)
class EveningScript(FilmedPlay):
    """All that decides an evening's pixels."""

    liveliness: Liveliness = field(default_factory=Liveliness)
    camera: TiltedCamera = field(default_factory=TiltedCamera)


class EveningFilm:
    """One evening; iterate `frames` once, then (or meanwhile) read `truth`."""

    def __init__(self, script: EveningScript, deck: PaintedDeck) -> None:
        play, paint = np.random.default_rng(script.seed).spawn(2)
        self._play = Choreography(play, script.seats, script.deals, script.liveliness)
        self._painter = EveningPainter(paint, script.seats, deck, script.camera)

    def frames(self) -> Iterator[Picture]:
        """Yield the frames in order, BGR."""
        for moment in self._play.moments():
            yield self._painter.frame(moment)

    def truth(self) -> tuple[dict[str, object], ...]:
        """Return what has happened so far, one JSON object each."""
        return tuple(told(happening, self._painter) for happening in self._play.happenings)


def told(happening: EveningHappening, painter: EveningPainter) -> dict[str, object]:
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


def count_frames(script: EveningScript) -> int:
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


def shoot(
    script: EveningScript, deck: PaintedDeck, video: Path, progress: FilmProgress[int]
) -> None:
    """Write `video` (H.264, 1280x720, 25 frames a second) and its `.truth.jsonl` beside it.

    Raises:
        PlainError: ffmpeg is not installed or could not write the file.
    """
    record(EveningFilm(script, deck), count_frames(script), video, progress)


def record(film: Filmed, total: int, video: Path, progress: FilmProgress[int]) -> None:
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


WIDTH_MM = 58.0
HEIGHT_MM = 92.8


def isar_deck() -> PaintedDeck:
    """Return the project's own deck, 48 cards."""
    height = 320
    faces = {code: deck_art.raster(code, height) for code in deck_art.CODES}
    return PaintedDeck(faces, deck_art.raster(deck_art.BACK, height), WIDTH_MM, HEIGHT_MM)
