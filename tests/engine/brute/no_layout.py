"""Two players whose layout nobody noted: what is proven whichever cards lay under which.

Each hand is eight piles of two; the lower card can be played once the upper one is gone. A player
who threw off another class is innocent where every card of the class led that was still his lay
covered. Every way the cards played can have been upper or lower ones is tried.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.simulate.playing import Act
from tests.simulate.table import SimulatedTable

PILES = 8


def certain_without_layout(
    table: SimulatedTable, plays: Sequence[tuple[int, str]], *, count: bool = True
) -> frozenset[Act]:
    """Return every revoke that no layout and no distribution of the unseen cards excuses.

    Without `count` only the cards the offender laid himself speak.
    """
    laid = {card for _, card in plays}
    unseen = [table.klasses[card] for card in table.deck if card not in laid]
    found: set[Act] = set()
    for index in range(1, len(plays), 2):
        seat, card = plays[index]
        led = table.klasses[plays[index - 1][1]]
        if table.klasses[card] == led:
            continue
        own = [place for place, (whose, _) in enumerate(plays) if whose == seat]
        denies = [table.klasses[plays[place][1]] == led for place in own]
        others = sum(klass != led for klass in unseen) if count else len(table.deck)
        if not _excused(denies, own.index(index), others):
            found.add(("revoke", seat, index))
    return frozenset(found)


def _excused(of_class: Sequence[bool], turn: int, others: int) -> bool:
    """Tell whether some layout hides every card of the class at own turn `turn`.

    Args:
        of_class: for each own play in order, whether it is of the class that was led.
        turn: which of them is the one that did not follow.
        others: unseen cards of other classes, which may be what still lies open.
    """
    # Uppers gone, free lowers under uppers gone before the turn, and under uppers gone since.
    states = {
        (uppers, 2 * uppers - turn, 0)
        for uppers in range(min(turn, PILES) + 1)
        if 2 * uppers >= turn
    }
    for of_it in of_class[turn:]:
        states = {after for state in states for after in _after(*state, of_it)}
    return any(PILES - uppers + before <= others for uppers, before, _ in states)


def _after(uppers: int, before: int, since: int, of_it: bool) -> list[tuple[int, int, int]]:
    """Return what can be after one more card, none of the class having lain open at the turn."""
    found = []
    if uppers < PILES and not of_it:
        found.append((uppers + 1, before, since + 1))
    if before and not of_it:
        found.append((uppers, before - 1, since))
    if since:
        found.append((uppers, before, since - 1))
    return found
