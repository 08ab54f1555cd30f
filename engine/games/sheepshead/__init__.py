"""American Sheepshead for two to seven."""

from __future__ import annotations

from engine.games.sheepshead.game import SheepsheadGame

SHEEPSHEAD = SheepsheadGame()
"""The game as the registry holds it."""

__all__ = ["SHEEPSHEAD"]
