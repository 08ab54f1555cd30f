"""Answers kept between runs: one file each, written whole, named by all that it hangs on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from engine.files import write_whole
from engine.text import PlainError, os_reason
from kiosk.archive import words as w
from kiosk.archive.jobs import Job
from kiosk.archive.rows import Answer

_FOLDER = "answers"
_END = ".json"


@dataclass(frozen=True, slots=True)
class Shelf:
    """The answers of one archive."""

    root: Path

    def prepare(self) -> None:
        """Make the folders.

        Raises:
            PlainError: they cannot be made.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise PlainError(w.NO_OUT.format(folder=self.root, why=os_reason(error))) from error

    @property
    def _folder(self) -> Path:
        return self.root / _FOLDER

    def answer(self, job: Job) -> Answer | None:
        """Return what was answered to this very job; None where nothing was, or it is damaged."""
        return _read(self._folder / f"{job.key}{_END}")

    def former(self, job: Job) -> Answer | None:
        """Return the newest answer of another program to the same question."""
        same = self._folder.glob(f"{job.question}-*{_END}")
        others = [path for path in same if path.stem != job.key]
        newest = sorted(others, key=lambda path: (path.stat().st_mtime_ns, path.name))
        return next((found for path in reversed(newest) if (found := _read(path))), None)

    def keep(self, job: Job, answer: Answer) -> None:
        """Keep an answer.

        Raises:
            PlainError: it cannot be written.
        """
        path = self._folder / f"{job.key}{_END}"
        body = json.dumps(answer.to_json(), ensure_ascii=False, separators=(",", ":"))
        try:
            write_whole(path, body)
        except OSError as error:
            raise PlainError(w.NO_OUT.format(folder=self.root, why=os_reason(error))) from error


def _read(path: Path) -> Answer | None:
    try:
        return Answer.from_json(json.loads(path.read_text("utf-8")))
    except (FileNotFoundError, ValueError):
        # Not there, or no answer of this program's: the task is done again.
        return None
