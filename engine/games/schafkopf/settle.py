"""What a deal is worth (RULES sections 0.3 to 0.5 and 8).

price = (base + Schneider + Schwarz + Laufende) doubled for each doubling. A soloist settles with
each opponent; between two teams every loser pays the price into a pot that the winners share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.cards import Card
from engine.games.base import UNKNOWN, Facts, Penalty
from engine.games.schafkopf.options import HouseRules
from engine.games.schafkopf.teams import declarers_of, holders
from engine.record import Contract
from engine.report import DealResult

_ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Tally:
    """Augen and tricks of each seat; what was claimed is counted to who claimed it."""

    points: tuple[int, ...]
    tricks: tuple[int, ...]


def tally(facts: Facts) -> Tally | None:
    """Count Augen and tricks; None where a card or the winner of a trick is not known."""
    points = [0] * facts.setting.players
    tricks = [0] * facts.setting.players
    for trick in facts.tricks:
        if trick.complete:
            if trick.winner is None:
                return None
            points[trick.winner] += trick.points
            tricks[trick.winner] += 1
    if UNKNOWN in facts.klasses or facts.doubtful:
        return None
    end = facts.record.end or {}
    claimant = end.get("seat")
    if end.get("kind") == "claim" and isinstance(claimant, int):
        points[claimant] += facts.setting.total - sum(points)
        tricks[claimant] += facts.setting.trick_count - sum(tricks)
    return Tally(tuple(points), tuple(tricks))


def settle(facts: Facts, house: HouseRules) -> DealResult | None:
    """Return the settlement of a deal that is over, as played; None where cards are missing."""
    contract, counted = facts.record.contract, tally(facts)
    if contract is None or counted is None:
        return None
    if contract.seat is None:
        return _ramsch(facts, house, counted)
    had = holders(facts)
    declarers = declarers_of(facts, had)
    if declarers is None:
        return None
    return _two_sides(facts, house, counted, declarers, had)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """Who won and how clearly."""

    won: bool
    """Whether the declarers did."""
    schneider: bool
    schwarz: bool
    points: tuple[int, int]


def _two_sides(
    facts: Facts,
    house: HouseRules,
    counted: Tally,
    declarers: tuple[int, ...],
    had: Mapping[Card, int],
) -> DealResult:
    contract = facts.record.contract
    assert contract is not None
    defenders = tuple(seat for seat in facts.setting.seats if seat not in declarers)
    outcome = _outcome(facts, house, contract, counted, declarers)
    run = _laufende(facts, house, contract, declarers, had)
    with_run = _stated_laufende(facts, run)
    price = _price(facts, house, contract, outcome, with_run)
    winners, losers = (declarers, defenders) if outcome.won else (defenders, declarers)
    return DealResult(
        declarers=declarers,
        winner="declarers" if outcome.won else "defenders",
        winners=winners,
        points=outcome.points,
        points_by_seat=counted.points,
        tricks=counted.tricks,
        schneider=outcome.schneider,
        schwarz=outcome.schwarz,
        laufende=with_run,
        laufende_cards=facts.setting.trumps[: abs(run)] if with_run == run else (),
        price=price,
        payout=payout(facts.setting.players, winners, losers, price),
        stock_change=0,
    )


def _outcome(
    facts: Facts,
    house: HouseRules,
    contract: Contract,
    counted: Tally,
    declarers: tuple[int, ...],
) -> _Outcome:
    total = facts.setting.total
    ours = sum(counted.points[seat] for seat in declarers)
    tricks = sum(counted.tricks[seat] for seat in declarers)
    theirs, all_tricks = sum(counted.points) - ours, sum(counted.tricks)
    if contract.tout:
        lost_unseen = (facts.record.end or {}).get("kind") == "tout_lost"
        won = tricks == all_tricks and not lost_unseen
        grade = won and house.tout_doubles == "all"
        return _Outcome(won, grade, grade, (ours, theirs))
    won = ours >= total // 2 + 1
    if won:
        black = tricks == all_tricks
        return _Outcome(won, black or theirs < total // 4, black, (ours, theirs))
    if house.declarer_schneider_free == "never":
        return _Outcome(won, False, False, (ours, theirs))
    free = house.declarer_schneider_free
    free = free if isinstance(free, int) else total // 4 + 1
    return _Outcome(won, tricks == 0 or ours < free, tricks == 0, (ours, theirs))


def base_price(house: HouseRules, contract: Contract) -> int:
    """Return the price of the kind of game alone (EN, base rate)."""
    if contract.kind == "rufspiel":
        return house.tariff["call"]
    if contract.kind == "ramsch":
        return house.tariff["ramsch"]
    return house.tariff["solo"]


def _price(facts: Facts, house: HouseRules, contract: Contract, outcome: _Outcome, run: int) -> int:
    """Return what each loser owes; negative where the losers' Laufende outweigh the game."""
    base = base_price(house, contract)
    grade = house.tariff["schneider"] * outcome.schneider
    grade += house.tariff["schwarz"] * outcome.schwarz
    extra = house.tariff["laufende"] * abs(run)
    if house.laufende_to == "holder" and (run > 0) != outcome.won:
        extra = -extra
    doubled = contract.tout and (outcome.won or house.tout_doubles_when == "always")
    factor = 2 if doubled else 1
    match house.tout_doubles:
        case "base":
            price = base * factor + grade + extra
        case "base+laufende":
            price = (base + extra) * factor + grade
        case _:
            price = (base + grade + extra) * factor
    return price << len(facts.record.doubles)


