"""Who plays with whom where a game draws its partners: what a page may ask, whatever the game."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from engine.games import game as game_named
from engine.games.draw import Draw


@runtime_checkable
class DrawsPartners(Protocol):
    """A game whose partners and first dealer the first two aces decide."""

    def drawn(self, first: int, second: int) -> Draw:
        """Return what the first two people with an ace decide."""
        ...


def draws(game: str) -> bool:
    """Tell whether partners are drawn in a game."""
    return isinstance(game_named(game), DrawsPartners)


def drawn(game: str, first: int, second: int) -> Draw | None:
    """Return what the first two people with an ace decide; None where no partners are drawn.

    Raises:
        ValueError: they are the same, or not two of the table.
    """
    rules = game_named(game)
    return rules.drawn(first, second) if isinstance(rules, DrawsPartners) else None
