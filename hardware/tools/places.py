"""Where everything of the hardware's documents lies, and which drawn files are still fresh.

`made.json` keeps what every drawn file was drawn from, so that a test finds stale ones. Drawing
programs of two versions do not write the same bytes; so what is compared are the sources, and that
nobody has touched the drawn file by hand.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

HARDWARE = Path(__file__).resolve().parents[1]
ROOT = HARDWARE.parent
MECHANICS = HARDWARE / "mechanics"
WIRING = HARDWARE / "wiring"
PARTS = HARDWARE / "parts"
GUIDE = HARDWARE / "guide"
SIGNS = HARDWARE / "signs"
MADE = HARDWARE / "made.json"

_SIZE = re.compile(r"^(\w+) = ([-\d.]+);", re.MULTILINE)


def sizes() -> dict[str, float]:
    """Return every size of the printed parts by its name, in millimetres."""
    text = (MECHANICS / "parameters.scad").read_text("utf-8")
    return {name: float(value) for name, value in _SIZE.findall(text)}


def short(path: Path) -> str:
    """Return a path as it stands in documents: from `hardware/` on."""
    return path.resolve().relative_to(HARDWARE).as_posix()


def digest(path: Path) -> str:
    """Return the file's SHA-256, in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_made() -> dict[str, dict[str, dict[str, str]]]:
    """Return by drawn file `{"file": {name: digest}, "from": {name: digest}}`."""
    made: dict[str, dict[str, dict[str, str]]] = json.loads(MADE.read_text("utf-8"))
    return made


def write_made(made: Mapping[Path, Iterable[Path]]) -> None:
    """Keep which files were drawn from which sources; those of earlier runs are forgotten."""
    entries = {short(path): _entry(path, sources) for path, sources in sorted(made.items())}
    MADE.write_text(json.dumps(entries, indent=1, sort_keys=True) + "\n", "utf-8")


def fresh(path: Path, sources: Iterable[Path]) -> bool:
    """Tell whether a file was drawn from just these sources as they are, and is untouched."""
    if not path.resolve().is_relative_to(HARDWARE) or not path.exists() or not MADE.exists():
        return False
    return read_made().get(short(path)) == _entry(path, sources)


def stale() -> list[str]:
    """Return which files have to be drawn anew: they, or what they are drawn from, have changed."""
    return [
        name
        for name, entry in read_made().items()
        for listed, known in {**entry["file"], **entry["from"]}.items()
        if not (HARDWARE / listed).exists() or digest(HARDWARE / listed) != known
    ]


def _entry(path: Path, sources: Iterable[Path]) -> dict[str, dict[str, str]]:
    return {
        "file": {short(path): digest(path)},
        "from": {short(source): digest(source) for source in sorted(sources)},
    }
