"""What the kernel says of this program's processes: children, sockets, which one works."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path


def children(pid: int) -> Iterator[int]:
    """Yield the processes below one."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            yield from (child, *children(child))


def listening(pid: int) -> set[str]:
    """Return the local addresses, in hexadecimal, on which a process and its children listen."""
    found: set[str] = set()
    inodes = {inode for each in (pid, *children(pid)) for inode in _sockets(each)}
    for table in ("tcp", "tcp6", "udp", "udp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            _, local, _, state, *rest = line.split()
            if rest[5] in inodes and state in ("0A", "07"):
                found.add(local.partition(":")[0])
    return found


def _sockets(pid: int) -> Iterator[str]:
    for handle in Path(f"/proc/{pid}/fd").iterdir():
        try:
            target = os.readlink(handle)
        except FileNotFoundError:
            continue
        if target.startswith("socket:["):
            yield target[8:-1]


def busiest(pid: int) -> int:
    """Return the process below one that has worked most so far."""
    return max(children(pid), key=_worked)


def _worked(pid: int) -> int:
    behind_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(behind_name[11])
