"""The whole program as a process of its own, followed from outside."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from engine.evening.deal import DealState
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.journal.snapshot import snapshot
from kiosk.director.seen_plays import latest
from kiosk.home.data_folder import Home
from tests.kiosk.cli import address_of, start

PATIENCE_S = 600.0
"""Longest wait for the recording to get somewhere; a busy machine plays it slowly."""


@dataclass
class Appliance:
    process: subprocess.Popen[str]
    address: str
    home: Home

    def kill(self) -> None:
        """Pull the plug."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def state(self) -> TableState:
        """What the journal holds just now, read beside the running program."""
        journal = snapshot(self.home.sample_journal).journal
        try:
            return fold(journal.events())
        finally:
            journal.close()

    def wait_until(self, reached: Callable[[TableState], bool]) -> TableState:
        """Wait until the journal says so; fail when the program ends before."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            state = self.state()
            if reached(state):
                return state
            try:
                # The journal of another process is looked at again after a moment.
                self.process.wait(0.2)
            except subprocess.TimeoutExpired:
                continue
            raise AssertionError(self.process.communicate())
        raise AssertionError(f"the recording does not get there: {self.state()}")


@contextmanager
def sample_running(home: Path, speed: float = 4.0) -> Iterator[Appliance]:
    """The sample evening, played faster than it was, before somebody who looks at its page."""
    process = start(home, "run", "--port", "0", "--speed", str(speed), OMP_NUM_THREADS="1")
    with process:
        try:
            address = address_of(process)
            urlopen(address).close()
            yield Appliance(process, address, Home(home))
        finally:
            if process.poll() is None:
                process.terminate()
                try:
                    process.communicate(timeout=60)
                except subprocess.TimeoutExpired:
                    process.kill()


def true_deals(video: Path) -> list[dict[str, Any]]:
    lines = video.with_suffix(".deals.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def cards_of(deal: DealState | None) -> list[list[object]]:
    return [] if deal is None else [[p.seat, p.card and p.card.code] for p in deal.plays]


def laid(state: TableState) -> int:
    """Cards laid in the deal that is on the table."""
    deal = latest(state)
    return 0 if deal is None else len(deal.laid)
