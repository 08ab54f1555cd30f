"""What both renderers need to film an evening: its script, its encoder, how far it is."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from engine.text import PlainError, Text
from models.evening.moment import DealPlan

Unit = TypeVar("Unit", int, float)
Progress = Callable[[Unit, Unit], None]
"""Told after each picture how much is done, of how much: frames or seconds."""


@dataclass(frozen=True, slots=True)
class Played:
    """What is played on an evening and by how many; `seed` decides everything left to chance."""

    deals: tuple[DealPlan, ...]
    seats: int
    seed: int


def ffmpeg() -> str:
    """Return the path of the encoder.

    Raises:
        PlainError: it is not installed.
    """
    found = shutil.which("ffmpeg")
    if found is None:
        raise PlainError(
            Text(
                de="ffmpeg fehlt; zum Verfilmen mit »apt install ffmpeg« einrichten.",
                en="ffmpeg is missing; install it with “apt install ffmpeg” to film an evening.",
            )
        )
    return found


def not_written(video: Path) -> PlainError:
    """Return what is said where the encoder could not write the video."""
    return PlainError(
        Text(
            de=f"ffmpeg konnte {video} nicht schreiben; ist der Ordner da und genug Platz frei?",
            en=f"ffmpeg could not write {video}; does the folder exist with enough space left?",
        )
    )
