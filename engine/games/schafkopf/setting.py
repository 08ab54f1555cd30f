"""What holds for a deal before its first card, made once for equal circumstances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.cards import Card, Family, Rank, Suit, card
from engine.games.facts import Setting
from engine.games.modes import card_points, family_card, german_suit, mode
from engine.games.schafkopf.counts import (
    Count,
    house_suit,
    plain_by_house,
    printed,
)
from engine.games.schafkopf.kinds import Kind
from engine.games.schafkopf.options import HouseRules, house
from engine.record import Contract, DealRecord

_KEPT = 4096
"""Settings kept for reuse: one for each contract under each table's rules."""


@dataclass(frozen=True, slots=True, eq=False)
class Settings:
    """A game's settings; equal circumstances give one object."""

    kinds: Mapping[str, Kind]
    counts: Mapping[int, Count]
    kept: dict[tuple[object, ...], Setting] = field(default_factory=dict)

    def of(self, record: DealRecord) -> Setting:
        """Return the record's setting."""
        contract = record.contract
        key: tuple[object, ...] = (record.rules.key, record.players, record.out, record.family)
        if contract is not None:
            called = contract.details.get("called")
            called = tuple(called) if isinstance(called, list) else called
            key = (*key, contract.kind, contract.suit, called)
        known = self.kept.get(key)
        if known is None:
            if len(self.kept) >= _KEPT:
                self.kept.clear()
            known = self.kept[key] = self._make(record)
        return known

    def _make(self, record: DealRecord) -> Setting:
        seats = tuple(seat for seat in range(record.players) if seat not in record.out)
        rules = house(record.rules)
        count = self.counts[len(seats)]
        german = count.german(rules)
        plain = replace(_without_contract(record, seats, german), piles=count.piles)
        contract = record.contract
        if contract is None or contract.kind not in self.kinds:
            return plain
        kind = self.kinds[contract.kind]
        return replace(
            _with_contract(plain, contract, kind, german, rules, record.family),
            base=count.base or kind.base,
        )


def _without_contract(
    record: DealRecord, seats: tuple[int, ...], german: tuple[Card, ...]
) -> Setting:
    deck = printed(german, record.family)
    points = card_points(german, record.family)
    hand_size = len(german) // len(seats)
    return Setting(
        seats=seats,
        rotation={seat: seats[place:] + seats[:place] for place, seat in enumerate(seats)},
        players=record.players,
        deck=deck,
        hand_size=hand_size,
        trick_count=hand_size,
        points=points,
        total=sum(points.values()),
        klass={},
        strength={},
    )


def _with_contract(
    plain: Setting,
    contract: Contract,
    kind: Kind,
    german: tuple[Card, ...],
    rules: HouseRules,
    family: Family,
) -> Setting:
    suit = german_suit(contract.suit) if contract.suit is not None else None
    trump_suit = house_suit(rules) if kind.house_suit else suit
    tables = mode(kind.stamm, trump_suit, german, family, plain_by_house(rules))
    called, schoene = _called(contract, suit, german, family) if kind.calls else (None, None)
    return replace(
        plain,
        klass=tables.klass,
        strength=tables.strength,
        trumps=tables.trumps,
        stamm=tables.stamm,
        called=called,
        schoene=schoene,
    )


def _called(
    contract: Contract, suit: Suit | None, german: tuple[Card, ...], family: Family
) -> tuple[Card | None, Card | None]:
    """Return the called Ass, or the card called in its place, and the called Schöne.

    Where the deck has the Schöne it is called with the Ass (EN, normal game); a list of called
    cards says all of them.
    """
    if suit is None:
        return None, None
    ass = family_card(card(suit.letter + Rank.ASS.letter), family)
    beauty = card(suit.letter + Rank.SCHOENE.letter)
    schoene = beauty if beauty in german else None
    named = contract.details.get("called")
    if isinstance(named, str):
        return card(named, family), schoene
    if not isinstance(named, list | tuple):
        return ass, schoene
    listed = [card(str(code), family) for code in named]
    others = [each for each in listed if each is not beauty]
    return (others[0] if others else None), (beauty if beauty in listed else None)
