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


def _game_points(result: DealResult) -> tuple[Fraction, ...]:
    if result.game_points is None:
        return result.payout
    gain = max(result.game_points)
    return tuple(gain * won for won in _wins(result))


_COUNTS: Mapping[object, Callable[[DealResult], tuple[Fraction, ...]]] = {
    "units": _units,
    "plus_minus": _units,
    "plus": _plus,
    "tally": _strokes,
    "wins": _wins,
    "tricks": _tricks,
    "game_points": _game_points,
}
"""By the option `scoring`."""


def gained(result: DealResult, rules: Rules) -> tuple[Fraction, ...]:
    """Return what each seat's score of the evening gains by a deal.

    Games without the option count units; a game of teams that pay nothing counts its game points
    for everybody in the team (BK).
    """
    return _COUNTS[rules.options.get("scoring", "units")](result)


UNITS = "units"


def currency(rules: Rules) -> str:
    """Return what the deals under these rules count: a word of `scoring`."""
    return str(rules.options.get("scoring", UNITS))


def exchanged(amount: Fraction, of: Rules, into: Rules) -> Fraction | None:
    """Return what an amount of one game is worth in what another one counts; None where nothing.

    Units are worth what their games say, everything else only what it is.
    """
    if currency(of) != currency(into):
        return None
    cents = in_cents(amount, of)
    return amount if cents is None else cents / _unit(into)


def is_zero_sum(rules: Rules) -> bool:
    """Tell whether what is counted adds up to nothing over a deal, the Stock included."""
    return currency(rules) in (UNITS, "plus_minus")


def in_cents(amount: int | Fraction, rules: Rules | None) -> Fraction | None:
    """Return what an amount is in money; None where anything but units is counted.

    The option `unit` says how many cents a unit is worth; where a game has none it is a cent.
    """
    if rules is None:
        return Fraction(amount)
    return Fraction(amount) * _unit(rules) if currency(rules) == UNITS else None


def _unit(rules: Rules) -> int:
    unit = rules.options.get("unit", 1)
    assert isinstance(unit, int)
    return unit
