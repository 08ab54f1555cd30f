"""Parts of a long measurement, kept so that one broken off goes on where it was.

Parts lie in a folder of the measured nets and of the code that measures: another net or another
line of code measures anew. Only what this program wrote there itself is read again.
"""

import hashlib
import pickle
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

HOUSE = Path(__file__).resolve().parent.parent
FOLDER = Path.home() / ".cache" / "mehrkopf" / "report"


def mark(nets: Sequence[str]) -> str:
    """A name for the nets (by their sha256) and the sources in models/ and vision/."""
    told = hashlib.sha256(" ".join(nets).encode())
    for folder in ("models", "vision"):
        for file in sorted((HOUSE / folder).glob("*.py")):
            told.update(file.read_bytes())
    return told.hexdigest()[:16]


class Kept:
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
