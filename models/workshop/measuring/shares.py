"""Measured shares with Wilson's 95 % interval, kept in parts so that a long measurement can go on.

Parts lie in a folder of the measured nets and of the code that measures: another net or another
line of code measures anew. Only what this program wrote there itself is read again.
"""

from __future__ import annotations

import hashlib
import math
import pickle
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

Z95 = 1.959964


@dataclass(frozen=True)
class Share:
    """`hits` of `tries`."""

    hits: int
    tries: int

    def __add__(self, other: Share) -> Share:
        return Share(self.hits + other.hits, self.tries + other.tries)

    @property
    def value(self) -> float:
        """The measured share, 0 to 1 (0 without tries)."""
        return self.hits / self.tries if self.tries else 0.0

    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval, 0 to 1 without tries."""
        if not self.tries:
            return 0.0, 1.0
        n, p = self.tries, self.value
        middle = (p + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
        half = Z95 / (1 + Z95**2 / n) * math.sqrt(p * (1 - p) / n + Z95**2 / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        low, high = self.interval()
        return f"{self.value:.3f} ({low:.3f}–{high:.3f})"


NONE = Share(0, 0)


T = TypeVar("T")

HOUSE = Path(__file__).resolve().parents[3]
FOLDER = Path.home() / ".cache" / "mehrkopf" / "report"


def mark(nets: Sequence[str]) -> str:
    """A name for the nets (by their sha256) and the sources in models/ and vision/."""
    told = hashlib.sha256(" ".join(nets).encode())
    for folder in ("models", "vision"):
        for file in sorted((HOUSE / folder).rglob("*.py")):
            told.update(file.read_bytes())
    return told.hexdigest()[:16]


class KeptParts:
    """The parts of one measurement in a folder, made when asked for first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def part(self, name: str, make: Callable[[], T]) -> T:
        """Return a part as it was kept, or make and keep it; says on standard error which."""
        file = self.folder / f"{name.replace(' ', '-')}.part"
        if file.exists():
            print(f"kept  {name}", file=sys.stderr, flush=True)
            found: T = pickle.loads(file.read_bytes())
            return found
        begun = time.monotonic()
        made = make()
        unfinished = file.with_suffix(".new")
        unfinished.write_bytes(pickle.dumps(made))
        unfinished.replace(file)
        took = time.monotonic() - begun
        print(f"read  {name}  {took:.0f} s", file=sys.stderr, flush=True)
        return made
