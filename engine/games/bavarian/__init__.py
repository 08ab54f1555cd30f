"""Bavarian Schafkopf by the official rules (preset `bavarian`; AB, Appendix B)."""

from __future__ import annotations

from engine.games.bavarian.preset import BAVARIAN_PRESET
from engine.games.schafkopf.family import SchafkopfGame
from engine.text import Text

BAVARIAN = SchafkopfGame(
    "bavarian",
    Text(de="Bayerischer Schafkopf", en="Bavarian Schafkopf"),
    (BAVARIAN_PRESET,),
)
"""The game as the registry holds it."""

__all__ = ["BAVARIAN"]
