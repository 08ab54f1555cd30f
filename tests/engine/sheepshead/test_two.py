"""Two players with the layout: nobody is accused who followed with what was open (PG; RULES 13)."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.deal.record import DealRecord
from engine.dealfile.reader import parse_line
from engine.referee.evaluation import evaluate
from tests.engine.sheepshead.made import DECK, RANKS, TRUMPS, points

SEEDS = st.integers(0, 1_000_000)


def klass(code: str) -> str:
    return "T" if code in TRUMPS else code[0]


@dataclass
class Two:
    """A deal of two; from play `revoke` on the first one who can withholds an open card."""

    seed: int
    revoke: int | None = None
    plays: list[tuple[int, str]] = field(default_factory=list)
    reveals: list[tuple[int, int, int, str]] = field(default_factory=list)
    taken: list[list[str]] = field(default_factory=lambda: [[], []])
    wrong: tuple[int, int, bool] | None = None
    """Seat and play of the revoke, and whether the card withheld lay open."""

    def __post_init__(self) -> None:
        chance = random.Random(self.seed)
        cards = chance.sample(DECK, 32)
        self.hands = [cards[0:4], cards[4:8]]
        self.piles = [[cards[8 + 12 * s + 3 * p :][:3] for p in range(4)] for s in range(2)]
        self.start = [[list(pile) for pile in piles] for piles in self.piles]
        leader = 0
        for _ in range(16):
            trick: list[tuple[int, str]] = []
            for seat in (leader, 1 - leader):
                code = self._choose(chance, seat, trick)
                trick.append((seat, code))
                self.plays.append((seat, code))
                if code in self.hands[seat]:
                    self.hands[seat].remove(code)
                else:
                    next(pile for pile in self.piles[seat] if code in pile[-1:]).pop()
            self._turn_over(trick)
            (_, first), (other, second) = trick
            leader = other if self._beats(second, first) else leader
            self.taken[leader] += [first, second]

    def _choose(self, chance: random.Random, seat: int, trick: list[tuple[int, str]]) -> str:
        may = self.hands[seat] + [pile[-1] for pile in self.piles[seat] if pile]
        follow = [c for c in may if trick and klass(c) == klass(trick[0][1])]
        wrong = [c for c in may if c not in follow]
        late = self.revoke is not None and len(self.plays) >= self.revoke
        if late and follow and wrong and self.wrong is None:
            shown = any(c not in self.hands[seat] for c in follow)
            self.wrong = seat, len(self.plays), shown
            return chance.choice(wrong)
        return chance.choice(follow or may)

    def _turn_over(self, trick: list[tuple[int, str]]) -> None:
        for seat, code in trick:
            for number, pile in enumerate(self.start[seat]):
                if code in pile and self.piles[seat][number]:
                    top = self.piles[seat][number][-1]
                    self.reveals.append((len(self.plays), seat, number, top))

    @staticmethod
    def _beats(second: str, first: str) -> bool:
        if klass(second) != klass(first):
            return klass(second) == "T"
        order = TRUMPS if klass(first) == "T" else [first[0] + rank for rank in RANKS]
        return order.index(second) < order.index(first)

    def record(self, length: int = 32, *, layout: bool = True) -> DealRecord:
        line: dict[str, object] = {
            "game": "sheepshead",
            "players": 2,
            "dealer": 1,
            "contract": {"kind": "two_hands"},
            "plays": self.plays[:length],
        }
        if layout:
            line["piles"] = [[["??", "??", pile[-1]] for pile in piles] for piles in self.start]
            line["reveals"] = [each for each in self.reveals if each[0] <= length]
        return parse_line(json.dumps(line))


@given(SEEDS, st.integers(0, 32), st.booleans())
@settings(max_examples=200, deadline=None)
def test_who_follows_from_what_is_open_is_never_accused(
    seed: int, length: int, layout: bool
) -> None:
    made = Two(seed)
    assert evaluate(made.record(length, layout=layout)).verdicts == ()
    result = evaluate(made.record(layout=layout)).result
    assert result is not None
    assert list(result.points_by_seat) == [points(each) for each in made.taken]
    assert sum(result.payout) == 0


@given(SEEDS, st.integers(0, 20), st.booleans())
@settings(max_examples=200, deadline=None)
def test_a_revoke_with_an_open_card_is_seen_at_once(seed: int, since: int, layout: bool) -> None:
    made = Two(seed, since)
    assume(made.wrong is not None)
    assert made.wrong is not None
    seat, play, shown = made.wrong
    verdicts = evaluate(made.record(layout=layout)).verdicts
    assert all((each.seat, each.play) == (seat, play) for each in verdicts)
    if layout and shown:
        assert [(each.kind, each.known_after) for each in verdicts] == [("revoke", play)]


def test_without_the_layout_more_than_were_covered_prove_a_revoke() -> None:
    """RULES 13: at the first trick eight cards are covered, the ninth trump was not."""
    first = ["CQ", "CA", "CT", "CK", "C9", "C8", "C7", "H8", "HA", "HT", "HK", "H9", *TRUMPS[1:5]]
    second = ["S7", "S8", "S9", "SK", "ST", "SA", "H7", *TRUMPS[5:]]
    plays: list[tuple[int, str]] = []
    leader = 0
    for pair in zip(first, second, strict=True):
        plays += [(seat, pair[seat]) for seat in (leader, 1 - leader)]
        if Two._beats(pair[1 - leader], pair[leader]):
            leader = 1 - leader

    def proven(count: int) -> list[int]:
        line = {"game": "sheepshead", "players": 2, "dealer": 1, "contract": {"kind": "two_hands"}}
        record = parse_line(json.dumps({**line, "plays": plays[:count]}))
        return [each.known_after for each in evaluate(record).verdicts if each.play == 1]

    assert proven(30) == []
    (known,) = proven(32)
    assert plays[known][1] == TRUMPS[-1]
