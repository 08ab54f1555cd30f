"""Everything that can be proven at a position, by counting every way the unseen cards can lie.

A world gives each unseen card to a hand. What a hand did wrong depends on that hand alone, and
cards that are followed by the same class and are neither called nor known to be somewhere are
alike. So worlds are told apart by how many cards of each sort every hand gets; each of them is
looked at, with what is left of the cards after some hands remembered. Nothing here knows how the
engine proves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests.simulate.playing import NOT_KEPT, Act, Hand, SimulatedTurn, acts_of_seat, turns_of
from tests.simulate.table import SimulatedTable

Sort = tuple[str, bool, bool, int | None]
"""Class, whether it is the called Ass, the called Schöne, and in whose hand it is known to be."""
Pool = tuple[int, ...]
"""How many unseen cards there are of each sort."""
Sets = dict[frozenset[int], frozenset[Act]]
"""Offenders to what is wrong in every world in which it is them."""


@dataclass(frozen=True)
class Position:
    """What the table has seen."""

    table: SimulatedTable
    plays: tuple[tuple[int, str], ...]
    out_of_play: tuple[str, ...] = ()
    """Cards known to be in nobody's hand."""
    known: tuple[tuple[str, int], ...] = ()
    """Unplayed cards known to be in a hand."""

    @property
    def unseen(self) -> tuple[str, ...]:
        """Cards that may be anywhere, or in a known hand."""
        seen = {card for _, card in self.plays}.union(self.out_of_play)
        return tuple(card for card in self.table.deck if card not in seen)


@dataclass(frozen=True)
class Proven:
    """What follows from a position."""

    own: frozenset[Act]
    """Revokes shown by the offender's own later card."""
    certain: frozenset[Act]
    """Wrong in every world, whatever the others did."""
    more: frozenset[int]
    """Did more wrong than what is certain in every world, if not in each the same."""
    offenders: frozenset[frozenset[int]]
    """The smallest sets of those who did more wrong than what is certain; the empty one where there
    is a world without more."""
    fixed: frozenset[Act]
    """Wrong in every world in which so few did more wrong than what is certain."""

    @property
    def suspects(self) -> frozenset[int]:
        """Everybody who is in one of the smallest sets."""
        return frozenset().union(*self.offenders)


@dataclass
class _Seat:
    """One hand: what it laid, how many cards are left, and what it did in each case."""

    seat: int
    own: list[tuple[int, SimulatedTurn, str]]
    left: int
    played: Hand
    """What it laid, as if that were all it was dealt."""
    acts: dict[Pool, frozenset[Act]] = field(default_factory=dict)


def proven_at(position: Position) -> Proven:
    """Return what is proven once these cards lie."""
    table = position.table
    turns = turns_of(table, position.plays)
    seats = [_seat(position, turns, seat) for seat in table.seats]
    sorts, pool = _sorts(position)
    for each in seats:
        for hand in _hands(sorts, pool, each):
            wrong = acts_of_seat(table, each.seat, each.own, _with(each, sorts, hand))
            each.acts[hand] = frozenset(act for act in wrong if act[0] != NOT_KEPT)
    certain = frozenset[Act]().union(
        *(frozenset.intersection(*each.acts.values()) for each in seats)
    )
    own = frozenset(
        act
        for each in seats
        for act in acts_of_seat(table, each.seat, each.own, _copy(each.played))
        if act[0] in ("revoke", "must_trump")
    )
    more = frozenset(
        each.seat for each in seats if all(acts - certain for acts in each.acts.values())
    )
    sets = _join(seats, pool, certain)
    return Proven(own, certain, more, frozenset(sets), _all_agree(sets))


def _seat(position: Position, turns: Sequence[SimulatedTurn], seat: int) -> _Seat:
    table = position.table
    own = [
        (index, turns[index], card)
        for index, (whose, card) in enumerate(position.plays)
        if whose == seat
    ]
    hand = Hand({}, False, False, 0)
    for _, _, card in own:
        _add(table, hand, table.klasses[card], card == table.ace, card == table.schoene, 1)
    return _Seat(seat, own, table.hand_size - len(own), hand)


