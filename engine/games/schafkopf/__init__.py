"""Schafkopf for four as it is played today (preset `schafkopf`)."""

from __future__ import annotations

from engine.games.schafkopf.family import SchafkopfGame
from engine.games.schafkopf.preset import SCHAFKOPF_PRESET
from engine.text import Text

SCHAFKOPF = SchafkopfGame("schafkopf", Text(de="Schafkopf", en="Schafkopf"), (SCHAFKOPF_PRESET,))
"""The game as the registry holds it."""

__all__ = ["SCHAFKOPF"]
