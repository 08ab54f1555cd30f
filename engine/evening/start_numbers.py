"""Start numbers: whose number of a tournament each seat of an evening has.

A number belongs to the person. Whoever changes places takes it along; who comes in for somebody
that left has the number that was left. A substitute plays under the owner's number, whatever the
table itself counts the deal for.
"""

from __future__ import annotations

from engine.evening.deal import DealState
from engine.evening.state import TableState, person_keys

NOBODY = 0
"""The number of somebody too many, whom the tournament does not know."""

_Key = tuple[str, int]


def start_numbers(state: TableState) -> dict[_Key, int]:
    """Return the number of everybody who has owned a seat, by name and which of that name.

    Without a tournament the seats of the evening's begin are counted from 1, and who comes later
    goes on from there.
    """
    given: dict[_Key, int] = {}
    if not state.seatings:
        return given
    first, *later = (person_keys(names) for _, names in state.seatings)
    place = state.tournament
    told = () if place is None else place.numbers
    for seat, key in enumerate(first):
        given[key] = told[seat] if seat < len(told) else seat + 1 if place is None else NOBODY
    before = first
    for seating in later:
        left = [key for key in before if key not in seating]
        for seat, key in enumerate(seating):
            if key in given:
                continue
            heir = before[seat] if seat < len(before) and before[seat] in left else None
            heir = heir or next(iter(left), None)
            if heir is None:
                given[key] = max(given.values()) + 1 if place is None else NOBODY
                continue
            left.remove(heir)
            given[key] = given[heir]
        before = seating
    return given


def numbers_of(state: TableState, deal: DealState) -> tuple[int, ...]:
    """Return the number of each seat in a deal of the evening, seat 0 first."""
    given = start_numbers(state)
    return tuple(given.get(key, NOBODY) for key in person_keys(state.seating_of(deal)))
