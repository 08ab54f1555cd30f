"""Deals that end before their last card: the rest claimed or given up, all agreeing (RULES 12).

The rest is settled only where it is known whose it is: who plays with the picker must have shown,
and where the opponents get it the bury must be on record, for it is the picker's.
"""

from __future__ import annotations

from engine.games.facts import Facts
from engine.games.sheepshead.contract import buried, count_of, picked
from engine.games.sheepshead.partner import teams
from engine.games.tally import Tally, tally


def counted(facts: Facts) -> Tally | None:
    """Return what each seat won, the rest with whom it goes to; None where that is open."""
    won = tally(facts)
    if won is None or len(facts.plays) == facts.setting.play_count:
        return won
    taker = _taker(facts)
    rest = None if taker is None else _rest(facts, won, taker)
    if taker is None or rest is None:
        return None
    points, tricks = list(won.points), list(won.tricks)
    points[taker] += rest
    tricks[taker] += facts.setting.trick_count - sum(won.tricks)
    return Tally(tuple(points), tuple(tricks))


def _taker(facts: Facts) -> int | None:
    """Return a seat of the side that gets the rest."""
    end = facts.record.end or {}
    kind, seat = end.get("kind"), end.get("seat")
    agreed = end.get("agreed", True) is True
    if not agreed or not isinstance(seat, int) or seat not in facts.setting.seats:
        return None
    if picked(facts.record) is not None and not teams(facts).known:
        return None
    if kind == "claim":
        return seat
    others = [each for each in facts.setting.seats if each not in _side(facts, seat)]
    return others[0] if kind == "conceded" and others and _two_sides(facts) else None


def _two_sides(facts: Facts) -> bool:
    return picked(facts.record) is not None or len(facts.setting.seats) == 2


def _side(facts: Facts, seat: int) -> tuple[int, ...]:
    if picked(facts.record) is None:
        return (seat,)
    declarers = teams(facts).declarers
    if seat in declarers:
        return declarers
    return tuple(each for each in facts.setting.seats if each not in declarers)


def _rest(facts: Facts, won: Tally, taker: int) -> int | None:
    """Return the points of the cards still in hands; None where the bury could be among them."""
    never = buried(facts.record)
    left = facts.setting.total - sum(won.points)
    if len(never) == count_of(facts.record).blind:
        return left - sum(facts.setting.points[each] for each in never)
    # What is left then is the picker's side's, in tricks or buried.
    return 0 if picked(facts.record) is not None and taker in teams(facts).declarers else None
