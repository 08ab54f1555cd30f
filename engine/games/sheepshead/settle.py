"""What a deal of Sheepshead is worth (RULES sections 0.6, 0.7 and 9)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.games.base import UNKNOWN, Facts, Penalty, Teams
from engine.report import DealResult

_WIN = 61
_FREE_OPPONENTS = 30
_FREE_PICKER = 31
_ZERO = Fraction(0)


def teams(facts: Facts) -> Teams:
    """Return picker and partner; the jack of diamonds shows the partner when it lies."""
    contract, jack = facts.record.contract, facts.setting.called
    if contract is None or contract.seat is None:
        return Teams((), contract is not None)
    for play in facts.plays:
        if jack is not None and play.card is jack:
            return _with_partner(contract.seat, play.seat)
    over = len(facts.plays) == facts.setting.play_count and UNKNOWN not in facts.klasses
    return Teams((contract.seat,), jack is None or over)


def _with_partner(picker: int, holder: int) -> Teams:
    if holder == picker:
        return Teams((picker,), True)
    return Teams(tuple(sorted((picker, holder))), True, (holder,))


@dataclass(frozen=True, slots=True)
class _Tally:
    """Augen in the tricks of each seat, tricks, and the Augen that were never played."""

    points: tuple[int, ...]
    tricks: tuple[int, ...]
    hidden: int


def _tally(facts: Facts) -> _Tally | None:
    if UNKNOWN in facts.klasses or facts.doubtful:
        return None
    points = [0] * facts.setting.players
    tricks = [0] * facts.setting.players
    for trick in facts.tricks:
        if trick.winner is None or not trick.complete:
            return None
        points[trick.winner] += trick.points
        tricks[trick.winner] += 1
    return _Tally(tuple(points), tuple(tricks), facts.setting.total - sum(points))


def settle(facts: Facts) -> DealResult | None:
    """Return the settlement of a deal played to its end; None where cards are missing."""
    contract, tally = facts.record.contract, _tally(facts)
    if contract is None or tally is None or len(facts.plays) != facts.setting.play_count:
        return None
    return _picked(facts, tally) if contract.seat is not None else _leaster(facts, tally)


def _picked(facts: Facts, tally: _Tally) -> DealResult:
    """Settle a picked deal: opponents and partner by the unit, the picker takes the rest."""
    contract = facts.record.contract
    assert contract is not None
    assert contract.seat is not None
    declarers = teams(facts).declarers
    others = tuple(seat for seat in facts.setting.seats if seat not in declarers)
    ours = sum(tally.points[seat] for seat in declarers) + tally.hidden
    theirs = facts.setting.total - ours
    won = ours >= _WIN
    losing_tricks = sum(tally.tricks[seat] for seat in (others if won else declarers))
    schwarz = losing_tricks == 0
    schneider = schwarz or (theirs < _FREE_OPPONENTS if won else ours < _FREE_PICKER)
    unit = (1 + schneider + schwarz) << len(facts.record.doubles)
    if not won and facts.record.rules.options["double_on_bump"] is True:
        unit *= 2
    each = unit if won else -unit
    amounts = [_ZERO] * facts.setting.players
    for seat in others:
        amounts[seat] = Fraction(-each)
    for seat in declarers:
        amounts[seat] = Fraction(each)
    amounts[contract.seat] = Fraction(each * (len(others) - len(declarers) + 1))
    return DealResult(
        declarers=declarers,
        winner="declarers" if won else "defenders",
        winners=declarers if won else others,
        points=(ours, theirs),
        points_by_seat=tally.points,
        tricks=tally.tricks,
        schneider=schneider,
        schwarz=schwarz,
        laufende=0,
        laufende_cards=(),
        price=unit,
        payout=tuple(amounts),
        stock_change=0,
    )


def _leaster(facts: Facts, tally: _Tally) -> DealResult:
    """Settle a leaster: fewest Augen get one from every other player."""
    points = list(tally.points)
    trick = _blind_trick(facts)
    if trick is not None:
        taker = facts.tricks[trick].winner
        assert taker is not None
        points[taker] += tally.hidden
    winners = _fewest(facts, points, tally.tricks)
    price = 1 << len(facts.record.doubles)
    amounts = [_ZERO] * facts.setting.players
    if len(winners) == 1 or facts.record.rules.options["leaster_tie"] == "split":
        payers = [seat for seat in facts.setting.seats if seat not in winners]
        for seat in payers:
            amounts[seat] = Fraction(-price)
        for seat in winners:
            amounts[seat] = Fraction(price * len(payers), len(winners))
    return DealResult(
        declarers=(),
        winner="seats",
        winners=tuple(winners),
        points=None,
        points_by_seat=tuple(points),
        tricks=tally.tricks,
        schneider=False,
        schwarz=False,
        laufende=0,
        laufende_cards=(),
        price=price,
        payout=tuple(amounts),
        stock_change=0,
    )


def _blind_trick(facts: Facts) -> int | None:
    """Return the trick the blind goes to, by the deal or else by the house rule."""
    contract = facts.record.contract
    assert contract is not None
    said = contract.details.get("blind_to", facts.record.rules.options["leaster_blind"])
    if isinstance(said, int) and 1 <= said <= len(facts.tricks):
        return said - 1
    return {"first": 0, "last": len(facts.tricks) - 1}.get(str(said))


def _fewest(facts: Facts, points: list[int], tricks: tuple[int, ...]) -> list[int]:
    needs_trick = facts.record.rules.options["leaster_needs_trick"] is True
    seats = [seat for seat in facts.setting.seats if tricks[seat] or not needs_trick]
    least = min(points[seat] for seat in seats)
    return [seat for seat in seats if points[seat] == least]


def penalty(facts: Facts, offender: int) -> Penalty | None:
    """Return what an upheld error costs: one unit to each other player (RULES 0.17)."""
    if facts.record.rules.options["revoke"] == "none" or facts.record.contract is None:
        return None
    price = 1 << len(facts.record.doubles)
    amounts = [_ZERO] * facts.setting.players
    for seat in facts.setting.seats:
        amounts[seat] = Fraction(price)
    amounts[offender] = Fraction(-price * (len(facts.setting.seats) - 1))
    return Penalty(price, tuple(amounts))
