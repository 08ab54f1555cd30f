"""The search: how many points a side still makes from a position between two tricks.

Null windows: every question is "at least `need`?", and an answer is a bound on the true value
(fail-soft), kept for each position with the card that decided it. Positions alike are one
(`tables.Canon`). Of two cards of a run, which differ in points alone, the second cannot be worth
more than the difference beyond the first, and is mostly not tried (quasi-symmetry). Cards that
decided before are tried first: the one of this position, of this depth (killers), of all (history).

One call of `lead` is one position, and what `Limit` counts; `follow` and `finish` are the hands of
its trick. They are closures over one deal's tables: attributes would cost half of the speed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.open_cards.bonds import STATE_BITS
from engine.open_cards.deal import OpenDeal
from engine.open_cards.tables import Canon, LastTrick, Moves, Row, Rows

LEADER_BITS = 3
_LOWEST = -999
_HIGHEST = 999
_SHIFT = 128
"""Added to bounds, which may be below nothing, before they are packed."""
_BOUND_BITS = 9
_BOUND = (1 << _BOUND_BITS) - 1
_DEEP = 3
"""Positions with more tricks than that are counted against the limit and sorted by history."""
_BESIDE = 8
"""Of the positions kept at once, that part is what each of the tables beside them holds."""
_OF_ROWS = 40
"""The same for the rows of a class; one of them takes the room of so many positions."""

Lead = Callable[[int, int, int, int, int, int, int], int]


class EnoughError(Exception):
    """The limit is reached; what was answered before stands."""


@dataclass(slots=True)
class Limit:
    """How much may be searched."""

    positions: int
    """Positions looked at in all, and so the most that are kept."""
    kept: int = 1_000_000
    """Positions kept at once; beyond that all are forgotten and the search goes on."""
    used: int = 0


class Search:
    """The search in one deal; what it found out is kept from question to question."""

    def __init__(self, deal: OpenDeal, limit: Limit) -> None:
        self.deal, self.limit = deal, limit
        self.known: dict[int, int] = {}
        """Position to its packed bounds and best lead."""
        self._plain = sum(each.mask for each in deal.classes) & ~deal.trumps
        self._offset = deal.classes[-1].offset if deal.trumps else deal.all_cards.bit_length()
        plain = tuple(each for each in deal.classes if not each.mask & deal.trumps)
        trumps = tuple(each for each in deal.classes if each.mask & deal.trumps)
        beside = max(1, limit.kept // _BESIDE)
        self.canons = (
            Canon(deal, plain, 0, beside),
            Canon(deal, trumps, self._offset, beside),
        )
        """Of plain cards, and of trumps."""
        self.last = LastTrick(deal, LEADER_BITS, beside)
        self._lowest = {bit: points for bit, points in deal.points.items() if points < 0}
        self.lead = self._made()

    def canonical(self, rem: int) -> int:
        """Return the cards that stand for all positions like this."""
        plain, trumps = self.canons
        return trumps[rem >> self._offset] | plain[rem & self._plain]

    def bounds(self, rem: int) -> tuple[int, int]:
        """Return the fewest and the most points that some of these cards can make."""
        low = sum(points for bit, points in self._lowest.items() if bit & rem)
        return low, self.deal.count(rem) - low

    def value(self, rem: int, leader: int, state: int, need: int) -> int:
        """Return a bound on the side's points from here: a lower one if it is `need` or more."""
        low, high = self.bounds(rem)
        if need <= low:
            return low
        if need > high:
            return high
        tricks = rem.bit_count() // len(self.deal.seats)
        rem = self.canonical(rem)
        if tricks == 1:
            return self.last[rem << LEADER_BITS | leader]
        return self.lead(rem, leader, state, need, low, high, tricks)

    def _made(self) -> Lead:
        deal, limit, known, last_trick = self.deal, self.limit, self.known, self.last
        count = len(deal.seats)
        side, class_of, bonds = deal.side, deal.class_of, deal.bonds
        watch, called = bonds.watch, bonds.suit
        points_of = deal.points
        plain_mask, offset = self._plain, self._offset
        plain_canon, trump_canon = self.canons
        most = max(1, limit.kept // _OF_ROWS)
        tables = [
            (each.offset, (1 << each.width) - 1, Rows(deal, number, most))
            for number, each in enumerate(deal.classes)
        ]
        winning = [deal.winning(number) for number in range(len(deal.classes))]
        trumps_last = bool(deal.trumps)
        otherwise = deal.otherwise
        orders = [tuple((first + step) % count for step in range(count)) for first in range(count)]
        history = dict.fromkeys(points_of, 0)
        killers: dict[int, int] = {}
        negative = sum(self._lowest)
        drops = dict[int, int]()
        no_duty: dict[int, Moves] = {}
        last_place = count - 1

        def lead(
            rem: int, leader: int, state: int, need: int, low: int, high: int, tricks: int
        ) -> int:
            key = (rem << LEADER_BITS | leader) << STATE_BITS | state
            entry = known.get(key)
            if entry is None:
                lower, upper = low, high
                first = killers.get(tricks << LEADER_BITS | leader, 0)
            else:
                lower, upper = (entry & _BOUND) - _SHIFT, (entry >> _BOUND_BITS & _BOUND) - _SHIFT
                first = entry >> 2 * _BOUND_BITS
            if lower >= need:
                return lower
            if upper < need:
                return upper
            limit.used += 1
            if tricks > _DEEP and limit.used > limit.positions:
                raise EnoughError
            rows = [table[rem >> start & width] for start, width, table in tables]
            order = orders[leader]
            ours = side[leader]
            moves = [move for row in rows for move in row[leader][0]]
            watched = rem & watch
            must: dict[int, Moves] = no_duty
            if watched:
                ban = bonds.lead_ban(leader, rem, state)
                if ban:
                    moves = [move for move in moves if not move[0] & ban]
                must = {
                    place: ((card, points_of[card], -1),)
                    for place, card in bonds.must_bring(rem, state).items()
                }
            if len(moves) > 1:
                if tricks > 2:
                    moves.sort(key=lambda move: -history[move[0]])
                if first:
                    for number, move in enumerate(moves):
                        if move[0] == first:
                            moves.insert(0, moves.pop(number))
                            break
            voids: dict[int, tuple[Moves, Moves, Moves]] = {}
            value = _LOWEST if ours else _HIGHEST
            best = 0
            tried: dict[int, tuple[int, int]] = {}
            step = finish if last_place == 1 else follow
            for card, points, run in moves:
                seen = tried.get(run)
                if seen is not None:
                    apart = points - seen[1] if points > seen[1] else seen[1] - points
                    if ours:
                        if seen[0] + apart < need:
                            if seen[0] + apart > value:
                                value = seen[0] + apart
                            continue
                    elif seen[0] - apart >= need:
                        if seen[0] - apart < value:
                            value = seen[0] - apart
                        continue
                led = class_of[card]
                duty = must if led == called else no_duty
                node = (
                    rem,
                    order,
                    rows,
                    rows[led],
                    winning[led],
                    voids,
                    duty,
                    led,
                    state,
                    watched,
                    need,
                    low,
                    high,
                    tricks,
                )
                found = step(1, card, leader, points, card, node)
                tried[run] = (found, points)
                if ours:
                    if found > value:
                        value = found
                        if found >= need:
                            best = card
                            break
                elif found < value:
                    value = found
                    if found < need:
                        best = card
                        break
            if best:
                killers[tricks << LEADER_BITS | leader] = best
                history[best] += 1 << 2 * tricks
            if value >= need:
                lower = max(lower, value)
            elif value < upper:
                upper = value
            if len(known) >= limit.kept:
                known.clear()
            known[key] = (
                (lower + _SHIFT)
                | (upper + _SHIFT) << _BOUND_BITS
                | (best or first) << 2 * _BOUND_BITS
            )
            return value

        def follow(place: int, top: int, winner: int, got: int, laid: int, node: Node) -> int:
            """One of the hands between the first and the last; `top` wins so far."""
            seat = node[1][place]
            need = node[10]
            ours = side[seat]
            mine = side[winner] == ours
            hand = node[3][seat]
            if hand[0]:
                if seat in node[6]:
                    moves = node[6][seat]
                elif mine and top >= hand[3]:
                    moves = hand[2]
                else:
                    moves = hand[0] if hand[3] > top else hand[1]
            else:
                void = node[5].get(seat) or throw(seat, node)
                moves = void[2] if mine else void[0] if void_beats(node[2], seat, top) else void[1]
            wins = node[4]
            step = finish if place + 1 == last_place else follow
            value = _LOWEST if ours else _HIGHEST
            last_run = -9
            last_value = last_points = 0
            for card, points, run in moves:
                if run == last_run:
                    apart = points - last_points if points > last_points else last_points - points
                    if ours:
                        if last_value + apart < need:
                            if last_value + apart > value:
                                value = last_value + apart
                            continue
                    elif last_value - apart >= need:
                        if last_value - apart < value:
                            value = last_value - apart
                        continue
                if card > top and card & wins:
                    found = step(place + 1, card, seat, got + points, laid | card, node)
                else:
                    found = step(place + 1, top, winner, got + points, laid | card, node)
                last_run, last_value, last_points = run, found, points
                if ours:
                    if found > value:
                        value = found
                        if found >= need:
                            break
                elif found < value:
                    value = found
                    if found < need:
                        break
            return value

        def finish(place: int, top: int, winner: int, got: int, laid: int, node: Node) -> int:
            """The last hand of the trick, and what follows from it."""
            rem, order, rows, row, wins, voids, must, led, state, held, need, low, high, left = node
            seat = order[place]
            ours = side[seat]
            mine = side[winner] == ours
            hand = row[seat]
            if hand[0]:
                if seat in must:
                    moves = must[seat]
                elif mine and top >= hand[3]:
                    moves = hand[2]
                else:
                    moves = hand[0] if hand[3] > top else hand[1]
            else:
                void = voids.get(seat) or throw(seat, node)
                moves = void[2] if mine else void[0] if void_beats(rows, seat, top) else void[1]
            value = _LOWEST if ours else _HIGHEST
            last_run = -9
            last_value = last_points = 0
            left -= 1
            for card, points, run in moves:
                if run == last_run:
                    apart = points - last_points if points > last_points else last_points - points
                    if ours:
                        if last_value + apart < need:
                            if last_value + apart > value:
                                value = last_value + apart
                            continue
                    elif last_value - apart >= need:
                        if last_value - apart < value:
                            value = last_value - apart
                        continue
                taker = seat if card > top and card & wins else winner
                trick = got + points
                cards = laid | card
                if cards & negative:
                    drop = drops.get(cards & negative)
                    if drop is None:
                        drop = drops[cards & negative] = sum(
                            points_of[bit] for bit in points_of if bit & cards & negative
                        )
                    low_left, high_left = low - drop, high - trick + drop
                else:
                    low_left, high_left = low, high - trick
                made = trick if side[taker] else 0
                if made + low_left >= need:
                    found = made + low_left
                elif made + high_left < need:
                    found = made + high_left
                else:
                    rest = rem ^ cards
                    after = 0
                    if held & rest:
                        after = (
                            bonds.after(rem, state, cards, led, order[0])
                            if led == called
                            else state
                        )
                    rest = trump_canon[rest >> offset] | plain_canon[rest & plain_mask]
                    if left == 1:
                        found = made + last_trick[rest << LEADER_BITS | taker]
                    else:
                        # Most positions were met before: `lead` is asked where that says nothing.
                        short = need - made
                        entry = known.get((rest << LEADER_BITS | taker) << STATE_BITS | after, 0)
                        lower = (entry & _BOUND) - _SHIFT
                        upper = (entry >> _BOUND_BITS & _BOUND) - _SHIFT
                        if entry and lower >= short:
                            found = made + lower
                        elif entry and upper < short:
                            found = made + upper
                        else:
                            found = made + lead(
                                rest, taker, after, short, low_left, high_left, left
                            )
                last_run, last_value, last_points = run, found, points
                if ours:
                    if found > value:
                        value = found
                        if found >= need:
                            break
                elif found < value:
                    value = found
                    if found < need:
                        break
            return value

        def void_beats(rows: list[Row], seat: int, top: int) -> bool:
            """Whether somebody who cannot follow has a trump that wins."""
            return trumps_last and rows[-1][seat][3] > top

        def throw(seat: int, node: Node) -> tuple[Moves, Moves, Moves]:
            """Keep and return what may be laid by who cannot follow.

            To win where that can be done, to lose little, and to give to a trick that is ours.
            """
            rem, rows, voids, state = node[0], node[2], node[5], node[8]
            due = next((rows[klass][seat] for klass in otherwise if rows[klass][seat][0]), None)
            if due is not None:
                voids[seat] = (due[0], due[1], due[2])
                return voids[seat]
            plain = rows[:-1] if trumps_last else rows
            lows = [move for row in plain for move in row[seat][1]]
            if node[9]:
                ban = bonds.throw_ban(seat, rem, state, node[13])
                if ban:
                    lows = [move for move in lows if not move[0] & ban]
            lows.sort(key=lambda move: move[1])
            cheap = tuple(lows)
            none: Moves = ()
            hand = rows[-1][seat] if trumps_last else (none, none, none, 0)
            voids[seat] = (hand[2] + cheap, cheap + hand[1], cheap[::-1] + hand[1])
            return voids[seat]

        return lead


Node = tuple[
    int,
    tuple[int, ...],
    list[Row],
    Row,
    int,
    dict[int, tuple[Moves, Moves, Moves]],
    dict[int, Moves],
    int,
    int,
    int,
    int,
    int,
    int,
    int,
]
"""What is the same for a whole trick: cards held, order of places, rows of all classes, row of the
class led, cards that can win, what those lay who cannot follow, what must be laid, class led,
state, called cards still held; need, fewest and most points left, tricks left."""
