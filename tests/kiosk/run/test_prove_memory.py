"""A device in a pub runs for weeks: what it holds after many evenings, and during a long one.

`MEHRKOPF_SOAK_ROUNDS` and `MEHRKOPF_SOAK_TIMES` make it longer (20 rounds, 10 sample evenings of
three deals). Figures are printed (`-s`); the bounds are those of a device with 1 GB. A longer one:
`python -m tests.kiosk.soak`.
"""

from __future__ import annotations

import math
import os
from pathlib import Path

import pytest

from tests.kiosk.asked_page import Page
from tests.kiosk.cli import start
from tests.kiosk.held import Held, held_by
from tests.kiosk.soak import MOST_GROWN, MOST_MORE, deals, film_hours, watched

ROUNDS = int(os.environ.get("MEHRKOPF_SOAK_ROUNDS", "20"))
TIMES = int(os.environ.get("MEHRKOPF_SOAK_TIMES", "10"))
SETTLED = 3
"""After so many rounds everything was there once: templates, fonts, the pages' threads."""

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
    assert max(each.threads for each in settled) <= settled[0].threads + MOST_MORE
    assert max(each.files for each in settled) <= settled[0].files + MOST_MORE


def test_a_whole_evening_ends_as_it_began(tmp_path: Path) -> None:
    growth = watched(TIMES, 1000.0, math.inf, tmp_path / "home")
    assert growth.samples[-1].at == pytest.approx(TIMES * film_hours())
    assert growth.faults() == []


def test_a_thousand_deals_in_one_program_leave_it_as_it_was(tmp_path: Path) -> None:
    assert deals(1000, tmp_path / "home").faults() == []
