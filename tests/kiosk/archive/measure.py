"""What the archive costs: evenings of one deal each, judged again by 1 and by 2 workers.

    python -m tests.kiosk.archive.measure FOLDER --journals 24
    python -m tests.kiosk.archive.measure FOLDER --films 24

Journals: each holds one evening of one deal as a camera told it, with its scores. Films: evenings
painted with the own deck on drawn tables, played by the rules, recorded as `mehrkopf record` does,
the deals beside them; those that lie in the folder already are taken, `--film-only` makes them
beforehand. All of it is done by one worker, by two, and by two of which one is killed in the
middle. Told are the seconds of each and whether the tables are the same bit for bit; status 1 where
they are not.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from engine.events import EveningEnded
from engine.journal.journal import Journal
from kiosk.archive.crew import Crew
from kiosk.archive.finding import Looking
from kiosk.archive.jobs import Job
from kiosk.archive.rows import Answer
from kiosk.archive.run import Outcome, Shelf, run
from kiosk.archive.tables import END, TABLES
from kiosk.camera.recorder import Recording, TableVideo, room_left
from kiosk.home.data_folder import Home
from models.workshop.evening.film import isar_deck
from models.workshop.evening.own import OwnEvening, OwnScript
from models.workshop.evening.stage import drawn_stage
from tests.evenings.own_deals import played
from tests.evenings.own_units import TABLES as SURFACES
from tests.kiosk.archive.processes import busiest
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import seen, session

DECK = "isar"
SEED = 2311
LINES = 540


def film(folder: Path, number: int) -> None:
    """Film one evening of one deal, unless it is there."""
    video = folder / f"evening-{number:02d}.mkv"
    beside = folder / f"evening-{number:02d}.deals.jsonl"
    if video.exists() and beside.exists():
        return
    deck = isar_deck()
    seed = SEED + number
    game = played("schafkopf", 4, frozenset(deck.faces), seed, 1)
    stage = drawn_stage(seed, SURFACES[number % len(SURFACES)], frozenset(), lines=LINES)
    evening = OwnEvening(OwnScript(game.plans, game.seats, stage), deck)
    draft = folder / f".evening-{number:02d}.mkv"
    writer = TableVideo(Recording(draft, whole_picture=True), room_left)
    for t, picture in evening.pictures():
        writer.take(t, picture)
    writer.close()
    beside.write_text("".join(f"{line}\n" for line in game.lines), "utf-8")
    draft.rename(video)


def journal(folder: Path, number: int) -> None:
    """Write a journal of one evening of one deal, unless it is there."""
    path = folder / f"table-{number:02d}" / "journal.sqlite"
    if path.exists():
        return
    record = random_deal(SEED + number)
    table = session(record)
    for event in seen(record):
        table.hear(event)
    table.commit((EveningEnded(),))
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(Journal.open(path)) as written:
        written.append(
            [each.event for each in table.journal.events()],
            f"2026-01-{number + 1:02d}T20:00:00+01:00",
        )


@dataclass
class Killing:
    """Two workers, one of which is killed after so many answers."""

    after: int
    killed: list[int] = field(default_factory=list)

    def work(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Answer]]:
        for count, found in enumerate(Crew(2).work(jobs), 1):
            if count == self.after:
                # Before anything more is asked of the crew, so that the worker is at a task.
                threading.Thread(target=self._kill).start()
            yield found

    def _kill(self) -> None:
        busy = busiest(os.getpid())
        self.killed.append(busy)
        os.kill(busy, signal.SIGKILL)


def measured(folder: Path, out: Path, crew: Crew | Killing) -> tuple[Outcome, float]:
    """Watch everything anew; return what it came to and the seconds it took."""
    shutil.rmtree(out, ignore_errors=True)
    began = time.monotonic()
    look = Looking(Home(out.parent / "home"), DECK, out=out)
    done = run([folder], Shelf(out), look, crew, _told, names=False)
    return done, time.monotonic() - began


def _told(done: int, of: int) -> None:
    sys.stderr.write(f"\r{done}/{of} ")
    sys.stderr.flush()


def tables(out: Path) -> list[bytes]:
    """Return the tables' bytes."""
    return [(out / f"{name}{END}").read_bytes() for name in TABLES]


def main(arguments: list[str]) -> int:
    """Film, watch, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--journals", type=int, default=0)
    parser.add_argument("--films", type=int, default=0)
    parser.add_argument("--film-only", action="store_true")
    parser.add_argument("--share", default="0/1", help="film only these: 0/2 the even ones")
    options = parser.parse_args(arguments)
    films: Path = options.folder / ("films" if options.films else "journals")
    films.mkdir(parents=True, exist_ok=True)
    part, of = map(int, options.share.split("/"))
    for number in range(part, options.films, of):
        film(films, number)
        sys.stderr.write(f"\rfilmed {number + 1}/{options.films} ")
    for number in range(options.journals):
        journal(films, number)
    if options.film_only:
        return 0
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    same: list[list[bytes]] = []
    middle = Killing(max(1, (options.films + options.journals) // 3))
    ways = (("1 worker", Crew(1)), ("2 workers", Crew(2)), ("killed", middle))
    for name, crew in ways:
        out = options.folder / name.replace(" ", "-")
        outcome, seconds = measured(films, out, crew)
        same.append(tables(out))
        told = (
            f"{len(outcome.evenings)} evenings, {outcome.deals} deals, {outcome.differing} differ"
        )
        print(f"\r{name}: {seconds:.0f} s; {told}; unread {len(outcome.unread)}", flush=True)
    print(f"killed in the middle: {len(middle.killed)} worker")
    print("the same bytes:", all(each == same[0] for each in same))
    return 0 if all(each == same[0] for each in same) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
