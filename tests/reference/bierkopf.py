"""Bierkopf's result (BK)."""

from __future__ import annotations

from fractions import Fraction

from tests.reference.deal import Deal
from tests.reference.settled import Settled, counted


def settle(deal: Deal) -> Settled:
    """61 points win a game point, 91 two; each doubling counts twice; 60 to 60 nobody gets any."""
    teams = [set(team) for team in deal.contract["teams"]]
    by_seat, tricks = counted(deal)
    both = [sum(by_seat[seat] for seat in team) for team in teams]
    winner = 0 if both[0] > 60 else 1 if both[1] > 60 else None
    stake = 2 ** len(deal.line["doubles"])
    gained = [0, 0]
    if winner is not None:
        gained[winner] = (2 if both[winner] >= 91 else 1) * stake
    return Settled(
        declarers=(),
        winner="none" if winner is None else f"team{winner}",
        winners=() if winner is None else tuple(sorted(teams[winner])),
        points=None,
        points_by_seat=by_seat,
        tricks=tricks,
        schneider=False,
        schwarz=False,
        laufende=0,
        price=Fraction(max(gained)),
        payout=(Fraction(0),) * 4,
        game_points=(gained[0], gained[1]),
    )
