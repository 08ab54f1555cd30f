"""What a running program holds: memory, files, threads, sockets; read from /proc."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

MEGA = 1_000_000


@dataclass(frozen=True, slots=True)
class Held:
    """At one moment."""

    memory: int
    """Bytes of memory that are the program's own: no file's pages."""
    resident: int
    """Bytes of memory with the pages of libraries."""
    threads: int
    files: int
    """Open files, sockets left out."""
    sockets: int

    def __str__(self) -> str:
        """Say it in one line, megabytes of 10^6."""
        return (
            f"{self.resident / MEGA:.0f} MB ({self.memory / MEGA:.0f} of its own), "
            f"{self.threads} threads, {self.files} files, {self.sockets} sockets"
        )


def held_by(pid: int) -> Held:
    """Return what the program of this number holds just now."""
    place = Path("/proc") / str(pid)
    memory = place.joinpath("smaps_rollup").read_text("utf-8")
    opened = [_leads_to(place / "fd" / name) for name in os.listdir(place / "fd")]
    sockets = sum(name.startswith("socket:") for name in opened)
    return Held(
        _kilobytes("Anonymous", memory),
        _kilobytes("Rss", memory),
        len(os.listdir(place / "task")),
        len([name for name in opened if name]) - sockets,
        sockets,
    )


def _leads_to(link: Path) -> str:
    try:
        return os.readlink(link)
    except FileNotFoundError:
        # Closed between listing and looking.
        return ""


def _kilobytes(what: str, said: str) -> int:
    found = re.search(rf"^{what}:\s+(\d+) kB$", said, re.MULTILINE)
    assert found is not None, said
    return int(found[1]) * 1024
