"""What an evening counts: units, wins or tricks; what a unit is worth (DE Abrechnung; RULES 0.23).

Whoever has most of it at the end has won the evening. Payments stay what they are; with wins or
tricks nobody owes anybody anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from engine.options import Rules
from engine.report import DealResult


def _units(result: DealResult) -> tuple[Fraction, ...]:
    return result.payout


def _wins(result: DealResult) -> tuple[Fraction, ...]:
    seats = range(len(result.payout))
    return tuple(Fraction(seat in result.winners) for seat in seats)


def _tricks(result: DealResult) -> tuple[Fraction, ...]:
    return tuple(Fraction(count) for count in result.tricks)


_COUNTS: Mapping[object, Callable[[DealResult], tuple[Fraction, ...]]] = {
    "units": _units,
    "wins": _wins,
    "tricks": _tricks,
}
"""By the option `scoring`."""


def gained(result: DealResult, rules: Rules) -> tuple[Fraction, ...]:
    """Return what each seat's score of the evening gains by a deal.

    Games without the option count units.
    """
    return _COUNTS[rules.options.get("scoring", "units")](result)


def in_cents(amount: int | Fraction, rules: Rules | None) -> Fraction | None:
    """Return what an amount is in money; None where wins or tricks are counted.

    The option `unit` says how many cents a unit is worth; where a game has none it is a cent.
    """
    options: Mapping[str, object] = {} if rules is None else rules.options
    unit = options.get("unit", 1)
    assert isinstance(unit, int)
    return Fraction(amount) * unit if options.get("scoring", "units") == "units" else None
