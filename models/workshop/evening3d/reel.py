"""Films kept on disk: what was drawn once need not be drawn again to be watched again.

A reel is a file of times and coded pictures, named by everything that decides its pixels; a change
of renderer, deck or script makes another name.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path

from models.workshop.evening3d.faces import DeckTextures
from models.workshop.evening3d.film import Film3d, Script3d, Shot

_HEAD = struct.Struct("<dI")
"""Seconds, and how many bytes follow."""


def reel_name(script: Script3d, deck: DeckTextures) -> str:
    """Return the file name of a film: its deck, its seed and a digest of all else."""
    told = hashlib.sha256(repr(script).encode())
    for source in sorted(Path(__file__).parent.glob("*.[pj][ys]")):
        # This file draws nothing.
        if source.name != Path(__file__).name:
            told.update(source.read_bytes())
    for code in sorted(deck.faces):
        told.update(code.encode() + deck.faces[code].tobytes())
    return f"{deck.name}-{script.seed}-{told.hexdigest()[:12]}.reel"


def reeled(film: Film3d, path: Path) -> Iterator[Shot]:
    """Yield a film's pictures from its reel; one that is not there yet is filmed and kept."""
    if not path.exists():
        _keep(film.shots(), path)
    with path.open("rb") as file:
        while head := file.read(_HEAD.size):
            t, size = _HEAD.unpack(head)
            yield Shot(t, file.read(size))


def _keep(shots: Iterable[Shot], path: Path) -> None:
    """Write a reel; one that was broken off bears another name and is never taken for whole."""
    begun = path.with_suffix(".part")
    with begun.open("wb") as file:
        for shot in shots:
            file.write(_HEAD.pack(shot.t, len(shot.coded)))
            file.write(shot.coded)
    begun.replace(path)
