"""The two teams: who sits opposite plays together (BK)."""

from __future__ import annotations

from engine.games.facts import Facts, Setting
from engine.record import DealRecord

Team = tuple[int, ...]


def teams_of(facts: Facts) -> tuple[Team, Team]:
    """Return both teams' seats; by the contract, else by who sits opposite, seat 0's team first."""
    contract, seats = facts.record.contract, facts.setting.seats
    told = contract.details.get("teams") if contract is not None else None
    if isinstance(told, list | tuple) and len(told) == 2:
        first, second = told
        return tuple(first), tuple(second)
    return (seats[0], seats[2]), (seats[1], seats[3])


def team_of(facts: Facts, seat: int) -> int:
    """Return the number of the team, 0 or 1, that a seat plays in."""
    return int(seat not in teams_of(facts)[0])


def vorhand(record: DealRecord, setting: Setting) -> int:
    """Return the dealer's left neighbour, who leads and is asked first (BK)."""
    seat = (record.dealer + 1) % record.players
    while seat not in setting.rotation:
        seat = (seat + 1) % record.players
    return seat
