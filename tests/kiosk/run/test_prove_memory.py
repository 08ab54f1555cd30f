"""A device in a pub runs for weeks: what it holds after many evenings, and during a long one.

`MEHRKOPF_SOAK_ROUNDS` and `MEHRKOPF_SOAK_TIMES` make it longer (20 rounds, 10 sample evenings of
three deals). Figures are printed (`-s`); the bounds are those of a device with 1 GB.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.evening.fold import fold
from engine.journal.snapshot import snapshot
from kiosk.home.data_folder import Home
from tests.kiosk.asked_page import Page
from tests.kiosk.cli import environment, start
from tests.kiosk.held import MEGA, Held, held_by
from tests.shared_data import ROOT

ROUNDS = int(os.environ.get("MEHRKOPF_SOAK_ROUNDS", "20"))
TIMES = int(os.environ.get("MEHRKOPF_SOAK_TIMES", "10"))
SETTLED = 3
"""After so many rounds everything was there once: templates, fonts, the pages' threads."""
MOST_GROWN = 40 * MEGA
"""Between then and the end; it was 50 to 75 MB a round."""

pytestmark = pytest.mark.prove


def test_the_demonstration_shown_and_left_again_and_again_grows_no_further(tmp_path: Path) -> None:
    found: list[Held] = []
    with start(tmp_path, "run", "--no-camera", "--port", "0") as process:
        try:
            page = Page(process)
            for number in range(1, ROUNDS + 1):
                page.post("/show")
                page.wait(lambda shown: 'class="demo"' in shown and "Eichel" in shown)
                page.post("/own")
                page.wait(lambda shown: 'action="/own"' not in shown and "csrf_token" in shown)
                found.append(held_by(process.pid))
                print(f"round {number}: {found[-1]}")
        finally:
            process.terminate()
            process.communicate(timeout=60)
    settled = found[SETTLED - 1 :]
    # One round may be looked at before all of it was given back; the least of the last few counts.
    assert min(each.memory for each in settled[-3:]) - settled[0].memory < MOST_GROWN
    assert max(each.threads for each in settled) <= settled[0].threads + 3
    assert max(each.files for each in settled) <= settled[0].files + 3


def test_a_whole_evening_ends_as_it_began(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    words = [str(TIMES), str(tmp_path / "calls.jsonl"), "--port", "0", "--speed", "1000"]
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.kiosk.long_evening", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment(home.root),
    )
    found: list[Held] = []
    deals = 0
    with process:
        try:
            page = Page(process)
            while deals < 3 * TIMES:
                page.get()
                page.pause()
                done = finished(home)
                if done >= deals + 1 and (done % 10 == 0 or done == 1 or done == 3 * TIMES):
                    found.append(held_by(process.pid))
                    print(f"after {done} deals: {found[-1]}")
                deals = done
        finally:
            process.terminate()
            process.communicate(timeout=60)
    assert len(found) > 2
    begun, *later = found
    assert max(each.memory for each in later) - begun.memory < MOST_GROWN
    assert max(each.threads for each in later) <= begun.threads + 3
    assert max(each.files for each in later) <= begun.files + 3
    assert max(each.sockets for each in later) <= begun.sockets + 3


def finished(home: Home) -> int:
    """Deals that the running program's journal holds to their end."""
    journal = snapshot(home.journal).journal
    try:
        return len(fold(journal.events()).finished)
    finally:
        journal.close()
