"""The plug is pulled in the middle of writing, many times over."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.events import Event, Note
from engine.journal.journal import Journal
from tests.shared_data import ROOT

WRITER = """
import sys
from itertools import count
from pathlib import Path
from engine.events import Note
from engine.journal.journal import Journal

journal = Journal.open(Path(sys.argv[1]))
for number in count():
    first = journal.last_seq + 1
    size = number % 4 + 1
    notes = [Note(f"{first} {size} " + "x" * 200 * size) for _ in range(size)]
    envelopes = journal.append(notes, "at")
    sys.stdout.write(f"{envelopes[-1].seq}\\n")
    sys.stdout.flush()
"""
ROUNDS = 12


def killed_after(path: Path, answers: int) -> int:
    """Let a program write, kill it after so many answers, return the last `seq` it acknowledged."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        told = [writer.stdout.readline() for _ in range(answers)]
        writer.kill()
        told += writer.stdout.read().splitlines(keepends=True)
    whole = [line for line in told if line.endswith("\n")]
    return int(whole[-1])


def test_every_acknowledged_event_survives_and_the_chain_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    for round_number in range(ROUNDS):
        acknowledged = killed_after(path, 1 + round_number * 7 % 23)
        journal = Journal.open(path)
        assert journal.last_seq >= acknowledged
        events = [envelope.event for envelope in journal.events()]
        journal.close()
        _check_whole_groups(events)


def _check_whole_groups(events: Sequence[Event]) -> None:
    """Each append wrote so many events together; they are there all or not at all."""
    groups: dict[str, list[str]] = {}
    for event in events:
        assert isinstance(event, Note)
        first, size, _ = event.text.split(" ")
        groups.setdefault(first, []).append(size)
    assert all(set(sizes) == {str(len(sizes))} for sizes in groups.values())
