"""What an evening counts, what a unit is worth, and the fewest payments that settle it.

Units, wins or tricks are counted; for the lists of tournaments points in plus and minus, plus
points alone, or strokes (RULES 0.23). Whoever has most of it at the end has won the evening.
Payments stay what they are; only where units are counted does anybody owe anybody anything.

People who owe and are owed can be settled group by group wherever a group's amounts add up to
nothing; a group of k people needs k - 1 payments and no fewer. So the fewest payments are the
people who have anything to settle less the largest number of such groups they can be split into.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from engine.deal.report import DealResult
from engine.options import Rules


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


def _plus_minus(result: DealResult) -> tuple[Fraction, ...]:
    """Return what everyone is paid; where nothing is, what a team gains the other one loses."""
    if result.game_points is None:
        return result.payout
    gain = max(result.game_points)
    return tuple(gain * (2 * won - 1) for won in _wins(result))


_COUNTS: Mapping[object, Callable[[DealResult], tuple[Fraction, ...]]] = {
    "units": _units,
    "plus_minus": _plus_minus,
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


MOST_PEOPLE = 16
"""So many are settled exactly; more (never at one table) in a row, still with people less one."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """What one person gives to another at the end of the evening."""

    payer: int
    """Place in the row of amounts."""
    payee: int
    amount: int
    """Above nothing."""


def rounded(amounts: Sequence[Fraction]) -> tuple[int, ...]:
    """Return whole amounts that add up to what the exact ones do, none off by one or more.

    The sum must be whole. What is cut off by rounding down goes, one each, to those who lost most
    by it; among equals to who comes first.

    Raises:
        ValueError: the sum is not whole, so nothing that is whole can add up to it.
    """
    total = sum(amounts, Fraction(0))
    if total.denominator != 1:
        raise ValueError(f"{total} is not whole")
    whole = [floor(amount) for amount in amounts]
    by_loss = sorted(range(len(amounts)), key=lambda place: whole[place] - amounts[place])
    for place in by_loss[: int(total) - sum(whole)]:
        whole[place] += 1
    return tuple(whole)


def fewest(amounts: Sequence[int]) -> tuple[Transfer, ...]:
    """Return the fewest transfers after which everybody has what is theirs.

    Args:
        amounts: what each person gets (above nothing) or owes (below); they add up to nothing.

    Raises:
        ValueError: the amounts do not add up to nothing.

    >>> fewest([500, -300, -200])
    (Transfer(payer=1, payee=0, amount=300), Transfer(payer=2, payee=0, amount=200))
    """
    if sum(amounts):
        raise ValueError(f"the amounts add up to {sum(amounts)}")
    open_places = [place for place, amount in enumerate(amounts) if amount]
    if len(open_places) > MOST_PEOPLE:
        return tuple(_in_a_row(amounts, open_places))
    return tuple(
        transfer
        for group in _groups([amounts[place] for place in open_places])
        for transfer in _in_a_row(amounts, [open_places[place] for place in group])
    )


def _groups(amounts: Sequence[int]) -> list[list[int]]:
    """Return the largest number of groups that each add up to nothing.

    Over the orders in which people can be taken away one by one, the best one passes through
    nothing as often as there are groups.
    """
    count = len(amounts)
    sums = [0] * (1 << count)
    best = [0] * (1 << count)
    last = [0] * (1 << count)
    for people in range(1, 1 << count):
        low = (people & -people).bit_length() - 1
        sums[people] = sums[people & (people - 1)] + amounts[low]
        members = (place for place in range(count) if people >> place & 1)
        last[people] = max(members, key=lambda place: best[people & ~(1 << place)])
        best[people] = best[people & ~(1 << last[people])] + (sums[people] == 0)
    groups: list[list[int]] = []
    people = (1 << count) - 1
    while people:
        if sums[people] == 0:
            groups.append([])
        groups[-1].append(last[people])
        people &= ~(1 << last[people])
    return groups


def _in_a_row(amounts: Sequence[int], places: Sequence[int]) -> list[Transfer]:
    """Settle a group: the largest debt goes to the largest claim until nothing is left.

    Each transfer settles at least one person for good and the last one two.
    """
    left = {place: amounts[place] for place in places}
    found: list[Transfer] = []
    while any(left.values()):
        payer = min(left, key=lambda place: (left[place], place))
        payee = max(left, key=lambda place: (left[place], -place))
        amount = min(-left[payer], left[payee])
        found.append(Transfer(payer, payee, amount))
        left[payer] += amount
        left[payee] -= amount
    return found
