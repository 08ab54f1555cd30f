"""What an evening held goes back when it is left: circles are found, and the system gets it."""

from __future__ import annotations

import gc
import re
import weakref
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from kiosk.table.systemd import give_back

PICTURES, BYTES = 400, 60_000
"""Small enough for the heap, as the nets' and the pages' pieces are."""


class Left:
    """Something that knows itself, as a table and its eyes know one another."""

    def __init__(self) -> None:
        self.itself = self
        self.held = [np.ones(BYTES, np.uint8) for _ in range(PICTURES)]


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
def test_what_knows_itself_is_let_go_of_at_once() -> None:
    left = Left()
    gone = weakref.ref(left)
    del left
    assert gone() is not None
    give_back()
    assert gone() is None


def test_the_system_gets_it_back() -> None:
    left = Left()
    # What is younger keeps the heap's end from being handed back by itself.
    younger = [np.ones(BYTES, np.uint8) for _ in range(4)]
    full = resident()
    del left
    give_back()
    assert full - resident() > PICTURES * BYTES / 2
    assert len(younger) == 4


def resident() -> int:
    """Bytes of memory this process occupies."""
    said = Path("/proc/self/status").read_text("utf-8")
    found = re.search(r"^VmRSS:\s+(\d+) kB$", said, re.MULTILINE)
    assert found is not None
    return int(found[1]) * 1024
