"""What was wrong in a deal for two: duties count only what lies open or is in hand (RULES 5, 6)."""

from __future__ import annotations

from itertools import pairwise

from tests.simulate.playing import Act
from tests.simulate.table import Deal


def acts_with_layout(deal: Deal) -> frozenset[Act]:
    """Return every revoke: a card of the class led was free to be played, another one was."""
    assert deal.piles is not None
    table = deal.table
    under = {
        top: below
        for piles in deal.piles.values()
        for pile in piles
        for below, top in pairwise(pile)
    }
    covered = set(under.values())
    free = {
        seat: {card for card in hand if card not in covered} for seat, hand in deal.hands.items()
    }
    found: set[Act] = set()
    for start in range(0, len(deal.plays), 2):
        trick = deal.plays[start : start + 2]
        led = table.klasses[trick[0][1]]
        for index, (seat, card) in enumerate(trick, start):
            could = any(table.klasses[other] == led for other in free[seat])
            if index > start and table.klasses[card] != led and could:
                found.add(("revoke", seat, index))
            free[seat].remove(card)
        for seat, card in trick:
            if card in under:
                free[seat].add(under[card])
    return frozenset(found)
