"""Finished deals with open cards: worked out beside the table, and kept in the data folder.

A deal takes seconds, on a small machine a minute. So one process of its own works on one deal after
another, at the lowest priority: cards, pages and lights never wait for it. It reads a deal as a
line of the deal file and writes a line for each step of the work; it ends with the program,
however that ends, and at once where the table does not want any of it. What was found lies in a
file a deal; that of a deal in which a card was put right since is of another deal, and is worked
out anew.
"""

from __future__ import annotations

import json
import logging
import os
import select
import subprocess
import sys
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from engine.bounds import MOST_SETTINGS
from engine.deal.record import DealRecord
from engine.dealfile import writer
from engine.evening.state import TableState
from engine.files import write_whole
from engine.open_cards import form
from engine.open_cards.findings import OpenCards, Progress, Stage, Withheld
from kiosk.home.files import KeptChoice, PageChoice
from kiosk.replay.waiting import Queue, Waiting
from kiosk.table.parts import Mishaps, Part
from kiosk.table.view import TableView, ViewListener
from kiosk.words.parts import OPEN_CARDS
from kiosk.words.replay import NOT_WORKED_OUT

if TYPE_CHECKING:
    from kiosk.table.writer import Table

LOG = logging.getLogger("mehrkopf")

WORKER: tuple[str, ...] = (sys.executable, "-m", "kiosk.replay.one_deal")
TRIES = 2
"""So often a deal is begun whose process died or hung."""
NICE = 19
"""How far the process gives way to others: to all of them."""
LONGEST_S = 1800.0
"""Seconds until the next line of a process that works; one that is silent for longer hangs.

One that works is silent for a second or two of an x86 core (`analysis.SLICE`, `Effort.world`). The
rest is for slow machines, and for those that have much else to do: it gives way to all of that.
"""
MOST_KEPT = 1000
"""Files; the oldest go. A deal whose file has gone is worked out anew when somebody asks."""
_TOLD_AFTER_S = 2.0
"""Seconds of a stage after which the time left is told."""
_MOST_HELD = 64
"""Findings in memory."""
_PIECE = 65536
"""Bytes read at once."""

Found = OpenCards | Withheld


@dataclass(frozen=True, slots=True)
class _Asked:
    """A deal somebody wants to see."""

    name: str
    """Of its file; the same whatever is put right in it."""
    key: str
    """Of all that the findings follow from."""
    line: str
    """Of the deal file."""
    record: DealRecord


class Pace:
    """How fast a deal is worked out: tells the time left of a stage from what is done of it.

    Of the deal as it lay nobody knows how many positions it takes, only that they are bounded: told
    is what that leaves at most, which goes down evenly. Ways to lie take about as long each.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin; `clock` tells seconds."""
        self._clock = clock
        self._began: tuple[float, Progress] | None = None
        """When a stage began, and how far it was."""

    def at(self, step: Progress) -> Progress:
        """Return how far it is, with the time left as soon as that can be told."""
        now = self._clock()
        if self._began is None or self._began[1].stage is not step.stage:
            self._began = now, step
        began, first = self._began
        passed = now - began
        done, left = _in_units(first) - _in_units(step), _in_units(step)
        if passed < _TOLD_AFTER_S or done <= 0:
            return step
        return replace(step, left_s=passed / done * left)


def _in_units(step: Progress) -> int:
    """Return how much of a stage is left, in what takes about as long each."""
    return step.total - step.done if step.spare is None else step.spare


