"""Random deals played by the rules: something to measure and test with, never to show."""

from __future__ import annotations

import random
from dataclasses import replace

from engine.cards import Card, Suit
from engine.games import game
from engine.games.base import TRUMP, Setting
from engine.record import Contract, DealRecord, Play
from engine.rules import rules_from

CONTRACTS = (
    Contract("solo", 0, Suit.EICHEL),
    Contract("wenz", 1),
    Contract("solo", 2, Suit.HERZ),
    Contract("geier", 3),
)


def random_deal(seed: int, game_name: str = "schafkopf") -> DealRecord:
    """Return a whole legal deal for four; the same seed gives the same deal."""
    chance = random.Random(seed)
    rules = rules_from({"preset": game_name}, game_name)
    contract = CONTRACTS[seed % len(CONTRACTS)]
    record = DealRecord(f"random-{seed}", game_name, rules, 4, 3, contract=contract)
    kind = game(game_name)
    setting = kind.setting(record)
    hands = _dealt(setting, chance)
    leader = kind.leader(record, setting)
    plays: list[Play] = []
    for _ in range(setting.trick_count):
        trick = _trick(setting, hands, leader, chance)
        plays += trick
        leader = trick[_best(setting, [play.card for play in trick])].seat
    return replace(record, plays=tuple(plays))


def _dealt(setting: Setting, chance: random.Random) -> dict[int, list[Card]]:
    cards = list(setting.deck)
    chance.shuffle(cards)
    size = setting.hand_size
    return {
        seat: cards[place * size : (place + 1) * size] for place, seat in enumerate(setting.seats)
    }


def _trick(
    setting: Setting, hands: dict[int, list[Card]], leader: int, chance: random.Random
) -> list[Play]:
    trick: list[Play] = []
    led: int | None = None
    for seat in setting.rotation[leader]:
        hand = hands[seat]
        following = [face for face in hand if setting.klass[face] == led]
        laid = chance.choice(following or hand)
        hand.remove(laid)
        led = setting.klass[laid] if led is None else led
        trick.append(Play(seat, laid))
    return trick


def _best(setting: Setting, cards: list[Card | None]) -> int:
    seen = [face for face in cards if face is not None]
    led = setting.klass[seen[0]]

    def height(place: int) -> tuple[bool, bool, int]:
        face = seen[place]
        klass = setting.klass[face]
        return klass == TRUMP, klass == led, setting.strength[face]

    return max(range(len(seen)), key=height)
