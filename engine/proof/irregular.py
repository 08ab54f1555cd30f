"""What does not fit the order of play: never proof, only a reason to look again.

A card laid out of turn, a trick led by the wrong seat, a card that lies twice or that is not in the
deck may as well be a slip of the recording; such a verdict stays suspected until a person decides.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.caching import Slot
from engine.cards import Card
from engine.deal.report import Status, Verdict
from engine.games.facts import UNKNOWN, Facts, goes_on

OUT_OF_TURN = frozenset({"out_of_turn", "lead_out_of_turn"})
"""Kinds that put the seats of a trick in doubt."""


_OF_TWO = 8
"""Cards within which a missed one fails the turn of two players, where it fails at all (7 was the
most in simulated deals); with more it does within a trick (`tests/engine/proof`)."""

_STANDS = frozenset({"upheld", "waived"})
"""Rulings by which a card was really laid out of turn: the recording is right."""


def seats_in_doubt_from(facts: Facts, irregular: Sequence[Verdict]) -> int | None:
    """Return the play from which on the seats may have been recorded wrongly; None for nowhere.

    A card that was missed, or counted twice, shifts every trick after it, and shows only once the
    turn fails: so the trick before that is in doubt (of two players the four before it), and all
    that follows. A person who says that the card was really laid out of turn lifts the doubt.
    """
    stands = {each.verdict for each in facts.record.rulings if each.ruling in _STANDS}
    turned = [each.play for each in irregular if each.kind in OUT_OF_TURN and each.id not in stands]
    if not turned:
        return None
    size = len(facts.setting.seats)
    window = _OF_TWO if size == 2 else size
    return max(0, (min(turned) // size * size) - window)


_REGULAR = Slot[tuple[Facts, int]]()
"""What was found in order last, and who had to lead first: the next card is looked at alone."""


def irregular_verdicts(facts: Facts, first_leader: int) -> list[Verdict]:
    """Return the suspicions about seats and cards."""
    last = facts.record.memo.latest(_REGULAR)
    if last is not None and last[1] == first_leader and goes_on(last[0], facts):
        found = [] if _last_card_fits(facts) else _found(facts, first_leader)
    else:
        found = _found(facts, first_leader)
    if not found:
        facts.record.memo.keep(_REGULAR, (facts, first_leader))
    return found


def _last_card_fits(facts: Facts) -> bool:
    """Tell whether the last card is in order, where all before it are."""
    if facts.doubtful or UNKNOWN in facts.klasses or facts.led[-1] == UNKNOWN:
        return False
    tricks = facts.tricks
    if len(tricks[-1].plays) > 1:
        return True
    return len(tricks) > 1 and tricks[-1].leader == tricks[-2].winner


def _found(facts: Facts, first_leader: int) -> list[Verdict]:
    found: list[Verdict] = []
    expected: int | None = first_leader
    for trick, led in zip(facts.tricks, facts.led, strict=True):
        if expected is not None and trick.leader != expected:
            found.append(_suspected("lead_out_of_turn", trick.leader, trick.start))
        if led == UNKNOWN:
            found += _out_of_order(facts, trick.start, trick.leader)
        expected = trick.winner if trick.complete else None
    if facts.doubtful:
        found += _twice(facts)
    if UNKNOWN in facts.klasses:
        found += _foreign(facts)
    return found


def _suspected(kind: str, seat: int, play: int, first: int | None = None) -> Verdict:
    proof = (play,) if first is None else (first, play)
    return Verdict(kind, seat, play, proof, play, status=Status.SUSPECTED, suspects=(seat,))


def _out_of_order(facts: Facts, start: int, leader: int) -> list[Verdict]:
    order = facts.setting.rotation.get(leader, facts.setting.seats)
    plays = facts.plays[start : start + len(order)]
    seats = tuple([play.seat for play in plays])
    if seats == order[: len(seats)]:
        return []
    return [
        _suspected("out_of_turn", seat, start + place)
        for place, seat in enumerate(seats)
        if seat != order[place]
    ]


def _twice(facts: Facts) -> list[Verdict]:
    first: dict[Card, int] = {}
    found: list[Verdict] = []
    for index, play in enumerate(facts.plays):
        if play.card is None:
            continue
        if play.card in first:
            found.append(_suspected("duplicate_card", play.seat, index, first[play.card]))
        else:
            first[play.card] = index
    return found


def _foreign(facts: Facts) -> list[Verdict]:
    points = facts.setting.points
    return [
        _suspected("foreign_card", play.seat, index)
        for index, play in enumerate(facts.plays)
        if play.card is not None and play.card not in points
    ]