def hands_of_seat(position: Position, seat: int) -> Iterator[Hand]:
    """Yield every hand, as dealt, that a seat can have had."""
    each = _seat(position, turns_of(position.table, position.plays), seat)
    sorts, pool = _sorts(position)
    for more in _hands(sorts, pool, each):
        yield _with(each, sorts, more)


def _add(
    table: SimulatedTable, hand: Hand, klass: str, ace: bool, schoene: bool, number: int
) -> None:
    hand.counts[klass] = hand.counts.get(klass, 0) + number
    hand.ace = hand.ace or ace
    hand.schoene = hand.schoene or schoene
    hand.size += number


def _copy(hand: Hand) -> Hand:
    return Hand(dict(hand.counts), hand.ace, hand.schoene, hand.size)


def _with(each: _Seat, sorts: Sequence[Sort], more: Pool) -> Hand:
    hand = _copy(each.played)
    for (klass, ace, schoene, _), number in zip(sorts, more, strict=True):
        if number:
            hand.counts[klass] = hand.counts.get(klass, 0) + number
            hand.ace = hand.ace or ace
            hand.schoene = hand.schoene or schoene
            hand.size += number
    return hand


def _sorts(position: Position) -> tuple[tuple[Sort, ...], Pool]:
    table, known = position.table, dict(position.known)
    counts: dict[Sort, int] = {}
    for card in position.unseen:
        sort = table.klasses[card], card == table.ace, card == table.schoene, known.get(card)
        counts[sort] = counts.get(sort, 0) + 1
    return tuple(counts), tuple(counts.values())


def _hands(sorts: Sequence[Sort], pool: Pool, each: _Seat) -> Iterator[Pool]:
    """Yield every hand that `each` can still have: known cards are where they are."""
    low = [
        number if owner == each.seat else 0
        for (_, _, _, owner), number in zip(sorts, pool, strict=True)
    ]
    high = [
        number if owner in (None, each.seat) else 0
        for (_, _, _, owner), number in zip(sorts, pool, strict=True)
    ]
    yield from _fill(low, high, each.left)


def _fill(low: Sequence[int], high: Sequence[int], size: int) -> Iterator[Pool]:
    if not high:
        if size == 0:
            yield ()
        return
    room = sum(low[1:])
    for number in range(low[0], min(high[0], size - room) + 1):
        for rest in _fill(low[1:], high[1:], size - number):
            yield (number, *rest)


def _join(seats: Sequence[_Seat], pool: Pool, certain: frozenset[Act]) -> Sets:
    """Return the smallest sets of who did more wrong, with what is wrong in all worlds of each."""
    known: dict[tuple[int, Pool], Sets] = {}

    def rest(place: int, left: Pool) -> Sets:
        if place == len(seats):
            return {frozenset(): frozenset()}
        if (place, left) not in known:
            known[place, left] = _smallest(seats[place], place, left)
        return known[place, left]

    def _smallest(each: _Seat, place: int, left: Pool) -> Sets:
        found: Sets = {}
        fewest = len(seats) + 1
        for hand, acts in each.acts.items():
            remaining = tuple([have - take for have, take in zip(left, hand, strict=True)])
            if min(remaining, default=0) < 0:
                continue
            more = frozenset((each.seat,)) if acts - certain else frozenset[int]()
            for others, theirs in rest(place + 1, remaining).items():
                who, what = others | more, theirs | acts
                if len(who) < fewest:
                    fewest, found = len(who), {who: what}
                elif len(who) == fewest:
                    found[who] = found[who] & what if who in found else what
        return found

    return rest(0, pool)


def _all_agree(sets: Sets) -> frozenset[Act]:
    return frozenset.intersection(*sets.values())
