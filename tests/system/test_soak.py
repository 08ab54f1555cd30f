"""One program that plays the sample evening again and again needs no more memory for it.

On the host, not in the guest: there an evening would take an hour. The strip is the emulated board.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest

from engine.fold import fold
from engine.state import TableState
from engine.text import PlainError
from kiosk.home import Home
from tests.chip.fixtures import MakeBoard
from tests.kiosk.appliance import Appliance
from tests.kiosk.cli import address_of, start
from tests.system.browser import Browser

pytestmark = pytest.mark.system

MINUTES = float(os.environ.get("MEHRKOPF_SOAK_MINUTES", "3"))
"""How long; `make system-test SOAK=60` for an hour."""
SPEED = 8.0
CARDS_AN_EVENING = 16
"""Past these cards of the filmed evening it is left and begun again."""
LEAST_EVENINGS = 4
WARM = 2
"""Evenings before memory is compared: nets and pools are made once."""
GROWTH_MB_AN_EVENING = 4.0


def test_memory_stays_flat_from_evening_to_evening(tmp_path: Path, make_board: MakeBoard) -> None:
    board = make_board()
    (tmp_path / "table.toml").write_text(f'[strip]\nport = "{board.port}"\n')
    process = start(
        tmp_path, "run", "--no-camera", "--port", "0", "--speed", str(SPEED), OMP_NUM_THREADS="1"
    )
    with process:
        try:
            table = Filmed(process, address_of(process), Home(tmp_path))
            page = Browser(table.address)
            memory: list[float] = []
            seconds: list[float] = []
            end = time.monotonic() + 60 * MINUTES
            while time.monotonic() < end or len(memory) < LEAST_EVENINGS:
                page.press("/show")
                begun = time.monotonic()
                table.wait_until(lambda state: cards(state) >= CARDS_AN_EVENING)
                seconds.append(time.monotonic() - begun)
                memory.append(memory_mb(process.pid))
                page.press("/own")
                begin_anew(process, table.home)
        finally:
            process.terminate()
            process.communicate(timeout=60)
    growth = (memory[-1] - memory[WARM - 1]) / (len(memory) - WARM)
    print(
        f"{len(memory)} evenings of {max(seconds):.0f} s at most, MB after each: {memory}; "
        f"{growth:+.2f} MB an evening; {len(board.pictures)} pictures at the strip's pin"
    )
    assert len(board.pictures) > len(memory)
    assert growth < GROWTH_MB_AN_EVENING


class Filmed(Appliance):
    """A table whose filmed evening may not have begun yet."""

    def state(self) -> TableState:
        try:
            return super().state()
        except (PlainError, sqlite3.OperationalError):
            # No journal yet, or one whose table is just being made.
            return fold(())


def cards(state: TableState) -> int:
    """Count the evening's cards so far."""
    running = len(state.deal.plays) if state.deal is not None else 0
    return running + sum(len(finished.record.plays) for finished in state.finished)


def begin_anew(process: subprocess.Popen[str], home: Home) -> None:
    """Wait until the program has let go of the filmed evening's journal, and remove it."""
    journal = home.sample_journal
    while any(held.resolve() == journal for held in Path(f"/proc/{process.pid}/fd").iterdir()):
        try:
            process.wait(0.2)
        except subprocess.TimeoutExpired:
            continue
        raise AssertionError(process.communicate())
    for suffix in ("", "-wal", "-shm"):
        journal.with_name(journal.name + suffix).unlink(missing_ok=True)


def memory_mb(pid: int) -> float:
    """Return the memory a process has in use."""
    status = Path(f"/proc/{pid}/status").read_text()
    return round(int(status.partition("VmRSS:")[2].split()[0]) / 1024, 1)
