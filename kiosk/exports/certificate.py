"""The certificate of a Sie: who laid it down, when, with whom at the table, every card of it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.games import game
from engine.state import DealState
from engine.text import Text
from kiosk.exports.marks import is_sie
from kiosk.pages.cards import Face, face


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is printed, to be framed."""

    name: str
    others: tuple[str, ...]
    """Who sat at the table and saw it."""
    day: str
    """ISO date; empty where nothing says so."""
    game: Text
    number: int
    cards: tuple[Face, ...]
    """Every card of the hand, the strongest first."""
    price: int | None
    head: str

    @property
    def rows(self) -> tuple[tuple[Face, ...], ...]:
        """The cards in one row, or in two where they are many."""
        if len(self.cards) <= 8:
            return (self.cards,)
        half = -(-len(self.cards) // 2)
        return self.cards[:half], self.cards[half:]


def certificate(deal: DealState, day: str, head: str) -> Certificate | None:
    """Return the certificate of a deal; None where it was no Sie that was won."""
    contract, result = deal.contract, deal.result
    if not is_sie(deal) or contract is None or contract.seat is None or result is None:
        return None
    seats = deal.head.active
    return Certificate(
        name=_at_table(deal, contract.seat),
        others=tuple(_at_table(deal, seat) for seat in seats if seat != contract.seat),
        day=day,
        game=game(deal.head.game).title,
        number=deal.number,
        cards=tuple(face(card) for card in hand(deal)),
        price=result.price or None,
        head=head,
    )


def _at_table(deal: DealState, seat: int) -> str:
    """Return who really sat there: the hand was the substitute's, whoever it counts for."""
    return (deal.head.played_by or deal.names)[seat]


def hand(deal: DealState) -> tuple[Card, ...]:
    """Return the cards a Sie consists of in this game: the highest there are, the highest first.

    They need not have been seen: nothing else is a Sie.
    """
    setting = game(deal.head.game).setting(deal.record)
    return setting.trumps[: setting.hand_size]
