"""Who was forgotten, beside the journal: numbers alone, no names.

A damage may take the page that says so; a backup of before still has the name. The file goes where
the journal goes, and stays with it when it is set aside.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from engine.files import write_whole

FORGOTTEN_END = ".forgotten"
"""What the file's name ends with, behind the journal's own."""
_FORM = re.compile(r"mehrkopf forgotten 1 ([0-9a-f]{64})((?: [0-9]{1,7})*)\n")


def read_forgotten(journal: Path, first: str) -> frozenset[int]:
    """Return who was forgotten in a journal; nobody where it is another table's, or unreadable.

    Args:
        journal: where it lies or lay.
        first: hash after its first event.

    Raises:
        OSError: the file is there and cannot be read.
    """
    path = _path(journal)
    if not path.exists():
        return frozenset()
    found = _FORM.fullmatch(path.read_bytes().decode("ascii", "replace"))
    if found is None or found[1] != first:
        return frozenset()
    return frozenset(map(int, found[2].split()))


def remember_forgotten(journal: Path, first: str, numbers: Iterable[int]) -> None:
    """Add to who was forgotten in a journal.

    Raises:
        OSError: the file cannot be written.
    """
    known = sorted(read_forgotten(journal, first) | {*numbers})
    said = " ".join(("mehrkopf forgotten 1", first, *map(str, known)))
    write_whole(_path(journal), f"{said}\n".encode())


def _path(journal: Path) -> Path:
    return journal.with_name(journal.name + FORGOTTEN_END)
