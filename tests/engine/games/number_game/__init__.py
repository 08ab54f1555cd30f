"""A small game in the manner of Skat, as its folder under `engine/games/` would hold it.

Three play with 32 cards, ten each; two cards lie aside as the skat. Numbers are bid; who bids
highest takes the skat, buries two cards and plays alone: a suit with the four Unter as trumps, the
Unter alone (Grand), or for no trick at all (Null). Public hooks only; no other module knows it.
"""

from __future__ import annotations

from tests.engine.games.number_game.game import NumberGame

NUMBER_GAME = NumberGame()
"""The game as the registry would hold it."""

__all__ = ["NUMBER_GAME"]
