"""Bytes that an evening writes: `python -m tests.bench.wear [DEALS]`.

The journal as the table keeps it: one event an append, each synced, the log emptied after each
deal. Counted is what this process gave the kernel for the disk; what the file system notes for
itself comes on top.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from engine.dealfile.reader import parse_line
from engine.evening.deal_log import card_events, opening_events
from engine.events import EveningStarted
from engine.games.carry import Carry
from engine.journal.journal import Journal
from kiosk.table.resumption import SAMPLE_VIDEO

_AT = "2026-11-22T20:00:00+01:00"


def written() -> int:
    """Return how many bytes this process has had written so far."""
    lines = Path("/proc/self/io").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))


def main(deals: int) -> None:
    """Write an evening of so many deals and say what it cost."""
    records = [
        parse_line(line)
        for line in SAMPLE_VIDEO.with_suffix(".deals.jsonl").read_text().splitlines()
    ]
    # Not in memory: what /tmp may be.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        before = written()
        journal = Journal.open(Path(folder) / "journal.sqlite")
        seats = ("Resi", "Toni", "Vroni", "Sepp")
        journal.append((EveningStarted("e", "schafkopf", {}, seats, "isar", {}),), _AT)
        for number in range(deals):
            record = records[number % len(records)]
            for event in (*opening_events(record, Carry()), *card_events(record)):
                journal.append((event,), _AT)
            journal.checkpoint()
        events = journal.last_seq
        journal.close()
        size = sum(path.stat().st_size for path in Path(folder).iterdir())
        cost = written() - before
    print(
        f"{deals} deals, {events} events: {cost / 1e6:.1f} MB written, "
        f"{cost / events / 1e3:.1f} kB an event; {size / 1e6:.2f} MB are kept"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 24)
