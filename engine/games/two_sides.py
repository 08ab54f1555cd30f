"""What a deal of two sides is played for once every hand is known: whose points, and what is owed.

The referee works out who owed what from the cards that lie, without knowing a hand. Where all hands
are known the same duties are a few numbers (`Due`, `Keep`): each game says them beside the walk
that its referee goes, and the tests hold both against each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import Card
from engine.text import Text

Holders = Mapping[Card, int]
"""Who plays which card; what nobody plays (a bury) is not in it."""


@dataclass(frozen=True, slots=True)
class Due:
    """What the holder of called cards owes (`engine.games.called_cards`)."""

    seat: int
    cards: tuple[Card, ...]
    """His called cards in the order in which they are due."""
    suit: int
    """Class of the called suit."""
    away_from: int | None = None
    """With how many cards of the suit he may lead another of it before it was led (running away);
    None where he may not."""
    around_from: int | None = None
    """With how many of them, those gone in earlier tricks counted, he may follow with another
    (playing around); None where he may not."""
    free: bool = False
    """Whether he may throw them off at any time."""


@dataclass(frozen=True, slots=True)
class Keep:
    """What a caller keeps until the called suit is led: one of these cards (RULES 9.3)."""

    seat: int
    cards: tuple[Card, ...]
    suit: int


@dataclass(frozen=True, slots=True)
class TwoSides:
    """A deal that two sides play for points."""

    side: tuple[int, ...]
    """The seats whose points are counted: the declarers', or the first team's."""
    steps: tuple[int, ...]
    """The points of that side at which the result becomes another, fewest first."""
    apart: int = 0
    """Points that count for that side and lie in no trick (a bury)."""
    dues: tuple[Due, ...] = ()
    keeps: tuple[Keep, ...] = ()


EACH_ALONE = Text(
    de="Hier spielt jeder für sich; gerechnet wird nur, wo zwei Parteien um Augen spielen.",
    en="Here everybody plays alone; only deals of two sides that play for points are worked out.",
)
"""Why a Ramsch or a leaster is not worked out."""
BY_TRICKS = Text(
    de="Dieses Spiel entscheiden Stiche und nicht Augen; gerechnet wird nur nach Augen.",
    en="This deal is decided by tricks, not by points; only points are worked out.",
)
"""Why a Tout is not worked out."""
SIDES_UNKNOWN = Text(
    de="Es steht nicht fest, wer mit wem gespielt hat.",
    en="It is not known who played with whom.",
)
NO_SIDES = Text(
    de="Für dieses Spiel wird nicht mit offenen Karten gerechnet.",
    en="This game is not worked out with open cards.",
)
"""What a game says that has no such thing."""
