"""What was wrong in a deal for two: duties count only the cards that lie open (RULES 5, 6)."""

from __future__ import annotations

from kiosk.simulate.duties import Act
from kiosk.simulate.table import Deal


def acts_with_layout(deal: Deal) -> frozenset[Act]:
    """Return every revoke: a card of the class led lay open, and another was played."""
    assert deal.piles is not None
    table = deal.table
    under = {top: below for piles in deal.piles.values() for below, top in piles}
    open_cards = {seat: {top for _, top in piles} for seat, piles in deal.piles.items()}
    found: set[Act] = set()
    for start in range(0, len(deal.plays), 2):
        trick = deal.plays[start : start + 2]
        led = table.klasses[trick[0][1]]
        for index, (seat, card) in enumerate(trick, start):
            could = any(table.klasses[other] == led for other in open_cards[seat])
            if index > start and table.klasses[card] != led and could:
                found.add(("revoke", seat, index))
            open_cards[seat].remove(card)
        for seat, card in trick:
            if card in under:
                open_cards[seat].add(under[card])
    return frozenset(found)
