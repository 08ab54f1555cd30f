"""Deals for the rules' tests, made from the documents alone: decks, orders, legal play, sums.

Nothing here asks the engine; the tests compare what the engine says with what this module works
out. Deals are written as lines of the deal file and read by its parser.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.cards import Card, card
from engine.deal.record import DealRecord
from engine.deal.report import DealReport, DealResult
from engine.dealfile.reader import parse_line
from engine.games import game as game_named
from engine.games.facts import Setting
from engine.referee.evaluation import evaluate

SUITS = "EGHS"
"""DE Kartenwerte: the suits in their order."""
RANKS = {2: "OUAZK987", 3: "OUAZK9", 4: "OUAZK987", 5: "OUGAZSK987", 6: "OUGAZSK9876P"}
RANKS[7] = RANKS[6]
"""DE Besonderheiten entsprechend der Spielerzahl; ten is Z."""
PLAIN = "AZSKOUG9876P"
"""DE Grundlagen: the order within a suit, former trumps sorted in by their points."""
POINTS = {"A": 11, "Z": 10, "S": 6, "K": 4, "O": 3, "U": 2, "G": 1, "P": -7}
"""DE Kartenwerte."""
ONLY = {"geier": "O", "wenz": "U", "niederer": "G"}
"""DE Solospiel: the one rank that is trump."""

Plays = list[tuple[int, str]]


def deck(players: int) -> list[str]:
    return [suit + rank for suit in SUITS for rank in RANKS[players]]


def points_of(cards: Sequence[str]) -> int:
    return sum(POINTS.get(each[1], 0) for each in cards)


def trumps(players: int, kind: str, suit: str | None = None) -> list[str]:
    """The trumps, highest first (DE Grundlagen, Normalspiel, Solospiel)."""
    ranks = RANKS[players]
    if kind in ONLY:
        return [each + ONLY[kind] for each in SUITS]
    main = [each + rank for rank in "OUG" if rank in ranks for each in SUITS]
    trump_suit = suit if kind == "solo" and suit else "H"
    return main + [trump_suit + rank for rank in PLAIN if rank in ranks and rank not in "OUG"]


def plain(players: int, kind: str, of: str, trump: str | None = None) -> list[str]:
    """The cards of a suit that are no trumps, highest first."""
    high = trumps(players, kind, trump)
    return [of + r for r in PLAIN if r in RANKS[players] and of + r not in high]


@dataclass
class Example:
    """A deal played by the rules, with everything about it worked out from whole hands."""

    players: int
    contract: dict[str, object]
    hands: list[list[str]]
    dealer: int
    plays: Plays = field(default_factory=list)
    taken: list[list[str]] = field(default_factory=list)
    tricks: list[int] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return str(self.contract["kind"])

    @property
    def suit(self) -> str:
        """The suit called or trump; empty where none is named."""
        return str(self.contract.get("suit", ""))

    @cached_property
    def trumps(self) -> list[str]:
        return trumps(self.players, self.kind, self.suit)

    @property
    def seats(self) -> list[int]:
        """Who holds cards: with seven the dealer sits out."""
        return [s for s in range(self.players) if self.players < 7 or s != self.dealer]

    @property
    def declarer(self) -> int:
        """Who declared; only where somebody did."""
        seat = self.contract["seat"]
        assert isinstance(seat, int)
        return seat

    @property
    def called(self) -> list[str]:
        """The called cards: the Ass, with five and more players the Schöne too."""
        if self.kind != "rufspiel":
            return []
        return [self.suit + "A"] + ([self.suit + "S"] if self.players >= 5 else [])

    @property
    def side(self) -> set[int]:
        """The declarers."""
        caller = self.contract.get("seat")
        if not isinstance(caller, int):
            return set()
        partner = self.contract.get("partner")
        holders = {s for s in self.seats if set(self.called) & set(self.hands[s])}
        return {caller, *holders} | ({partner} if isinstance(partner, int) else set())

    def class_of(self, code: str) -> str:
        return "T" if code in self.trumps else code[0]

    def beats(self, new: str, best: str) -> bool:
        if self.class_of(new) != self.class_of(best):
            return self.class_of(new) == "T"
        order = self.trumps if self.class_of(new) == "T" else PLAIN
        at = (new, best) if self.class_of(new) == "T" else (new[1], best[1])
        return order.index(at[0]) < order.index(at[1])

    def winner(self, trick: Plays) -> int:
        seat, best = trick[0]
        for each, code in trick[1:]:
            if self.beats(code, best):
                seat, best = each, code
        return seat

    def legal(self, hand: list[str], led: str | None) -> list[str]:
        """Cards that may be laid, never playing around (DE Bedienregel, Bringregel)."""
        due = [each for each in self.called if each in hand]
        if led is None:
            low = [c for c in hand if not due or self.class_of(c) != self.suit or c == due[0]]
            return low or hand
        fits = [each for each in hand if self.class_of(each) == led]
        if not fits:
            return [each for each in hand if each not in due] or hand
        if led == self.suit and self.kind == "rufspiel" and due:
            return due[:1]
        return fits

    def play(self, choose: Callable[[list[str]], str]) -> Example:
        """Play the deal out; the dealer's left neighbour leads."""
        left = [list(hand) for hand in self.hands]
        self.taken, self.tricks = [[] for _ in left], [0] * self.players
        leader = (self.dealer + 1) % self.players
        while any(left):
            trick: Plays = []
            at = self.seats.index(leader)
            for seat in self.seats[at:] + self.seats[:at]:
                led = self.class_of(trick[0][1]) if trick else None
                code = choose(self.legal(left[seat], led))
                left[seat].remove(code)
                trick.append((seat, code))
            leader = self.winner(trick)
            self.taken[leader] += [code for _, code in trick]
            self.tricks[leader] += 1
            self.plays += trick
        return self

    @property
    def points(self) -> list[int]:
        return [points_of(cards) for cards in self.taken]

    @property
    def ours(self) -> int:
        """Augen of the declarers."""
        return sum(self.points[seat] for seat in self.side)

    @property
    def our_tricks(self) -> int:
        return sum(self.tricks[seat] for seat in self.side)

    @property
    def total(self) -> int:
        return points_of(deck(self.players))

    def run(self, main_only: bool = True) -> int:
        """Laufende of the declarers, negative where the others have them."""
        line = [c for c in self.trumps if not main_only or c[1] in "OUG" or self.kind in ONLY]
        if self.kind in ONLY:
            line = self.trumps
        has = [any(c in self.hands[s] for s in self.side) for c in line]
        count = next((i for i, each in enumerate(has) if each != has[0]), len(has))
        return count if has[0] else -count

    def record(self, game: str = "mehrkopf", **more: Any) -> DealRecord:
        return deal(
            game,
            self.contract,
            self.plays,
            self.players,
            self.dealer,
            out=[self.dealer] if self.players == 7 else [],
            **more,
        )

    def result(self, game: str = "mehrkopf", **more: Any) -> DealResult:
        result = evaluate(self.record(game, **more)).result
        assert result is not None
        return result


