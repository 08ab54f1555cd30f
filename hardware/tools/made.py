"""Keeps in `made.json` what every drawn file was drawn from, so that a test finds stale ones.

Drawing programs of two versions do not write the same bytes; so what is compared are the sources,
and that nobody has touched the drawn file by hand.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from hardware.tools.places import HARDWARE, short

LIST = HARDWARE / "made.json"


def digest(path: Path) -> str:
    """Return the file's SHA-256, in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read() -> dict[str, dict[str, dict[str, str]]]:
    """Return by drawn file `{"file": {name: digest}, "from": {name: digest}}`."""
    made: dict[str, dict[str, dict[str, str]]] = json.loads(LIST.read_text("utf-8"))
    return made


def write(made: Mapping[Path, Iterable[Path]]) -> None:
    """Keep which files were drawn from which sources; those of earlier runs are forgotten."""
    entries = {short(path): _entry(path, sources) for path, sources in sorted(made.items())}
    LIST.write_text(json.dumps(entries, indent=1, sort_keys=True) + "\n", "utf-8")


def fresh(path: Path, sources: Iterable[Path]) -> bool:
    """Tell whether a file was drawn from just these sources as they are, and is untouched."""
    if not path.resolve().is_relative_to(HARDWARE) or not path.exists() or not LIST.exists():
        return False
    return read().get(short(path)) == _entry(path, sources)


def stale() -> list[str]:
    """Return which files have to be drawn anew: they, or what they are drawn from, have changed."""
    return [
        name
        for name, entry in read().items()
        for listed, known in {**entry["file"], **entry["from"]}.items()
        if not (HARDWARE / listed).exists() or digest(HARDWARE / listed) != known
    ]


def _entry(path: Path, sources: Iterable[Path]) -> dict[str, dict[str, str]]:
    return {
        "file": {short(path): digest(path)},
        "from": {short(source): digest(source) for source in sorted(sources)},
    }
