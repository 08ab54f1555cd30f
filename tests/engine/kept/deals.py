"""Deals with a called ten or a card face down, played well and badly."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field

from engine.deal.record import DealRecord
from engine.dealfile.reader import parse_line
from tests.engine.kept.rules import (
    BURY,
    DECK,
    FAIL,
    HAND,
    TRUMPS,
    Call,
    Moment,
    called_wrongly,
    wrongs,
)
from tests.engine.kept.worlds import Position

TEN, NOTED, UNKNOWN = "ten", "noted", "unknown"
CASES = (TEN, NOTED, UNKNOWN)
"""A ten is called; the card face down is on record; nobody knows which it is."""
RATES = (0.0, 0.03, 0.1, 0.3, 1.0)


@dataclass
class Kept:
    """One deal, everything known."""

    case: str
    call: Call
    hands: list[list[str]]
    bury: tuple[str, ...]
    bury_known: bool
    plays: list[tuple[int, str]] = field(default_factory=list)

    @property
    def record(self) -> DealRecord:
        """What the engine is told."""
        call = self.call
        contract: dict[str, object] = {"kind": "pick", "seat": call.picker, "partner": "called"}
        contract["called"] = call.called
        if call.under is not None:
            contract["under"] = "??" if self.case == UNKNOWN else call.under
        if self.bury_known:
            contract["bury"] = list(self.bury)
        line = {"game": "sheepshead", "players": call.players, "dealer": call.dealer}
        line |= {"contract": contract, "plays": [list(each) for each in self.plays]}
        return parse_line(json.dumps(line))

    def at(self, count: int) -> Position:
        """Return what the table has seen once so many cards lie."""
        unknown = self.case == UNKNOWN
        call = self.call
        if unknown:
            call = Call(call.players, call.dealer, call.picker, call.called)
        bury = self.bury if self.bury_known else None
        return Position(call, tuple(self.plays[:count]), bury, unknown)

    def first(self, most: int) -> int:
        """Return the count of cards from which on at most `most` are unseen."""
        seen = len(self.bury) if self.bury_known else 0
        return max(1, len(DECK) - seen - most)


def dealt(case: str, players: int, chance: random.Random, *, honest: bool) -> Kept:
    """Deal so that the picker may call as he does, or may not."""
    while True:
        picker, dealer = chance.randrange(players), chance.randrange(players)
        mine = _picked(case, HAND[players] + BURY[players], chance)
        called = "CT" if case == TEN else "CA"
        if not honest:
            swap = chance.choice([card for card in DECK if card not in mine])
            mine[chance.randrange(len(mine))] = swap
        chance.shuffle(mine)
        bury, hand = tuple(mine[: BURY[players]]), mine[BURY[players] :]
        under = None if case == TEN else chance.choice(hand)
        call = Call(players, dealer, picker, called, under)
        wrong = called_wrongly(call, hand, bury) or (under is None and call.kept not in hand)
        if wrong == honest or called in bury:
            continue
        rest = [card for card in DECK if card not in mine]
        chance.shuffle(rest)
        size = HAND[players]
        hands = [
            hand if seat == picker else [rest.pop() for _ in range(size)] for seat in range(players)
        ]
        return Kept(case, call, hands, bury, chance.random() < 0.4)


def _picked(case: str, count: int, chance: random.Random) -> list[str]:
    """Return the picker's cards, bury included."""
    if case == TEN:
        aces = [suit + "A" for suit in FAIL]
        free = [card for card in DECK if card not in (*aces, "CT")]
        return aces + chance.sample(free, count - len(aces))
    other = chance.choice(("SA", "HA"))
    fail = [card for card in DECK if card[0] == other[0] and card not in TRUMPS]
    mine = [other, *chance.sample(fail[1:], chance.randrange(3))]
    return mine + chance.sample(TRUMPS, count - len(mine))


def played(made: Kept, chance: random.Random) -> Kept:
    """Play to the end; now and then any card at all, or what the duties forbid."""
    call, rate = made.call, chance.choice(RATES)
    left = [list(hand) for hand in made.hands]
    turn, was_led = (call.dealer + 1) % call.players, False
    for number in range(HAND[call.players]):
        trick: list[tuple[int, str]] = []
        for step in range(call.players):
            seat = (turn + step) % call.players
            led = call.klass(trick[0][1]) if trick else None
            moment = Moment(led, was_led, number == HAND[call.players] - 1)
            right = [c for c in left[seat] if not wrongs(call, seat, moment, left[seat], c)]
            follow = [c for c in left[seat] if c in right or _follows(call, led, left[seat], c)]
            some = follow if chance.random() < 0.5 else left[seat]
            if made.case == UNKNOWN:
                # All see whether the card that lies there is played.
                kinds = {card: wrongs(call, seat, moment, left[seat], card) for card in some}
                some = [card for card in some if "under_withheld" not in kinds[card]] or right
            card = chance.choice(some if chance.random() < rate or not right else right)
            left[seat].remove(card)
            trick.append((seat, card))
        was_led = was_led or call.klass(trick[0][1]) == call.suit
        made.plays += trick
        turn = call.winner(trick)
    return made


def _follows(call: Call, led: str | None, hand: list[str], card: str) -> bool:
    """Tell whether a card does what is due but for the duties of the call."""
    return call.klass(card) == led or all(call.klass(each) != led for each in hand)
