"""The product as the guest's owner starts it, and its page as a browser there sees it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from engine.fold import fold
from engine.journal import Journal
from engine.report import Status
from tests.system.browser import Browser
from tests.system.guest.agent import Caller

HOME = Path("/tmp/table")
_WITHIN_S = 60.0
_WORDS = re.compile(r'(?:title|aria-label)="([^"]*)"')
"""What a long press or a screen reader tells of what has only a short word on the page."""


def run(caller: Caller, words: list[str]) -> dict[str, Any]:
    """Run `mehrkopf run` with these words until the test says `end`; say each new page.

    Words: `press` a button of the page with `fields`.

    Events: `running` (`address`), `page` (what `_seen` finds). Returns status, complaints, and
    what the journal holds.
    """
    command = [sys.executable, "-m", "kiosk.cli", "run", "--port", "0", "--home", str(HOME), *words]
    environment = {**os.environ, "OMP_NUM_THREADS": "2"}
    complaints = Path("/tmp/complaints")
    with (
        complaints.open("w") as said,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=said, text=True, env=environment
        ) as running,
    ):
        assert running.stdout is not None
        found = re.search(r"http://\S+?:\d+", running.stdout.readline())
        if found is None:
            return {"status": running.wait(), "complaints": complaints.read_text()}
        caller.say("running", address=found[0])
        browser = Browser(found[0])
        # A camera is off until somebody at the table switches it on.
        browser.press("/setup/camera/on")
        threading.Thread(target=_follow, args=(caller, browser), daemon=True).start()
        while "press" in (told := caller.hear()):
            browser.press(told["press"], **told["fields"])
            caller.say("pressed")
        memory = _memory_mb(running.pid)
        running.terminate()
        status = running.wait(_WITHIN_S)
    return {
        "status": status,
        "complaints": complaints.read_text(),
        "memory_mb": memory,
        **_journal(),
    }


def _follow(caller: Caller, browser: Browser) -> None:
    """Say what the page shows, each time it changes."""
    began = time.monotonic()
    try:
        for stage in browser.stages():
            caller.say("page", at=round(time.monotonic() - began, 2), **_seen(stage))
    except OSError as gone:
        # The program was ended, and its page with it.
        caller.say("gone", why=repr(gone))


def _seen(stage: str) -> dict[str, Any]:
    screen = re.search(r'data-screen="(\w+)"', stage)
    return {
        "screen": screen and screen[1],
        "cards": re.findall(r'data-card="([^"]+)"', stage),
        "text": " ".join([*_WORDS.findall(stage), *re.sub(r"<[^>]+>", " ", stage).split()]),
    }


def _journal() -> dict[str, Any]:
    """Return the cards the journal holds of the deal, and who is accused."""
    journal = Journal.open(HOME / "journal.sqlite")
    try:
        state = fold(journal.events())
    finally:
        journal.close()
    assert state.deal is not None
    report = state.deal.report
    return {
        "plays": [[play.seat, play.card and play.card.code] for play in state.deal.plays],
        "accused": [
            verdict.id
            for verdict in report.verdicts
            if verdict.status in (Status.PROVEN, Status.UPHELD)
        ],
    }


def _memory_mb(pid: int) -> float:
    (line,) = (
        line
        for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        if line.startswith("VmRSS")
    )
    return round(int(line.split()[1]) / 1024, 1)
