"""What a number of people plays with, as data (PG, the deal and the rules for 2, 6 and 7; RULES 1).

The deck is always the same 32 cards; hands, blind and bury differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

JACK, CALLED, NOBODY = "jd", "called", "none"
"""How the picker's partner is found, as the deal file says it."""


@dataclass(frozen=True, slots=True)
class Count:
    """What one number of people holding cards plays with."""

    hand: int
    """Cards each plays."""
    blind: int = 0
    """Cards in the blind."""
    bury: int = 0
    """Cards the picker buries."""
    die_bury: int = 0
    """Cards that the partner found by a die buries (PG, seven players)."""
    methods: tuple[str, ...] = ()
    """How a partner may be found, besides who is one by place or die; empty where nobody is."""
    usual: str = NOBODY
    """How it is found where neither deal nor house rule says another way."""
    neighbour: bool = False
    """Whether the picker's right neighbour is a partner (PG, six players)."""
    piles: tuple[int, int] | None = None
    """Piles before each seat, and cards in each, where two play from a layout."""

    @property
    def picked(self) -> bool:
        """Whether there is a blind to pick; two play without."""
        return bool(self.blind)


_ALL = (JACK, CALLED, NOBODY)

COUNTS: Mapping[int, Count] = {
    2: Count(16, piles=(4, 3)),
    3: Count(10, 2, 2),
    4: Count(7, 4, 4, methods=_ALL),
    5: Count(6, 2, 2, methods=_ALL, usual=JACK),
    6: Count(5, 2, 2, methods=_ALL, usual=JACK, neighbour=True),
    7: Count(4, 4, 2, die_bury=2, methods=(JACK, NOBODY), usual=JACK),
}
"""By people holding cards. The 16 cards of two are four in hand and four piles of three."""
