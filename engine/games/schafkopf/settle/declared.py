"""Settling a game that somebody declared: two sides, one price."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.schafkopf.settle.case import Case
from engine.games.schafkopf.settle.laufende import Laufende, possible_laufende
from engine.games.schafkopf.settle.outcome import (
    Outcome,
    Score,
    outcome,
    score_so_far,
    scores,
)
from engine.games.schafkopf.settle.price import payments, price_of
from engine.games.schafkopf.settle.stock import stock_payments
from engine.games.schafkopf.teams import holders, possible_declarers
from engine.games.shares import ledger
from engine.report import DealResult


def settle_declared(case: Case) -> DealResult | None:
    """Return the settlement; None where what was not seen leaves more than one possible."""
    found: set[DealResult] = set()
    for result in _possible_results(case):
        found.add(result)
        if len(found) > 1:
            return None
    return found.pop() if found else None


def _possible_results(case: Case) -> Iterator[DealResult]:
    """Yield the settlement of every way in which what was not seen can be."""
    had = holders(case.facts)
    for declarers in possible_declarers(case.facts, had):
        so_far = score_so_far(case, declarers)
        possible = list(scores(case.rest, so_far, declarers))
        shown = possible[0] if len(possible) == 1 else so_far
        outcomes = {outcome(case, score) for score in possible}
        for laufende in possible_laufende(case, declarers, had):
            for each in outcomes:
                yield declared_result(case, declarers, shown, each, laufende)


def declared_result(
    case: Case, declarers: tuple[int, ...], score: Score, outcome: Outcome, laufende: Laufende
) -> DealResult:
    """Return the settlement of one score with one run."""
    seats = case.facts.setting.seats
    defenders = tuple(seat for seat in seats if seat not in declarers)
    winners, losers = (declarers, defenders) if outcome.won else (defenders, declarers)
    price = price_of(case, outcome, laufende.count)
    counted = case.credited
    paid = ledger(
        case.facts.setting.players,
        [
            *payments(case.house, winners, losers, price),
            *stock_payments(case, declarers, won=outcome.won),
        ],
    )
    return DealResult(
        declarers=declarers,
        winner="declarers" if outcome.won else "defenders",
        winners=winners,
        points=score.points,
        points_by_seat=counted.points,
        tricks=counted.tricks,
        schneider=outcome.schneider,
        schwarz=outcome.schwarz,
        laufende=laufende.count,
        laufende_cards=laufende.cards,
        price=price.net,
        payout=paid.payout,
        stock_change=paid.stock_change,
    )
