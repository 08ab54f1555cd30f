"""Bierkopf once more, written from BK over card codes and whole hands; nothing of the engine's."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.deal.record import DealRecord
from engine.dealfile.reader import parse_line

TRUMPS = ["CQ", "SQ", "HQ", "DQ", "CJ", "SJ", "HJ", "DJ", "HA", "HT", "HK"]
"""Highest first (BK, trump suit)."""
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
DECK = [suit + rank for suit in "CSHD" for rank in "ATKQJ"]
GERMAN = dict(zip("CSHDATKQJ", "EGHSAZKOU", strict=True))

Plays = list[tuple[int, str]]


def suit_of(code: str) -> str:
    return "T" if code in TRUMPS else code[0]


def beats(new: str, best: str) -> bool:
    if suit_of(new) != suit_of(best):
        return new in TRUMPS
    order = TRUMPS if new in TRUMPS else [suit_of(new) + rank for rank in "ATK"]
    return order.index(new) < order.index(best)


def legal(hand: Sequence[str], led: str | None) -> list[str]:
    """Follow; else trump; else anything (BK)."""
    if led is None:
        return list(hand)
    follow = [code for code in hand if suit_of(code) == led]
    return follow or [code for code in hand if code in TRUMPS] or list(hand)


@dataclass
class Game:
    """One deal with everything known."""

    hands: list[list[str]]
    dealer: int = 3
    plays: Plays = field(default_factory=list)
    taken: list[list[str]] = field(default_factory=lambda: [[], [], [], []])
    wrong: set[tuple[str, int, int]] = field(default_factory=set)
    """Kind, seat and play of everything that was wrong."""

    def play(self, choose: Callable[[list[str], list[str]], str]) -> Game:
        """Play it out; `choose` gets the whole hand and what may be laid."""
        left = [list(hand) for hand in self.hands]
        turn = (self.dealer + 1) % 4
        while any(left):
            trick: Plays = []
            for step in range(4):
                seat = (turn + step) % 4
                led = suit_of(trick[0][1]) if trick else None
                code = choose(left[seat], legal(left[seat], led))
                self._judge(seat, left[seat], led, code)
                left[seat].remove(code)
                trick.append((seat, code))
                self.plays.append((seat, code))
            turn = winner(trick)
            self.taken[turn] += [code for _, code in trick]
        return self

    def _judge(self, seat: int, hand: list[str], led: str | None, code: str) -> None:
        if led is None or suit_of(code) == led:
            return
        for kind, held in (("revoke", led), ("must_trump", "T")):
            trumped = kind == "must_trump" and (code in TRUMPS or led == "T")
            if not trumped and any(suit_of(each) == held for each in hand):
                self.wrong.add((kind, seat, len(self.plays)))

    @property
    def points(self) -> tuple[int, int]:
        """Both teams' points."""
        each = [sum(POINTS[code[1]] for code in cards) for cards in self.taken]
        return each[0] + each[2], each[1] + each[3]

    def record(self, **more: object) -> DealRecord:
        return deal(self.plays, dealer=self.dealer, **more)


def winner(trick: Plays) -> int:
    seat, best = trick[0]
    for each, code in trick[1:]:
        if beats(code, best):
            seat, best = each, code
    return seat


def deal(plays: Plays | str = "", dealer: int = 3, **more: object) -> DealRecord:
    """Return the record of a deal-file line; `plays` may be such as "0 CA CK CT DK | 2 CQ"."""
    laid = []
    if isinstance(plays, str):
        for trick in plays.split("|") if plays.strip() else []:
            first, *codes = trick.split()
            laid += [[(int(first) + place) % 4, code] for place, code in enumerate(codes)]
    else:
        laid = [list(each) for each in plays]
    line = {
        "v": 1,
        "id": "bk",
        "game": "bierkopf",
        "players": 4,
        "dealer": dealer,
        "contract": {"kind": "teams", "teams": [[0, 2], [1, 3]]},
        "plays": laid,
        **more,
    }
    return parse_line(json.dumps(line))


def random_game(seed: int, error_rate: float = 0.0) -> Game:
    """Deal and play by chance; with `error_rate` any card at all is laid."""
    chance = random.Random(seed)
    cards = chance.sample(DECK, len(DECK))
    hands = [cards[5 * seat : 5 * seat + 5] for seat in range(4)]

    def choose(hand: list[str], right: list[str]) -> str:
        return chance.choice(hand if chance.random() < error_rate else right)

    return Game(hands, chance.randrange(4)).play(choose)


def first_game(where: Callable[[Game], bool]) -> Game:
    """Return the first random deal, played by the rules, that fits."""
    return next(made for made in map(random_game, range(100_000)) if where(made))
