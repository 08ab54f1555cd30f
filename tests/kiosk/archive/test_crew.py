"""Many processes come to the same as one, and whoever is killed costs no more than his task."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.text import PlainError
from kiosk.archive.crew import Crew
from kiosk.archive.finding import Looking
from kiosk.archive.jobs import Job
from kiosk.archive.rows import Answer
from kiosk.archive.run import Outcome, Shelf, Workers, run
from kiosk.archive.tables import END, TABLES
from kiosk.home.data_folder import Home
from tests.kiosk.archive.club import THIRD, Here, club, deal, evening, written
from tests.kiosk.archive.processes import listening
from tests.kiosk.archive.slow import Waiting, job
from tests.kiosk.cli import Cli, environment
from tests.shared_data import ROOT

PATIENCE_S = 120


def ran(folder: Path, out: Path, crew: Workers) -> Outcome:
    look = Looking(Home(out.parent / "home"), out=out)
    return run([folder], Shelf(out), look, crew, lambda done, of: None, names=False)


def tables(out: Path) -> dict[str, bytes]:
    return {name: (out / f"{name}{END}").read_bytes() for name in TABLES}


@contextmanager
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """Start a scheduler and one worker, as people do on other machines; yield the address."""
    ready = tmp_path / "ready"
    os.mkfifo(ready)
    common = ("--host", "127.0.0.1", "--no-dashboard", "--preload", "tests.kiosk.archive.ready")
    env = environment(tmp_path, READY=str(ready), PYTHONPATH=str(ROOT))
    dask = [sys.executable, "-m", "dask"]
    scheduler = subprocess.Popen([*dask, "scheduler", "--port", "0", *common], env=env)
    try:
        address = ready.read_text().strip()
        worker = subprocess.Popen(
            [*dask, "worker", address, "--nthreads", "1", "--no-nanny", *common], env=env
        )
        try:
            ready.read_text()
            yield address
        finally:
            worker.terminate()
            worker.wait(PATIENCE_S)
    finally:
        scheduler.terminate()
        scheduler.wait(PATIENCE_S)


def test_two_processes_write_the_same_bytes_as_one_and_one_that_is_killed_costs_its_task(
    tmp_path: Path,
) -> None:
    """A worker is killed while it works; only its task is done again, by the one that follows."""
    folder = club(tmp_path / "club")
    one = ran(folder, tmp_path / "one", Crew(1))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    begun = tmp_path / "begun"
    begun.mkdir()
    jobs = [job(Waiting(begun, f"{number}")) for number in range(6)]
    jobs.insert(1, job(Waiting(begun, "killed", pipe, 1)))
    heard: set[str] = set()

    def kill() -> None:
        with pipe.open() as told:
            pid = int(told.readline())
        heard.update(listening(os.getpid()))
        os.kill(pid, signal.SIGKILL)

    class Both(Crew):
        def work(self, given: Iterable[Job]) -> Iterator[tuple[Job, Answer]]:
            mine = {each.key for each in jobs}
            for each, answer in super().work([*jobs, *given]):
                if each.key in mine:
                    answers[each.source] = answer
                else:
                    yield each, answer

    answers: dict[str, Answer] = {}
    killer = threading.Thread(target=kill)
    killer.start()
    two = ran(folder, tmp_path / "two", Both(2))
    killer.join(PATIENCE_S)
    assert two.done == one.done == 6
    assert tables(tmp_path / "one") == tables(tmp_path / "two")
    assert [each.error for each in answers.values()] == [None] * 7
    assert (begun / "killed.2").exists()
    assert not (begun / "killed.3").exists()
    # Nothing beyond loopback listens, and nothing that was done is done again.
    assert heard == {"0100007F"}
    assert [path.name for path in begun.glob("?.2")] == []


def test_a_run_that_is_killed_goes_on_where_it_was_with_workers_elsewhere(
    tmp_path: Path, cli: Cli
) -> None:
    """Everything is killed in the middle; the next run does the rest, at a scheduler by address."""
    folder, out, pipe = club(tmp_path / "club"), tmp_path / "out", tmp_path / "pipe"
    os.mkfifo(pipe)
    words = [sys.executable, "-m", "tests.kiosk.archive.slow", str(folder), str(out), str(pipe)]
    process = subprocess.Popen(words, cwd=ROOT, env=environment(tmp_path), start_new_session=True)
    with pipe.open() as told:
        told.readline()
    # It stands in its last task; what was answered before is being kept.
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(PATIENCE_S)
    assert not (out / "evenings.parquet").exists()
    kept = {path.name for path in (out / "answers").glob("*.json")}
    assert kept
    written(folder / "new" / "journal.sqlite", (THIRD, evening("new", *deal("n1", 3))))
    with elsewhere(tmp_path) as address:
        said = cli("archive", str(folder), "--out", str(out), "--scheduler", address)
    assert said.status == 1
    assert f"Neu angesehen: {7 - len(kept)}, schon da: {len(kept)}." in said.out
    clean = ran(folder, tmp_path / "clean", Here())
    assert clean.done == 7
    assert tables(out) == tables(tmp_path / "clean")


def test_nobody_at_the_address_is_said_in_a_sentence(tmp_path: Path, cli: Cli) -> None:
    folder = club(tmp_path / "club")
    out = str(tmp_path / "out")
    said = cli("archive", str(folder), "--out", out, "--scheduler", "tcp://127.0.0.1:9")
    assert said.status == 2
    assert "tcp://127.0.0.1:9" in said.sentence
    assert "Dask-Scheduler" in said.sentence


def test_workers_with_another_program_are_refused(tmp_path: Path) -> None:
    waiting = job(Waiting(tmp_path, "x"))
    answer = Answer("0.9+000000000000")
    with pytest.raises(PlainError, match="another program"):
        Crew(scheduler="tcp://127.0.0.1:9").checked(waiting, answer)
