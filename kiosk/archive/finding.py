"""What lies below the folders: journals, their exports and backups, deal files, recordings.

Each becomes jobs: an evening of a journal is one, a deal file is one, a recording is one. The same
evening in a journal and in its backups is looked at once, where it goes on longest. What cannot be
read is told beside the jobs.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from hashlib import file_digest, sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.bounds import lines_of
from engine.cards import Card
from engine.evening.fold import fold
from engine.journal.database import sqlite_reason
from engine.journal.journal import EveningMark, Journal
from engine.journal.opening import forgotten
from engine.journal.snapshot import snapshot
from engine.rules.house_rules import NamedRules
from engine.text import PlainError, Text, os_reason
from kiosk.archive import words as w
from kiosk.archive.jobs import (
    DealsWork,
    Job,
    JournalWork,
    Recalling,
    RecordingWork,
    calls_of,
    evenings_of,
)
from kiosk.camera.camera_values import setup_of
from kiosk.exports.backup import is_backup, read_backup
from kiosk.exports.deals import form_of
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import find_deck
from kiosk.home.texts import read_text
from kiosk.settings import Settings, read_settings
from vision.reading.deck_archive import cards_in

VIDEOS = frozenset({".mkv", ".mp4"})
_JOURNAL = ".sqlite"
_TEXTS = frozenset({".jsonl", ".mkn"})
_OF_A_VIDEO = (".calls", ".deals", ".truth")
"""What the names of deal files that belong to a recording end with, before `.jsonl`."""
_SAMPLE = "sample.sqlite"
"""The demonstration's journal, which does not count."""
_ASIDE = "-damaged-"
"""In the name of a folder in which a damaged journal was set aside: the one that went on counts."""
_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that cannot be read, or not all of it."""

    source: str
    why: Text


@dataclass(frozen=True, slots=True)
class Found:
    """What lies below the folders."""

    jobs: tuple[Job, ...]
    """In the order of their names in the tables."""
    unread: tuple[Unread, ...]


@dataclass(frozen=True, slots=True)
class Looking:
    """How folders are gone through."""

    home: Home
    """Where decks are that lie in none of the folders."""
    deck: str | None = None
    """With which was played in recordings that say nothing of it."""
    rules: NamedRules | None = None
    out: Path | None = None
    """The archive's own folder: nothing in it is looked at."""


@dataclass(slots=True)
class _Search:
    """A search while it goes on."""

    looking: Looking
    jobs: dict[str, Job] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    """By evening of a journal, its last event in the job that was chosen."""
    forgotten: dict[str, set[int]] = field(default_factory=dict)
    """By table, whose names are forgotten in any of its journals."""
    unread: list[Unread] = field(default_factory=list)

    def add(self, job: Job) -> None:
        self.jobs.setdefault(job.evening, job)


def find(folders: Sequence[Path], looking: Looking) -> Found:
    """Return everything below the folders that can be judged.

    Raises:
        PlainError: a folder is not there.
    """
    search = _Search(looking)
    places = dict(_files(folders, looking.out))
    texts = {path: source for path, source in places.items() if path.suffix in _TEXTS}
    with_video = {path.with_suffix("") for path in places if path.suffix in VIDEOS}
    readers: tuple[tuple[Callable[[Path], bool], Callable[[_Search, Path, str], None]], ...] = (
        (lambda path: path.suffix == _JOURNAL and path.name != _SAMPLE, _journal_file),
        (lambda path: path in texts and not _belongs(path, with_video), _text_file),
        (lambda path: path.suffix == ".zip", _backup_file),
        (lambda path: path.suffix in VIDEOS, _recording),
    )
    for fits, read in readers:
        for path, source in places.items():
            if not fits(path):
                continue
            try:
                read(search, path, source)
            except PlainError as error:
                search.unread.append(Unread(source, error.text))
            except OSError as error:
                search.unread.append(Unread(source, os_reason(error)))
            except sqlite3.Error as error:
                search.unread.append(Unread(source, sqlite_reason(error)))
    jobs = (_without_forgotten(job, search) for job in search.jobs.values())
    return Found(tuple(sorted(jobs, key=lambda job: job.evening)), tuple(search.unread))


def _files(folders: Sequence[Path], out: Path | None) -> Iterator[tuple[Path, str]]:
    """Yield the files below the folders, each with what it is called."""
    for folder in folders:
        if not folder.exists():
            raise PlainError(w.NO_FOLDER.format(folder=folder))
        if folder.is_file():
            yield folder, folder.name
            continue
        called = folder.resolve().name
        for root, inner, names in os.walk(folder):
            here = Path(root)
            inner[:] = sorted(each for each in inner if not _passed_over(here / each, out))
            for name in sorted(names):
                path = here / name
                if not name.startswith(".") and path.is_file():
                    yield path, f"{called}/{path.relative_to(folder).as_posix()}"


