"""A whole evening before one program: the sample evening filmed again and again, as one recording.

Run as `python -m tests.kiosk.long_evening [--told] TIMES CALLS WORDS…`: the command line of
`mehrkopf run` with the sample's recording TIMES over; CALLS is where its calls are written, so many
times as well. With `--told` its pictures are looked at once; from the second time on what was made
of them is told again, so that all behind the eyes can run at many times the speed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from kiosk.camera import sight
from kiosk.cli import main
from kiosk.table import resumption
from vision.camera.frames import Frame, VideoFile
from vision.sighting import VisionEvent
from vision.watching.watcher import Watcher

REST_S = 4.0
"""Between two of them the table is empty for so long."""


class Again(VideoFile):
    """The sample evening, `times` over; time goes on."""

    def __init__(self, times: int) -> None:
        super().__init__(resumption.SAMPLE_VIDEO)
        self._times = times
        self._whole = self.seconds

    def __iter__(self) -> Iterator[Frame]:
        seen = 0
        for turn in range(self._times):
            begun = turn * (self._whole + REST_S)
            self.seek(0.0)
            for frame in super().__iter__():
                yield replace(frame, index=seen, t=begun + frame.t)
                seen += 1


_TRACKS = 100_000
"""More than one sample evening has."""


class Told(Again):
    """The sample evening `times` over, of which the first alone is looked at."""

    def __init__(self, times: int) -> None:
        super().__init__(times)
        self._told: list[tuple[float, tuple[VisionEvent, ...]]] = []
        self._turn = 0
        self._look = Watcher.feed

    def answer_for_watchers(self) -> None:
        """Answer in place of every watcher from now on."""

        def feed(watcher: Watcher, frame: Frame) -> tuple[VisionEvent, ...]:
            return self._feed(watcher, frame)

        setattr(Watcher, "feed", feed)  # noqa: B010 - a method of a class

    def _feed(self, watcher: Watcher, frame: Frame) -> tuple[VisionEvent, ...]:
        if self._turn == 0:
            found = self._look(watcher, frame)
            if found:
                self._told.append((frame.t, found))
            return found
        events = self._told[frame.index % len(self._told)][1]
        return tuple(self._moved(event) for event in events)

    def _moved(self, event: VisionEvent) -> VisionEvent:
        by = self._turn * (self._whole + REST_S)
        changes = {
            name: getattr(event, name) + by
            for name in ("t", "known_t")
            if getattr(event, name, None) is not None
        }
        if hasattr(event, "track"):
            changes["track"] = event.track + self._turn * _TRACKS
        return replace(event, **changes)

    def __iter__(self) -> Iterator[Frame]:
        times, self._times = self._times, 1
        last = None
        for frame in super().__iter__():
            last = frame
            yield frame
        assert last is not None
        for self._turn in range(1, times):
            begun = self._turn * (self._whole + REST_S)
            for index, (t, _) in enumerate(self._told):
                yield replace(last, index=index, t=begun + t)


def write_calls(path: Path, times: int) -> int:
    """Write the calls of so many sample evenings, each deal with an id of its own; how many."""
    lines = resumption.SAMPLE_CALLS.read_text(encoding="utf-8").splitlines()
    deals = [json.loads(line) for line in lines if line.strip()]
    every = [{**deal, "id": f"{deal['id']}-{turn}"} for turn in range(times) for deal in deals]
    path.write_text("".join(json.dumps(deal) + "\n" for deal in every), encoding="utf-8")
    return len(every)


if __name__ == "__main__":
    once = sys.argv[1] == "--told"
    times, to, *more = sys.argv[2:] if once else sys.argv[1:]
    count, calls = int(times), Path(to)
    write_calls(calls, count)
    film = Told(count) if once else Again(count)
    if isinstance(film, Told):
        film.answer_for_watchers()
    vars(sight)["open_source"] = lambda _spec: film
    words = ["--source", str(resumption.SAMPLE_VIDEO), "--deck", resumption.SAMPLE_DECK]
    sys.exit(main(["run", *words, "--calls", str(calls), *more]))
