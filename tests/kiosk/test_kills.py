"""A table killed while it writes; the full number is `python -m tests.kiosk.kills --kills 500`."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from engine.journal.journal import Journal
from kiosk.table.commands import StartDeal
from kiosk.table.writer import TableCore
from tests.engine.spine import AT
from tests.kiosk.kills import SMALL, evening, faults
from tests.shared_data import ROOT


def told(kills: int, seed: int) -> str:
    """Return what the command says; it forks, which a process with threads had better not do."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.kiosk.kills", "--kills", str(kills), "--seed", str(seed)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_some_kills_lose_nothing_and_leave_nothing_half() -> None:
    assert re.match(r"6 kills, seed 2: \d+ acknowledged commands, .* 0 faults\n$", told(6, 2))


@pytest.mark.prove
def test_five_hundred_kills_lose_nothing_and_leave_nothing_half() -> None:
    assert "; 0 faults\n" in told(500, 1)


def test_what_would_be_lost_is_noticed(tmp_path: Path) -> None:
    path, commands = tmp_path / "journal.sqlite", evening()
    with closing(Journal.open(path)) as journal:
        core = TableCore(journal, lambda: AT)
        core.do(next(commands))
        core.do(StartDeal())
        acknowledged = {core.state.last_seq: core.head}
    assert faults(tmp_path, acknowledged) == []
    (tmp_path / SMALL[0]).write_text("9\n99")
    last = max(acknowledged)
    assert faults(tmp_path, {last: "another"}) == [
        "other events than were acknowledged",
        f"{SMALL[0]} is half written",
    ]
    (tmp_path / SMALL[0]).unlink()
    assert faults(tmp_path, {last + 9: ""}) == [f"{last} of {last + 9} events are there"]
    path.write_bytes(b"")
    (said,) = faults(tmp_path, acknowledged)
    assert said.startswith("not sound")
