"""Memory, threads, files and disk of a program that runs for long, and how they grow.

    python -m tests.kiosk.soak --deals 1000
    python -m tests.kiosk.soak --hours 24 --speed 20 [--minutes 12] [--told]

The first has so many deals entered through the page by HTTP, in evenings of fifty, while a page and
three phones look on. The second lets the camera's program watch the sample evening again and again;
`--minutes` ends it after so many minutes of real time, and what it grew is reckoned up to the hours
asked for; with `--told` it looks at the pictures once, and what it made of them is told again.
Status 1 where it grew beyond what a device can bear.
"""

from __future__ import annotations

import argparse
import math
import re
import selectors
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.evening.fold import fold
from engine.journal.database import LOG_END
from engine.journal.snapshot import beside, snapshot
from kiosk.home.data_folder import Home
from kiosk.table import resumption
from tests.kiosk.asked_page import Page
from tests.kiosk.cli import environment, start
from tests.kiosk.held import MEGA, Held, held_by
from tests.kiosk.long_evening import REST_S
from tests.shared_data import ROOT
from vision.camera.frames import VideoFile

MOST_GROWN = 40 * MEGA
"""Of its own memory, from the first sample that counts to the end."""
MOST_MORE = 3
"""Threads, files, sockets."""
EVENING_DEALS = 50
PHONES = 3
SETTLED = 0.2
"""Of a run, from its begin on, that does not count: everything is there once after that."""
NAMES = ("Resi", "Toni", "Vroni", "Sepp")
DEAL = {"who": "0", "kind": "rufspiel", "suit": "G", "r.won": "1", "r.partners": "3", "step": "1"}


@dataclass(frozen=True, slots=True)
class Sample:
    """What is held after so much of a run."""

    at: float
    """Deals, or hours of table time."""
    held: Held
    disk: int
    """Bytes of the journal and its log."""
    real_s: float

    def __str__(self) -> str:
        """Say it in one line."""
        return f"{self.at:8.2f}  {self.held}, journal {self.disk / MEGA:.2f} MB"


@dataclass(frozen=True, slots=True)
class Growth:
    """What a run came to."""

    samples: tuple[Sample, ...]

    @property
    def counted(self) -> tuple[Sample, ...]:
        """The samples after the program had settled."""
        begun = SETTLED * max((each.at for each in self.samples), default=0.0)
        found = tuple(each for each in self.samples if each.at >= begun)
        if len(found) < 2:
            raise ValueError("too short a run to tell anything of growth")
        return found

    @property
    def slope(self) -> float:
        """Bytes of memory it grows by for each deal or hour: the straight line that fits best."""
        at = [each.at for each in self.counted]
        grown = [each.held.memory for each in self.counted]
        middle, mean = sum(at) / len(at), sum(grown) / len(grown)
        spread = sum((each - middle) ** 2 for each in at)
        pairs = zip(at, grown, strict=True)
        return sum((x - middle) * (y - mean) for x, y in pairs) / spread if spread else 0.0

    def faults(self) -> list[str]:
        """Return what grew beyond its bound."""
        first, *_, last = (each.held for each in self.counted)
        found = []
        if last.memory - first.memory > MOST_GROWN:
            found.append(f"memory grew by {(last.memory - first.memory) / MEGA:.0f} MB")
        found += [
            f"{last_one - first_one} more {what}"
            for what, first_one, last_one in (
                ("threads", first.threads, last.threads),
                ("files", first.files, last.files),
                ("sockets", first.sockets, last.sockets),
            )
            if last_one - first_one > MOST_MORE
        ]
        return found


def sampled(process: subprocess.Popen[str], journal: Path, at: float, began: float) -> Sample:
    parts = (journal, journal.with_name(journal.name + LOG_END))
    disk = sum(part.stat().st_size for part in parts if part.exists())
    sample = Sample(at, held_by(process.pid), disk, time.monotonic() - began)
    sys.stdout.write(f"{sample}\n")
    sys.stdout.flush()
    return sample


@contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[None]:
    """Read what it says on its way, and end it afterwards."""
    assert process.stderr is not None
    with process:
        reader = threading.Thread(target=process.stderr.read, daemon=True)
        reader.start()
        try:
            yield
        finally:
            process.terminate()
            process.wait(60)


