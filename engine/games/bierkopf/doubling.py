"""Bierkopf's teams and doubling: who may, who does so wrongly, and what counts (BK; RULES 0.8).

Who sits opposite plays together. Before the first card the three seats from the dealer's left are
asked in turn, and the first double ends that round; without one nobody doubles in this deal. Then
only the team that did not double last may, any member, once two cards lie, as often as the teams
like. A double is judged only where its seat and moment are on record. One that was upheld as
illegal does not count, nor does what answered it; until somebody decides, everything that was said
counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.deal.record import Doubling
from engine.deal.report import Grade, Known, Verdict
from engine.games.base import MayDouble, vorhand
from engine.games.facts import Facts

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


DOUBLE = "double"
KIND = "illegal_double"
_PASS = "pass"
_OPENERS = 3
"""Seats that are asked before the first card; the fourth is the dealer's."""


NOBODY = MayDouble(DOUBLE)


@dataclass(frozen=True, slots=True)
class _Judged:
    """One doubling and what it was."""

    index: int
    """Its place among the doublings."""
    illegal: bool
    answers: int | None
    """The place of the doubling it answers; None for one that opens."""


def may_double(facts: Facts) -> MayDouble:
    """Return who may double after the cards that lie.

    Who passes before the first card may be noted as a bid (`pass`); without that every seat still
    to be asked may speak, for then those before it have passed.
    """
    record, laid = facts.record, len(facts.plays)
    if record.end is not None or laid >= facts.setting.play_count:
        return NOBODY
    said = [each for each in _judged(facts) if not each.illegal]
    if said:
        last = record.doubles[said[-1].index]
        free = _answering(facts, last, laid)
        return MayDouble(DOUBLE, free, () if last.seat is None else free)
    passed = {bid.seat for bid in record.bids if bid.say == _PASS}
    asked = () if record.doubles else _opening(facts, laid)
    free = tuple(seat for seat in asked if seat not in passed)
    talks = teams_of(facts)[team_of(facts, free[0])] if free else ()
    return MayDouble(DOUBLE, free, talks)


def _opening(facts: Facts, laid: int) -> tuple[int, ...]:
    """Return who may be the first to double, in the order in which they are asked."""
    if laid or facts.record.rules.options["doubling"] == "off":
        return ()
    return facts.setting.rotation[vorhand(facts.record, facts.setting)][:_OPENERS]


def _answering(facts: Facts, last: Doubling, laid: int) -> tuple[int, ...]:
    """Return who may double again after `last`; anybody where it is not known whose that was."""
    options, seats = facts.record.rules.options, facts.setting.seats
    least = options["redouble_from"]
    assert isinstance(least, int)
    in_time = max(least, last.after or 0) <= laid < facts.setting.play_count
    if options["doubling"] != "alternating" or not in_time:
        return ()
    if last.seat is None or last.seat not in seats:
        return seats
    return teams_of(facts)[1 - team_of(facts, last.seat)]


def counting(facts: Facts) -> int:
    """Return how many doublings count: all that nobody upheld as illegal."""
    doubles = facts.record.doubles
    upheld = {each.verdict for each in facts.record.rulings if each.ruling == "upheld"}
    if not upheld:
        return len(doubles)
    gone: set[int] = set()
    for each in _judged(facts):
        struck = each.illegal and _verdict(facts, doubles[each.index]).id in upheld
        if struck or each.answers in gone:
            gone.add(each.index)
    return len(doubles) - len(gone)


def doubling_verdicts(facts: Facts) -> tuple[Verdict, ...]:
    """Return a verdict for each double that was said too early, too late or by who may not.

    Two at one moment by one seat are one verdict.
    """
    if not facts.plays:
        return ()  # Before the first card there is no play to hang it on: it is told with that.
    doubles = facts.record.doubles
    found = [_verdict(facts, doubles[each.index]) for each in _judged(facts) if each.illegal]
    return tuple({each.id: each for each in found}.values())


def _judged(facts: Facts) -> Iterator[_Judged]:
    """Judge the doublings one by one; what was wrong is answered only where nothing right was."""
    doubles = facts.record.doubles
    right: int | None = None
    for index, each in enumerate(doubles):
        answers = right if right is not None else (index - 1 if index else None)
        if each.seat is None or each.after is None or each.seat not in facts.setting.seats:
            illegal = False
        elif right is None and each.seat in _opening(facts, each.after):
            illegal, answers = False, None
        else:
            last = None if answers is None else doubles[answers]
            illegal = last is None or each.seat not in _answering(facts, last, each.after)
        yield _Judged(index, illegal, answers)
        right = right if illegal else index


def _verdict(facts: Facts, double: Doubling) -> Verdict:
    """Return the verdict; no card was wrong, it is told with the card that lay last then."""
    assert double.seat is not None
    assert double.after is not None
    play = min(max(0, double.after - 1), len(facts.plays) - 1)
    return Verdict(
        KIND,
        double.seat,
        play,
        (),
        play,
        Grade.OWN_PLAY,
        suspects=(double.seat,),
        grades=(Known(Grade.OWN_PLAY, play),),
    )