def _passed_over(folder: Path, out: Path | None) -> bool:
    own = out is not None and out.exists() and folder.samefile(out)
    return own or folder.name.startswith(".") or _ASIDE in folder.name


def _belongs(path: Path, with_video: set[Path]) -> bool:
    """Tell whether a text lies beside a recording of its name and is read with it."""
    stem = path.with_suffix("")
    return stem in with_video or (stem.suffix in _OF_A_VIDEO and stem.with_suffix("") in with_video)


# Journals, their exports and backups.


def _journal_file(search: _Search, path: Path, source: str) -> None:
    found = snapshot(path)
    with closing(found.journal) as journal:
        if not found.condition.sound:
            text = w.DAMAGED.format(why=found.condition.why, events=found.condition.whole)
            search.unread.append(Unread(source, text))
        gone = forgotten(path, journal.head_at(1)) if journal.last_seq else frozenset()
        _evenings(search, journal, source, _recalling(search, path.parent, source), gone)


def _text_file(search: _Search, path: Path, source: str) -> None:
    text = read_text(path, w.UNREADABLE)
    match _kind_of(path, text):
        case "export":
            with closing(Journal.in_memory()) as journal:
                journal.import_lines(lines_of(text))
                recalling = _recalling(search, path.parent, source)
                _evenings(search, journal, source, recalling, frozenset())
        case "deals":
            content = sha256(text.encode()).hexdigest()
            work = DealsWork(text, form_of(path, text))
            rules = search.looking.rules
            search.add(Job(content[:_DIGITS], "deals", source, content, work, rules))
        case _:
            pass


def _kind_of(path: Path, text: str) -> str:
    """Tell what a text is: a journal's export, deals that were played, or neither.

    Raises:
        PlainError: its first line is no JSON object, where it should be.
    """
    if path.suffix == ".mkn":
        return "deals"
    first = next((line for line in lines_of(text) if line.strip()), "")
    try:
        found = json.loads(first)
    except ValueError as error:
        raise PlainError(w.NO_JSON) from error
    if not isinstance(found, dict):
        return "other"
    if "journal" in found:
        return "export"
    return "deals" if "game" in found and '"plays"' in text else "other"


def _backup_file(search: _Search, path: Path, source: str) -> None:
    if not is_backup(path):
        return
    backup = read_backup(path)
    with closing(Journal.in_memory()) as journal, TemporaryDirectory() as folder:
        journal.import_lines(backup.journal)
        for name, content in backup.files.items():
            place = Path(folder) / name
            if place.suffix in (".toml", ".deck"):
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
        recalling = _recalling(search, Path(folder), source)
        _evenings(search, journal, source, recalling, frozenset())


def _evenings(
    search: _Search,
    journal: Journal,
    source: str,
    recalling: Callable[[set[str]], Recalling],
    gone: frozenset[int],
) -> None:
    """Make a job of every evening that is not known yet, or goes on longer here."""
    table = journal.head_at(1)
    people = {each.number: each.name for each in journal.persons()}
    lost = search.forgotten.setdefault(table, set())
    lost |= {*gone, *(number for number, name in people.items() if name is None)}
    fresh = [mark for mark in journal.evenings() if _goes_on(search, journal, mark)]
    if not fresh:
        return
    lines = list(journal.export_lines())[-journal.last_seq :]
    for mark in fresh:
        evening, content = journal.head_at(mark.seq)[:_DIGITS], journal.head_at(mark.last)
        own = lines[mark.seq - 1 : mark.last]
        work = JournalWork.of(own, recalling(_decks(own)))
        search.last[evening] = mark.last
        search.jobs[evening] = Job(
            evening, "journal", source, content, work, search.looking.rules, people, table
        )


def _goes_on(search: _Search, journal: Journal, mark: EveningMark) -> bool:
    evening = journal.head_at(mark.seq)[:_DIGITS]
    return mark.last > search.last.get(evening, 0)


def _decks(lines: Sequence[str]) -> set[str]:
    """Return the decks an evening's events name."""
    found = (json.loads(line) for line in lines if '"deck"' in line)
    return {str(each["deck"]) for each in found if isinstance(each.get("deck"), str)}


