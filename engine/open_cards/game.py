"""Positions of a deal with open cards: what may be laid, what follows, what each card is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from engine.open_cards.deal import NO_CLASS, OpenDeal
from engine.open_cards.search import Limit, Search


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a deal."""

    rem: int
    """The cards held when the running trick began."""
    leader: int
    """The place that leads it."""
    state: int
    """What called cards ask by then (`Bonds`)."""
    taken: int
    """Points that the side has so far, those without a trick counted."""
    laid: tuple[int, ...] = ()
    """Cards of the running trick in the order of play."""


class OpenGame:
    """The positions of one deal."""

    def __init__(self, deal: OpenDeal) -> None:
        self.deal = deal

    @property
    def start(self) -> Position:
        """The position before the first card."""
        return Position(self.deal.all_cards, self.deal.leader, 0, self.deal.apart)

    def mover(self, at: Position) -> int:
        """Return the place whose card comes next."""
        return (at.leader + len(at.laid)) % len(self.deal.seats)

    def led(self, at: Position) -> int:
        """Return the class led."""
        return self.deal.class_of[at.laid[0]] if at.laid else NO_CLASS

    def tricks(self, at: Position) -> int:
        """Return how many tricks are left, the running one counted."""
        return at.rem.bit_count() // len(self.deal.seats)

    def legal(self, at: Position) -> int:
        """Return the cards that may be laid."""
        deal, bonds, place = self.deal, self.deal.bonds, self.mover(at)
        hand = at.rem & deal.hands[place]
        led = self.led(at)
        if led == NO_CLASS:
            return hand & ~bonds.lead_ban(place, at.rem, at.state)
        following = hand & deal.classes[led].mask
        if following:
            must = bonds.must_bring(at.rem, at.state) if led == bonds.suit else {}
            return must.get(place, following)
        for klass in deal.otherwise:
            if hand & deal.classes[klass].mask:
                return hand & deal.classes[klass].mask
        return hand & ~bonds.throw_ban(place, at.rem, at.state, self.tricks(at))

    def after(self, at: Position, card: int) -> Position:
        """Return the position after one more card."""
        deal = self.deal
        laid = (*at.laid, card)
        if len(laid) < len(deal.seats):
            return replace(at, laid=laid)
        led = deal.class_of[laid[0]]
        cards = sum(laid)
        counts = deal.winning(led)
        winner = deal.owner[max(each & counts for each in laid)]
        state = deal.bonds.after(at.rem, at.state, cards, led, at.leader)
        points = sum(deal.points[each] for each in laid) if deal.side[winner] else 0
        return Position(at.rem & ~cards, winner, state, at.taken + points)

    def alike(self, at: Position, card: int) -> tuple[int, int, int]:
        """Return what is the same for cards that are one to the search: run and points."""
        deal = self.deal
        place, end = deal.owner[card], card
        if card in deal.bonds.singled:
            return card, 0, 0
        klass = deal.classes[deal.class_of[card]].mask
        above = card << 1
        while above & klass:
            if above & at.rem:
                if deal.owner[above] != place or above in deal.bonds.singled:
                    break
                end = above
            above <<= 1
        return deal.class_of[card], end, deal.points[card]

    def different(self, at: Position) -> Iterator[int]:
        """Yield the legal cards, one of those that are alike."""
        seen = set()
        rest = self.legal(at)
        while rest:
            card = rest & -rest
            rest ^= card
            sign = self.alike(at, card)
            if sign not in seen:
                seen.add(sign)
                yield card


class Solver:
    """What positions of one deal are worth; what was searched is kept from question to question."""

    def __init__(self, deal: OpenDeal, limit: Limit) -> None:
        self.game = OpenGame(deal)
        self.search = Search(deal, limit)

    def bounds(self, at: Position) -> tuple[int, int]:
        """Return the fewest and the most points that the side can end with."""
        low, high = self.search.bounds(at.rem)
        return at.taken + low, at.taken + high

    def reaches(self, at: Position, need: int) -> int:
        """Return a bound on the side's points of the whole deal: a lower one if at least `need`.

        Raises:
            EnoughError: the limit is reached.
        """
        if not at.rem:
            return at.taken
        low, high = self.bounds(at)
        if need <= low:
            return low
        if need > high:
            return high
        if not at.laid:
            return at.taken + self.search.value(at.rem, at.leader, at.state, need - at.taken)
        game = self.game
        ours = game.deal.side[game.mover(at)]
        found = None
        for card in self._likely_first(at):
            value = self.reaches(game.after(at, card), need)
            if found is None or (value > found if ours else value < found):
                found = value
                if (value >= need) is ours:
                    break
        assert found is not None
        return found

    def value(self, at: Position, guess: int | None = None) -> int:
        """Return the side's points of the whole deal with best play of all from here.

        Raises:
            EnoughError: the limit is reached.
        """
        low, high = self.bounds(at)
        return exact(lambda need: self.reaches(at, need), low, high, guess)

    def _likely_first(self, at: Position) -> list[int]:
        """Return the different cards: winners and smears first, else the cheap ones."""
        deal = self.game.deal
        counts = deal.winning(self.game.led(at))
        top = max(each & counts for each in at.laid)
        mine = deal.side[deal.owner[top]] == deal.side[self.game.mover(at)]

        def rank(card: int) -> tuple[bool, int]:
            wins = card & counts > top
            worth = deal.points[card]
            return not (wins or mine), -worth if wins or mine else worth

        return sorted(self.game.different(at), key=rank)


def exact(bound: Callable[[int], int], low: int, high: int, guess: int | None = None) -> int:
    """Return the value that null windows close in on, `guess` first.

    Args:
        bound: answers whether the value is at least a number, fail-soft.
        low: the least it can be.
        high: the most it can be.
        guess: what it probably is.
    """
    need = high if guess is None else guess
    while low < high:
        if not low < need <= high:
            need = (low + high + 1) // 2
        value = bound(need)
        if value >= need:
            low = max(low, value)
            need = low + 1
        else:
            high = min(high, value)
            need = high
    return low
