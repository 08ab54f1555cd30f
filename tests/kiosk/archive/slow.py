"""Work that waits in the middle, so that a test can kill whoever does it just then."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import cast

from engine.rules.house_rules import NamedRules
from kiosk.archive.crew import Crew
from kiosk.archive.finding import Looking
from kiosk.archive.jobs import Job, Work
from kiosk.archive.rows import Answer, EveningAnswer, EveningFacts
from kiosk.archive.run import Shelf, run
from kiosk.home.data_folder import Home


@dataclass(frozen=True, slots=True)
class Waiting:
    """Notes that it was begun; the first `times` times it says who does it, and waits to be killed.

    `folder` holds a file for each beginning, and `pipe` takes the process's number.
    """

    folder: Path
    name: str
    pipe: Path | None = None
    times: int = 0

    def judged(self, rules: NamedRules | None) -> tuple[EveningAnswer, ...]:
        begun = self._begun()
        if self.pipe is not None and begun <= self.times:
            with self.pipe.open("w") as told:
                told.write(f"{os.getpid()}\n")
            signal.pause()
        return (EveningAnswer(EveningFacts(self.name, "schafkopf", 4, "", 0, True, 0, 0, 0)),)

    def _begun(self) -> int:
        number = 1
        while True:
            with suppress(FileExistsError):
                (self.folder / f"{self.name}.{number}").touch(exist_ok=False)
                return number
            number += 1


def job(work: Waiting) -> Job:
    content = sha256(work.name.encode()).hexdigest()
    return Job(work.name, "deals", work.name, content, cast("Work", work))


class AndThenWaiting:
    """A crew that does one more task at the end, in which it waits."""

    def __init__(self, last: Job) -> None:
        self._last = last

    def work(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Answer]]:
        found = Crew(1).work([*jobs, self._last])
        yield from ((job, answer) for job, answer in found if job is not self._last)


def main(folder: Path, out: Path, pipe: Path) -> None:
    """Run an archive that never ends."""
    last = job(Waiting(out.parent, "last", pipe, 1))
    look = Looking(Home(out.parent / "home"), out=out)
    run([folder], Shelf(out), look, AndThenWaiting(last), lambda done, of: None, names=False)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
