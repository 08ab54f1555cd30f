"""Rules and searches written apart from the engine's: slow, plain, and by the cards themselves.

Of the engine only which cards there are, their classes, strengths and points are taken
(`Setting`, held against sources elsewhere). What may be laid is asked of the tricks that lie, not
of a state kept up; nothing here knows bits, runs or positions alike.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.cards import Card
from engine.deal.record import DealRecord
from engine.games.facts import Setting

Trick = tuple[tuple[int, Card], ...]
Past = tuple[Trick, ...]
_TRUMP = 0


@dataclass
class Rulebook:
    """What may be laid in one deal, and who has its points."""

    order: tuple[int, ...]
    """Seats clockwise."""
    klass: Mapping[Card, int]
    strength: Mapping[Card, int]
    points: Mapping[Card, int]
    side: frozenset[int]
    apart: int
    called: list[Card] = field(default_factory=list)
    """Cards that are owed, by whoever has them, in the order in which they are due."""
    exempt: dict[int, list[Card]] = field(default_factory=dict)
    """Of these what a seat does not owe."""
    away: dict[int, int] = field(default_factory=dict)
    """Seat to how many cards of the suit let it run away."""
    around: dict[int, int] = field(default_factory=dict)
    free_discard: bool = False
    keeper: int | None = None
    """A picker who keeps a card of the called suit."""
    must_trump: bool = False

    @classmethod
    def of(
        cls, record: DealRecord, setting: Setting, hands: Mapping[int, tuple[Card, ...]]
    ) -> Rulebook:
        contract, options = record.contract, record.rules.options
        assert contract is not None
        had = {card: seat for seat, hand in hands.items() for card in hand}
        book = cls(setting.seats, setting.klass, setting.strength, setting.points, frozenset(), 0)
        if record.game == "bierkopf":
            book.side, book.must_trump = frozenset({0, 2}), options["must_trump"] is True
            return book
        assert contract.seat is not None
        mine = {contract.seat}
        if record.game == "sheepshead":
            book.apart = 120 - sum(setting.points[card] for card in had)
            if setting.called is not None and setting.called in had:
                mine.add(had[setting.called])
            book.side = frozenset(mine)
            if contract.details["partner"] == "called":
                book._pick(contract.seat, setting, had)
            return book
        partner = contract.details.get("partner")
        mine |= {partner} if isinstance(partner, int) else set()
        cards = [card for card in (setting.called, setting.schoene) if card is not None]
        book.side = frozenset(mine | {had[card] for card in cards})
        book.called = cards
        if cards:
            book._call(contract.seat, setting, options, hands)
        return book

    def _call(
        self,
        caller: int,
        setting: Setting,
        options: Mapping[str, object],
        hands: Mapping[int, tuple[Card, ...]],
    ) -> None:
        self.free_discard = options["called_discard"] == "free"
        self.exempt[caller] = self.called[: 1 if options["caller_must_bring_schoene"] else 2]
        size = sum(1 for each in self.klass.values() if each == self.klass[self.called[0]])
        least = options["umspielen_min"]
        count = least if isinstance(least, int) else size - len(self.order) + 2
        when = options["umspielen_when"]
        for seat in self.order:
            if options["schoene_umspielen"] == "same_count" or self.called[0] in hands[seat]:
                if when in ("lead", "any"):
                    self.away[seat] = count
                if when in ("follow", "any"):
                    self.around[seat] = count

    def _pick(self, picker: int, setting: Setting, had: Mapping[Card, int]) -> None:
        assert setting.called is not None
        if had.get(setting.called, picker) != picker:
            self.called.append(setting.called)
        if setting.called.code[1] == "T":
            self.called += [c for c in had if c.code == setting.called.code[0] + "A"]
        else:
            self.keeper = picker
        self.suit_of_call = self.klass[setting.called]

    suit_of_call: int = -1

    @property
    def suit(self) -> int:
        return self.klass[self.called[0]] if self.called else self.suit_of_call

    def winner(self, trick: Trick) -> int:
        led = self.klass[trick[0][1]]
        best = max(
            (play for play in trick if self.klass[play[1]] in (led, _TRUMP)),
            key=lambda play: (self.klass[play[1]] == _TRUMP, self.strength[play[1]]),
        )
        return best[0]

    def legal(self, hand: tuple[Card, ...], seat: int, trick: Trick, past: Past) -> list[Card]:
        """Return what a seat may lay."""
        cards = list(hand)
        if trick:
            led = self.klass[trick[0][1]]
            follows = [card for card in hand if self.klass[card] == led]
            trumps = [card for card in hand if self.klass[card] == _TRUMP]
            cards = follows or (trumps if self.must_trump else []) or cards
        return [card for card in cards if self._in_order(hand, seat, card, trick, past)]

    def _owed(self, hand: tuple[Card, ...], seat: int) -> list[Card]:
        return [c for c in self.called if c in hand and c not in self.exempt.get(seat, ())]

    def _in_order(
        self, hand: tuple[Card, ...], seat: int, card: Card, trick: Trick, past: Past
    ) -> bool:
        if self.suit < 0:
            return True
        owed = self._owed(hand, seat)
        led = self.klass[trick[0][1]] if trick else self.klass[card]
        of_suit = [each for each in hand if self.klass[each] == self.suit]
        led_before = any(self.klass[each[0][1]] == self.suit for each in past)
        if seat == self.keeper and of_suit == [card] and len(hand) > 1:
            return led_before or led == self.suit
        if not owed or self.klass[card] != self.suit or self.ran_away(seat, hand, past):
            return True
        if led == self.suit:
            if card is owed[0]:
                return True
            if not trick:
                return not led_before and len(of_suit) >= self.away.get(seat, 99)
            gone = sum(self.klass[c] == self.suit for each in past for _, c in each)
            return len(of_suit) + gone >= self.around.get(seat, 99)
        if card not in owed or self.free_discard or len(hand) <= len(owed):
            return True
        return self.was_due(seat, card, hand, past)

    def _hand_at(self, seat: int, hand: tuple[Card, ...], past: Past, number: int) -> list[Card]:
        return [*hand, *[c for each in past[number:] for who, c in each if who == seat]]

    def ran_away(self, seat: int, hand: tuple[Card, ...], past: Past) -> bool:
        for number, each in enumerate(past):
            if self.klass[each[0][1]] == self.suit:
                had = tuple(self._hand_at(seat, hand, past, number))
                owed = self._owed(had, seat)
                return each[0][0] == seat and bool(owed) and each[0][1] is not owed[0]
        return False

    def was_due(self, seat: int, card: Card, hand: tuple[Card, ...], past: Past) -> bool:
        """Whether the suit was led while this card was next, or a card before it was kept."""
        for number, each in enumerate(past):
            if self.klass[each[0][1]] == self.suit:
                had = tuple(self._hand_at(seat, hand, past, number))
                owed = self._owed(had, seat)
                laid = next(c for who, c in each if who == seat)
                if card in owed and (not owed or laid is not owed[0] or owed[0] is card):
                    return True
        return False


Hands = dict[int, tuple[Card, ...]]


def position_key(book: Rulebook, hands: Hands, leader: int, past: Past) -> object:
    """What a position between two tricks depends on: cards, leader, and what was led and called."""
    left = frozenset(card for hand in hands.values() for card in hand)
    of_suit = tuple(each for each in past if book.klass[each[0][1]] == book.suit)
    gone = sum(book.klass[card] == book.suit for each in past for _, card in each)
    return left, leader, of_suit, gone


def brute(
    book: Rulebook, hands: Hands, leader: int, trick: Trick, past: Past, met: dict[object, int]
) -> int:
    """Return the points that the side makes from here: every way to play, and nothing clever.

    `met` remembers positions between tricks that were worked out already.
    """
    seat = book.order[(book.order.index(leader) + len(trick)) % len(book.order)]
    if not hands[seat]:
        return 0
    key = None if trick else position_key(book, hands, leader, past)
    if key is not None and key in met:
        return met[key]
    ours = seat in book.side
    best: int | None = None
    for card in book.legal(hands[seat], seat, trick, past):
        rest = {**hands, seat: tuple(c for c in hands[seat] if c is not card)}
        laid = (*trick, (seat, card))
        if len(laid) < len(book.order):
            value = brute(book, rest, leader, laid, past, met)
        else:
            winner = book.winner(laid)
            value = brute(book, rest, winner, (), (*past, laid), met)
            value += sum(book.points[c] for _, c in laid) if winner in book.side else 0
        if best is None or (value > best if ours else value < best):
            best = value
    assert best is not None
    if key is not None:
        met[key] = best
    return best


def second_search(folder: Path) -> Path:
    """Build the search that is written in C; it answers in seconds with eight tricks to come."""
    program = folder / "apart"
    source = Path(__file__).with_name("apart.c")
    subprocess.run(["gcc", "-O2", "-Wall", "-Werror", "-o", program, source], check=True)
    return program


def searched(
    program: Path, book: Rulebook, hands: Hands, leader: int, trick: Trick, past: Past, guess: int
) -> int:
    """Return what that search makes of a position; `guess` is where it begins to ask."""
    place = {seat: number for number, seat in enumerate(book.order)}
    holder = {card: place[seat] for seat, hand in hands.items() for card in hand}
    met = [*holder, *[card for _, card in trick], *[c for each in past for _, c in each]]
    number = {card: at for at, card in enumerate({*met, *book.called})}
    due = dict.fromkeys(book.order, 0)
    for seat in book.order:
        for bit, card in enumerate(book.called):
            if book.was_due(seat, card, hands[seat], past):
                due[seat] |= 1 << bit
    words: list[int] = [len(book.order), len(number), _TRUMP, book.suit, len(book.called)]
    words += [book.must_trump, book.free_discard, -1 if book.keeper is None else place[book.keeper]]
    words += [place[leader], len(trick), guess]
    for card in number:
        words += [holder.get(card, -1), book.klass[card], book.strength[card], book.points[card]]
    for seat in book.order:
        exempt = [book.called.index(card) for card in book.exempt.get(seat, ())]
        words += [seat in book.side, book.away.get(seat, 99), book.around.get(seat, 99)]
        words.append(sum(1 << bit for bit in exempt))
    words += [number[card] for card in book.called]
    words.append(any(book.klass[each[0][1]] == book.suit for each in past))
    words.append(sum(book.klass[card] == book.suit for each in past for _, card in each))
    words.append(sum(1 << place[s] for s in book.order if book.ran_away(s, hands[s], past)))
    words += [*due.values(), *[number[card] for _, card in trick]]
    asked = " ".join(str(int(word)) for word in words)
    told = subprocess.run([program], input=asked, capture_output=True, text=True, check=True)
    return int(told.stdout)