class Analyses:
    """What is known of finished deals; any thread may ask."""

    def __init__(
        self,
        folder: Path | None = None,
        mishaps: Mishaps | None = None,
        worker: Sequence[str] = WORKER,
        longest_s: float = LONGEST_S,
        *,
        keeps: bool = True,
    ) -> None:
        """Look for findings in `folder`, and keep them there, made with the first.

        Args:
            folder: None: what is found is known only while the program runs.
            mishaps: told when the thread fails.
            worker: the command of a process.
            longest_s: how long it may be silent.
            keeps: whether anything is written.
        """
        self._folder = folder
        self._keeps = keeps
        self._worker = worker
        self._longest_s = longest_s
        self.changed = threading.Condition()
        """Notified when a deal is wanted, when more is known of one, and when a process ended."""
        self._wanted = Queue()
        self._working: tuple[_Asked, Progress] | None = None
        """The deal that is worked on; None also where that is called off."""
        self._held: OrderedDict[str, Found] = OrderedDict()
        self._died: Counter[str] = Counter()
        self._process: subprocess.Popen[bytes] | None = None
        self._on = True
        self._closed = False
        self._part = Part("open-cards", OPEN_CARDS, self._work, mishaps)

    def of(self, record: DealRecord) -> Found | Progress | Waiting | None:
        """Return what is known of a deal that is over; never waits for it to be worked out.

        What nobody knows yet is worked out: it is told how many come before it, then how far it is.
        None: nothing is worked out at all.
        """
        asked = _asked(record)
        with self.changed:
            if asked.key in self._held:
                self._held.move_to_end(asked.key)
                return self._held[asked.key]
            if self._working is not None and self._working[0].key == asked.key:
                return self._working[1]
            kept = self._kept(asked)
            if kept is not None:
                self._hold(asked.key, kept)
                return kept
            if self._closed or not self._on:
                return None
            before = self._wanted.look_at(record) + (self._working is not None)
            self.changed.notify_all()
        self._part.start()
        return Waiting(before)

    def want(self, record: DealRecord) -> None:
        """Have a deal that is over worked out next; returns at once.

        One of which a card was put right takes the place of what it was.
        """
        with self.changed:
            if self._closed or not self._on:
                return
            self._wanted.add(record)
            self.changed.notify_all()
        self._part.start()

    def switch(self, *, on: bool, deals: Iterable[DealRecord] = ()) -> None:
        """Work from now on or not; returns at once. Off, no process runs and no deal waits.

        Args:
            on: whether.
            deals: those to take up where it was off, the newest last: that comes first.
        """
        with self.changed:
            if self._closed or on == self._on:
                return
            self._on = on
            if not on:
                self._call_off()
                return
            for each in deals:
                self.want(each)

    def _call_off(self) -> None:
        """Have nothing worked out any more; the process that is at work did not die by it."""
        self._wanted.clear()
        self._working = None
        if self._process is not None:
            self._process.kill()
        self.changed.notify_all()

    @property
    def process(self) -> int | None:
        """The process at work; None while there is none."""
        return None if self._process is None else self._process.pid

    def known(self, record: DealRecord) -> Found | None:
        """Return what was found of a deal; nothing is worked out for it."""
        asked = _asked(record)
        with self.changed:
            return self._held.get(asked.key) or self._kept(asked)

    def close(self) -> None:
        """Stop working; what was not worked out to its end is begun anew another time."""
        with self.changed:
            self._closed = True
            self._call_off()
        self._part.join()

    def _work(self) -> None:
        """Work out what is wanted until the program closes."""
        while (asked := self._next()) is not None:
            found = None
            try:
                found = self._worked_out(asked)
                if found is not None:
                    self._keep(asked, found)
            finally:
                with self.changed:
                    wished = self._wished(asked)
                    self._working = self._process = None
                    self.changed.notify_all()
                    if found is not None:
                        self._hold(asked.key, found)
            if found is None and wished:
                self._failed(asked)

    def _next(self) -> _Asked | None:
        """Wait for a deal to work on; None when the program closes."""
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self._closed or self._wanted)
                if self._closed:
                    return None
                asked = _asked(self._wanted.take())
                if asked.key not in self._held and self._kept(asked) is None:
                    self._working = asked, Progress(Stage.DEAL, 0, len(asked.record.plays))
                    return asked

    def _wished(self, asked: _Asked) -> bool:
        """Tell whether a deal that was begun is still to be worked out."""
        return self._working is not None and self._working[0] is asked

    def _worked_out(self, asked: _Asked) -> Found | None:
        """Return what a process of its own finds; None where that died or hung, or was ended."""
        # Not of the table's group: nobody at a keyboard means it by Ctrl-C. Not buffered: what it
        # did not read before it died need not be written when the pipe is closed.
        with subprocess.Popen(
            self._worker,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            process_group=0,
        ) as process:
            try:
                os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
                with self.changed:
                    self._process = process
                    self.changed.notify_all()
                    if not self._wished(asked):
                        return None
                return self._told_by(process, asked)
            finally:
                process.kill()

    def _told_by(self, process: subprocess.Popen[bytes], asked: _Asked) -> Found | None:
        """Hand a process its deal and follow what it says; None where it falls silent."""
        pace = Pace()
        stdin, stdout = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
        # It may have died before it read; then it answers nothing.
        with suppress(BrokenPipeError):
            stdin.write(asked.line.encode() + b"\n")
        for said in _said(stdout, self._longest_s):
            if "found" in said:
                return form.from_json(said["found"], asked.record.family)
            with self.changed:
                if not self._wished(asked):
                    return None
                stage = Stage(said["stage"])
                step = Progress(stage, said["done"], said["total"], said["spare"])
                self._working = asked, pace.at(step)
                self.changed.notify_all()
        return None

    def _failed(self, asked: _Asked) -> None:
        """Begin once more with a deal whose process died, or say that it cannot be worked out."""
        with self.changed:
            self._died[asked.key] += 1
            if self._died[asked.key] >= TRIES:
                self._hold(asked.key, Withheld(NOT_WORKED_OUT))
                LOG.warning("open cards: a deal was begun %d times and not worked out", TRIES)
            elif asked.record not in self._wanted:
                self.want(asked.record)

    def _hold(self, key: str, found: Found) -> None:
        self._held[key] = found
        self.changed.notify_all()
        while len(self._held) > _MOST_HELD:
            self._held.popitem(last=False)

    def _kept(self, asked: _Asked) -> Found | None:
        """Return what the deal's file says; None where there is none, or none of this record."""
        if self._folder is None:
            return None
        try:
            with (self._folder / asked.name).open(encoding="utf-8") as file:
                said = json.loads(file.read(MOST_SETTINGS))
            if said["of"] != asked.key:
                return None
            return form.from_json(said["found"], asked.record.family)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            LOG.warning("open cards: %s is worked out anew (%s)", asked.name, error)
            return None

    def _keep(self, asked: _Asked, found: Found) -> None:
        if self._folder is None or not self._keeps:
            return
        body = json.dumps({"of": asked.key, "found": form.to_json(found)}, separators=(",", ":"))
        try:
            self._folder.mkdir(exist_ok=True)
            write_whole(self._folder / asked.name, body)
            old = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
            for path in old[:-MOST_KEPT]:
                path.unlink()
        except OSError as error:
            # A full disk: it stays in memory, and can be worked out again.
            LOG.warning("open cards: %s cannot be kept (%s)", asked.name, error)


