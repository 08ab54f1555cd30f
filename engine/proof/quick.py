"""The quick look: most positions are possible at sight, and a deal has one for every card.

It says yes only where `engine.proof.possible` would; no means that it cannot tell. What it leaves
to the full count: cards not seen, cards known to be in a hand or said to be, and called cards that
did not come when their suit was led.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.games.calling import Calling, Course, look_at
from engine.games.facts import UNKNOWN, Facts
from engine.games.revokes import Denials
from engine.games.tricks import cards_left, goes_on
from engine.proof.claims import unseen_sizes
from engine.proof.worlds import spare_cards

_last: tuple[Facts, Denials, object, int] | None = None
"""The last look: facts, denials, what the call asked then, and cards to spare.

A card uses up at most one to spare, so that many more cards need no look of their own as long as
nothing new is denied.
"""


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
    standing = denials.standing
    if UNKNOWN in facts.klasses or _says_more(calling):
        return False
    look = None if calling is None else look_at(facts, calling)
    course = Course.KEPT if look is None else look.course
    if course is Course.OPEN:
        return False
    owes = calling is not None and calling.must_hold and not (look and look.caller_has_shown)
    if not standing and not owes and course is Course.KEPT:
        return True
    global _last  # noqa: PLW0603 - a cache; what is returned never depends on it
    asked = course, owes, calling.caller if calling is not None else None, never_played
    last = _last
    if last is not None:
        before, said, asked_before, spare = last
        if spare > 0 and said is denials and asked_before == asked and goes_on(before, facts):
            _last = facts, denials, asked, spare - 1
            return True
    unasked = course is Course.UNASKED
    spare = _spare(
        facts, denials, never_played, calling if owes else None, calling if unasked else None
    )
    if spare < 0:
        return False
    _last = facts, denials, asked, spare
    return True


def _says_more(calling: Calling | None) -> bool:
    return calling is not None and (bool(calling.claims) or calling.lacks)


def _spare(
    facts: Facts,
    denials: Denials,
    never_played: Sequence[Card],
    owing: Calling | None,
    unasked: Calling | None,
) -> int:
    """Return the cards to spare; below none where it takes more than a look to tell.

    `owing` is the calling whose caller has not shown a card of the suit yet, `unasked` the calling
    whose Ass may be anywhere but with the caller.
    """
    left = cards_left(facts)
    rooms = {seat: left[seat] for seat in facts.setting.seats}
    refused = dict.fromkeys(rooms, 0)
    for seat, klass in denials.standing:
        refused[seat] |= 1 << klass
    sizes = unseen_sizes(facts, never_played)
    if owing is not None:
        # One of the suit is the caller's; any that is not called will do.
        if refused[owing.caller] & 1 << owing.suit:
            return -1
        rooms[owing.caller] -= 1
        sizes[owing.suit] -= 1
    if unasked is not None:
        _single_out(unasked, refused, sizes)
    spare = min(*rooms.values(), *sizes, 0)
    if spare < 0:
        return spare
    spare = spare_cards(sizes, [(refused[seat], room) for seat, room in rooms.items()])
    if owing is not None:
        spare = min(spare, rooms[owing.caller], sizes[owing.suit])
    return spare if unasked is None else min(spare, sizes[unasked.suit])


def _single_out(calling: Calling, refused: dict[int, int], sizes: list[int]) -> None:
    """Make the Ass a sort of its own: the caller says that he has not got it."""
    ass = 1 << len(sizes)
    sizes[calling.suit] -= 1
    sizes.append(1)
    for seat, mask in refused.items():
        if seat == calling.caller or mask & 1 << calling.suit:
            refused[seat] = mask | ass
