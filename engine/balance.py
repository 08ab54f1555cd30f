"""Does the score add up? What one wins another loses; whatever does not is named."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.scoring import is_zero_sum
from engine.state import TableState
from engine.text import Text

_DEAL = Text(
    de="Spiel {number} geht nicht auf: Zusammen sind es {sum} statt 0; bitte berichtigen.",
    en="Deal {number} does not balance: together it is {sum} instead of 0; please correct it.",
)
_ADJUSTED = Text(
    de="Die Änderung von Hand „{reason}“ geht nicht auf: Zusammen sind es {sum} statt 0.",
    en='The change by hand "{reason}" does not balance: together it is {sum} instead of 0.',
)


@dataclass(frozen=True, slots=True)
class Unbalanced:
    """What breaks the sum."""

    seq: int
    """Of the deal's start, or of the change by hand."""
    deal: str | None
    """The deal's id; None for a change by hand."""
    sum: Fraction
    """What it comes to, the Stock included, instead of nothing."""
    why: Text


def unbalanced(state: TableState) -> tuple[Unbalanced, ...]:
    """Return every deal and every change by hand that does not add up to nothing, in order.

    Payments are checked whatever the evening counts; what is counted itself where that has to add
    up too. Changes by hand are meant to: one that does not is no error but has to be known.
    """
    found: list[Unbalanced] = []
    for deal in state.finished:
        result = deal.result
        if result is None:
            continue
        total = sum(result.payout, Fraction(result.stock_change))
        if not total and result.game_points is None and is_zero_sum(deal.head.rules):
            total = sum(deal.gains, Fraction(result.stock_change))
        if total:
            why = _DEAL.format(number=deal.number, sum=total)
            found.append(Unbalanced(deal.head.seq, deal.id, total, why))
    for change in state.adjustments:
        total = Fraction(sum(change.amounts))
        if total:
            why = _ADJUSTED.format(reason=change.reason, sum=total)
            found.append(Unbalanced(change.seq, None, total, why))
    return tuple(sorted(found, key=lambda each: each.seq))