@contextmanager
def looking_on(places: Sequence[tuple[str, int]]) -> Iterator[None]:
    """Hold a stream of news open at each place, as browsers do, and read what comes."""
    with ExitStack() as stack:
        reads = stack.enter_context(selectors.DefaultSelector())
        over, wake = socket.socketpair()
        stack.enter_context(over)
        stack.enter_context(wake)
        reads.register(over, selectors.EVENT_READ)
        for host, port in places:
            stream = stack.enter_context(socket.create_connection((host, port), 20))
            stream.sendall(f"GET /live HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
            if not stream.recv(12).endswith(b"200"):
                raise AssertionError(f"no stream at {host}:{port}")
            reads.register(stream, selectors.EVENT_READ)

        def drain() -> None:
            while True:
                for key, _ in reads.select():
                    if key.fileobj is over:
                        return
                    if not key.fileobj.recv(1 << 16):  # type: ignore[union-attr]
                        reads.unregister(key.fileobj)

        thread = threading.Thread(target=drain)
        thread.start()
        try:
            yield
        finally:
            wake.sendall(b"x")
            thread.join()


def deals(count: int, folder: Path) -> Growth:
    """Enter so many deals through the page of one program; return what it held."""
    home = Home(folder)
    home.prepare()
    with socket.create_server(("127.0.0.1", 0)) as free:
        home.table_toml.write_text(f"[phones]\nguest_port = {free.getsockname()[1]}\n")
    process = start(folder, "run", "--no-camera", "--port", "0")
    samples: list[Sample] = []
    began = time.monotonic()
    with ended(process):
        page = Page(process)
        for begun in range(0, count, EVENING_DEALS):
            page.post("/start", game="schafkopf", dealer="0", deck="isar", **_named())
            with looking_on(_places(page)):
                for done in range(begun + 1, min(begun + EVENING_DEALS, count) + 1):
                    page.post("/enter", about=_about(page), then="next", **DEAL)
                    if done % EVENING_DEALS == EVENING_DEALS // 2 or done == count:
                        samples.append(sampled(process, home.journal, done, began))
            page.post("/end")
    found = finished(home.journal)
    if found != count:
        raise AssertionError(f"{found} of {count} deals were recorded")
    return Growth(tuple(samples))


def _about(page: Page) -> str:
    """Return which deal the score pad would write down now."""
    found = re.search(r'name="about" value="([^"]+)"', page.get("/enter"))
    assert found is not None
    return found[1]


def _named() -> dict[str, str]:
    return {f"name{seat}": name for seat, name in enumerate(NAMES)}


def _places(page: Page) -> list[tuple[str, int]]:
    """Switch the phones on; return where a page and some phones look on."""
    page.post("/phones/on")
    found = re.search(r"\b(\d+(?:\.\d+){3}):(\d+)", page.get("/phones"))
    if found is None:
        raise AssertionError("this machine is in no network; phones cannot look on")
    host, _, port = page.address.rpartition("/")[2].partition(":")
    return [(host, int(port)), *[(found[1], int(found[2]))] * PHONES]


def film_hours() -> float:
    """Return how long one sample evening takes at the table, with the rest after it."""
    return (VideoFile(resumption.SAMPLE_VIDEO).seconds + REST_S) / 3600


def watched(
    times: int, speed: float, minutes: float, folder: Path, *, told: bool = False
) -> Growth:
    """Let the sample evening be watched so many times over; return what the program held."""
    home, film_h = Home(folder), film_hours()
    words = [str(times), str(folder.with_name("calls.jsonl")), "--port", "0", "--speed", str(speed)]
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.kiosk.long_evening", *(["--told"] if told else []), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment(home.root),
    )
    samples: list[Sample] = []
    began = time.monotonic()
    with ended(process):
        page = Page(process)
        done, ends = 0, began + minutes * 60
        while done < 3 * times and time.monotonic() < ends:
            page.get()
            page.pause()
            now = closed(home.journal)
            if now > done:
                done = now
                samples.append(sampled(process, home.journal, done / 3 * film_h, began))
    return Growth(tuple(samples))


def closed(journal: Path) -> int:
    """Deals that were closed, taken back ones included: what can be asked again and again."""
    with beside(journal) as database:
        row = database.execute("SELECT count(*) FROM events WHERE type = 'deal_closed'").fetchone()
    return int(row[0])


def finished(journal: Path) -> int:
    """Deals that a running program's journal holds to their end, over all evenings."""
    held = snapshot(journal).journal
    try:
        counted, state = 0, None
        for envelope in held.events():
            before, state = state, fold([envelope], state) if state else fold([envelope])
            if before is not None and before.evening != state.evening:
                counted += len(before.finished)
        return counted + len(state.finished if state else ())
    finally:
        held.close()


def told(growth: Growth, unit: str, reckoned: float) -> str:
    """Return in one paragraph what it came to."""
    first, *_, last = growth.counted
    grown = growth.slope / 1000
    return (
        f"{last.at:.2f} {unit}s in {last.real_s:.0f} s: from {first.held} to {last.held}; journal "
        f"{last.disk / MEGA:.2f} MB; memory {grown:+.1f} kB a {unit}, reckoned up to "
        f"{reckoned:g} {unit}s {grown * reckoned / 1000:+.0f} MB\n"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Print what is held as it goes, and the growth at the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int)
    parser.add_argument("--hours", type=float, default=24.0)
    parser.add_argument("--speed", type=float, default=20.0)
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--told", action="store_true")
    asked = parser.parse_args(argv)
    with TemporaryDirectory() as name:
        folder = Path(name) / "home"
        if asked.deals is not None:
            growth, unit, reckoned = deals(asked.deals, folder), "deal", float(asked.deals)
        else:
            times = math.ceil(asked.hours / film_hours())
            growth = watched(times, asked.speed, asked.minutes, folder, told=asked.told)
            unit, reckoned = "hour", asked.hours
    wrong = growth.faults()
    sys.stdout.write(told(growth, unit, reckoned))
    sys.stdout.write("".join(f"TOO MUCH: {what}\n" for what in wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
