"""What an evening counts, and what a unit is worth (DE Abrechnung; RULES 0.23).

Units, wins or tricks; for the lists of tournaments points in plus and minus, plus points alone, or
strokes. Whoever has most of it at the end has won the evening. Payments stay what they are; only
where units are counted does anybody owe anybody anything.
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


def _plus(result: DealResult) -> tuple[Fraction, ...]:
    return tuple(max(amount, Fraction(0)) for amount in result.payout)


def _strokes(result: DealResult) -> tuple[Fraction, ...]:
    strokes = 1 + result.schneider + result.schwarz
    return tuple(each * strokes for each in _wins(result))


_COUNTS: Mapping[object, Callable[[DealResult], tuple[Fraction, ...]]] = {
    "units": _units,
    "plus_minus": _units,
    "plus": _plus,
    "tally": _strokes,
    "wins": _wins,
    "tricks": _tricks,
}
"""By the option `scoring`."""


def gained(result: DealResult, rules: Rules) -> tuple[Fraction, ...]:
    """Return what each seat's score of the evening gains by a deal.

    Games without the option count units; a game of teams that pay nothing counts its game points
    for everybody in the team.
    """
    if result.game_points is not None:
        gain = max(result.game_points)
        return tuple(Fraction(gain * won) for won in _wins(result))
    return _COUNTS[rules.options.get("scoring", "units")](result)


def is_zero_sum(rules: Rules) -> bool:
    """Tell whether what is counted adds up to nothing over a deal, the Stock included."""
    return rules.options.get("scoring", "units") in ("units", "plus_minus")


def in_cents(amount: int | Fraction, rules: Rules | None) -> Fraction | None:
    """Return what an amount is in money; None where anything but units is counted.

    The option `unit` says how many cents a unit is worth; where a game has none it is a cent.
    """
    options: Mapping[str, object] = {} if rules is None else rules.options
    unit = options.get("unit", 1)
    assert isinstance(unit, int)
    return Fraction(amount) * unit if options.get("scoring", "units") == "units" else None
