"""Revokes, proven by the player's own later play (RULES section 13, rule A).

Who does not follow the class led says that he has none of it. Where who cannot follow must trump,
whoever throws a card off says besides that he has no trump: each can be wrong by itself, and is a
verdict of its own then. When he later lays a card of a class he denied, every such denial is
proven to have been wrong, for a hand only ever shrinks. Where two play from a layout a card may
have been covered, and `engine.games.layout` judges instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.games.facts import UNKNOWN, Facts, Setting
from engine.games.layout import layout_revokes
from engine.games.tricks import goes_on
from engine.report import Grade, Known, Verdict

REVOKE = "revoke"
MUST_TRUMP = "must_trump"
"""Neither followed nor played what is due then (`Setting.otherwise`)."""


def denied_by(setting: Setting, led: int, klass: int) -> tuple[int, ...]:
    """Return the classes of which a card of `klass` says that its player has none."""
    if klass == led or UNKNOWN in (led, klass):
        return ()
    denied = [led]
    for due in setting.otherwise:
        if due == klass:
            break
        if due not in denied:
            denied.append(due)
    return tuple(denied)


def kind_of_denial(facts: Facts, play: int, klass: int) -> str:
    """Return what it is if `play`, which denied `klass`, turns out to have been wrong."""
    followed = klass == facts.led[play // len(facts.setting.seats)]
    return REVOKE if followed else MUST_TRUMP


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
    denied = before.standing.get((seat, klass))
    if led in (klass, UNKNOWN) and denied is None:
        return before
    standing, wrong = dict(before.standing), before.wrong
    if denied is not None:
        del standing[seat, klass]
        wrong = (*wrong, *[(play, index) for play in denied])
    for each in () if seat == facts.setting.silent else denied_by(facts.setting, led, klass):
        standing[seat, each] = (*standing.get((seat, each), ()), index)
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
            if klass != led != UNKNOWN and seat != facts.setting.silent:
                for each in denied_by(facts.setting, led, klass):
                    denials[seat, each] = (*denials.get((seat, each), ()), index)
    return Denials(tuple(wrong), denials)


def revoke_verdicts(facts: Facts, denials: Denials) -> list[Verdict]:
    """Return one verdict for each play that withheld the class led, in the order of proof."""
    layout = facts.setting.piles is not None
    wrong = layout_revokes(facts) if layout else denials.wrong
    if not wrong:
        return []
    plays = facts.record.plays
    return [
        Verdict(
            REVOKE if layout else kind_of_denial(facts, play, facts.klasses[shown]),
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
        klass
        for index, play in enumerate(facts.record.plays)
        if play.seat == seat != facts.setting.silent
        for klass in denied_by(facts.setting, facts.led[index // size], facts.klasses[index])
    )
