"""The service's side: systemd told that the table is ready, alive, stopping; memory given back.

Started by hand nothing of this happens. As a service it says it is alive only while work gets done
(sd_notify(3)): a table whose writer, eyes or page hangs is started again and goes on at the same
card. The light is not asked: nothing that hangs there may cost an evening.

`give_back` returns the memory of an evening that was left. A table, its eyes and its pages refer to
one another in circles, which Python finds only by counting objects, and an evening is few objects
of tens of megabytes; what glibc got back from a thread that ended it keeps (malloc_trim(3),
mallopt(3) on M_ARENA_MAX).
"""

from __future__ import annotations

import ctypes
import gc
import http.client
import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from engine.text import PlainError
from kiosk.table.parts import Part
from kiosk.table.writer import Table
from kiosk.words.parts import WATCHDOG

LOG = logging.getLogger("mehrkopf.service")

Notify = Callable[[str], None]
Probe = Callable[[float], bool]
"""Returns within so many seconds whether a part of the program gets on with its work."""

STUCK_S = 30.0
"""A picture takes a slow machine three seconds, a deck that is opened perhaps ten."""
_ROUNDS = 3
"""Looks within the time systemd waits: one may miss, two may not."""


def notifier(environ: Mapping[str, str]) -> Notify | None:
    """Return what sends a state to systemd; None where no service manager listens."""
    path = environ.get("NOTIFY_SOCKET", "")
    if not path.startswith(("/", "@")):
        return None
    # A name that begins with @ lies in no folder: its first byte is 0 on the line.
    address = "\0" + path[1:] if path.startswith("@") else path

    def notify(state: str) -> None:
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.connect(address)
                line.sendall(state.encode())
        except OSError as error:
            LOG.warning("systemd was not reached: %s", error)

    return notify


def interval(environ: Mapping[str, str], pid: int) -> float | None:
    """Return the seconds from one look to the next; None where systemd keeps no watchdog on us."""
    wanted, whose = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID", str(pid))
    if not wanted.isdecimal() or not int(wanted) or whose != str(pid):
        return None
    return int(wanted) / 1_000_000 / _ROUNDS


class Pulse:
    """What a thread says of itself: since when it is at one piece of work; waiting is no work."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: float | None = None

    @contextmanager
    def work(self) -> Iterator[None]:
        """Mark a piece of work."""
        self.beat()
        try:
            yield
        finally:
            self._since = None

    def beat(self) -> None:
        """Say that work goes on: a step of it is done."""
        self._since = self._clock()

    def moves(self, within: float) -> bool:
        """Return at once whether the thread waits for work or has done a step of it lately."""
        del within
        since = self._since
        return since is None or self._clock() - since < STUCK_S


class Service:
    """The program's line to systemd; without one all of it does nothing.

    `environ` as systemd sets it. The thread that looks runs from `ready` to `close`.
    """

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._notify = notifier(environ)
        self._every = interval(environ, os.getpid())
        self._probes: dict[str, Probe] = {}
        self._gate = threading.Lock()
        self._stop = threading.Event()
        self._status = "starting"
        self.said = False
        """Whether `ready` was called."""
        self._part = Part("service", WATCHDOG, self._run)

    def watch(self, name: str, probe: Probe) -> Callable[[], None]:
        """Ask this part at every look; returns what ends that."""
        with self._gate:
            self._probes[name] = probe

        def forget() -> None:
            with self._gate:
                if self._probes.get(name) is probe:
                    del self._probes[name]

        return forget

    def ready(self, status: str = "running") -> None:
        """Say that there is nothing more to wait for, and begin to look; a second call: the status.

        Who waits on for something of its own says so as `status`.
        """
        self._status, self.said = status, True
        if self._notify is None:
            return
        self._notify("READY=1")
        if self._every is not None and not self._part.began:
            self._part.start()

    def hanging(self, within: float) -> tuple[str, ...]:
        """Return the parts that do not get on with their work; takes up to `within` s for each."""
        with self._gate:
            probes = tuple(self._probes.items())
        return tuple(name for name, probe in probes if not probe(within))

    def close(self) -> None:
        """Say that the program ends, and look no more."""
        self._stop.set()
        self._part.join()
        if self._notify is not None:
            self._notify("STOPPING=1")

    def _run(self) -> None:
        assert self._notify is not None
        assert self._every is not None
        while True:
            hanging = self.hanging(self._every / 4)
            if hanging:
                LOG.error("no progress: %s", ", ".join(hanging))
                self._notify(f"STATUS=no progress: {', '.join(hanging)}")
            else:
                self._notify(f"WATCHDOG=1\nSTATUS={self._status}")
            if self._stop.wait(self._every):
                return


def writes(table: Table) -> Probe:
    """Return a probe that has the writer do a job; a table that is closing hangs not."""

    def probe(within: float) -> bool:
        done = threading.Event()
        try:
            table.post(lambda core: done.set())
        except PlainError:
            return True
        return done.wait(within)

    return probe


def answers(host: str, port: int) -> Probe:
    """Return a probe that asks the page's server for something small; any answer will do."""

    def probe(within: float) -> bool:
        page = http.client.HTTPConnection(host, port, timeout=within)
        try:
            page.request("HEAD", "/static/marks.svg")
            page.getresponse()
        except (OSError, http.client.HTTPException):
            return False
        finally:
            page.close()
        return True

    return probe


MEMORY_LOG = logging.getLogger("mehrkopf")


def give_back() -> None:
    """Let go of what nothing can be reached by any more, down to the system where it can be told.

    It takes some tenths of a second, so it is for the moments when nobody plays. What is left then
    stays for the evening: it is not looked through again whenever garbage is collected, which would
    hold up a card for as long.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is None:
        MEMORY_LOG.debug("this C library keeps what it was given back")
        return
    trim(ctypes.c_size_t(0))
