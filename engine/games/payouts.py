"""Payments: who pays whom; a payout is a sum of payments, and so sums to nothing by construction.

A payment goes from one seat to another, or to or from the Stock. Amounts are exact fractions in the
unit of the tariff; nothing is rounded here (deal file, `payout`). Two results that every game has
stand here as well: nobody wins anything, or everyone plays for themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.deal.report import DealResult
from engine.games.facts import Facts, Tally, won_so_far

STOCK = -1
"""The pot on the table, as payer or payee."""


@dataclass(frozen=True, slots=True)
class Payment:
    """What one seat, or the Stock, gives to another."""

    payer: int
    payee: int
    amount: Fraction | int
    """Whole where it is: sums of whole numbers are much quicker."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """What everybody has in the end; `sum(payout) + stock_change` is nothing."""

    payout: tuple[Fraction, ...]
    stock_change: int


Split = Callable[[Sequence[int], Sequence[int], int], list[Payment]]
"""How payers settle an amount with payees: `(payers, payees, amount) -> payments`."""


def ledger(players: int, payments: Iterable[Payment]) -> Ledger:
    """Return what each of `players` seats and the Stock have after all payments."""
    amounts: list[Fraction | int] = [0] * (players + 1)
    for payment in payments:
        amounts[payment.payer] -= payment.amount
        amounts[payment.payee] += payment.amount
    *payout, stock = amounts
    return Ledger(tuple([Fraction(amount) for amount in payout]), int(stock))


def each_to_each(payers: Sequence[int], payees: Sequence[int], amount: int) -> list[Payment]:
    """Every payer pays every payee the amount (EN, settling the score: a solo)."""
    if not amount:
        return []
    return [Payment(payer, payee, amount) for payer in payers for payee in payees]


def pot(payers: Sequence[int], payees: Sequence[int], amount: int) -> list[Payment]:
    """Every payer pays the amount once; the payees share equally (EN, settling the score)."""
    if not amount or not payees:
        return []
    share = _part(amount, len(payees))
    return [Payment(payer, payee, share) for payer in payers for payee in payees]


def together(payers: Sequence[int], payee: int, amount: int) -> list[Payment]:
    """The payers bring up the amount in equal parts."""
    return [Payment(payer, payee, _part(amount, len(payers))) for payer in payers]


def _part(amount: int, heads: int) -> Fraction | int:
    whole, left = divmod(amount, heads)
    return Fraction(amount, heads) if left else whole


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
