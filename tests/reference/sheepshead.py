"""Sheepshead's result: the picker's side against the rest, leasters, and two hands (PG)."""

from __future__ import annotations

from fractions import Fraction

from tests.reference.cards import from_french, points
from tests.reference.deal import Deal, die_partner
from tests.reference.settled import Settled, counted, shared

JACK_OF_DIAMONDS = "SU"


def settle(deal: Deal) -> Settled:
    """The result of a deal."""
    if deal.kind == "leaster":
        return leaster(deal)
    return two_hands(deal) if deal.kind == "two_hands" else picked(deal)


def partners_of(deal: Deal) -> set[int]:
    """Who plays with the picker (PG Identifying a Partner; RULES 0.24, 0.25)."""
    contract = deal.contract
    found: set[int] = set()
    card = from_french(contract["called"]) if contract.get("called") else JACK_OF_DIAMONDS
    holder = deal.holder(card)
    alone = contract.get("alone") or contract.get("partner") == "none"
    if holder is not None and not alone:
        found.add(holder)
    # Who sits there or was rolled stays a partner of one who goes alone: RULES 0.6 knows of no
    # one against five or six.
    if deal.people == 6:
        found.add((deal.seat - 1) % 6)  # who sits at the picker's right
    if deal.people == 7:
        found.add(die_partner(deal.line))
    return found - {deal.seat}


def picked(deal: Deal) -> Settled:
    """The picker's side needs 61; how badly is lost sets the price, twice where the picker lost."""
    declarers = tuple(sorted(partners_of(deal) | {deal.seat}))
    rest = tuple(sorted(set(deal.seats) - set(declarers)))
    by_seat, tricks = counted(deal)
    others = sum(by_seat[seat] for seat in rest)
    own = 120 - others  # what was buried counts for the picker
    won = own > 60
    losers = rest if won else declarers
    schwarz = sum(tricks[seat] for seat in losers) == 0
    schneider = schwarz or (others < 30 if won else own < 31)
    units = units_paid(won=won, schneider=schneider, schwarz=schwarz)
    stake = Fraction(units * 2 ** len(deal.line["doubles"]))
    sign = 1 if won else -1
    payout = [Fraction(0)] * deal.line["players"]
    for seat in rest:
        payout[seat] = -sign * stake
    for seat in declarers:
        payout[seat] = sign * stake
    payout[deal.seat] = sign * stake * (len(rest) - len(declarers) + 1)
    return Settled(
        declarers=declarers,
        winner="declarers" if won else "defenders",
        winners=declarers if won else rest,
        points=(own, others),
        points_by_seat=by_seat,
        tricks=tricks,
        schneider=schneider,
        schwarz=schwarz,
        laufende=0,
        price=stake,
        payout=tuple(payout),
    )


def units_paid(*, won: bool, schneider: bool, schwarz: bool) -> int:
    """What each loser loses: one to three; a picker's defeat costs twice (PG Keeping Score)."""
    units = 3 if schwarz else 2 if schneider else 1
    return units if won else 2 * units


def leaster(deal: Deal) -> Settled:
    """The fewest points win among those with a trick; several share (PG least; RULES 0.7)."""
    by_seat, tricks = counted(deal)
    where = deal.contract.get("blind_to", "none")
    if where != "none":
        number = {"first": 1, "last": len(deal.tricks)}.get(where, where)
        taker = deal.tricks[number - 1].winner
        blind = sum(points(from_french(card)) for card in deal.line["blind"])
        by_seat = tuple(had + blind * (seat == taker) for seat, had in enumerate(by_seat))
    takers = [seat for seat in deal.seats if tricks[seat] > 0]
    fewest = min(by_seat[seat] for seat in takers)
    winners = tuple(sorted(seat for seat in takers if by_seat[seat] == fewest))
    losers = tuple(sorted(set(deal.seats) - set(winners)))
    price = Fraction(2 ** len(deal.line["doubles"]))
    return Settled(
        declarers=(),
        winner="seats",
        winners=winners,
        points=None,
        points_by_seat=by_seat,
        tricks=tricks,
        schneider=False,
        schwarz=False,
        laufende=0,
        price=price,
        payout=shared(deal, winners, losers, price),
    )


def two_hands(deal: Deal) -> Settled:
    """Two people without a picker: 61 win, 60 to 60 is a draw (RULES 9)."""
    by_seat, tricks = counted(deal)
    winner = next((seat for seat in deal.seats if by_seat[seat] > 60), None)
    loser = None if winner is None else 1 - winner
    schneider = loser is not None and by_seat[loser] < 30
    schwarz = loser is not None and tricks[loser] == 0
    units = 0 if winner is None else 3 if schwarz else 2 if schneider else 1
    price = Fraction(units * 2 ** len(deal.line["doubles"]))
    return Settled(
        declarers=(),
        winner="none" if winner is None else "seats",
        winners=() if winner is None else (winner,),
        points=None,
        points_by_seat=by_seat,
        tricks=tricks,
        schneider=schneider,
        schwarz=schwarz,
        laufende=0,
        price=price,
        payout=tuple(price if seat == winner else -price for seat in range(2)),
    )
