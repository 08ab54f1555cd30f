"""Settings: what holds for a deal before its first card, made once for equal circumstances.

What a number of people plays with is data (`SchafkopfCount`): deck, kinds of contract, layout
(RULES 1). Hand sizes, tricks, Augen and thresholds all follow from the deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from engine.cards import (
    GERMAN_24,
    GERMAN_32,
    SUITS,
    Card,
    Family,
    Rank,
    Suit,
    card,
    family_card,
    german_suit,
)
from engine.deal.record import Contract, DealRecord
from engine.games.facts import Setting
from engine.games.schafkopf.house_rules import HouseRules, house
from engine.games.schafkopf.kinds import ContractKind
from engine.games.trump_order import card_points, trump_order
from engine.text import PlainError, Text


@dataclass(frozen=True, slots=True)
class SchafkopfCount:
    """What one number of people holding cards plays with."""

    deck: tuple[Card, ...]
    """German cards."""
    short: tuple[Card, ...] | None = None
    """The deck where the house plays the short one; None where there is no shorter."""
    kinds: tuple[str, ...] | None = None
    """What can be played; None: whatever the deck has the trumps for."""
    tout: bool = True
    """Whether a Tout can be announced."""
    base: str | None = None
    """The base price of every contract, where it is not the kind's own."""
    piles: tuple[int, int] | None = None
    """Piles before each seat, and cards in each, where the cards are laid out."""

    def german(self, house: HouseRules) -> tuple[Card, ...]:
        """Return the German cards this table plays with."""
        return self.short if house.short and self.short else self.deck

    def playable(
        self, kinds: Mapping[str, ContractKind], house: HouseRules
    ) -> dict[str, ContractKind]:
        """Return the kinds of contract so many people can play."""
        deck = self.german(house)
        return {
            name: kind
            for name, kind in kinds.items()
            if kind.playable(deck) and (self.kinds is None or name in self.kinds)
        }


FOUR = SchafkopfCount(GERMAN_32, GERMAN_24)
"""Schafkopf for four, with the full or the short deck."""


def house_suit(house: HouseRules) -> Suit:
    """Return the German suit that is trump where none is named (RULES 0.16)."""
    return Suit.SCHELLEN if house.trump_suit == "S" else Suit.HERZ


def trump_suits(house: HouseRules, players: int) -> tuple[Suit, ...]:
    """Return the German suits that may be named as trump (RULES 11.10: two players)."""
    return (Suit.HERZ,) if players == 2 and house.two_player_trump == "hearts" else SUITS


def callable_suits(house: HouseRules) -> tuple[Suit, ...]:
    """Return the German suits whose Ass may be called: never the trump suit (EN, normal game)."""
    return tuple(suit for suit in SUITS if suit is not house_suit(house))


def muss_card(house: HouseRules, family: Family) -> Card:
    """Return the card whose holder must declare a Muss-Spiel, as printed (EN, DE Muss-Spiel)."""
    return family_card(card(house.muss_card), family)


def plain_by_house(house: HouseRules) -> frozenset[Card]:
    """Return the cards of the trump suit that are no trumps (RULES 11.16)."""
    return frozenset() if house.heart_prussian_is_trump else frozenset({card("HP")})


_NO_TWIN = frozenset({Rank.SCHOENE, Rank.GEFREITER, Rank.PREUSSE})
"""Ranks only a Mehrkopf deck has."""


@lru_cache(maxsize=64)
def printed(deck: tuple[Card, ...], family: Family) -> tuple[Card, ...]:
    """Return a German deck as it is printed.

    Raises:
        PlainError: a French deck lacks some of the cards.
    """
    if family is Family.FRENCH and any(each.rank in _NO_TWIN for each in deck):
        raise PlainError(
            Text(
                de="Schöne, Gefreite und Preußen gibt es im französischen Blatt nicht; zu fünft "
                "und mehr wird mit dem deutschen Mehrkopf-Blatt gespielt.",
                en="A French deck has no Schöne, Gefreite and Preußen; five and more play with the "
                "German-suited Mehrkopf deck.",
            )
        )
    return tuple(family_card(each, family) for each in deck)


_KEPT = 4096
"""Settings kept for reuse: one for each contract under each table's rules."""


@dataclass(frozen=True, slots=True, eq=False)
class SettingTable:
    """A game's settings; equal circumstances give one object."""

    kinds: Mapping[str, ContractKind]
    counts: Mapping[int, SchafkopfCount]
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
    kind: ContractKind,
    german: tuple[Card, ...],
    rules: HouseRules,
    family: Family,
) -> Setting:
    suit = german_suit(contract.suit) if contract.suit is not None else None
    trump_suit = house_suit(rules) if kind.house_suit else suit
    tables = trump_order(kind.stamm, trump_suit, german, family, plain_by_house(rules))
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