def _asked(record: DealRecord) -> _Asked:
    # A remark changes nothing of what the cards come to.
    line = json.dumps(writer.to_json(replace(record, note=None)), separators=(",", ":"))
    return _Asked(
        sha256(record.id.encode(errors="surrogatepass")).hexdigest()[:24] + ".json",
        sha256(line.encode()).hexdigest(),
        line,
        record,
    )


def _said(stdout: IO[bytes], longest_s: float) -> Iterator[dict[str, Any]]:
    """Yield what a process says until it ends, or says nothing for so many seconds.

    A line that was broken off is its last and says nothing.
    """
    begun = b""
    while select.select([stdout], [], [], longest_s)[0]:
        piece = os.read(stdout.fileno(), _PIECE)
        if not piece:
            return
        *lines, begun = (begun + piece).split(b"\n")
        for line in lines:
            with suppress(ValueError):
                yield json.loads(line)
    LOG.warning("open cards: a process that said nothing for %.0f s is ended", longest_s)


def over(state: TableState) -> tuple[DealRecord, ...]:
    """Return the deals of an evening that are over, the newest last."""
    return tuple(deal.record for deal in state.deals if deal.closed)


def after_deals(state: TableState, act: Callable[[DealRecord], object]) -> ViewListener:
    """Return what hears of the table's pictures and calls `act` with each deal once it is over.

    A deal in which something is put right afterwards is over anew, also an older one.

    Args:
        state: the table's before the first picture.
        act: must return at once.
    """
    before = over(state)

    def heard(view: TableView) -> None:
        nonlocal before
        known = {record.id: record for record in before}
        before = over(view.state)
        for record in before:
            if known.get(record.id) != record:
                act(record)

    return heard


def beside(
    analyses: Analyses,
    table: Table,
    wishes: KeptChoice[PageChoice],
    wished: Callable[[], bool],
) -> None:
    """Have deals worked out once they are over, as long as the table wishes that.

    Args:
        analyses: work them out.
        table: plays them.
        wishes: what was set on the page; whenever that is chosen, `wished` is asked again.
        wished: tells whether somebody is to see them.
    """

    def chosen() -> None:
        analyses.switch(on=wished(), deals=over(table.view().state))

    table.listen(after_deals(table.view().state, analyses.want))
    chosen()
    wishes.listen(chosen)
