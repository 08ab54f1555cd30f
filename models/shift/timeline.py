"""Who moves when: pieces of motion on one clock, asked for any instant."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from models.shift.hand import Grasp
from models.shift.moment import CardId, CardState, HandState, Moment
from models.shift.rest import Bend, Body

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
    grasp: Grasp
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

    def hand(self, seat: int, grasp: Grasp, start: float, end: float, motion: Motion) -> None:
        """Let a hand be there for a while."""
        self._hands.append(_Hand(seat, grasp, _Piece(start, end, motion, motion(end))))

    def at(self, t: float) -> Moment:
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
        return Moment(tuple(resting), tuple(moving), hands)
