"""What a deal comes to: sides, points, price, payments. One value for every game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tests.reference.deal import Deal


@dataclass(frozen=True)
class Settled:
    """The result of a deal, in the words of the deal file's answer."""

    declarers: tuple[int, ...]
    winner: str
    winners: tuple[int, ...]
    points: tuple[int, int] | None
    points_by_seat: tuple[int, ...]
    tricks: tuple[int, ...]
    schneider: bool
    schwarz: bool
    laufende: int
    price: Fraction
    payout: tuple[Fraction, ...]
    game_points: tuple[int, int] | None = None


def counted(deal: Deal) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Points and tricks of every seat at the table; what a seat buried counts for it."""
    count = deal.line["players"]
    taken = [0] * count
    tricks = [0] * count
    for trick in deal.tricks:
        if trick.winner is not None:
            taken[trick.winner] += trick.points
            tricks[trick.winner] += 1
    return tuple(taken), tuple(tricks)


def shared(
    deal: Deal, winners: tuple[int, ...], losers: tuple[int, ...], price: Fraction
) -> tuple[Fraction, ...]:
    """Each loser pays the price once, the winners share evenly (DE Abrechnung, EN Settling)."""
    pot = price * len(losers)
    return tuple(
        pot / len(winners) if seat in winners else -price if seat in losers else Fraction(0)
        for seat in range(deal.line["players"])
    )


def soloist_paid(deal: Deal, soloist: int, price: Fraction, *, won: bool) -> tuple[Fraction, ...]:
    """The soloist is paid by, or pays, every other player."""
    sign = 1 if won else -1
    return tuple(
        Fraction(0)
        if seat not in deal.seats
        else sign * price * (deal.people - 1)
        if seat == soloist
        else -sign * price
        for seat in range(deal.line["players"])
    )
