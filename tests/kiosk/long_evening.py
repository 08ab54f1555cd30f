"""A whole evening before one program: the sample evening filmed again and again, as one recording.

Run as `python -m tests.kiosk.long_evening TIMES CALLS WORDS…`: the command line of `mehrkopf run`
with the sample's recording TIMES over; CALLS is where its calls are written, so many times as well.
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


def write_calls(path: Path, times: int) -> int:
    """Write the calls of so many sample evenings, each deal with an id of its own; how many."""
    lines = resumption.SAMPLE_CALLS.read_text(encoding="utf-8").splitlines()
    deals = [json.loads(line) for line in lines if line.strip()]
    every = [{**deal, "id": f"{deal['id']}-{turn}"} for turn in range(times) for deal in deals]
    path.write_text("".join(json.dumps(deal) + "\n" for deal in every), encoding="utf-8")
    return len(every)


if __name__ == "__main__":
    count, calls = int(sys.argv[1]), Path(sys.argv[2])
    write_calls(calls, count)
    vars(sight)["open_source"] = lambda _spec: Again(count)
    words = ["--source", str(resumption.SAMPLE_VIDEO), "--deck", resumption.SAMPLE_DECK]
    sys.exit(main(["run", *words, "--calls", str(calls), *sys.argv[3:]]))
