"""One instant of an evening in three dimensions, as plain data, and what is true of it."""

from __future__ import annotations

from dataclasses import dataclass

from models.shift.hand import Grasp
from models.shift.rest import Bend, Body

CardId = tuple[int, str]
"""The deal's number and the card's code."""


@dataclass(frozen=True, slots=True)
class CardState:
    """A card somewhere over or on the table."""

    id: CardId
    body: Body
    bend: Bend


@dataclass(frozen=True, slots=True)
class HandState:
    """A hand of the player on `seat`."""

    seat: int
    grasp: Grasp
    body: Body


@dataclass(frozen=True, slots=True)
class Moment:
    """What is to be seen at one instant, besides table and glasses."""

    resting: tuple[CardState, ...]
    moving: tuple[CardState, ...]
    hands: tuple[HandState, ...]

    @property
    def still(self) -> bool:
        """Whether nothing moves."""
        return not self.moving and not self.hands


@dataclass(frozen=True, slots=True)
class Happening:
    """Ground truth: `kind` is `deal`, `card`, `trick_taken` or `deal_end`, `t` in seconds.

    For a card `t` is when it came to rest and `state` how it lies then.
    """

    t: float
    kind: str
    seat: int | None = None
    state: CardState | None = None
    deal: str | None = None


@dataclass(frozen=True, slots=True)
class Manner:
    """How a table plays; shares are probabilities, times in seconds, lengths in millimetres."""

    pause: tuple[float, float] = (0.45, 1.5)
    """Between a hand leaving and the next card coming."""
    throw: float = 0.6
    """Share of cards thrown; the others are laid down."""
    linger: float = 0.3
    """Share of laid cards on which the hand rests a while."""
    hurry: float = 0.12
    """Share of cards played before the last hand has gone."""
    nudge: float = 0.22
    """Share of cards that push others."""
    passing: float = 0.2
    """Share of tricks during which somebody else reaches to the table's rim."""
    spread: float = 14.0
    """How far from its place a card lands (standard deviation)."""
    lean: float = 0.3
    """How much askew it lies, radians."""
    bent: float = 1.0
    """How bent the cards are; 1: the ends of a used card stand up to four millimetres off."""
