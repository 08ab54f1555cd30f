"""The rules once more, written plainly over card codes and whole hands, to test the engine.

Nothing here is shared with the engine: classes, duties and legal plays are worked out anew from the
rule documents, for four players and German suits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

SUITS = "EGHS"
FULL = tuple(suit + rank for suit in SUITS for rank in "AZKOU987")
SHORT = tuple(suit + rank for suit in SUITS for rank in "AZKOU9")


@dataclass(frozen=True)
class Table:
    """What is played by which rule."""

    kind: str
    suit: str | None = None
    caller: int | None = None
    deck: tuple[str, ...] = FULL
    keep_back: str = "lead"
    """umspielen_when"""
    discard: str = "last_trick_only"

    @property
    def tricks(self) -> int:
        return len(self.deck) // 4

    @property
    def called(self) -> str | None:
        return f"{self.suit}A" if self.kind == "rufspiel" else None

    @property
    def least(self) -> int:
        """Cards of the called suit so that fewer are outside than there are other players."""
        suit_size = sum(1 for card in self.deck if self.klass(card) == self.suit)
        return suit_size - 2

    def klass(self, card: str) -> str:
        high, suit = {
            "rufspiel": ("OU", "H"),
            "ramsch": ("OU", "H"),
            "solo": ("OU", self.suit),
            "wenz": ("U", None),
            "geier": ("O", None),
            "farbwenz": ("U", self.suit),
            "farbgeier": ("O", self.suit),
        }[self.kind]
        return "T" if card[1] in high or card[0] == suit else card[0]

    def beats(self, card: str, other: str) -> bool:
        """Whether `card`, laid later, beats `other`."""
        mine, theirs = self.klass(card), self.klass(other)
        if mine != theirs:
            return mine == "T"
        return self._height(card) > self._height(other)

    def _height(self, card: str) -> tuple[int, int, int]:
        high = {"wenz": "U", "farbwenz": "U", "geier": "O", "farbgeier": "O"}.get(self.kind, "OU")
        if card[1] in high:
            return (1, -high.index(card[1]), -SUITS.index(card[0]))
        return (0, -"AZKOU987".index(card[1]), 0)


@dataclass
class Game:
    """A deal in progress with everything known."""

    table: Table
    hands: list[list[str]]
    turn: int
    plays: list[tuple[int, str]] = field(default_factory=list)
    called_suit_was_led: bool = False
    ran_away: bool = False

    @property
    def trick(self) -> list[tuple[int, str]]:
        return self.plays[len(self.plays) - len(self.plays) % 4 :]

    def wrongs(self, card: str) -> set[str]:
        """Return the kinds of error that laying `card` now would be."""
        hand, table = self.hands[self.turn], self.table
        led = table.klass(self.trick[0][1]) if self.trick else None
        found = set()
        could_follow = any(table.klass(other) == led for other in hand)
        if led is not None and table.klass(card) != led and could_follow:
            found.add("revoke")
        if table.called in hand and self.turn != table.caller:
            found |= self._wrongs_of_holder(card, led)
        return found

    def _wrongs_of_holder(self, card: str, led: str | None) -> set[str]:
        hand, table = self.hands[self.turn], self.table
        is_called = card == table.called
        if led is None:
            if table.klass(card) == table.suit and not is_called and not self._may_lead_low(hand):
                return {"called_card_underled"}
        elif led == table.suit:
            if not is_called and not self._may_follow_low(hand):
                return {"called_card_withheld"}
        elif is_called and self._must_not_be_discarded(hand):
            return {"called_card_discarded"}
        return set()

    def _must_not_be_discarded(self, hand: Sequence[str]) -> bool:
        searched = self.called_suit_was_led or self.ran_away
        return self.table.discard == "last_trick_only" and not searched and len(hand) > 1

    def _own(self, hand: Sequence[str]) -> int:
        return sum(1 for card in hand if self.table.klass(card) == self.table.suit)

    def _may_lead_low(self, hand: Sequence[str]) -> bool:
        if self.ran_away:
            return True
        return (
            self.table.keep_back in ("lead", "any")
            and not self.called_suit_was_led
            and self._own(hand) >= self.table.least
        )

    def _may_follow_low(self, hand: Sequence[str]) -> bool:
        if self.ran_away:
            return True
        if self.table.keep_back not in ("follow", "any"):
            return False
        table = self.table
        before = [card for _, card in self.plays[: len(self.plays) - len(self.plays) % 4]]
        outside = [
            card
            for card in table.deck
            if table.klass(card) == table.suit and card not in hand and card not in before
        ]
        return len(outside) < 3

    def lay(self, card: str) -> None:
        """Lay a card, right or wrong."""
        hand, table = self.hands[self.turn], self.table
        if not self.trick and table.kind == "rufspiel" and table.klass(card) == table.suit:
            low = table.called in hand and card != table.called and self.turn != table.caller
            if low and self._may_lead_low(hand):
                self.ran_away = True
        hand.remove(card)
        self.plays.append((self.turn, card))
        self.turn = (self.turn + 1) % 4
        if len(self.plays) % 4 == 0:
            trick = self.plays[-4:]
            if table.klass(trick[0][1]) == table.suit:
                self.called_suit_was_led = True
            best = trick[0]
            for play in trick[1:]:
                if table.beats(play[1], best[1]):
                    best = play
            self.turn = best[0]


def start(table: Table, hands: Sequence[Sequence[str]], leader: int = 0) -> Game:
    return Game(table, [list(hand) for hand in hands], leader)


def wrong_acts(
    table: Table, hands: Sequence[Sequence[str]], plays: Sequence[tuple[int, str]]
) -> set[tuple[str, int, int]]:
    """Return (kind, seat, play) of every error in a deal whose hands are all known."""
    game = start(table, hands, plays[0][0])
    found = set()
    for index, (seat, card) in enumerate(plays):
        assert game.turn == seat
        found |= {(kind, seat, index) for kind in game.wrongs(card)}
        game.lay(card)
    return found


def deal_hands(table: Table, chance: random.Random) -> list[list[str]]:
    deck = list(table.deck)
    chance.shuffle(deck)
    size = len(deck) // 4
    return [deck[seat * size : (seat + 1) * size] for seat in range(4)]


def tables(chance: random.Random, deck: tuple[str, ...] = FULL) -> Iterator[Table]:
    """Yield random tables without end."""
    kinds = ("rufspiel", "rufspiel", "solo", "wenz", "geier", "farbwenz", "farbgeier", "ramsch")
    while True:
        kind = chance.choice(kinds)
        suit = chance.choice("EGS" if kind == "rufspiel" else SUITS)
        yield Table(
            kind,
            suit if kind in ("rufspiel", "solo", "farbwenz", "farbgeier") else None,
            None if kind == "ramsch" else chance.randrange(4),
            deck,
            chance.choice(("lead", "follow", "any", "never")),
            chance.choice(("last_trick_only", "free")),
        )


def may_call(table: Table, hands: Sequence[Sequence[str]]) -> bool:
    """Whether the caller holds a card of the suit and not its Ass."""
    if table.kind != "rufspiel":
        return True
    assert table.caller is not None
    hand = hands[table.caller]
    return table.called not in hand and any(table.klass(card) == table.suit for card in hand)


def play_out(game: Game, chance: random.Random, error_rate: float = 0.0) -> Game:
    """Play to the end with random legal cards; with `error_rate` any card at all."""
    while any(game.hands):
        hand = game.hands[game.turn]
        right = [card for card in hand if not game.wrongs(card)]
        anything = chance.random() < error_rate
        game.lay(chance.choice(hand if anything else right))
    return game


def random_deal(
    chance: random.Random, error_rate: float = 0.0, deck: tuple[str, ...] = FULL
) -> tuple[Table, list[list[str]], list[tuple[int, str]]]:
    """Return a table, the hands as dealt, and the plays."""
    for table in tables(chance, deck):
        hands = deal_hands(table, chance)
        if may_call(table, hands):
            game = play_out(start(table, hands, chance.randrange(4)), chance, error_rate)
            return table, hands, game.plays
    raise AssertionError


def called_deal(
    chance: random.Random, deck: tuple[str, ...] = FULL
) -> tuple[Table, list[list[str]], list[tuple[int, str]]]:
    """Return a Rufspiel whose called card sits in a long suit and whose holder knows no duties.

    Everybody follows suit; only the duties of the called card are broken, and the called suit is
    led often.
    """
    keep_back = chance.choice(("lead", "follow", "any", "never"))
    discard = chance.choice(("last_trick_only", "free"))
    table = Table("rufspiel", chance.choice("EGS"), 0, deck, keep_back, discard)
    suit = [card for card in deck if table.klass(card) == table.suit and card != table.called]
    chance.shuffle(suit)
    own = chance.randrange(len(suit))
    holder = [table.called or "", *suit[1 : own + 1]]
    rest = [card for card in deck if card not in holder and card != suit[0]]
    chance.shuffle(rest)
    size = len(deck) // 4
    hands = [[suit[0], *rest[: size - 1]]]
    rest = rest[size - 1 :]
    hands.append(holder + rest[: size - len(holder)])
    rest = rest[size - len(holder) :]
    hands += [rest[:size], rest[size:]]
    game = start(table, hands, chance.randrange(4))
    while any(game.hands):
        hand = game.hands[game.turn]
        follows = [card for card in hand if "revoke" not in game.wrongs(card)]
        of_suit = [card for card in follows if table.klass(card) == table.suit]
        often = not game.trick and of_suit and chance.random() < 0.6
        game.lay(chance.choice(of_suit if often else follows))
    return table, hands, game.plays
