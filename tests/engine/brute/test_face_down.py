"""Sheepshead with a called ten or a card face down: who plays right is accused at no card.

Written from PG and RULES 0.27 over whole hands; nothing of the engine's. The picker keeps the ace
beside the called ten, or the card face down, until the suit is led, and plays it then; the holder
of the called card brings it. The last trick is free. Bury and hands are seen by nobody.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field

import pytest

from engine.deal.record import DealRecord
from engine.deal.report import Grade, Status
from engine.dealfile.reader import parse_line
from engine.referee.evaluation import evaluate
from tests.simulate.records import cut

DECK = [suit + rank for suit in "CSHD" for rank in "ATKQJ987"]
HAND = {4: 7, 5: 6, 6: 5}
BLIND = {4: 4, 5: 2, 6: 2}
SUIT = "C"
"""The suit that is called."""
SURE = {Grade.OWN_PLAY, Grade.COUNT}
HIGH = ["CQ", "SQ", "HQ", "DQ", "CJ", "SJ", "HJ", "DJ", "DA", "DT", "DK", "D9", "D8", "D7"]


@dataclass
class Hidden:
    """One deal; everything is known here."""

    players: int
    called: str
    under: str | None
    picker: int
    hands: list[list[str]]
    bury: list[str]
    plays: list[tuple[int, str]] = field(default_factory=list)
    guilty: set[int] = field(default_factory=set)
    led: list[str] = field(default_factory=list)

    def klass(self, card: str) -> str:
        if card == self.under:
            return SUIT
        return "T" if card in HIGH else card[0]

    @property
    def kept(self) -> str:
        """What the picker keeps."""
        return self.under or f"{SUIT}A"

    def legal(self, seat: int, led: str | None) -> list[str]:
        hand = self.hands[seat]
        first = SUIT not in self.led
        mine = self.kept if seat == self.picker else self.called
        due = mine if mine in hand and first and len(hand) > 1 else None
        if led is None:
            # A card of the suit is led with the card that is due only; the picker waits for it.
            barred = [c for c in hand if due and self.klass(c) == SUIT and c != due]
            if due is not None and due == self.under:
                barred.append(due)
            return [c for c in hand if c not in barred]
        follow = [c for c in hand if self.klass(c) == led]
        if follow:
            return [due] if due and led == SUIT else follow
        return [c for c in hand if c != due]

    def winner(self, trick: list[tuple[int, str]]) -> int:
        led = self.klass(trick[0][1])

        def strength(play: tuple[int, str]) -> int:
            card = play[1]
            if card == self.under:
                return -1
            if card in HIGH:
                return 100 - HIGH.index(card)
            return 10 - "ATK987".index(card[1]) if self.klass(card) == led else -2

        return max(trick, key=strength)[0]

    def play(self, chance: random.Random, rate: float) -> Hidden:
        turn = 0
        while any(self.hands):
            trick: list[tuple[int, str]] = []
            for step in range(self.players):
                seat = (turn + step) % self.players
                led = self.klass(trick[0][1]) if trick else None
                right = self.legal(seat, led)
                card = chance.choice(self.hands[seat] if chance.random() < rate else right)
                if card not in right:
                    self.guilty.add(seat)
                self.hands[seat].remove(card)
                trick.append((seat, card))
            self.led.append(self.klass(trick[0][1]))
            self.plays += trick
            turn = self.winner(trick)
        return self

    def record(self, *, noted: bool) -> DealRecord:
        contract = {"kind": "pick", "seat": self.picker, "partner": "called"}
        contract["called"] = self.called
        if self.under is not None:
            contract["under"] = self.under if noted else "??"
        line = {"game": "sheepshead", "players": self.players, "dealer": self.players - 1}
        line |= {"contract": contract, "plays": [list(each) for each in self.plays]}
        return parse_line(json.dumps(line))


def dealt(players: int, chance: random.Random, *, ten: bool) -> Hidden:
    """Deal so that the picker may call a ten, or needs a card face down."""
    picker = chance.randrange(players)
    count = HAND[players] + BLIND[players]
    if ten:
        must = ["CA", "SA", "HA"]
        free = [card for card in DECK if card not in (*must, "CT")]
        mine = must + chance.sample(free, count - len(must))
        buriable = [card for card in mine if card != "CA"]
    else:
        mine = chance.sample([*HIGH, "SA", "HA"], count)
        buriable = mine
    bury = chance.sample(buriable, BLIND[players])
    rest = [card for card in DECK if card not in mine]
    chance.shuffle(rest)
    hands = []
    for seat in range(players):
        own = [card for card in mine if card not in bury]
        hands.append(own if seat == picker else [rest.pop() for _ in range(HAND[players])])
    under = None if ten else chance.choice(hands[picker])
    return Hidden(players, "CT" if ten else "CA", under, picker, hands, bury)


@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize("case", ["ten", "noted", "unknown"])
def test_nobody_who_plays_right_is_accused(case: str, players: int) -> None:
    chance = random.Random(players)
    for _ in range(25):
        made = dealt(players, chance, ten=case == "ten").play(chance, 0.0)
        record = made.record(noted=case == "noted")
        for count in range(len(record.plays) + 1):
            assert evaluate(cut(record, count)).verdicts == (), (made, count)
    wrong = [dealt(players, chance, ten=case == "ten").play(chance, 0.3) for _ in range(5)]
    assert any(evaluate(made.record(noted=case == "noted")).verdicts for made in wrong)


@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize("case", ["ten", "noted", "unknown"])
def test_only_who_erred_is_named(case: str, players: int) -> None:
    """RULES 13: by own play and by count whatever the others did."""
    chance = random.Random(players)
    named = 0
    for _ in range(40):
        made = dealt(players, chance, ten=case == "ten").play(chance, 0.1)
        record = made.record(noted=case == "noted")
        for count in chance.sample(range(1, len(record.plays) + 1), 6):
            for each in evaluate(cut(record, count)).verdicts:
                sure = SURE & {known.grade for known in each.grades}
                if sure and each.status is Status.PROVEN:
                    assert each.seat in made.guilty, (each, made, count)
                    named += 1
                elif len(made.guilty) == 1 and each.grades and each.status is Status.PROVEN:
                    assert made.guilty & set(each.suspects), (each, made, count)
    assert named
