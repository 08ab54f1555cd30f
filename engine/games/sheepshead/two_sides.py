"""A picked deal with every hand known: the sides, the steps of the result, what is owed.

`duties` judges picker and partner for the referee, who knows no hand (PG, partner; RULES 7 and
9.3); the same is said here in numbers. What was buried counts for the picker's side (PG, score).
"""

from __future__ import annotations

from engine.cards import Card
from engine.games.facts import UNKNOWN, Facts
from engine.games.sheepshead.contract import CALLED, Picked, ace_beside, is_ten, picked
from engine.games.sheepshead.setting import placed_partners
from engine.games.sheepshead.settlement import FREE_OPPONENTS, WIN
from engine.games.two_sides import EACH_ALONE, SIDES_UNKNOWN, Due, Holders, Keep, TwoSides
from engine.text import Text

FACE_DOWN = Text(
    de="Eine Karte lag verdeckt auf dem Tisch: Was die anderen davon wissen konnten, lässt sich "
    "nicht sagen.",
    en="One card lay face down on the table: what the others could know of it cannot be said.",
)

ACE_BURIED = Text(
    de="Das Ass der gerufenen Zehn lag unter den vergrabenen Karten.",
    en="The ace of the called ten was among the buried cards.",
)


def two_sides(facts: Facts, had: Holders) -> TwoSides | Text:
    """Return what the deal is played for; a reason where there are no two sides."""
    record, setting = facts.record, facts.setting
    if record.contract is None:
        return SIDES_UNKNOWN
    call = picked(record)
    if call is None:
        return EACH_ALONE
    placed = placed_partners(record, call.picker)
    if placed is None or call.unsaid:
        return SIDES_UNKNOWN
    if call.under is not None:
        return FACE_DOWN
    named = {seat for card, seat in had.items() if card is call.card}
    side = tuple(sorted({call.picker, *placed, *named}))
    free = record.rules.options["declarer_schneider_free"]
    steps = {WIN, setting.total - FREE_OPPONENTS + 1}
    steps |= {free} if isinstance(free, int) else set()
    apart = setting.total - sum(setting.points[each] for each in had)
    if call.method != CALLED or call.card is None:
        return TwoSides(side, tuple(sorted(steps)), apart)
    if is_ten(call.card) and ace_beside(call.card, record.family) not in had:
        return ACE_BURIED
    dues, keeps = _owed(facts, call, call.card, had)
    return TwoSides(side, tuple(sorted(steps)), apart, dues, keeps)


def _owed(
    facts: Facts, call: Picked, called: Card, had: Holders
) -> tuple[tuple[Due, ...], tuple[Keep, ...]]:
    """Return what the holder of the called card owes, and what the picker keeps for its suit."""
    klass = facts.setting.klass
    suit = klass.get(called, UNKNOWN)
    dues = []
    if had.get(called, call.picker) != call.picker:
        dues.append(Due(had[called], (called,), suit))
    if is_ten(called):
        return (*dues, Due(call.picker, (ace_beside(called, facts.record.family),), suit)), ()
    his = tuple(each for each, seat in had.items() if seat == call.picker and klass[each] == suit)
    return tuple(dues), (Keep(call.picker, his, suit),) if his else ()
