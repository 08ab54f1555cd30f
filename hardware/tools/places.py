"""Where everything of the hardware's documents lies."""

from __future__ import annotations

import re
from pathlib import Path

HARDWARE = Path(__file__).resolve().parents[1]
ROOT = HARDWARE.parent
MECHANICS = HARDWARE / "mechanics"
WIRING = HARDWARE / "wiring"
PARTS = HARDWARE / "parts"
GUIDE = HARDWARE / "guide"
SIGNS = HARDWARE / "signs"

_SIZE = re.compile(r"^(\w+) = ([-\d.]+);", re.MULTILINE)


def sizes() -> dict[str, float]:
    """Return every size of the printed parts by its name, in millimetres."""
    text = (MECHANICS / "parameters.scad").read_text("utf-8")
    return {name: float(value) for name, value in _SIZE.findall(text)}


def short(path: Path) -> str:
    """Return a path as it stands in documents: from `hardware/` on."""
    return path.resolve().relative_to(HARDWARE).as_posix()
