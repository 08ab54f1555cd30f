"""The house rules of the Schafkopf family, and the setting of a deal that they lead to.

A new option is an `OptionSpec` in its theme (`game_options`, `price_options`; each word it may say
with its meaning, as an answer to the option's own sentence), a field of `HouseRules`, and a value
with its source in every preset; `tests/engine/test_rules.py` complains where one is missing.

What a number of people plays with is data (`SchafkopfCount`): deck, kinds of contract, layout
(RULES 1). A deal's setting holds before its first card and is made once for equal circumstances;
hand sizes, tricks, Augen and thresholds all follow from the deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any

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
from engine.games.common_options import SCORING_OPTIONS
from engine.games.facts import Setting
from engine.games.schafkopf.game_options import (
    AUCTION_OPTIONS,
    CALLED_CARD_OPTIONS,
    CALLS_OPTIONS,
    DOUBLINGS_OPTIONS,
    GAMES,
    PEOPLE_OPTIONS,
    ROUNDS_OPTIONS,
    games_option,
)
from engine.games.schafkopf.kinds import ContractKind
from engine.games.schafkopf.price_options import (
    ERRORS_OPTIONS,
    LAUFENDE_OPTIONS,
    PRICES_OPTIONS,
    RAMSCH_OPTIONS,
    STOCK_OPTIONS,
)
from engine.games.trump_order import card_points, trump_order
from engine.options import Rules, Theme
from engine.text import PlainError, Text


@dataclass(frozen=True, slots=True)
class HouseRules:
    """One table's house rules; each field is the option of the same name."""

    games: tuple[str, ...]
    renonce: str
    called_ten: str
    deck: str
    trump_suit: str
    two_player_trump: str
    heart_prussian_is_trump: bool
    sit_out: str
    nixer_min: int | str
    nixer_ranks: tuple[str, ...]
    look_back: str
    auction: str
    tie_order: str
    solo_order: str
    all_pass: str
    seven_choice: str
    muss_card: str
    redeal_dealer: str
    misdeal_dealer: str
    tariff: Mapping[str, int]
    ramsch_price: int
    hochzeit_price: int
    sie_factor: int
    pot_split: str
    laufende: bool
    laufende_min: Mapping[str, int]
    laufende_scope: str
    laufende_claim: str
    laufende_to: str
    declarer_schneider_free: int | str
    tout_doubles: str
    tout_doubles_when: str
    umspielen_when: str
    umspielen_min: int | str
    called_discard: str
    schoene_umspielen: str
    caller_must_bring_schoene: bool
    ramsch_jungfrau: str
    ramsch_durchmarsch: str
    ramsch_durchmarsch_from: int | str
    ramsch_tie: str
    ramsch_block: str
    revoke: str
    revoke_side: str
    revoke_price: str
    late_proof: str
    legen: bool
    stoss: str
    contra_until: int | str
    scoring: str
    unit: int
    stock_pay: int
    stock_to: str
    stock_lost: str
    bock_after: tuple[str, ...]
    bock_round: int | str
    bock_again: str
    ramsch_after: tuple[str, ...]
    ramsch_round: int | str
    settle: str

    @property
    def short(self) -> bool:
        """Whether the short deck of 24 cards is played."""
        return self.deck == "short"


_FIELDS = tuple(each.name for each in fields(HouseRules))
_HOUSE: dict[str, HouseRules] = {}
"""By the rules' key: asked for several times with every card."""


def house(rules: Rules) -> HouseRules:
    """Return the typed options of checked rules."""
    known = _HOUSE.get(rules.key)
    if known is None:
        # Every value has passed its option's `check`, which is what gives it the field's type.
        values: dict[str, Any] = {name: rules.options[name] for name in _FIELDS}
        known = _HOUSE[rules.key] = HouseRules(**values)
    return known


THEMES = (
    Theme(Text(de="Spiele und Karten", en="Games and cards"), CALLS_OPTIONS),
    Theme(Text(de="Wie viele am Tisch sitzen", en="How many sit at the table"), PEOPLE_OPTIONS),
    Theme(Text(de="Die Ansage", en="The auction"), AUCTION_OPTIONS),
    Theme(Text(de="Verdoppeln", en="Doubling"), DOUBLINGS_OPTIONS),
    Theme(Text(de="Preise", en="Prices"), PRICES_OPTIONS),
    Theme(Text(de="Laufende", en="Laufende"), LAUFENDE_OPTIONS),
    Theme(Text(de="Die gerufene Karte", en="The called card"), CALLED_CARD_OPTIONS),
    Theme(Text(de="Ramsch", en="Ramsch"), RAMSCH_OPTIONS),
    Theme(Text(de="Stock", en="Stock"), STOCK_OPTIONS),
    Theme(Text(de="Runden", en="Rounds"), ROUNDS_OPTIONS),
    Theme(Text(de="Fehler", en="Errors"), ERRORS_OPTIONS),
    Theme(Text(de="Der Stand des Abends", en="The evening's score"), SCORING_OPTIONS),
)
"""The family's house rules under their headings, in the order in which a table is asked."""


def themes_for(kinds: Mapping[str, ContractKind], *more: Theme) -> tuple[Theme, ...]:
    """Return the house rules of a game with its own kinds of contract, and its own rules last."""
    listed = games_option(kinds)
    return (
        *(
            replace(
                theme,
                options=tuple(listed if each.name == GAMES else each for each in theme.options),
            )
            for theme in THEMES
        ),
        *more,
    )


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
                en="A French deck has no Beauty, Privates and Prussians; five and more play with "
                "the German-suited Mehrkopf deck.",
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

    Where the deck has the Schöne it is called with the Ass (EN, normal game).
    """
    if suit is None:
        return None, None
    ass = family_card(card(suit.letter + Rank.ASS.letter), family)
    beauty = card(suit.letter + Rank.SCHOENE.letter)
    schoene = beauty if beauty in german else None
    named = contract.details.get("called")
    codes = named if isinstance(named, list | tuple) else [named] if named else []
    listed = [card(str(code), family) for code in codes]
    others = [each for each in listed if each is not beauty]
    return (others[0] if others else ass), schoene
