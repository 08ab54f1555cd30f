"""Revokes, proven by the player's own later play (RULES section 13, rule A).

Who does not follow the class led says that he has none of it. When he later lays a card of that
class, every such denial is proven to have been wrong, for a hand only ever shrinks. Where two play
from a layout a card may have been covered, and `engine.games.layout` judges instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.games.facts import UNKNOWN, Facts
from engine.games.layout import layout_revokes
from engine.games.tricks import goes_on
from engine.report import Grade, Known, Verdict

REVOKE = "revoke"


@dataclass(frozen=True, slots=True)
class Denials:
    """What the seats have said by not following."""

    wrong: tuple[tuple[int, int], ...]
    """Each denial that proved wrong, with the later play that shows it."""
    standing: Mapping[tuple[int, int], tuple[int, ...]]
    """Seat and class: the plays that denied the class and were not contradicted since."""


_last: tuple[Facts, Denials] | None = None
"""What was read last: the next card of the same deal adds to it."""


def read_denials(facts: Facts) -> Denials:
    """Read what was denied, and what was contradicted, in the order of play."""
    global _last  # noqa: PLW0603 - a cache; what is returned never depends on it
    before = _last
    if before is not None and before[0] is facts:
        return before[1]
    if before is not None and goes_on(before[0], facts):
        denials = _with_one_more(before[1], facts)
    else:
        denials = _read(facts)
    _last = facts, denials
    return denials


def _with_one_more(before: Denials, facts: Facts) -> Denials:
    """Return the denials after one more card."""
    klass, led = facts.klasses[-1], facts.led[-1]
    if klass == UNKNOWN:
        return before
    index = len(facts.klasses) - 1
    seat = facts.record.plays[index].seat
    follows = led in (klass, UNKNOWN)
    denied = before.standing.get((seat, klass))
    if follows and denied is None:
        return before
    standing, wrong = dict(before.standing), before.wrong
    if denied is not None:
        del standing[seat, klass]
        wrong = (*wrong, *[(play, index) for play in denied])
    if not follows:
        standing[seat, led] = (*standing.get((seat, led), ()), index)
    return Denials(wrong, standing)


def _read(facts: Facts) -> Denials:
    wrong: list[tuple[int, int]] = []
    size = len(facts.setting.seats)
    klasses, plays = facts.klasses, facts.record.plays
    denials: dict[tuple[int, int], tuple[int, ...]] = {}
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
                    wrong += [(play, index) for play in denied]
            if klass != led != UNKNOWN:
                denials[seat, led] = (*denials.get((seat, led), ()), index)
    return Denials(tuple(wrong), denials)


def revoke_verdicts(facts: Facts, denials: Denials) -> list[Verdict]:
    """Return one verdict for each play that withheld the class led, in the order of proof."""
    wrong = layout_revokes(facts) if facts.setting.piles else denials.wrong
    if not wrong:
        return []
    plays = facts.record.plays
    return [
        Verdict(
            REVOKE,
            plays[play].seat,
            play,
            (play, shown) if shown != play else (play,),
            shown,
            suspects=(plays[play].seat,),
            grades=(Known(Grade.OWN_PLAY, shown),),
        )
        for play, shown in wrong
    ]


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
