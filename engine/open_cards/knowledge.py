"""What a player could know: the ways in which the unseen cards may lie, each as likely.

He knows his hand, what lies, who did not follow, and what was said: who has no card of what was
called, who gave which card in a Hochzeit, what he buried himself. Cards that may be in the same
hands are one group; the ways to share groups out are counted, so that each way is drawn as often as
any other. A way in which somebody owed another card than he laid, a called card above all, is drawn
again. Chance is worked out from the deal itself: the same deal always says the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import comb

from engine.caching import cached_property
from engine.cards import Card
from engine.deal.record import DealRecord
from engine.games import game as game_named
from engine.games.facts import Facts, first_plays, gather
from engine.games.revokes import read_denials
from engine.games.two_sides import Holders
from engine.open_cards.deal import OpenDeal, dealt
from engine.open_cards.game import OpenGame, Position

_APART = -1
"""Stands for where cards lie that nobody plays."""
_WORD = 64
_MASK = (1 << _WORD) - 1
_TRIES = 60
"""Draws for one way that fits, before the player's knowledge is given up on."""


class Chances:
    """Numbers that look like chance and follow from a seed (SplitMix64)."""

    def __init__(self, seed: str) -> None:
        self._state = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")

    def _word(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        word = self._state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _MASK
        return word ^ word >> 31

    def below(self, end: int) -> int:
        """Return a number from 0 to below `end`, each as likely."""
        bits = (end - 1).bit_length()
        while True:
            number = 0
            for _ in range(-(-bits // _WORD)):
                number = number << _WORD | self._word()
            number &= (1 << bits) - 1
            if number < end:
                return number

    def shuffled(self, cards: list[Card]) -> list[Card]:
        """Return the cards in any order."""
        cards = list(cards)
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards


@dataclass(frozen=True, slots=True)
class World:
    """One way in which the cards may lie, and the moment in it."""

    deal: OpenDeal
    at: Position


class Knowledge:
    """What the player of one card knew when he laid it."""

    def __init__(self, record: DealRecord, had: Holders, play: int) -> None:
        """Take a finished deal.

        Args:
            record: the deal.
            had: who played which card.
            play: index of the play.
        """
        self._game = game_named(record.game)
        self._all = gather(record, self._game.setting)
        self._facts: Facts = first_plays(self._all, play)
        self._had, self._play = had, play
        self.seat = record.plays[play].seat

    @cached_property
    def _fixed(self) -> dict[Card, int]:
        """The cards of which he knows where they are, those that nobody plays left out."""
        laid = {play.card: play.seat for play in self._facts.plays if play.card is not None}
        own = {card: seat for card, seat in self._had.items() if seat == self.seat}
        return {**laid, **own}

    @cached_property
    def _room(self) -> dict[int, int]:
        """How many unseen cards lie where."""
        setting = self._facts.setting
        laid = [play.seat for play in self._facts.plays]
        room = {
            seat: setting.hand_size - laid.count(seat)
            for seat in setting.seats
            if seat != self.seat
        }
        if not self._knows_apart:
            room[_APART] = len(setting.deck) - len(self._had)
        return {place: count for place, count in room.items() if count}

    @property
    def _knows_apart(self) -> bool:
        """Whether he laid the cards aside that nobody plays."""
        contract = self._facts.record.contract
        return contract is not None and contract.seat == self.seat

    def _unseen(self) -> list[Card]:
        apart = set(self._facts.setting.deck) - self._had.keys() if self._knows_apart else set()
        return [
            card
            for card in self._facts.setting.deck
            if card not in self._fixed and card not in apart
        ]

    @cached_property
    def _groups(self) -> list[tuple[list[Card], tuple[int, ...]]]:
        """The unseen cards with the places where each may be, those alike together."""
        facts, setting = self._facts, self._facts.setting
        foreknown = self._game.foreknown(facts.record)
        denied = {*read_denials(facts).standing, *foreknown.denials}
        calling = self._game.calling(facts)
        groups: dict[tuple[int, ...], list[Card]] = {}
        for card in self._unseen():
            places = [place for place in self._room if (place, setting.klass[card]) not in denied]
            if card in foreknown.owners:
                places = [foreknown.owners[card]]
            elif calling is not None and card in calling.cards[:1]:
                places = [each for each in places if each not in (calling.caller, _APART)]
            elif calling is not None and card in calling.claims:
                places = [each for each in places if each in (calling.caller, _APART)]
            groups.setdefault(tuple(places), []).append(card)
        return [(cards, places) for places, cards in groups.items()]

    def worlds(self, most: int, seed: str = "") -> Iterator[World | None]:
        """Yield ways in which the cards may lie; None for a draw in which somebody erred.

        Fewer than `most` come where few fit.
        """
        record = self._facts.record
        codes = " ".join(f"{play.seat}{play.card}" for play in self._all.plays)
        chances = Chances(f"{record.game} {codes} {self._play} {seed}")
        shares = _Shares(self._groups, self._room)
        if not shares.ways:
            return
        found = 0
        for _ in range(_TRIES * most):
            world = self._world(shares.draw(chances))
            yield world
            found += world is not None
            if found == most:
                return

    def _world(self, drawn: dict[Card, int]) -> World | None:
        """Return the way to lie as a deal; None where somebody erred in it."""
        had = {**self._fixed, **drawn}
        had = {card: seat for card, seat in had.items() if seat != _APART}
        if not self._may_call(had):
            return None
        deal = dealt(self._facts, had)
        if not isinstance(deal, OpenDeal):
            return None
        game = OpenGame(deal)
        at = game.start
        for play in self._facts.plays:
            assert play.card is not None
            card = deal.bit_of[play.card]
            if not game.legal(at) & card:
                return None
            at = game.after(at, card)
        return World(deal, at)

    def _may_call(self, had: Holders) -> bool:
        """Tell whether the caller held a card of the called suit, where he says so."""
        calling = self._game.calling(self._facts)
        if calling is None or not calling.must_hold:
            return True
        klass = self._facts.setting.klass
        return any(
            seat == calling.caller and klass[card] == calling.suit and card not in calling.cards
            for card, seat in had.items()
        )


class _Shares:
    """The ways to share groups of cards out, counted."""

    def __init__(
        self, groups: list[tuple[list[Card], tuple[int, ...]]], room: dict[int, int]
    ) -> None:
        self._places = tuple(room)
        self._groups = sorted(groups, key=lambda group: len(group[1]))
        self._known: dict[tuple[int, tuple[int, ...]], list[tuple[tuple[int, ...], int]]] = {}
        self._room = tuple(room.values())
        self.ways = self._count(0, self._room)

    def _splits(self, number: int, room: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        """Return how many cards of a group may go to each place, and in how many ways in all."""
        key = number, room
        if key in self._known:
            return self._known[key]
        cards, places = self._groups[number]
        ends = [
            range(min(left, len(cards)) + 1 if place in places else 1)
            for place, left in zip(self._places, room, strict=True)
        ]
        found = []
        for split in product(*ends):
            if sum(split) == len(cards):
                ways, left = self._count(number + 1, _less(room, split)), len(cards)
                for count in split:
                    ways *= comb(left, count)
                    left -= count
                if ways:
                    found.append((split, ways))
        self._known[key] = found
        return found

    def _count(self, number: int, room: tuple[int, ...]) -> int:
        """Return in how many ways the groups from this one on fit into the room."""
        if number == len(self._groups):
            return 0 if any(room) else 1
        return sum(ways for _, ways in self._splits(number, room))

    def draw(self, chances: Chances) -> dict[Card, int]:
        """Return one way, each as likely."""
        drawn: dict[Card, int] = {}
        room = self._room
        for number, (cards, _) in enumerate(self._groups):
            splits = self._splits(number, room)
            at = chances.below(sum(ways for _, ways in splits))
            split = splits[-1][0]
            for each, ways in splits:
                if at < ways:
                    split = each
                    break
                at -= ways
            mixed = chances.shuffled(cards)
            for place, count in zip(self._places, split, strict=True):
                drawn.update(dict.fromkeys(mixed[:count], place))
                mixed = mixed[count:]
            room = _less(room, split)
        return drawn


def _less(room: tuple[int, ...], split: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(left - count for left, count in zip(room, split, strict=True))
