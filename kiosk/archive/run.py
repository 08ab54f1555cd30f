"""A run of the archive: what is found is judged, compared, told and written as tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from engine.files import write_whole
from engine.text import PlainError, Text, os_reason
from kiosk.archive import words as w
from kiosk.archive.comparing import compared
from kiosk.archive.finding import Looking, Unread, find
from kiosk.archive.jobs import Job
from kiosk.archive.rows import Answer, DifferenceRow, EveningAnswer
from kiosk.archive.tables import Named, write
from kiosk.home.clock import iso_day


@dataclass(frozen=True, slots=True)
class Judged:
    """One evening judged anew."""

    name: str
    """What it is called in the tables."""
    job: Job
    answer: EveningAnswer
    counted: bool
    """Whether its deals count; not where the same evening's journal is here too."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to."""

    evenings: tuple[Judged, ...]
    """The oldest first."""
    unread: tuple[Unread, ...]
    done_before: int
    """Tasks whose answers were there already."""
    done: int

    @property
    def deals(self) -> int:
        """How many deals were looked at."""
        return sum(each.answer.facts.deals for each in self.evenings)

    @property
    def differing(self) -> int:
        """How many of them would be judged differently."""
        return sum(each.answer.facts.differing for each in self.evenings)

    @property
    def clean(self) -> bool:
        """Whether everything could be read and nothing differs."""
        return not self.unread and not self.differing


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


class Workers(Protocol):
    """Does tasks (`kiosk.archive.crew`)."""

    def work(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Answer]]:
        """Yield each job with its answer, as they are done."""
        ...


Told = Callable[[int, int], None]
"""Is told how many tasks are done, and of how many."""


def run(
    folders: Sequence[Path],
    shelf: Shelf,
    looking: Looking,
    crew: Workers,
    told: Told,
    *,
    names: bool,
) -> Outcome:
    """Judge everything below the folders and write the tables.

    Answers that are there already are taken as they are. Whoever breaks off loses the tasks that
    are being done just then.

    Args:
        folders: what to look through.
        shelf: where answers and tables lie.
        looking: how to look.
        crew: who does the tasks.
        told: is told how far it is.
        names: whether people are called by name in the tables, where the journal keeps it.

    Raises:
        PlainError: a folder is missing, nothing can be written, or nobody does the tasks.
    """
    shelf.prepare()
    found = find(folders, looking)
    answers = {job.key: answer for job in found.jobs if (answer := shelf.answer(job)) is not None}
    done_before = len(answers)
    left = [job for job in found.jobs if job.key not in answers]
    told(done_before, len(found.jobs))
    if left:
        for job, answer in crew.work(left):
            if answer.program:
                shelf.keep(job, answer)
            answers[job.key] = answer
            told(len(answers), len(found.jobs))
    evenings = _evenings(found.jobs, answers, shelf)
    unread = [*found.unread]
    for job in found.jobs:
        error = answers[job.key].error
        if error is not None:
            unread.append(Unread(job.source, error))
    unread.sort(key=lambda each: (each.source, each.why.en))
    write(shelf.root, [_named(each, names=names) for each in evenings], unread)
    return Outcome(tuple(evenings), tuple(unread), done_before, len(left))


def _evenings(jobs: Sequence[Job], answers: Mapping[str, Answer], shelf: Shelf) -> list[Judged]:
    tables = {job.table for job in jobs if job.kind == "journal"}
    judged: list[Judged] = []
    for job in jobs:
        former = shelf.former(job)
        for number, answer in enumerate(answers[job.key].evenings):
            name = job.evening if not number else f"{job.evening}-{number + 1}"
            before = () if former is None else _since(former, number, answer)
            counted = job.kind != "recording" or job.table not in tables
            judged.append(Judged(name, job, answer.with_differences(before), counted))
    return sorted(judged, key=lambda each: (each.answer.facts.began, each.name))


def _since(former: Answer, number: int, now: EveningAnswer) -> tuple[DifferenceRow, ...]:
    """Return what differs from the answer of another program, or by other rules."""
    if number >= len(former.evenings):
        return ()
    return compared(former.evenings[number], now, "former")


def _named(each: Judged, *, names: bool) -> Named:
    job = each.job
    return Named(
        each.name,
        job.kind,
        job.source,
        job.table[:8],
        each.answer,
        each.counted,
        dict(job.people) if names else {},
    )


def report(outcome: Outcome) -> Iterator[Text]:
    """Yield the lines; evenings in which nothing differs are only counted."""
    for evening in outcome.evenings:
        if evening.answer.differences:
            yield _title(evening)
            yield from map(_line, evening.answer.differences)
    for each in outcome.unread:
        yield w.UNREAD.format(source=each.source, why=each.why)
    yield w.SUMMARY.format(
        evenings=len(outcome.evenings),
        deals=outcome.deals,
        differing=outcome.differing,
        unread=len(outcome.unread),
        done=outcome.done,
        before=outcome.done_before,
    )


def _title(evening: Judged) -> Text:
    day: Text | str = iso_day(evening.answer.facts.began) or w.UNDATED
    return w.EVENING.format(day=day, source=evening.job.source)


def _line(row: DifferenceRow) -> Text:
    text, since = Text(de=row.de, en=row.en), w.SINCE[row.since]
    if row.deal is None:
        return w.WHOLE.format(text=text, since=since)
    return w.DEAL.format(deal=row.deal, text=text, since=since)
