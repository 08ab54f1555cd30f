"""Who does the tasks: processes of this machine, or the workers of a Dask scheduler elsewhere.

Here scheduler and workers talk on loopback alone, with certificates made for this one run, so that
nobody else on the machine can hand them work. A process that dies costs its task nothing but
time: the task is given to another one, three times at most.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

import dask
from distributed import Client, LocalCluster, as_completed
from distributed.scheduler import KilledWorker

from engine.text import PlainError, Text
from kiosk.archive import hands
from kiosk.archive import words as w
from kiosk.archive.jobs import Job, answer_of, failure
from kiosk.archive.rows import Answer

_AT_ONCE = 4
"""Tasks given out beforehand, for each worker."""
_LOOPBACK = "127.0.0.1"
_ANY_PORT = f"{_LOOPBACK}:0"
_ANSWERS_S = 10
"""So long a scheduler elsewhere may take to answer."""
_CONFIG = {
    # As many tries as a task has, the first included.
    "distributed.scheduler.allowed-failures": 3,
    # Nobody looks at these pages.
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}


def cores() -> int:
    """Return how many cores this program may use."""
    return len(os.sched_getaffinity(0))


@dataclass(frozen=True, slots=True)
class Crew:
    """Who works."""

    workers: int = 1
    """Processes of this machine."""
    scheduler: str | None = None
    """Address of a scheduler that has workers already."""

    def work(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Answer]]:
        """Yield each job with its answer, as they are done.

        Raises:
            PlainError: no scheduler answers, or its workers run another program.
        """
        with self._client() as client:
            yield from self._worked(client, iter(jobs))

    def _worked(self, client: Client, jobs: Iterator[Job]) -> Iterator[tuple[Job, Answer]]:
        given = {}
        running = as_completed(loop=client.loop)

        def give(some: Iterable[Job]) -> None:
            for job in some:
                future = client.submit(answer_of, job.travelling(), key=job.key, pure=False)
                given[future.key] = job
                running.add(future)

        give(islice(jobs, _AT_ONCE * self._hands(client)))
        for future in running:
            job = given.pop(future.key)
            yield job, self.checked(job, _outcome(future))
            future.release()
            give(islice(jobs, 1))

    def _hands(self, client: Client) -> int:
        if self.scheduler is None:
            return self.workers
        return max(1, len(client.scheduler_info(n_workers=-1)["workers"]))

    def checked(self, job: Job, answer: Answer) -> Answer:
        """Return an answer that the same program gave as this one.

        Raises:
            PlainError: another program gave it.
        """
        if answer.program and answer.program != job.program:
            if self.scheduler is None:
                raise PlainError(w.CHANGED_PROGRAM)
            told = {"address": self.scheduler, "theirs": answer.program, "ours": job.program}
            raise PlainError(w.OTHER_PROGRAM.format(**told))
        return answer

    @contextmanager
    def _client(self) -> Iterator[Client]:
        with dask.config.set(_CONFIG):
            if self.scheduler is not None:
                with _client_of(self.scheduler) as client:
                    yield client
                return
            with (
                LocalCluster(
                    n_workers=self.workers,
                    threads_per_worker=1,
                    processes=True,
                    host=_LOOPBACK,
                    protocol="tls",
                    security=True,
                    dashboard_address=None,
                    scheduler_kwargs={"dashboard": False, "dashboard_address": _ANY_PORT},
                    # A table at work on the same machine goes first; the system decides.
                    memory_limit=None,
                    preload=[hands.__name__],
                    silence_logs=logging.CRITICAL,
                ) as cluster,
                Client(cluster) as client,
            ):
                yield client


@contextmanager
def _client_of(address: str) -> Iterator[Client]:
    try:
        client = Client(address, timeout=_ANSWERS_S)
    except (OSError, ValueError) as error:
        raise PlainError(w.NO_SCHEDULER.format(address=address)) from error
    with client:
        yield client


def _outcome(future: Any) -> Answer:
    """Return what a task came to; where it has no answer of its own, why."""
    error = future.exception()
    if error is None:
        answer: Answer = future.result()
        return answer
    text: Text = w.WORKER_LOST if isinstance(error, KilledWorker) else failure(error)
    return Answer("", error=text)
