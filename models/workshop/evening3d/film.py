"""An evening of the second renderer as a recording with true times, and what is true of it."""

from __future__ import annotations

import json
import math
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from models.workshop.evening.film import FilmedPlay, FilmProgress, ffmpeg, not_written
from models.workshop.evening3d.course import Course3d
from models.workshop.evening3d.faces import DeckTextures
from models.workshop.evening3d.moment import CardState, Happening3d, Manner, Moment3d
from models.workshop.evening3d.setting import SAMPLES, Floats, Picture, PubSetting, Sensor, drawn
from models.workshop.evening3d.stage import BrowserStage

_MOVING_STEP = (0.09, 0.15)
_STILL_STEP = (0.07, 0.13)
"""Seconds from picture to picture; a phone's recording is as uneven."""
_CREEP = 0.8
"""A hand that moves less than this during an exposure rests on something, mm."""


@dataclass(frozen=True, slots=True)
class Script3d(FilmedPlay):
    """All that decides an evening's pixels, besides the deck."""

    manner: Manner = field(default_factory=Manner)


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture as the camera hands it over, JPEG, and when its exposure began, in seconds."""

    t: float
    coded: bytes

    def picture(self) -> Picture:
        """Return the pixels, BGR [720, 1280, 3]."""
        flat = np.frombuffer(self.coded, np.uint8)
        return np.asarray(cv2.imdecode(flat, cv2.IMREAD_COLOR), np.uint8)


class Film3d:
    """One evening; `shots` films it, `truth` tells what happens in it."""

    def __init__(self, script: Script3d, deck: DeckTextures) -> None:
        look, play, lens, clock = np.random.default_rng(script.seed).spawn(4)
        self.setting: PubSetting = drawn(look, script.seats)
        self.course = Course3d(play, script.seats, script.deals, deck.size, script.manner)
        self._script = script
        self._deck = deck
        self._clock = clock
        self._sensor = Sensor(
            self.setting.lens, lens, self.setting.noise, self.setting.soft, self.setting.cast
        )

    def shots(self) -> Iterator[Shot]:
        """Yield the pictures in order; the same script gives the same ones."""
        with BrowserStage(self.setting, self._deck, self._script.seed) as stage:
            t, base, lying = 0.0, None, Moment3d((), (), ())
            while t < self.course.end:
                instants = self._instants(t)
                first = instants[0]
                resting = Moment3d(first.resting, (), ())
                if base is None:
                    base = stage.whole(resting)
                elif resting != lying:
                    stage.onto(base, [resting] * SAMPLES, _changed(lying, resting))
                lying = resting
                yield Shot(t, self._sensor.coded(_exposed(stage, base, instants)))
                still = all(moment.still for moment in instants)
                t += float(self._clock.uniform(*(_STILL_STEP if still else _MOVING_STEP)))

    def _instants(self, t: float) -> list[Moment3d]:
        """Return what is there at the instants of one exposure; what lies in all of them rests."""
        step = self.setting.shutter / SAMPLES
        found = [self.course.timeline.at(t + step * at) for at in range(SAMPLES)]
        moving = {state.id for moment in found for state in moment.moving}
        seen: list[Moment3d] = []
        for moment in found:
            resting = tuple(state for state in moment.resting if state.id not in moving)
            ending = tuple(state for state in moment.resting if state.id in moving)
            seen.append(Moment3d(resting, (*ending, *moment.moving), moment.hands))
        return seen

    def truth(self) -> list[dict[str, object]]:
        """Return what happens, one JSON object each, in the order of time."""
        return [self.told(happening) for happening in self.course.happenings]

    def told(self, happening: Happening3d) -> dict[str, object]:
        """Return one happening as JSON."""
        told: dict[str, object] = {"seconds": round(happening.t, 3), "kind": happening.kind}
        if happening.deal is not None:
            told["id"] = happening.deal
        if happening.seat is not None:
            told["seat"] = happening.seat
        if happening.state is not None:
            told["card"] = happening.state.id[1]
            quad = self.setting.lens.project(corners(happening.state, self._deck.size))
            told["quad"] = np.round(quad, 1).tolist()
        return told


def corners(state: CardState, size: tuple[float, float]) -> Floats:
    """Return a card's corners in space, mm [4, 3]: upper side first, clockwise to its reader."""
    half = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * np.array(size) / 2
    height = state.bend.height(half[:, 0], half[:, 1])
    own = np.column_stack([half, height])
    return np.asarray(own @ state.body.turn.as_matrix().T + np.array(state.body.middle))


def _exposed(stage: BrowserStage, base: Picture, instants: list[Moment3d]) -> Picture:
    if all(moment.still for moment in instants):
        return base
    picture = base.copy()
    moving = [Moment3d((), moment.moving, moment.hands) for moment in instants]
    stage.onto(picture, instants, moving, coarse=_fast(instants))
    return picture


def _fast(instants: list[Moment3d]) -> bool:
    """Whether everything that moves is too fast to be looked at: no hand rests, no card creeps."""
    first, last = instants[0], instants[-1]
    places = [(one.seat, one.body.middle) for one in first.hands]
    later = {one.seat: one.body.middle for one in last.hands}
    return bool(first.moving) or any(
        math.dist(place, later.get(seat, (1e6, 0.0, 0.0))) > _CREEP for seat, place in places
    )


def _changed(before: Moment3d, after: Moment3d) -> list[Moment3d]:
    """Return what lies otherwise than before, as it lay and as it lies."""
    was, now = set(before.resting), set(after.resting)
    return [
        Moment3d(tuple(state for state in before.resting if state not in now), (), ()),
        Moment3d(tuple(state for state in after.resting if state not in was), (), ()),
    ]


def shoot(film: Film3d, video: Path, progress: FilmProgress[float]) -> None:
    """Write `video` (H.264, every picture with its own time) and its `.truth.jsonl` beside it.

    Raises:
        PlainError: ffmpeg is not installed or could not write the file.
    """
    encoder = ffmpeg()
    with tempfile.TemporaryDirectory(dir=video.parent) as folder:
        lines, last = ["ffconcat version 1.0"], 0.0
        for number, shot in enumerate(film.shots()):
            if number:
                lines.append(f"duration {shot.t - last:.6f}")
            name = f"{number:06d}.jpg"
            (Path(folder) / name).write_bytes(shot.coded)
            lines.append(f"file {name}")
            last = shot.t
            progress(shot.t, film.course.end)
        listed = Path(folder) / "list.txt"
        listed.write_text("\n".join([*lines, "duration 0.08", ""]), encoding="utf-8")
        coded = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "24", "-threads", "1"]
        times = ["-fps_mode", "vfr", "-video_track_timescale", "90000", "-pix_fmt", "yuv420p"]
        done = subprocess.run(
            [
                encoder,
                "-v",
                "error",
                "-y",
                "-f",
                "concat",
                "-i",
                str(listed),
                *times,
                *coded,
                str(video),
            ],
            check=False,
        )
    if done.returncode:
        raise not_written(video)
    told = "".join(f"{json.dumps(one)}\n" for one in film.truth())
    video.with_suffix(".truth.jsonl").write_text(told, encoding="utf-8")
