"""The chain of hashes: how a line is written, and what hangs on all lines before it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256

GENESIS = "0" * 64
"""Head hash of an empty journal."""

Row = tuple[int, str, str]
"""`seq`, line and hash of an event as they are stored."""


def canonical(value: object) -> str:
    """Return JSON as it stands in a line: one way of writing each value."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def next_hash(head: str, line: str) -> str:
    """Return the head hash after one more line: SHA-256 of the old head, a line feed, the line."""
    return sha256(f"{head}\n{line}".encode()).hexdigest()


def chained(lines: Iterable[str], seq: int = 0, head: str = GENESIS) -> Iterator[Row]:
    """Yield the rows of lines that go on after event `seq` with its head hash."""
    for line in lines:
        seq, head = seq + 1, next_hash(head, line)
        yield seq, line, head
