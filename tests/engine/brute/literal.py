"""The same without any shortcut: card by card, every distribution, the whole deal replayed in each.

Only for a handful of unseen cards; it is what `worlds` is held against.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tests.engine.brute.worlds import Position
from tests.simulate.playing import NOT_KEPT, Act, acts


def hands_of(position: Position) -> Iterator[dict[int, tuple[str, ...]]]:
    """Yield the hands as dealt in every world."""
    table, known = position.table, dict(position.known)
    laid = {seat: tuple(c for s, c in position.plays if s == seat) for seat in table.seats}

    def spread(place: int, left: frozenset[str]) -> Iterator[dict[int, tuple[str, ...]]]:
        if place == len(table.seats):
            yield {}
            return
        seat = table.seats[place]
        here = frozenset(card for card in left if known.get(card) == seat)
        free = sorted(card for card in left if card not in known)
        for more in combinations(free, table.hand_size - len(laid[seat]) - len(here)):
            mine = here.union(more)
            for others in spread(place + 1, left - mine):
                yield {seat: (*laid[seat], *sorted(mine)), **others}

    yield from spread(0, frozenset(position.unseen))


def worlds_of(position: Position) -> list[frozenset[Act]]:
    """Return what is wrong in each world."""
    return [
        frozenset(act for act in acts(position.table, hands, position.plays) if act[0] != NOT_KEPT)
        for hands in hands_of(position)
    ]
