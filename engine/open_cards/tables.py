"""Tables of the search, filled as they are asked: what lies in a class, and what may be laid of it.

Two sets of cards are the same to the search when card by card, from the weakest up, the same hands
hold cards of the same points: the seven and the eight of one hand with nothing between them are one
card twice. `Canon` names one set for all that are alike. `Rows` list each hand's cards of a class;
cards of one hand with no other hand's card between them are a *run*, and of those that count the
same only one is listed.
"""

from __future__ import annotations

from engine.open_cards.deal import CardClass, OpenDeal

Move = tuple[int, int, int]
"""Card, its points, its run."""
Moves = tuple[Move, ...]
Hand = tuple[Moves, Moves, Moves, int]
"""Moves strongest first, cheapest first, dearest first; the strongest card, 0 where there is none.
"""
Row = tuple[Hand, ...]
"""By place."""


class Canon(dict[int, int]):
    """Cards of some classes that lie together to the cards that stand for all sets alike."""

    def __init__(
        self, deal: OpenDeal, classes: tuple[CardClass, ...], offset: int, most: int
    ) -> None:
        """Take the classes.

        Args:
            deal: whose cards they are.
            classes: those that lie together.
            offset: what the asked sets are shifted down by.
            most: sets kept at once. Beyond that all are forgotten: others may stand for the same
                sets then, and what is known of a position is found less often, but stays right.
        """
        super().__init__()
        singled_mask = sum(deal.bonds.singled)
        self._signs = {
            bit: (deal.class_of[bit], deal.owner[bit], deal.points[bit], bit & singled_mask)
            for bit in deal.owner
        }
        self._classes, self._offset, self._most = classes, offset, most
        self._first: dict[tuple[object, ...], int] = {}
        self._of_class: dict[int, int] = {}

    def __missing__(self, cards: int) -> int:
        if len(self) >= self._most:
            for table in (self, self._first, self._of_class):
                table.clear()
        whole = cards << self._offset
        found = 0
        for each in self._classes:
            part = whole & each.mask
            if part:
                standing = self._of_class.get(part)
                if standing is None:
                    standing = self._of_class[part] = self._standing_for(part)
                found |= standing
        self[cards] = found
        return found

    def _standing_for(self, cards: int) -> int:
        """Return the cards of one class that stand for these."""
        signs: list[object] = []
        rest = cards
        while rest:
            bit = rest & -rest
            rest ^= bit
            signs.append(self._signs[bit])
        return self._first.setdefault(tuple(signs), cards)


class Rows(dict[int, Row]):
    """What is left of one class, shifted down to bit 0, to what each place can lay of it."""

    def __init__(self, deal: OpenDeal, number: int, most: int) -> None:
        """Take the deal and the number of the class; `most` rows are kept at once."""
        super().__init__()
        self._deal, self._class, self._most = deal, deal.classes[number], most
        self._first_run = 64 * number

    def __missing__(self, cards: int) -> Row:
        if len(self) >= self._most:
            self.clear()
        deal, singled = self._deal, self._deal.bonds.singled
        moves: list[list[Move]] = [[] for _ in deal.seats]
        run, last = self._first_run, -1
        counted: set[int] = set()
        for rank in reversed(range(self._class.width)):
            if not cards >> rank & 1:
                continue
            bit = 1 << self._class.offset + rank
            place, points = deal.owner[bit], deal.points[bit]
            if place != last or bit in singled:
                run += 1
                counted = set()
            last = -1 if bit in singled else place
            if points not in counted:
                counted.add(points)
                moves[place].append((bit, points, run))
        row = tuple(
            (
                tuple(each),
                tuple(sorted(each, key=lambda move: (move[1], move[0]))),
                tuple(sorted(each, key=lambda move: (-move[1], move[0]))),
                each[0][0] if each else 0,
            )
            for each in moves
        )
        self[cards] = row
        return row


class LastTrick(dict[int, int]):
    """The cards of the last trick and who leads it to the points that the side makes in it."""

    def __init__(self, deal: OpenDeal, leader_bits: int, most: int) -> None:
        """Take the deal; a key is the cards shifted up by `leader_bits`, and the leader.

        `most` tricks are kept at once; beyond that all are forgotten.
        """
        super().__init__()
        self._deal, self._bits, self._most = deal, leader_bits, most

    def __missing__(self, key: int) -> int:
        if len(self) >= self._most:
            self.clear()
        deal, cards = self._deal, key >> self._bits
        led = cards & deal.hands[key & (1 << self._bits) - 1]
        counts = cards & deal.winning(deal.class_of[led])
        won = deal.side[deal.owner[1 << counts.bit_length() - 1]]
        points = deal.count(cards) if won else 0
        self[key] = points
        return points
