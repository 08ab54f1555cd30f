"""The leaster: nobody picked, everyone for himself, the fewest points win (PG; RULES 0.7)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.facts import Facts
from engine.games.results import alone_result
from engine.games.shares import Payment, ledger, pot
from engine.games.sheepshead.contract import blind_trick
from engine.games.sheepshead.doublings import counting
from engine.games.tally import Tally
from engine.report import DealResult


def settle_leaster(facts: Facts, won: Tally) -> DealResult:
    """Settle a leaster: fewest points get one from every other player."""
    points = list(won.points)
    trick = _blind_trick(facts)
    if trick is not None:
        taker = facts.tricks[trick].winner
        assert taker is not None
        points[taker] += facts.setting.total - sum(won.points)
    counted = Tally(tuple(points), won.tricks)
    return leaster_result(facts, counted, fewest(facts, counted))


def leaster_result(facts: Facts, counted: Tally, winners: Sequence[int]) -> DealResult:
    """Return the result of a leaster that these seats won."""
    price = 1 << counting(facts)
    paid: list[Payment] = []
    if len(winners) == 1 or facts.record.rules.options["leaster_tie"] == "split":
        paid = pot([seat for seat in facts.setting.seats if seat not in winners], winners, price)
    return alone_result(counted, "seats", winners, price, ledger(facts.setting.players, paid))


def _blind_trick(facts: Facts) -> int | None:
    """Return the trick the blind goes to, by the deal or else by the house rule.

    Where the dealer may name one and named none, it goes to nobody.
    """
    contract = facts.record.contract
    assert contract is not None
    numbered = blind_trick(contract.details)
    if numbered is not None and 1 <= numbered <= len(facts.tricks):
        return numbered - 1
    said = contract.details.get("blind_to", facts.record.rules.options["leaster_blind"])
    return {"first": 0, "last": len(facts.tricks) - 1}.get(str(said))


def needs_trick(facts: Facts) -> bool:
    """Tell whether only who has a trick can win."""
    return facts.record.rules.options["leaster_needs_trick"] is True


def fewest(facts: Facts, counted: Tally) -> list[int]:
    """Return who has the fewest points; by the house's rule only among those with a trick."""
    alone = needs_trick(facts)
    seats = [seat for seat in facts.setting.seats if counted.tricks[seat] or not alone]
    least = min(counted.points[seat] for seat in seats)
    return [seat for seat in seats if counted.points[seat] == least]
