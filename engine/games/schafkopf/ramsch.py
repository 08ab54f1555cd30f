"""Settling a Ramsch: everyone alone, most Augen lose and pay every other player (EN, Ramsch).

RULES 5 and 12 leave ties, Jungfrau (a player without a trick) and Durchmarsch (one player takes
everything) to the table; a Jungfrau doubles nothing in a Durchmarsch. There are no Laufende.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.deal.report import DealResult
from engine.games.facts import Tally
from engine.games.payouts import Payment, alone_result, each_to_each, ledger
from engine.games.schafkopf.case import Case
from engine.games.schafkopf.partners import holders


@dataclass(frozen=True, slots=True)
class _Factor:
    """What players without a trick multiply."""

    all: int = 1
    """Every payment."""
    own: int = 1
    """What such a player gets."""


_JUNGFRAU: Mapping[str, Callable[[int], _Factor]] = {
    "none": lambda count: _Factor(),
    "double_each": lambda count: _Factor(all=2**count),
    "double_once": lambda count: _Factor(all=2 if count else 1),
    "own_double": lambda count: _Factor(own=2),
    "own_double_each": lambda count: _Factor(own=2**count),
}
"""By the option `ramsch_jungfrau`, from how many players have no trick."""


def settle_ramsch(case: Case) -> DealResult | None:
    """Return the settlement; None where tricks were not played that nobody took on himself."""
    counted = _with_rest(case)
    if counted is None:
        return None
    price = case.house.tariff["ramsch"] << case.doublings
    march = _durchmarsch(case, counted)
    if march is not None:
        others = [seat for seat in case.facts.setting.seats if seat != march]
        return _result(case, counted, others, price, _Factor())
    losers = _losers(case, counted)
    if losers is None:
        return None
    virgins = sum(1 for seat in case.facts.setting.seats if counted.tricks[seat] == 0)
    return _result(case, counted, losers, price, _JUNGFRAU[case.house.ramsch_jungfrau](virgins))


def told_durchmarsch(case: Case, losers: Sequence[int]) -> bool:
    """Tell whether all but one lost, in a house that plays the Durchmarsch."""
    others = len(case.facts.setting.seats) - 1
    return case.house.ramsch_durchmarsch == "wins" and len(losers) == others > 1


def told_ramsch(case: Case, losers: Sequence[int]) -> DealResult | None:
    """Return the settlement where people tell who lost; None where so many cannot have lost.

    All but one lose in a Durchmarsch, where the house plays it; else one does, or those who share
    it. `case.counted` says who has no trick.
    """
    seats = case.facts.setting.seats
    price = case.house.tariff["ramsch"] << case.doublings
    if told_durchmarsch(case, losers):
        return _result(case, case.counted, losers, price, _Factor())
    if len(losers) != 1 and (case.house.ramsch_tie != "shared" or len(losers) >= len(seats)):
        return None
    virgins = sum(1 for seat in seats if case.counted.tricks[seat] == 0)
    factor = _JUNGFRAU[case.house.ramsch_jungfrau](virgins)
    return _result(case, case.counted, losers, price, factor)


def _with_rest(case: Case) -> Tally | None:
    """Return what each seat has; who claims the rest has it, and so has who gives up.

    A trick that an error lost is the offender's own: nobody wants it.
    """
    points, tricks = list(case.counted.points), list(case.counted.tricks)
    for number, offender in case.lost_tricks:
        trick = case.facts.tricks[number]
        assert trick.winner is not None
        for seat, sign in ((trick.winner, -1), (offender, 1)):
            points[seat] += sign * trick.points
            tricks[seat] += sign
    left, whose = case.rest.left, case.rest.whose
    if left.tricks:
        if whose is None:
            return None
        points[whose.seat] += left.points
        tricks[whose.seat] += left.tricks
    return Tally(tuple(points), tuple(tricks))


def _result(
    case: Case, counted: Tally, losers: Sequence[int], price: int, factor: _Factor
) -> DealResult:
    winners = [seat for seat in case.facts.setting.seats if seat not in losers]
    paid: list[Payment] = []
    for winner in winners:
        own = factor.own if counted.tricks[winner] == 0 else 1
        paid += each_to_each(losers, (winner,), price * factor.all * own)
    players = case.facts.setting.players
    return alone_result(counted, "seats", winners, price * factor.all, ledger(players, paid))


def _durchmarsch(case: Case, counted: Tally) -> int | None:
    """Return who took everything, where that wins."""
    if case.house.ramsch_durchmarsch != "wins":
        return None
    least = case.house.ramsch_durchmarsch_from
    for seat in case.facts.setting.seats:
        if isinstance(least, int):
            done = counted.points[seat] >= least
        else:
            done = counted.tricks[seat] == sum(counted.tricks)
        if done:
            return seat
    return None


def _losers(case: Case, counted: Tally) -> list[int] | None:
    """Return who has the most Augen; None where a card that decides a tie was not seen."""
    seats = case.facts.setting.seats
    most = max(counted.points[seat] for seat in seats)
    tied = [seat for seat in seats if counted.points[seat] == most]
    if case.house.ramsch_tie == "more_tricks":
        tricks = max(counted.tricks[seat] for seat in tied)
        tied = [seat for seat in tied if counted.tricks[seat] == tricks]
    if len(tied) == 1 or case.house.ramsch_tie == "shared":
        return tied
    highest = _highest_trump(case, tied)
    return None if highest is None else [highest]


def _highest_trump(case: Case, tied: Iterable[int]) -> int | None:
    """Return who of the tied held the highest trump; None where it was not seen who."""
    had, among = holders(case.facts), tuple(tied)
    for card in case.facts.setting.trumps:
        if card not in had:
            return None
        if had[card] in among:
            return had[card]
    return among[0]
