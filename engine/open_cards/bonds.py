"""What called cards ask of who holds them, in a deal whose hands are known.

A state of a few bits is all that the tricks before leave: whether the called suit was led, and for
each holder whether he ran away with the card and whether its turn came. It is nothing again as soon
as the cards concerned are gone, which makes most positions alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

LED = 1
"""The suit was led in an earlier trick."""
STATE_BITS = 5
"""Bits of a state: `LED`, and two for each of at most two holders."""
_FREE = -1
"""No class: nothing is called."""


@dataclass(frozen=True, slots=True)
class Bond:
    """What the holder of called cards owes; cards are bits, see `engine.games.two_sides.Due`."""

    place: int
    cards: tuple[int, ...]
    away_from: int | None
    around_from: int | None
    free: bool


class Bonds:
    """The duties of one deal; `rem` are always the cards held when the trick began."""

    def __init__(
        self,
        suit: int,
        suit_cards: int,
        hands: tuple[int, ...],
        bonds: Iterable[Bond],
        keeps: Mapping[int, int],
    ) -> None:
        """Take the duties.

        Args:
            suit: index of the called suit.
            suit_cards: its cards.
            hands: the cards of each place.
            bonds: what holders of called cards owe.
            keeps: cards of which a place keeps one until the suit is led.
        """
        self.suit, self._suit_cards, self._hands = suit, suit_cards, hands
        self._bonds = tuple(bonds)
        self._keeps = dict(keeps)
        self._dealt = suit_cards.bit_count()
        self.watch = sum(card for bond in self._bonds for card in bond.cards)
        for cards in self._keeps.values():
            self.watch |= cards
        self.singled = frozenset(card for bond in self._bonds for card in bond.cards)
        """Cards that no other can stand for."""

    def lead_ban(self, place: int, rem: int, state: int) -> int:
        """Return the cards that `place` may not lead."""
        for number, bond in enumerate(self._bonds):
            if bond.place == place:
                due = _due(bond, rem)
                if due and not state & _away(number):
                    held = rem & self._suit_cards & self._hands[place]
                    least = None if state & LED else bond.away_from
                    if least is None or held.bit_count() < least:
                        return held & ~due
        return 0

    def must_bring(self, rem: int, state: int) -> dict[int, int]:
        """Return who must lay which card when the suit is led by another."""
        found = {}
        for number, bond in enumerate(self._bonds):
            due = _due(bond, rem)
            if due and not state & _away(number):
                held = (rem & self._suit_cards & self._hands[bond.place]).bit_count()
                gone = self._dealt - (rem & self._suit_cards).bit_count()
                if bond.around_from is None or held + gone < bond.around_from:
                    found[bond.place] = due
        return found

    def throw_ban(self, place: int, rem: int, state: int, tricks: int) -> int:
        """Return the cards that `place` may not throw off; `tricks` are left, this one counted."""
        ban = 0
        for number, bond in enumerate(self._bonds):
            if bond.place == place and not bond.free:
                held = [card for card in bond.cards if rem & card]
                if tricks > len(held) and not state & (_away(number) | _searched(number)):
                    ban |= sum(held)
        kept = rem & self._keeps.get(place, 0)
        if kept and not kept & (kept - 1) and tricks > 1 and not state & LED:
            ban |= kept
        return ban

    def after(self, rem: int, state: int, laid: int, led: int, leader: int) -> int:
        """Return the state after a trick of the cards `laid`."""
        rest = rem & ~laid
        if not rest & self.watch:
            return 0
        if led != self.suit:
            return state
        for number, bond in enumerate(self._bonds):
            due = _due(bond, rem)
            if not bond_cards(bond) & rest:
                state &= ~(_away(number) | _searched(number))
            elif not laid & due:
                if bond.place == leader and not state & LED:
                    state |= _away(number)
                state |= _searched(number)
        return state | LED


def bond_cards(bond: Bond) -> int:
    """Return the cards of a bond as one mask."""
    return sum(bond.cards)


def unbound(hands: tuple[int, ...]) -> Bonds:
    """Return the bonds of a deal in which nothing is called."""
    return Bonds(_FREE, 0, hands, (), {})


def _due(bond: Bond, rem: int) -> int:
    """Return the card that is due next; 0 where none is left."""
    for card in bond.cards:
        if rem & card:
            return card
    return 0


def _away(number: int) -> int:
    return 2 << 2 * number


def _searched(number: int) -> int:
    return 4 << 2 * number