def _recalling(search: _Search, folder: Path, source: str) -> Callable[[set[str]], Recalling]:
    """Return what tells how the table of a folder said things, and what its decks are."""
    home, settings = Home(folder), Settings()
    if home.table_toml.exists():
        try:
            settings = read_settings(home.table_toml, home)
        except PlainError as error:
            search.unread.append(Unread(f"{source}: table.toml", error.text))

    def recalling(decks: set[str]) -> Recalling:
        orders = {deck: _order(deck, (home, search.looking.home)) for deck in sorted(decks)}
        return Recalling(orders, settings.saying, settings.seat_angles)

    return recalling


def _order(deck: str, homes: Sequence[Home]) -> tuple[Card, ...]:
    for home in homes:
        try:
            return cards_in(find_deck(deck, home))
        except (PlainError, OSError):
            # Not here; without it the cards count as they were read (`kiosk.replay.reel`).
            continue
    return ()


def _without_forgotten(job: Job, search: _Search) -> Job:
    gone = search.forgotten.get(job.table, set())
    people = {n: None if n in gone else name for n, name in job.people.items()}
    return replace(job, people=people)


# Recordings.


def _recording(search: _Search, path: Path, source: str) -> None:
    looking = search.looking
    beside = _beside(path)
    deck = beside.deck or looking.deck
    if deck is None:
        raise PlainError(w.NO_DECK)
    place = next(
        (found for home in (Home(path.parent), looking.home) if (found := _deck_in(deck, home))),
        None,
    )
    place = find_deck(deck, looking.home) if place is None else place
    known = setup_of(looking.home, str(path))
    geometry = None if known is None else known.geometry
    with path.open("rb") as file:
        digest = file_digest(file, "sha256")
    for part in (place.read_bytes(), beside.calls.encode(), repr(geometry).encode()):
        digest.update(sha256(part).digest())
    digest.update(b"" if beside.work is None else repr(beside.work).encode())
    content = digest.hexdigest()
    work = RecordingWork(path.resolve(), place.resolve(), geometry, beside.calls, beside.work)
    job = Job(content[:_DIGITS], "recording", source, content, work, looking.rules)
    job = replace(job, people=beside.people, table=beside.table)
    search.add(job)


def _deck_in(deck: str, home: Home) -> Path | None:
    try:
        found = find_deck(deck, home)
    except PlainError:
        return None
    return found if found.exists() else None


@dataclass(frozen=True, slots=True)
class _Beside:
    """The record that lies beside a recording."""

    calls: str = ""
    work: JournalWork | DealsWork | None = None
    deck: str | None = None
    people: Mapping[int, str | None] = field(default_factory=dict)
    table: str = ""


def _beside(video: Path) -> _Beside:
    """Return what lies beside a recording and has its name; else the folder's only evening."""
    stem = video.with_suffix("")
    deals = _named(stem, (".deals.jsonl", ".mkn", ".jsonl"))
    calls = _named(stem, (".calls.jsonl",))
    journals = [stem.with_suffix(_JOURNAL), video.parent / "journal.sqlite"]
    if deals is not None:
        text = read_text(deals, w.UNREADABLE)
        if _kind_of(deals, text) == "export":
            with closing(Journal.in_memory()) as journal:
                journal.import_lines(lines_of(text))
                return _only_evening(journal) or _Beside()
        work = DealsWork(text, form_of(deals, text))
        said = read_text(calls, w.UNREADABLE) if calls is not None else _calls_in(work)
        return _Beside(said, work)
    if calls is not None:
        return _Beside(read_text(calls, w.UNREADABLE))
    for path in journals:
        alone = path.stem == video.stem or len(_videos(video.parent)) == 1
        if path.exists() and alone:
            with closing(snapshot(path).journal) as journal:
                found = _only_evening(journal)
            if found is not None:
                return found
    return _Beside()


def _named(stem: Path, endings: Sequence[str]) -> Path | None:
    places = (stem.with_name(stem.name + ending) for ending in endings)
    return next((path for path in places if path.exists()), None)


def _videos(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.suffix in VIDEOS]


def _calls_in(work: DealsWork) -> str:
    [first, *_] = evenings_of(work.text, work.form)
    return calls_of([deal.record for deal in fold(first).deals])


def _only_evening(journal: Journal) -> _Beside | None:
    """Return the evening of a journal that has one alone."""
    marks = journal.evenings()
    if len(marks) != 1:
        return None
    lines = list(journal.export_lines())[-journal.last_seq :]
    work = JournalWork.of(lines[marks[0].seq - 1 : marks[0].last], Recalling())
    state = fold(work.envelopes)
    calls = calls_of([deal.record for deal in state.finished])
    deck = state.decks[0][1] if state.decks else None
    people = {each.number: each.name for each in journal.persons()}
    return _Beside(calls, work if calls else None, deck, people, journal.head_at(1))
