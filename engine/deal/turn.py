"""Whose card is it? The seat of a play by turn, kept up play by play so that it costs little.

Seats come from the turn (DESIGN 9). Where the cards do not say who won a trick, because one
that could decide it was not seen or nothing was announced yet, the turn goes on with a presumption:
where the trick was seen to go, else the best card seen. A later correction moves what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card

TrickRule = Callable[[Sequence[Card | None]], int | None]
"""Index of the card that wins a trick, the lead at index 0; None where the cards do not say."""


def no_rule(cards: Sequence[Card | None]) -> int | None:
    """Say nothing: what is played is not known yet."""
    return None


def strongest(klass: Mapping[Card, int], strength: Mapping[Card, int], trump: int) -> TrickRule:
    """Return the rule of games where trump beats the led class and nothing else wins.

    Args:
        klass: class of each card of the deck; a card that is not in it cannot win.
        strength: higher beats lower within a class.
        trump: the class that beats the others.
    """
    if not klass:
        return no_rule
    highest = max((strength[card] for card in klass if klass[card] == trump), default=None)

    def winner(cards: Sequence[Card | None]) -> int | None:
        led = None if cards[0] is None else klass.get(cards[0])
        best: int | None = None
        best_rank = (False, -1)
        unseen = False
        for index, card in enumerate(cards):
            if card is None:
                unseen = True
                continue
            own = klass.get(card)
            if own is None or own not in (trump, led):
                continue
            rank = (own == trump, strength[card])
            if rank > best_rank:
                best, best_rank = index, rank
        if unseen and best_rank != (True, highest):
            return None
        return best

    return winner


@dataclass(frozen=True, slots=True)
class Turn:
    """The running trick, which may be empty, and who leads it."""

    leader: int
    seats: tuple[int, ...] = ()
    """Who laid, in the order of play."""
    cards: tuple[Card | None, ...] = ()
    presumed: bool = False
    """The cards of the last trick do not say that `leader` won it."""


def active_seats(players: int, dealer: int, out: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that hold cards, clockwise from Vorhand, the dealer's left neighbour.

    RULES 5: Vorhand leads the first trick.
    """
    clockwise = [(dealer + 1 + step) % players for step in range(players)]
    return tuple(seat for seat in clockwise if seat not in out)


def expected_seat(active: tuple[int, ...], turn: Turn) -> int:
    """Return whose card comes next: clockwise from the leader, who has not laid in this trick."""
    at, gone = active.index(turn.leader), turn.seats
    for seat in active[at:] + active[:at]:
        if seat not in gone:
            return seat
    raise ValueError("a full trick waits for no seat")


def lay(
    active: tuple[int, ...],
    rule: TrickRule,
    turn: Turn,
    seat: int,
    card: Card | None,
    went_to: int | None = None,
) -> Turn:
    """Return the turn after `seat` laid `card`.

    `went_to` is the seat this trick was seen to go to once it is full; it counts only where the
    cards do not decide.
    """
    leader = turn.leader if turn.seats else seat
    seats = (*turn.seats, seat)
    cards = (*turn.cards, card)
    if len(seats) < len(active):
        return Turn(leader, seats, cards, turn.presumed)
    won = rule(cards)
    if won is not None:
        return Turn(seats[won])
    return Turn(_presumed_winner(rule, seats, cards, active, went_to), presumed=True)


def _presumed_winner(
    rule: TrickRule,
    seats: tuple[int, ...],
    cards: tuple[Card | None, ...],
    active: tuple[int, ...],
    went_to: int | None,
) -> int:
    if went_to in active:
        return went_to
    seen = [(seat, card) for seat, card in zip(seats, cards, strict=True) if card is not None]
    best = rule([card for _, card in seen]) if seen else None
    return seats[0] if best is None else seen[best][0]
