"""Deals of Sheepshead played by chance and by the rules of PG, worked out from whole hands.

Nothing here asks the engine: who may play what, who wins a trick and who pays whom is written down
once more from the document, so that the tests compare two readings of it.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from fractions import Fraction

from engine.deal.record import DealRecord
from engine.dealfile.reader import parse_line

TRUMPS = ["CQ", "SQ", "HQ", "DQ", "CJ", "SJ", "HJ", "DJ", "DA", "DT", "DK", "D9", "D8", "D7"]
RANKS = "ATK987"
DECK = TRUMPS + [suit + rank for suit in "CSH" for rank in RANKS]
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
SIZES = {3: (10, 2), 4: (7, 4), 5: (6, 2), 6: (5, 2), 7: (4, 4)}
"""PG: cards in hand and in the blind."""
Json = dict[str, object]


def points(cards: list[str]) -> int:
    return sum(POINTS.get(each[1], 0) for each in cards)


@dataclass
class Made:
    """One deal; `method` is `jd`, `called`, `none` or `leaster`."""

    seed: int
    players: int
    method: str
    break_at: int | None = None
    """Play from which on the first duty besides following that can be broken is broken."""
    up: bool = False
    """Whether a picker with the jack of diamonds calls up."""
    hands: list[list[str]] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    picker: int = 0
    roll: int = 0
    called: str | None = None
    under: str | None = None
    plays: list[tuple[int, str]] = field(default_factory=list)
    taken: list[list[str]] = field(default_factory=list)
    tricks: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    broken: tuple[int, int] | None = None
    """Seat and play of the duty that was broken."""

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.dealer = self.chance.randrange(self.players)
        self.picker = self.chance.randrange(self.players)
        cards = self.chance.sample(DECK, len(DECK))
        size, _ = SIZES[self.players]
        self.hands = [cards[size * s : size * (s + 1)] for s in range(self.players)]
        self.blind = cards[size * self.players :]
        self.hidden = list(self.blind)
        self.bury: list[str] = []
        self.die_bury: list[str] = []
        if self.method != "leaster":
            self._pick()
        self._play()

    def klass(self, code: str) -> str:
        if code == self.under:
            assert self.called is not None
            return self.called[0]
        return "T" if code in TRUMPS else code[0]

    def _pick(self) -> None:
        hand = self.hands[self.picker]
        mine = self.blind[: 2 if self.players == 7 else len(self.blind)]
        hand += mine
        keep = self._call(hand)
        loose = [each for each in hand if each not in keep]
        self.bury = self.chance.sample(loose, len(mine))
        for each in self.bury:
            hand.remove(each)
        if self.players == 7:
            self.roll = self.chance.randint(1, 6)
            other = self.hands[(self.picker + self.roll) % 7]
            other += self.blind[2:]
            loose = [each for each in other if each != self.called]
            self.die_bury = self.chance.sample(loose, 2)
            for each in self.die_bury:
                other.remove(each)
        self.hidden = self.bury + self.die_bury

    def _call(self, hand: list[str]) -> list[str]:
        """Choose what is called; return what must not be buried."""
        if self.method == "jd":
            jacks = ["DJ", "HJ", "SJ", "CJ"]
            self.called = "DJ"
            if self.up:
                free = [each for each in jacks if each not in hand]
                self.called = free[0] if free else "DJ"
            return jacks[: jacks.index(self.called)] if self.up else []
        if self.method != "called":
            return []
        fail = [each for each in hand if self.klass(each) != "T"]
        free = [s for s in "CSH" if s + "A" not in hand and any(c[0] == s for c in fail)]
        if free:
            suit = self.chance.choice(free)
            self.called = suit + "A"
            return [self.chance.choice([each for each in fail if each[0] == suit])]
        lacking = [s for s in "CSH" if s + "A" not in hand]
        if lacking:
            self.called = self.chance.choice(lacking) + "A"
            self.under = self.chance.choice(hand)
            return [self.under]
        tens = [s for s in "CSH" if s + "T" not in hand]
        suit = self.chance.choice(tens or ["C"])
        if not tens:
            self.method = "none"
            return []
        self.called = suit + "T"
        return [suit + "A"]

    @property
    def kept(self) -> str | None:
        """The one card the picker keeps; None where any card of the suit is enough."""
        if self.called is None or self.method != "called":
            return None
        return self.under or (self.called[0] + "A" if self.called[1] == "T" else None)

    def _play(self) -> None:
        left = [list(hand) for hand in self.hands]
        self.taken = [[] for _ in range(self.players)]
        self.tricks = [0] * self.players
        leader, self.searched = (self.dealer + 1) % self.players, False
        size, _ = SIZES[self.players]
        for number in range(size):
            trick: list[tuple[int, str]] = []
            for place in range(self.players):
                seat = (leader + place) % self.players
                led = self.klass(trick[0][1]) if trick else None
                follow = [c for c in left[seat] if self.klass(c) == led] or left[seat]
                right = follow if number == size - 1 else self._right(seat, follow, led, left)
                if number == size - 1:
                    right = self._right(seat, follow, led, left, last=True)
                code = self.chance.choice(right)
                wrong = [c for c in follow if c not in right]
                late = self.break_at is not None and len(self.plays) >= self.break_at
                if late and wrong and self.broken is None:
                    code = self.chance.choice(wrong)
                    self.broken = seat, len(self.plays)
                left[seat].remove(code)
                trick.append((seat, code))
                self.plays.append((seat, code))
            leader = self.winner(trick)
            self.winners.append(leader)
            self.taken[leader] += [code for _, code in trick]
            self.tricks[leader] += 1
            if self.called is not None and self.klass(trick[0][1]) == self.called[0]:
                self.searched = True

    def _right(
        self,
        seat: int,
        may: list[str],
        led: str | None,
        left: list[list[str]],
        *,
        last: bool = False,
    ) -> list[str]:
        """PG, partner: what is bound while the called suit was not led."""
        if self.method != "called" or self.called is None or self.searched or last:
            return may
        suit = self.called[0]
        if led == suit:
            due = self.called if seat != self.picker else self.kept
            return [due] if due in may else may
        if seat != self.picker:
            if self.called not in may:
                return may
            low = [c for c in may if self.klass(c) == suit and c != self.called]
            return [c for c in may if c not in (low if led is None else [self.called])] or may
        keep = [self.kept] if self.kept else [c for c in left[seat] if self.klass(c) == suit]
        if led is None:
            # Leading the suit is playing what was kept; a called ten's ace goes first.
            bad = [c for c in may if self.klass(c) == suit and self.kept not in (None, c)]
        else:
            bad = keep if len(keep) == 1 else []
        return [c for c in may if c not in bad] or may

    def winner(self, trick: list[tuple[int, str]]) -> int:
        led = self.klass(trick[0][1])

        def power(code: str) -> int:
            if code == self.under:
                return 1
            if code in TRUMPS:
                return 100 - TRUMPS.index(code)
            return 50 - RANKS.index(code[1]) if code[0] == led else 0

        return max(trick, key=lambda play: power(play[1]))[0]

    @property
    def side(self) -> list[int]:
        """Picker and partners."""
        found = {self.picker}
        if self.players == 6:
            found.add((self.picker - 1) % 6)
        if self.players == 7:
            found.add((self.picker + self.roll) % 7)
        if self.method in ("jd", "called"):
            found |= {s for s in range(self.players) if self.called in self.hands[s]}
        return sorted(found)

    @property
    def contract(self) -> Json:
        if self.method == "leaster":
            return {"kind": "leaster"}
        made: Json = {"kind": "pick", "seat": self.picker, "bury": self.bury}
        made["partner"] = self.method if self.players > 3 else "none"
        if self.called is not None and self.called != "DJ":
            made["called"] = self.called
        if self.under is not None:
            made["under"] = self.under
        if self.players == 7:
            made["die"] = {"roll": self.roll, "bury": self.die_bury}
        return made

    def line(self, **more: object) -> Json:
        return {
            "game": "sheepshead",
            "players": self.players,
            "dealer": self.dealer,
            "contract": self.contract,
            "plays": [list(play) for play in self.plays],
            **more,
        }

    def record(self, **more: object) -> DealRecord:
        return parse_line(json.dumps(self.line(**more)))

    def paid(self, bump: bool = True, parts: int | None = None) -> list[Fraction]:
        """PG, score: one, two or three to or from each opponent; RULES 0.6: shares."""
        side = self.side
        others = [s for s in range(self.players) if s not in side]
        ours = sum(points(self.taken[s]) for s in side) + points(self.hidden)
        wins = ours >= 61
        lost = sum(self.tricks[s] for s in (others if wins else side))
        poor = 120 - ours < 30 if wins else ours < 31
        unit = 3 if not lost else 2 if poor else 1
        unit *= 1 if wins or not bump else 2
        sign = 1 if wins else -1
        each = [Fraction(0)] * self.players
        partners = [s for s in side if s != self.picker]
        for s in others:
            each[s] = Fraction(-sign * unit)
        total = unit * len(others)
        for s in partners:
            each[s] = sign * (Fraction(total, parts + len(partners)) if parts else Fraction(unit))
        each[self.picker] = -sum(each, Fraction(0))
        return each
