"""Dealing and playing by chance, in two styles, with or without errors.

Styles (docs/RULES.md, Detection): `random` lays any legal card, all alike. `conceals` does the same
until the first error; from then on the offender lays, of the legal cards, one that shows nothing of
what was kept back, as long as there is one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kiosk.simulate.duties import Hand, Turn, before_play, hand_of, lay, wrongs
from kiosk.simulate.table import TRUMP, Deal, Table

Choose = Callable[["Play", Sequence[str]], str]
"""Picks one of the cards that may be laid; the first argument is the deal so far."""


@dataclass
class Play:
    """A deal in progress, everything known."""

    deal: Deal
    turn: int
    cards: dict[int, list[str]]
    """What each seat can lay now; where two play from piles, what is open or in hand."""
    hands: dict[int, Hand]
    trick: list[tuple[int, str]] = field(default_factory=list)
    leads: int = 0
    gone: int = 0
    covered: dict[int, dict[str, tuple[int, str]]] = field(default_factory=dict)
    """Two players: card to its pile and the card under it."""

    @property
    def table(self) -> Table:
        """The table."""
        return self.deal.table

    @property
    def circumstances(self) -> Turn:
        """What all can see now."""
        led = self.table.klasses[self.trick[0][1]] if self.trick else None
        return Turn(led, self.leads, self.gone)

    def wrongs(self, card: str) -> tuple[str, ...]:
        """Return the kinds of error that laying `card` now is."""
        turn = self.circumstances
        return wrongs(self.table, self.turn, turn, self.hands[self.turn], card)

    def legal(self) -> list[str]:
        """Return the cards that may be laid now."""
        return [card for card in self.cards[self.turn] if not self.wrongs(card)]

    def lay(self, card: str) -> None:
        """Lay `card`, right or wrong."""
        seat, table = self.turn, self.table
        lay(table, seat, self.circumstances, self.hands[seat], card)
        self.cards[seat].remove(card)
        self.deal.plays.append((seat, card))
        self.trick.append((seat, card))
        self.turn = _after(table, seat)
        if len(self.trick) == len(table.seats):
            self._take()

    def _take(self) -> None:
        table = self.table
        self.leads += table.klasses[self.trick[0][1]] == table.searched
        self.gone += sum(1 for _, card in self.trick if table.klasses[card] == table.searched)
        self.turn = table.winner(self.trick)
        for seat, card in self.trick:
            if card in self.covered.get(seat, {}):
                self._reveal(seat, *self.covered[seat].pop(card))
        self.trick = []

    def _reveal(self, seat: int, pile: int, card: str) -> None:
        self.deal.reveals.append((len(self.deal.plays), seat, pile, card))
        self.cards[seat].append(card)
        self.hands[seat] = hand_of(self.table, self.cards[seat])

    @property
    def over(self) -> bool:
        """Whether every card lies."""
        return not self.trick and not any(self.cards.values())


def _after(table: Table, seat: int) -> int:
    return table.seats[(table.seats.index(seat) + 1) % len(table.seats)]


def deal_cards(table: Table, chance: random.Random, *, honest: bool = True) -> Deal:
    """Shuffle and deal; Hochzeit with its exchange.

    An honest caller may call what he calls; a dishonest one holds the called Ass or nothing of its
    suit, and who offers a Hochzeit dishonestly keeps a second trump.
    """
    while True:
        deal = _dealt(table, chance)
        if table.kind == "hochzeit" and not _exchange(deal, chance, kept=0 if honest else 1):
            continue
        if table.ace is None or (_barred(deal) != honest and table.ace not in deal.hidden):
            break
    if table.piles is not None:
        number, depth = table.piles
        deal.piles = {
            seat: [hand[depth * pile : depth * (pile + 1)] for pile in range(number)]
            for seat, hand in deal.hands.items()
        }
    return deal


def _dealt(table: Table, chance: random.Random) -> Deal:
    cards = list(table.deck)
    chance.shuffle(cards)
    size = table.hand_size
    hands = {
        seat: tuple(cards[place * size : (place + 1) * size])
        for place, seat in enumerate(table.seats)
    }
    return Deal(table, hands, tuple(cards[size * len(table.seats) :]))


def _barred(deal: Deal) -> bool:
    """Tell whether the caller may not call what he calls (RULES 5)."""
    table = deal.table
    hand = hand_of(table, deal.hands[table.caller or 0])
    return bool(before_play(table, table.caller or 0, hand))


def _exchange(deal: Deal, chance: random.Random, kept: int) -> bool:
    """Deal the giver one trump and the `kept` more, and change it for the partner's plain card.

    False where the partner has none to give.
    """
    table = deal.table
    giver, partner = table.caller or 0, table.partner or 0
    trumps = [card for card in table.deck if table.klasses[card] == TRUMP]
    plain = [card for card in table.deck if table.klasses[card] != TRUMP]
    chance.shuffle(trumps)
    chance.shuffle(plain)
    size = table.hand_size
    more = size - 1 - kept
    rest = trumps[1 + kept :] + plain[more:]
    chance.shuffle(rest)
    others = [seat for seat in table.seats if seat != giver]
    hands = {seat: rest[at * size : (at + 1) * size] for at, seat in enumerate(others)}
    can_give = [card for card in hands[partner] if table.klasses[card] != TRUMP]
    if not can_give:
        return False
    deal.gave, deal.back = trumps[0], chance.choice(can_give)
    hands[partner] = [card for card in hands[partner] if card != deal.back] + [deal.gave]
    hands[giver] = [*trumps[1 : 1 + kept], *plain[:more], deal.back]
    deal.hands = {seat: tuple(hands[seat]) for seat in table.seats}
    return True


def start(deal: Deal) -> Play:
    """Return the deal before its first card."""
    table = deal.table
    cards = {seat: list(hand) for seat, hand in deal.hands.items()}
    covered: dict[int, dict[str, tuple[int, str]]] = {}
    for seat, piles in (deal.piles or {}).items():
        covered[seat] = {
            top: (number, under)
            for number, pile in enumerate(piles)
            for under, top in pairwise(pile)
        }
        below = {under for _, under in covered[seat].values()}
        cards[seat] = [card for card in cards[seat] if card not in below]
    hands = {seat: hand_of(table, held) for seat, held in cards.items()}
    return Play(deal, table.vorhand, cards, hands, covered=covered)


def anyhow(chance: random.Random) -> Choose:
    """Return the choice that takes any of the cards, all alike."""
    return lambda play, cards: chance.choice(cards)


def play_out(play: Play, choose: Choose, until: int | None = None) -> Play:
    """Play on with legal cards to the end, or until so many cards lie."""
    while not play.over and (until is None or len(play.deal.plays) < until):
        play.lay(choose(play, play.legal()))
    return play
