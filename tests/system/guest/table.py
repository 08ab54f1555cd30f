"""The product as the guest's owner starts it, and its page as a browser there sees it."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from http.client import HTTPException
from pathlib import Path
from typing import Any

from engine.deal.report import Status
from engine.evening.fold import fold
from engine.journal.codec import to_json
from engine.journal.journal import Journal
from kiosk.director.seen_plays import latest
from tests.system.browser import Browser
from tests.system.guest.agent import Caller

HOME = Path("/run/table")
_WITHIN_S = 120.0
_WORDS = re.compile(r'(?:title|aria-label)="([^"]*)"')
"""What a long press or a screen reader tells of what has only a short word on the page."""
_BYTE_PRODUCTS = "avx_vnni"
_CPUINFO = Path("/proc/cpuinfo")


def multiplies_bytes(caller: Caller) -> None:
    """Let the machine pass for one that multiplies bytes, so that the net in eight bits reads."""
    told = Path("/run/processor")
    told.write_text(re.sub(r"(?m)^(flags\s*:)", rf"\1 {_BYTE_PRODUCTS}", _CPUINFO.read_text()))
    subprocess.run(["mount", "--bind", told, _CPUINFO], check=True)


def run(caller: Caller, words: list[str]) -> dict[str, Any]:
    """Run `mehrkopf run` with these words until the test says `end` or `kill`; say each new page.

    Words: `press` a button of the page with `fields`.

    Events: `running` (`seconds` the start took), `pressed`, `page` (what `_seen` finds). Returns
    status, complaints, and what the journal holds.
    """
    began = time.monotonic()
    command = [sys.executable, "-m", "kiosk.cli", "run", "--port", "0", "--home", str(HOME), *words]
    complaints = Path("/run/complaints")
    with (
        complaints.open("w") as said,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True) as running,
    ):
        assert running.stdout is not None
        found = re.search(r"http://\S+?:\d+", running.stdout.readline())
        if found is None:
            return {"status": running.wait(), "complaints": complaints.read_text()}
        caller.say("running", seconds=round(time.monotonic() - began, 1))
        browser = Browser(found[0])
        following = threading.Thread(target=_follow, args=(caller, browser), daemon=True)
        following.start()
        while "press" in (told := caller.hear()):
            browser.press(told["press"], **told["fields"])
            caller.say("pressed")
        memory = _memory_mb(running.pid)
        running.kill() if "kill" in told else running.terminate()
        status = running.wait(_WITHIN_S)
    following.join(_WITHIN_S)
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
    except (OSError, HTTPException) as gone:
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
    """Return what the journal holds: all events, and of the last deal who is accused and more."""
    journal = Journal.open(HOME / "journal.sqlite")
    try:
        events = [each.event for each in journal.events()]
        state = fold(journal.events())
    finally:
        journal.close()
    told = {"events": [to_json(event) for event in events]}
    deal = latest(state)
    if deal is None:
        return told | {"plays": [], "winners": [], "payout": None, "accused": []}
    return told | {
        "plays": [[play.seat, play.card and play.card.code] for play in deal.plays],
        "winners": [trick.winner for trick in deal.report.tricks],
        "payout": None if deal.result is None else [str(each) for each in deal.result.payout],
        "accused": [
            verdict.id
            for verdict in deal.report.verdicts
            if verdict.status in (Status.PROVEN, Status.UPHELD) and verdict.kind != "tout_lost"
        ],
    }


def _memory_mb(pid: int) -> float:
    (line,) = (
        line
        for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        if line.startswith("VmRSS")
    )
    return round(int(line.split()[1]) / 1024, 1)
