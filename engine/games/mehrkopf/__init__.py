"""Mehrkopf: the Schafkopf family's tables under the Mehrkopf booklet's rules, for 2 to 7 people."""

from __future__ import annotations

from engine.games.mehrkopf.preset import MEHRKOPF_COUNTS, MEHRKOPF_PRESET
from engine.games.schafkopf.family import SchafkopfGame
from engine.text import Text

MEHRKOPF = SchafkopfGame(
    "mehrkopf", Text(de="Mehrkopf", en="Mehrkopf"), (MEHRKOPF_PRESET,), counts=MEHRKOPF_COUNTS
)
"""The game as the registry holds it."""

__all__ = ["MEHRKOPF"]
