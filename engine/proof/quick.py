"""The quick look: most positions are possible at sight, and a deal has one for every card.

It says yes only where `engine.proof.possible` would; no means that it cannot tell. What it leaves
to the full count: cards not seen, cards known to be in a hand, and called cards that did not come
when their suit was led.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.games.base import UNKNOWN, Facts
from engine.games.calling import Calling, Course, course_of
from engine.games.revokes import Denials
from engine.games.tricks import cards_left
from engine.proof.claims import unseen_sizes
from engine.proof.worlds import can_be_spread


def clearly_possible(
    facts: Facts, calling: Calling | None, denials: Denials, never_played: Sequence[Card]
) -> bool:
    """Tell whether it is seen at once that nobody need have done anything wrong.

    Args:
        facts: a deal whose seats are in order and in which no card lies twice.
        calling: its called cards.
        denials: what was denied; none of it disproved.
        never_played: cards known to be in nobody's hand.
    """
    setting, standing = facts.setting, denials.standing
    if UNKNOWN in facts.klasses:
        return False
    course = Course.KEPT if calling is None else course_of(facts, calling)
    if course is Course.OPEN:
        return False
    owes = calling is not None and calling.must_hold and not _has_shown_one(facts, calling)
    if not standing and not owes and course is Course.KEPT:
        return True
    left = cards_left(facts)
    rooms = {seat: left[seat] for seat in setting.seats}
    refused = dict.fromkeys(setting.seats, 0)
    for seat, klass in standing:
        refused[seat] |= 1 << klass
    sizes = unseen_sizes(facts, never_played)
    if calling is not None and owes:
        # One of the suit is the caller's; any that is not called will do.
        if refused[calling.caller] & 1 << calling.suit:
            return False
        rooms[calling.caller] -= 1
        sizes[calling.suit] -= 1
    if calling is not None and course is Course.UNASKED:
        _single_out(calling, refused, sizes)
    if min(rooms.values()) < 0 or min(sizes) < 0:
        return False
    return can_be_spread(sizes, [(refused[seat], room) for seat, room in rooms.items()])


def _has_shown_one(facts: Facts, calling: Calling) -> bool:
    """Tell whether the caller has laid a card of the suit that he called."""
    suit, caller = calling.suit, calling.caller
    for klass, play in zip(facts.klasses, facts.plays, strict=True):
        if klass == suit and play.seat == caller:
            return True
    return False


def _single_out(calling: Calling, refused: dict[int, int], sizes: list[int]) -> None:
    """Make the Ass a sort of its own: the caller says that he has not got it."""
    ass = 1 << len(sizes)
    sizes[calling.suit] -= 1
    sizes.append(1)
    for seat, mask in refused.items():
        if seat == calling.caller or mask & 1 << calling.suit:
            refused[seat] = mask | ass
