"""Which program judges: its version, its source, its nets. Another one may answer otherwise."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from kiosk.camera.watch_recording import checksums
from kiosk.home.version import version
from vision.reading.nets import load_nets

_PACKAGES = ("engine", "kiosk", "vision")
_DIGITS = 12


@cache
def program() -> str:
    """Return the version, and a checksum of what judges journals: `1.0.0+3f2a…`."""
    return f"{version()}+{_source()}"


@cache
def program_with_nets() -> str:
    """Return the same with a checksum of the nets that read cards.

    Raises:
        PlainError: a net is missing or damaged.
    """
    nets = sha256(repr(sorted(checksums(load_nets()).items())).encode()).hexdigest()
    return f"{program()}+{nets[:_DIGITS]}"


def _source() -> str:
    """Return a checksum of the program's source: a version alone does not tell what was changed."""
    root = Path(__file__).resolve().parents[2]
    digest = sha256()
    for package in _PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:_DIGITS]
