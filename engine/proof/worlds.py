"""Whether cards can be spread over places, by counting alone (Hall's condition, RULES 13 T2).

Cards come in sorts, all cards of one sort alike; a place takes a number of cards and may refuse
some sorts. The places take exactly as many cards as there are. Then the cards can be spread if and
only if no group of places has more room than there are cards that one of the group accepts.
Only groups that refuse something in common can be too roomy, so nothing is ever searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def can_be_spread(sizes: Sequence[int], places: Iterable[tuple[int, int]]) -> bool:
    """Tell whether the cards can be spread.

    Args:
        sizes: number of cards of each sort; sort i is bit i of the places' masks.
        places: mask of the refused sorts, and room. The rooms add up to the number of cards.
    """
    return spare_cards(sizes, places) >= 0


def spare_cards(sizes: Sequence[int], places: Iterable[tuple[int, int]]) -> int:
    """Return by how many cards the tightest group of places is supplied beyond its room.

    Below none where the cards cannot be spread. One card less, and one place less for it, takes at
    most one away. Arguments as for `can_be_spread`.
    """
    spare = total = sum(sizes)
    roomiest: dict[int, int] = {}
    for refused, room in places:
        if not refused or not room:
            continue
        groups = [(refused, room)]
        for common, held in roomiest.items():
            both = common & refused
            if both:
                groups.append((both, held + room))
        for common, held in groups:
            if held > roomiest.get(common, 0):
                roomiest[common] = held
                beyond = total - _cards(sizes, common) - held
                if beyond < spare:
                    if beyond < 0:
                        return beyond
                    spare = beyond
    return spare


def _cards(sizes: Sequence[int], mask: int) -> int:
    """Return how many cards the sorts of a mask have."""
    count = 0
    while mask:
        lowest = mask & -mask
        count += sizes[lowest.bit_length() - 1]
        mask ^= lowest
    return count
