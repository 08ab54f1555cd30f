"""One instant of an evening in three dimensions, as plain data, and what is true of it.

Who moves when: pieces of motion on one clock, asked for any instant.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from models.workshop.evening3d.hand import FingerGrasp
from models.workshop.evening3d.movement import Bend, Body

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
    grasp: FingerGrasp
    body: Body


@dataclass(frozen=True, slots=True)
class Moment3d:
    """What is to be seen at one instant, besides table and glasses."""

    resting: tuple[CardState, ...]
    moving: tuple[CardState, ...]
    hands: tuple[HandState, ...]

    @property
    def still(self) -> bool:
        """Whether nothing moves."""
        return not self.moving and not self.hands


@dataclass(frozen=True, slots=True)
class Happening3d:
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


Motion = Callable[[float], Body]
"""From the time in seconds to where something is."""


@dataclass(frozen=True, slots=True)
class _Piece:
    start: float
    end: float
    motion: Motion
    last: Body
    """Where it ends; one object, so that what rests is seen to be the same."""

    def at(self, t: float) -> Body:
        return self.last if t >= self.end else self.motion(t)


@dataclass(slots=True)
class _Card:
    bend: Bend
    pieces: list[_Piece] = field(default_factory=list)
    gone: float = float("inf")


@dataclass(frozen=True, slots=True)
class _Hand:
    seat: int
    grasp: FingerGrasp
    piece: _Piece


class Timeline:
    """The motions of one evening; add them in the order of their beginning for each card."""

    def __init__(self) -> None:
        self._cards: dict[CardId, _Card] = {}
        self._hands: list[_Hand] = []

    def card(self, card: CardId, bend: Bend) -> None:
        """Make a card known; it appears with its first motion."""
        self._cards[card] = _Card(bend)

    def move(self, card: CardId, start: float, end: float, motion: Motion) -> None:
        """Let a card move; it stays where the motion ends."""
        self._cards[card].pieces.append(_Piece(start, end, motion, motion(end)))

    def remove(self, cards: Iterable[CardId], t: float) -> None:
        """Take cards out of the world."""
        for card in cards:
            self._cards[card].gone = min(self._cards[card].gone, t)

    def hand(self, seat: int, grasp: FingerGrasp, start: float, end: float, motion: Motion) -> None:
        """Let a hand be there for a while."""
        self._hands.append(_Hand(seat, grasp, _Piece(start, end, motion, motion(end))))

    def at(self, t: float) -> Moment3d:
        """Return what is to be seen at a time, cards in the order in which they were made known."""
        resting: list[CardState] = []
        moving: list[CardState] = []
        for name, card in self._cards.items():
            begun = bisect_right(card.pieces, t, key=lambda piece: piece.start)
            if not begun or t >= card.gone:
                continue
            piece = card.pieces[begun - 1]
            state = CardState(name, piece.at(t), card.bend)
            (moving if t < piece.end else resting).append(state)
        hands = tuple(
            HandState(hand.seat, hand.grasp, hand.piece.at(t))
            for hand in self._hands
            if hand.piece.start <= t < hand.piece.end
        )
        return Moment3d(tuple(resting), tuple(moving), hands)
