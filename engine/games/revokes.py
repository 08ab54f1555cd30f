"""Revokes, proven by the player's own later play (RULES section 13, rule A).

Who does not follow the class led says that he has none of it. When he later lays a card of that
class, every such denial is proven to have been wrong, for a hand only ever shrinks.
"""

from __future__ import annotations

from engine.games.base import UNKNOWN, Facts
from engine.report import Verdict


def revoke_verdicts(facts: Facts) -> list[Verdict]:
    """Return one verdict for each play that withheld the class led, in the order of proof."""
    found: list[Verdict] = []
    size = len(facts.setting.seats)
    klasses, plays = facts.klasses, facts.record.plays
    denials: dict[tuple[int, int], list[int]] = {}
    for trick, led in enumerate(facts.led):
        start = trick * size
        if not denials and klasses[start : start + size].count(led) == size:
            continue
        for index in range(start, min(start + size, len(plays))):
            klass = klasses[index]
            if klass == UNKNOWN:
                continue
            seat = plays[index].seat
            if denials:
                denied = denials.pop((seat, klass), None)
                if denied is not None:
                    found += [
                        Verdict("revoke", seat, play, (play, index), index, suspects=(seat,))
                        for play in denied
                    ]
            if klass != led != UNKNOWN:
                denials.setdefault((seat, led), []).append(index)
    return found


def denied_classes(facts: Facts, seat: int) -> frozenset[int]:
    """Return the classes that `seat` has said by its plays to have none of."""
    size = len(facts.setting.seats)
    return frozenset(
        facts.led[index // size]
        for index, play in enumerate(facts.record.plays)
        if play.seat == seat
        and UNKNOWN not in (facts.klasses[index], facts.led[index // size])
        and facts.klasses[index] != facts.led[index // size]
    )
