"""Finished deals with open cards: worked out beside the table, and kept in the data folder.

A deal takes seconds, on a small machine a minute. So one process of its own works on one deal after
another, at the lowest priority: cards, pages and lights never wait for it. It reads a deal as a
line of the deal file and writes a line for each step of the work; it ends with the program,
however that ends. What was found lies in a file a deal; that of a deal in which a card was put
right since is of another deal, and is worked out anew.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, cast

from engine.bounds import MOST_SETTINGS
from engine.deal.record import DealRecord
from engine.dealfile import reader, writer
from engine.evening.state import TableState
from engine.files import write_whole
from engine.open_cards import form
from engine.open_cards.findings import OpenCards, Progress, Withheld, look
from kiosk.table.parts import Mishaps, Part
from kiosk.table.view import TableView, ViewListener
from kiosk.words.parts import OPEN_CARDS
from kiosk.words.replay import NOT_WORKED_OUT

LOG = logging.getLogger("mehrkopf")

WORKER: tuple[str, ...] = (sys.executable, "-m", "kiosk.replay.analyses")
TRIES = 2
"""So often a deal is begun whose process died."""
MOST_KEPT = 1000
"""Files; the oldest go. A deal whose file has gone is worked out anew when somebody asks."""
_MOST_HELD = 64
"""Findings in memory."""

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


class Analyses:
    """What is known of finished deals; any thread may ask."""

    def __init__(
        self,
        folder: Path | None = None,
        mishaps: Mishaps | None = None,
        worker: Sequence[str] = WORKER,
    ) -> None:
        """Keep findings in `folder`, made with the first; None: only while the program runs."""
        self._folder = folder
        self._worker = worker
        self.changed = threading.Condition()
        """Notified when a deal is wanted and when more is known of one."""
        self._wanted: list[DealRecord] = []
        """The next one last."""
        self._working: tuple[str, Progress] | None = None
        """The key of the deal that is worked on."""
        self._held: OrderedDict[str, Found] = OrderedDict()
        self._died: Counter[str] = Counter()
        self._process: subprocess.Popen[str] | None = None
        self._closed = False
        self._part = Part("open-cards", OPEN_CARDS, self._work, mishaps)

    def of(self, record: DealRecord) -> Found | Progress | None:
        """Return what is known of a deal that is over; never waits for it to be worked out.

        What nobody knows yet is worked out next: None until it is begun, then how far it is.
        """
        asked = _asked(record)
        with self.changed:
            if asked.key in self._held:
                self._held.move_to_end(asked.key)
                return self._held[asked.key]
            if self._working is not None and self._working[0] == asked.key:
                return self._working[1]
            kept = self._kept(asked)
            if kept is not None:
                self._hold(asked.key, kept)
                return kept
        self.want(record)
        return None

    def want(self, record: DealRecord) -> None:
        """Have a deal that is over worked out next; returns at once."""
        with self.changed:
            if self._closed:
                return
            self._wanted = [each for each in self._wanted if each != record]
            self._wanted.append(record)
            self.changed.notify_all()
        self._part.start()

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
            self._wanted.clear()
            if self._process is not None:
                self._process.kill()
            self.changed.notify_all()
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
                    self._working = self._process = None
                    if found is not None:
                        self._hold(asked.key, found)
            if found is None:
                self._failed(asked)

    def _next(self) -> _Asked | None:
        """Wait for a deal to work on; None when the program closes."""
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self._closed or self._wanted)
                if self._closed:
                    return None
                record = self._wanted.pop()
            asked = _asked(record)
            with self.changed:
                if asked.key not in self._held and self._kept(asked) is None:
                    self._working = asked.key, Progress(0, 1)
                    return asked

    def _worked_out(self, asked: _Asked) -> Found | None:
        """Return what a process of its own finds; None where that died."""
        # Not of the table's group: nobody at a keyboard means it by Ctrl-C.
        with subprocess.Popen(
            self._worker,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            process_group=0,
        ) as process:
            os.setpriority(os.PRIO_PROCESS, process.pid, 19)
            with self.changed:
                self._process = process
                self.changed.notify_all()
                if self._closed:
                    process.kill()
            stdin, stdout = cast("IO[str]", process.stdin), cast("IO[str]", process.stdout)
            # It may have died before it read; then it answers nothing.
            with suppress(BrokenPipeError):
                stdin.write(asked.line + "\n")
                stdin.flush()
            found: Found | None = None
            for said in _said(stdout):
                if "found" in said:
                    found = form.from_json(said["found"], asked.record.family)
                    break
                with self.changed:
                    self._working = asked.key, Progress(said["done"], said["total"])
                    self.changed.notify_all()
            with suppress(BrokenPipeError):
                stdin.close()
        return found

    def _failed(self, asked: _Asked) -> None:
        """Begin once more with a deal whose process died, or say that it cannot be worked out."""
        with self.changed:
            if self._closed:
                return
            self._died[asked.key] += 1
            if self._died[asked.key] < TRIES:
                self._wanted.append(asked.record)
                return
            self._hold(asked.key, Withheld(NOT_WORKED_OUT))
        LOG.warning("open cards: a deal was begun %d times and not worked out", TRIES)

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
        if self._folder is None:
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


def _said(lines: IO[str]) -> Iterator[dict[str, Any]]:
    """Yield what a process says; a line that was broken off is its last and says nothing."""
    for line in lines:
        with suppress(ValueError):
            yield json.loads(line)


def after_deals(
    state: TableState, act: Callable[[DealRecord], object], wished: Callable[[], bool]
) -> ViewListener:
    """Return what hears of the table's pictures and calls `act` with each deal once it is over.

    A deal in which something is put right afterwards is over anew.

    Args:
        state: the table's before the first picture.
        act: must return at once.
        wished: tells whether the table wants that.
    """

    def newest(state: TableState) -> DealRecord | None:
        return next((deal.record for deal in reversed(state.deals) if deal.closed), None)

    before = newest(state)

    def heard(view: TableView) -> None:
        nonlocal before
        known, before = before, newest(view.state)
        if before is not None and before is not known and wished():
            act(before)

    return heard


def main() -> int:
    """Work out one deal of standard input; one JSON object a line says how far it is.

    The last one says what was found.
    """
    line = sys.stdin.readline()
    threading.Thread(target=_end_with, args=(sys.stdin,), daemon=True).start()
    # Where memory is short this goes first, never the table.
    Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    work = look(reader.parse_line(line))
    while True:
        try:
            step = next(work)
        except StopIteration as end:
            _say({"found": form.to_json(end.value)})
            return 0
        _say({"done": step.done, "total": step.total})


def _say(value: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(value, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def _end_with(asked: IO[str]) -> None:
    """End when nobody waits any more: the program closed the line, or is gone."""
    asked.read()
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