def deal(
    game: str = "mehrkopf",
    contract: dict[str, object] | None = None,
    plays: Plays | str = (),  # type: ignore[assignment]
    players: int = 4,
    dealer: int | None = None,
    **more: object,
) -> DealRecord:
    """Return the record of a deal-file line; `plays` may be such as "0 GA G7 | 2 EO"."""
    laid = tricks(plays, players, more.get("out")) if isinstance(plays, str) else list(plays)
    line = {
        "v": 1,
        "id": "rule",
        "game": game,
        "players": players,
        "dealer": players - 1 if dealer is None else dealer,
        "contract": contract,
        "plays": [list(each) for each in laid],
        **more,
    }
    return parse_line(json.dumps(line))


def tricks(text: str, players: int = 4, out: object = None) -> Plays:
    """Return plays from tricks, each beginning with the seat that leads it."""
    seats = [s for s in range(players) if not isinstance(out, list) or s not in out]
    laid: Plays = []
    for trick in text.split("|") if text.strip() else []:
        first, *codes = trick.split()
        at = seats.index(int(first))
        laid += [(seats[(at + place) % len(seats)], code) for place, code in enumerate(codes)]
    return laid


def report(record: DealRecord) -> DealReport:
    return evaluate(record)


def found(record: DealRecord) -> list[tuple[str, int | None, int]]:
    """Return kind, seat and wrong play of every verdict."""
    return [(each.kind, each.seat, each.play) for each in evaluate(record).verdicts]


def paid(result: DealResult) -> list[object]:
    """Return the payout, whole numbers as such."""
    return [int(each) if each.denominator == 1 else each for each in result.payout]


def setting(
    players: int, contract: dict[str, object] | None = None, game: str = "mehrkopf", **more: Any
) -> Setting:
    """Return what holds for a deal before its first card."""
    return game_named(game).setting(deal(game, contract, players=players, **more))


def line_of(made: Setting, code: str) -> list[str]:
    """Return the cards of a card's class, highest first."""
    klass = made.klass[card(code)]
    same = [each for each in made.klass if made.klass[each] == klass]
    same.sort(key=lambda each: made.strength[each], reverse=True)
    return [each.code for each in same]


def codes(cards: Sequence[Card]) -> list[str]:
    return [each.code for each in cards]


def dealt(players: int, seed: int, dealer: int) -> list[list[str]]:
    """Return hands dealt by chance; with seven the dealer gets none."""
    cards = deck(players)
    random.Random(seed).shuffle(cards)
    seats = [s for s in range(players) if players < 7 or s != dealer]
    size = len(cards) // len(seats)
    hands: list[list[str]] = [[] for _ in range(players)]
    for place, seat in enumerate(seats):
        hands[seat] = cards[place * size : (place + 1) * size]
    return hands


def may_call(hand: list[str], suit: str) -> bool:
    """DE Normalspiel: a card of the suit that is no trump, and not its Ass."""
    mine = [c for c in hand if c[0] == suit and c[1] not in "OUG"]
    return bool(mine) and suit + "A" not in mine


def examples(
    players: int, kind: str, where: Callable[[Example], bool], count: int = 1, suit: str = "E"
) -> list[Example]:
    """Return the first random deals of a kind, played by the rules, that fit `where`."""
    fitting: list[Example] = []
    for seed in range(20_000):
        chance = random.Random(seed)
        dealer = seed % players
        caller = (dealer + 1 + chance.randrange(min(players, 6))) % players
        hands = dealt(players, seed, dealer)
        contract: dict[str, object] = {"kind": kind}
        if kind == "rufspiel":
            suits = [s for s in "EGS" if hands[caller] and may_call(hands[caller], s)]
            if not suits:
                continue
            contract |= {"seat": caller, "suit": chance.choice(suits)}
        elif kind == "ramsch":
            contract["why"] = "last_game"
        else:
            if not hands[caller]:
                continue
            contract["seat"] = caller
            if kind == "solo":
                contract["suit"] = suit
        made = Example(players, contract, hands, dealer).play(chance.choice)
        if where(made):
            fitting.append(made)
            if len(fitting) == count:
                return fitting
    raise AssertionError(f"only {len(fitting)} deals of {count} fit")
