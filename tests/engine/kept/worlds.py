"""Everything that follows at a position, every distribution of the unseen cards written out.

Where nobody knows which card lies face down, it is each of the picker's in turn. It lies in sight
of all, so everybody sees that it is played when it is due and not before: worlds in which it was
not are none, and neither are those in which another seat would have had to lead than did.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tests.engine.brute.worlds import Proven
from tests.engine.kept.rules import DECK, HAND, Act, Call, Moment, acts_of, moments


@dataclass(frozen=True)
class Position:
    """What the table has seen; `bury` is None where nobody noted it."""

    call: Call
    plays: tuple[tuple[int, str], ...]
    bury: tuple[str, ...] | None = None
    unknown: bool = False
    """Whether nobody knows which card lies face down."""

    @property
    def unseen(self) -> tuple[str, ...]:
        seen = {card for _, card in self.plays}.union(self.bury or ())
        return tuple(card for card in DECK if card not in seen)


World = dict[int | None, tuple[str, ...]]
"""The unseen cards each seat holds; None: buried."""


def worlds_of(position: Position) -> Iterator[World]:
    """Yield every way the unseen cards can lie; a known card face down is the picker's."""
    call = position.call
    laid = [seat for seat, _ in position.plays]
    places: list[int | None] = [*range(call.players)]
    rooms = [HAND[call.players] - laid.count(seat) for seat in range(call.players)]
    if position.bury is None:
        places.append(None)
        rooms.append(len(position.unseen) - sum(rooms))

    def spread(at: int, left: tuple[str, ...]) -> Iterator[World]:
        if at == len(places):
            yield {}
            return
        for mine in combinations(left, rooms[at]):
            if call.under in left and places[at] == call.picker and call.under not in mine:
                continue
            if call.under in mine and places[at] != call.picker:
                continue
            rest = tuple(card for card in left if card not in mine)
            for others in spread(at + 1, rest):
                yield {places[at]: mine, **others}

    yield from spread(0, position.unseen)


def proven_at(position: Position) -> Proven:
    """Return what is proven once these cards lie."""
    call, found = position.call, list[frozenset[Act]]()
    known: dict[tuple[str | None, int, tuple[str, ...], tuple[str, ...]], frozenset[Act]] = {}
    timed = {under: _timed(replace(call, under=under), position) for under in _faces(position)}
    for world in worlds_of(position):
        bury = world.get(None, position.bury or ())
        own = [card for seat, card in position.plays if seat == call.picker]
        for under in (own + list(world[call.picker])) if position.unknown else [call.under]:
            by_seat = timed[under]
            if by_seat is None:
                continue
            wrong: frozenset[Act] = frozenset()
            for seat, plays in by_seat.items():
                key = under, seat, world[seat], bury if seat == call.picker else ()
                if key not in known:
                    hand = (*(card for _, _, card in plays), *world[seat])
                    known[key] = acts_of(replace(call, under=under), seat, plays, hand, bury)
                wrong |= known[key]
            if not position.unknown or all(act[0] != "under_withheld" for act in wrong):
                found.append(wrong)
    return _proven(found)


def _faces(position: Position) -> Sequence[str | None]:
    return DECK if position.unknown else [position.call.under]


def _timed(call: Call, position: Position) -> dict[int, list[tuple[int, Moment, str]]] | None:
    seen = moments(call, position.plays)
    if seen is None:
        return None
    return {
        seat: [
            (index, seen[index], card)
            for index, (whose, card) in enumerate(position.plays)
            if whose == seat
        ]
        for seat in range(call.players)
    }


def _proven(worlds: Sequence[frozenset[Act]]) -> Proven:
    different = set(worlds)
    certain = frozenset.intersection(*different)
    sets = {world: frozenset(seat for _, seat, _ in world - certain) for world in different}
    least = min(map(len, sets.values()))
    fewest = [world for world in different if len(sets[world]) == least]
    return Proven(
        own=frozenset(),
        certain=certain,
        more=frozenset.intersection(*sets.values()),
        offenders=frozenset(sets[world] for world in fewest),
        fixed=frozenset.intersection(*fewest),
    )
