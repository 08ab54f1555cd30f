"""The table: one thread that alone owns journal and state, and a queue in front of it.

Readers take no locks: `view` hands out the newest immutable picture. A job that fails is told to
whoever waits for it, or logged loudly; the thread goes on.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Self, TypeVar

from engine.journal import Journal, Stamp
from engine.text import PlainError
from kiosk import order_words as w
from kiosk.commands import Command
from kiosk.table_core import Follower, TableCore, local_now
from kiosk.view import TableView, ViewListener

LOG = logging.getLogger("mehrkopf.table")

T = TypeVar("T")
Job = Callable[[TableCore], T]


@dataclass(frozen=True, slots=True)
class _Task:
    job: Job[Any]
    answer: Future[Any] | None


class Table:
    """The single writer behind a queue; implements `kiosk.view.TableDoor`.

    The thread runs from construction to `close`, which also closes the journal.
    """

    def __init__(
        self,
        journal: Journal,
        now: Stamp = local_now,
        models: Mapping[str, str] | None = None,
        follower: Follower | None = None,
    ) -> None:
        self._journal = journal
        self._core = TableCore(journal, now, models, follower)
        self._view = self._core.view
        self._news = threading.Condition()
        self._gate = threading.Lock()
        self._closed = False
        self._core.listen(self._published)
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def view(self) -> TableView:
        """Return the newest picture."""
        return self._view

    def wait(self, after: int, timeout: float) -> TableView | None:
        """Block until the picture is another than version `after`.

        A version above the newest is from before the program was started again: it is answered at
        once. None when `timeout` seconds passed, or the table closed.
        """
        with self._news:
            self._news.wait_for(lambda: self._view.version != after or self._closed, timeout)
            view = self._view
        return view if view.version != after else None

    def do(self, command: Command) -> None:
        """Carry out a command; returns once it is committed.

        Raises:
            PlainError: it cannot be done now; nothing was changed.
        """
        try:
            self.call(lambda core: core.do(command))
        except PlainError:
            raise
        except Exception as error:
            LOG.exception("the command %s failed", command)
            raise PlainError(w.FAILED) from error

    def call(self, job: Job[T]) -> T:
        """Run `job` with the core in the writer's thread and return its answer.

        Raises:
            PlainError: the table is closed.
            Exception: whatever the job raises.
        """
        if threading.current_thread() is self._thread:
            return job(self._core)
        answer: Future[T] = Future()
        self._put(_Task(job, answer))
        return answer.result()

    def post(self, job: Job[object]) -> None:
        """Run `job` with the core in the writer's thread without waiting; failures are logged.

        Raises:
            PlainError: the table is closed.
        """
        self._put(_Task(job, None))

    def listen(self, listener: ViewListener) -> None:
        """Call `listener` with each new picture, in the writer's thread."""
        self.call(lambda core: core.listen(listener))

    def close(self) -> None:
        """Finish what is queued, end the thread and close the journal; a second call does nothing.

        Not to be called in the writer's thread.
        """
        with self._gate:
            if self._closed:
                return
            self._closed = True
            self._tasks.put(None)
        self._thread.join()
        with self._news:
            self._news.notify_all()
        self._journal.close()

    def _put(self, task: _Task) -> None:
        # Under the gate, so that nothing is queued behind the end and waited for in vain.
        with self._gate:
            if self._closed:
                raise PlainError(w.CLOSING)
            self._tasks.put(task)

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                answer = task.job(self._core)
            except Exception as error:
                if task.answer is None:
                    LOG.exception("a job of the table failed")
                else:
                    task.answer.set_exception(error)
            else:
                if task.answer is not None:
                    task.answer.set_result(answer)

    def _published(self, view: TableView) -> None:
        with self._news:
            self._view = view
            self._news.notify_all()
