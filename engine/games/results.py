"""Results that every game has: nobody wins anything, or everyone plays for themselves."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.facts import Facts
from engine.games.shares import Ledger
from engine.games.tally import Tally, won_so_far
from engine.report import DealResult


def alone_result(
    tally: Tally, winner: str, winners: Sequence[int], price: int, paid: Ledger
) -> DealResult:
    """Return the result of a deal in which there are no two sides.

    Args:
        tally: Augen and tricks of each seat.
        winner: `seats`, or `none` where nobody wins.
        winners: the seats that win.
        price: what a loser owes each winner.
        paid: who has got what.
    """
    return DealResult(
        declarers=(),
        winner=winner,
        winners=tuple(winners),
        points=None,
        points_by_seat=tally.points,
        tricks=tally.tricks,
        schneider=False,
        schwarz=False,
        laufende=0,
        laufende_cards=(),
        price=price,
        payout=paid.payout,
        stock_change=paid.stock_change,
    )


def unplayed_result(facts: Facts, paid: Ledger) -> DealResult:
    """Return the result of a deal that was not settled by its cards; `paid` is often nothing."""
    return alone_result(won_so_far(facts), "none", (), 0, paid)