def _laufende(
    facts: Facts,
    house: HouseRules,
    contract: Contract,
    declarers: tuple[int, ...],
    had: Mapping[Card, int],
) -> int:
    """Count the run from the top trump in one side's hands; negative where the defenders had it."""
    if not house.laufende:
        return 0
    counting = facts.setting.stamm if house.laufende_scope == "stamm" else facts.setting.trumps
    top = had.get(counting[0])
    if top is None:
        return 0
    with_declarers = top in declarers
    count = 0
    for card in counting:
        seat = had.get(card)
        if seat is None or (seat in declarers) is not with_declarers:
            break
        count += 1
    if count < house.laufende_min.get(contract.kind, house.laufende_min["default"]):
        return 0
    return count if with_declarers else -count


def _stated_laufende(facts: Facts, run: int) -> int:
    """Return the Laufende that were stated when the deal ended early, or else those counted."""
    stated = (facts.record.end or {}).get("laufende")
    return stated if isinstance(stated, int) else run


def payout(
    players: int, winners: tuple[int, ...], losers: tuple[int, ...], price: int
) -> tuple[Fraction, ...]:
    """Return what each seat gets; every loser pays, the winners share (EN, settling the score)."""
    amounts = [_ZERO] * players
    alone = len(winners) == 1 or len(losers) == 1
    for seat in losers:
        amounts[seat] = Fraction(-price * (len(winners) if alone else 1))
    for seat in winners:
        amounts[seat] = Fraction(price * len(losers), 1 if alone else len(winners))
    return tuple(amounts)


def _ramsch(facts: Facts, house: HouseRules, counted: Tally) -> DealResult:
    """Settle a Ramsch: most Augen lose and pay every other player (EN, Ramsch; RULES 5)."""
    seats = facts.setting.seats
    virgins = sum(1 for seat in seats if counted.tricks[seat] == 0)
    march = [seat for seat in seats if counted.tricks[seat] == sum(counted.tricks)]
    price = house.tariff["ramsch"]
    amounts = [_ZERO] * facts.setting.players
    if march and house.ramsch_durchmarsch == "wins":
        price *= 2 ** len(facts.record.doubles)
        losers, winners = [seat for seat in seats if seat not in march], march
    else:
        if house.ramsch_jungfrau == "double_each":
            price *= 2**virgins
        elif house.ramsch_jungfrau == "double_once" and virgins:
            price *= 2
        price *= 2 ** len(facts.record.doubles)
        losers = _ramsch_losers(facts, house, counted)
        winners = [seat for seat in seats if seat not in losers]
    for loser in losers:
        for winner in winners:
            amounts[loser] -= price
            amounts[winner] += price
    return DealResult(
        declarers=(),
        winner="seats",
        winners=tuple(winners),
        points=None,
        points_by_seat=counted.points,
        tricks=counted.tricks,
        schneider=False,
        schwarz=False,
        laufende=0,
        laufende_cards=(),
        price=price,
        payout=tuple(amounts),
        stock_change=0,
    )


def _ramsch_losers(facts: Facts, house: HouseRules, counted: Tally) -> list[int]:
    most = max(counted.points[seat] for seat in facts.setting.seats)
    tied = [seat for seat in facts.setting.seats if counted.points[seat] == most]
    if house.ramsch_tie == "shared":
        return tied
    if house.ramsch_tie == "more_tricks":
        tricks = max(counted.tricks[seat] for seat in tied)
        tied = [seat for seat in tied if counted.tricks[seat] == tricks]
    return [_highest_trump(facts, tied)]


def _highest_trump(facts: Facts, tied: Iterable[int]) -> int:
    """Return who of the tied held the highest trump."""
    had, among = holders(facts), tuple(tied)
    for card in facts.setting.trumps:
        if had.get(card) in among:
            return had[card]
    return among[0]


def penalty(facts: Facts, house: HouseRules, offender: int) -> Penalty | None:
    """Return what an upheld error costs (DE, Abrechnung; RULES 0.17 and 8).

    Where the offender's team loses but is not known yet, he pays alone.
    """
    contract = facts.record.contract
    if house.revoke == "none" or contract is None:
        return None
    price = base_price(house, contract)
    if house.revoke_price != "base":
        price += house.tariff["schneider"]
    if house.revoke_price == "schwarz":
        price += house.tariff["schwarz"]
    price *= 2 ** len(facts.record.doubles)
    losers: tuple[int, ...] = (offender,)
    if house.revoke == "game_lost":
        losers = _side_of(facts, offender)
    winners = tuple(seat for seat in facts.setting.seats if seat not in losers)
    return Penalty(price, payout(facts.setting.players, winners, losers, price))


def _side_of(facts: Facts, seat: int) -> tuple[int, ...]:
    declarers = declarers_of(facts, holders(facts))
    if not declarers:
        return (seat,)
    if seat in declarers:
        return declarers
    return tuple(other for other in facts.setting.seats if other not in declarers)
