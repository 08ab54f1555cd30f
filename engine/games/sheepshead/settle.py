"""What a deal of Sheepshead is worth (RULES sections 0.6, 0.7 and 9)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.base import Penalty, Teams
from engine.games.facts import UNKNOWN, Facts
from engine.games.results import alone_result
from engine.games.shares import Payment, each_to_each, ledger, pot
from engine.games.tally import Tally, tally
from engine.games.verdicts import INFORMATIONAL
from engine.report import DealResult, Verdict

_WIN = 61
_FREE_OPPONENTS = 30
_FREE_PICKER = 31


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


def settle(facts: Facts) -> DealResult | None:
    """Return the settlement of a deal played to its end; None where cards are missing."""
    contract, won = facts.record.contract, tally(facts)
    if contract is None or won is None or len(facts.plays) != facts.setting.play_count:
        return None
    return _picked(facts, won) if contract.seat is not None else _leaster(facts, won)


def _hidden(facts: Facts, won: Tally) -> int:
    """Return the Augen that were never played: the bury, or the blind of a leaster."""
    return facts.setting.total - sum(won.points)


def _picked(facts: Facts, won: Tally) -> DealResult:
    """Settle a picked deal: opponents and partner by the unit, the picker takes the rest."""
    contract = facts.record.contract
    assert contract is not None
    assert contract.seat is not None
    declarers = teams(facts).declarers
    others = tuple(seat for seat in facts.setting.seats if seat not in declarers)
    ours = sum(won.points[seat] for seat in declarers) + _hidden(facts, won)
    theirs = facts.setting.total - ours
    wins = ours >= _WIN
    losing_tricks = sum(won.tricks[seat] for seat in (others if wins else declarers))
    schwarz = losing_tricks == 0
    schneider = schwarz or (theirs < _FREE_OPPONENTS if wins else ours < _FREE_PICKER)
    unit = (1 + schneider + schwarz) << len(facts.record.doubles)
    if not wins and facts.record.rules.options["double_on_bump"] is True:
        unit *= 2
    partners = tuple(seat for seat in declarers if seat != contract.seat)
    paid = ledger(facts.setting.players, _shared(contract.seat, partners, others, unit, wins=wins))
    return DealResult(
        declarers=declarers,
        winner="declarers" if wins else "defenders",
        winners=declarers if wins else others,
        points=(ours, theirs),
        points_by_seat=won.points,
        tricks=won.tricks,
        schneider=schneider,
        schwarz=schwarz,
        laufende=0,
        laufende_cards=(),
        price=unit,
        payout=paid.payout,
        stock_change=paid.stock_change,
    )


def _shared(
    picker: int, partners: Sequence[int], others: Sequence[int], unit: int, *, wins: bool
) -> list[Payment]:
    """Opponents settle with the picker by the unit, the picker with each partner (RULES 0.6)."""
    if wins:
        return each_to_each(others, (picker,), unit) + each_to_each((picker,), partners, unit)
    return each_to_each((picker,), others, unit) + each_to_each(partners, (picker,), unit)


def _leaster(facts: Facts, won: Tally) -> DealResult:
    """Settle a leaster: fewest Augen get one from every other player."""
    points = list(won.points)
    trick = _blind_trick(facts)
    if trick is not None:
        taker = facts.tricks[trick].winner
        assert taker is not None
        points[taker] += _hidden(facts, won)
    winners = _fewest(facts, points, won.tricks)
    price = 1 << len(facts.record.doubles)
    paid: list[Payment] = []
    if len(winners) == 1 or facts.record.rules.options["leaster_tie"] == "split":
        paid = pot([seat for seat in facts.setting.seats if seat not in winners], winners, price)
    counted = Tally(tuple(points), won.tricks)
    return alone_result(counted, "seats", winners, price, ledger(facts.setting.players, paid))


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


def penalty(facts: Facts, verdict: Verdict) -> Penalty | None:
    """Return what an upheld error costs: one unit to each other player (RULES 0.17)."""
    off = facts.record.rules.options["revoke"] == "none"
    if off or facts.record.contract is None or verdict.seat is None:
        return None
    if verdict.kind in INFORMATIONAL:
        return None
    price = 1 << len(facts.record.doubles)
    others = [seat for seat in facts.setting.seats if seat != verdict.seat]
    paid = ledger(facts.setting.players, each_to_each((verdict.seat,), others, price))
    return Penalty(price, paid.payout)
