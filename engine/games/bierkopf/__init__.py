"""Bierkopf, the pub game of two against two with 20 cards (BK)."""

from __future__ import annotations

from engine.games.bierkopf.game import BierkopfGame

BIERKOPF = BierkopfGame()
"""The game as the registry holds it."""

__all__ = ["BIERKOPF"]
