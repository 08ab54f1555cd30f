"""The Schafkopf family's hooks, shared by every game that is played on these tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.cards import GERMAN_24, GERMAN_32, Card, Family, Rank, Suit, card
from engine.games.auction.dealing import next_dealer
from engine.games.base import (
    NOTHING_FOREKNOWN,
    PLAIN_WORDS,
    CallKind,
    CallMenu,
    CardWords,
    ContractShape,
    Facts,
    Foreknown,
    Penalty,
    Setting,
    Teams,
    VerdictWords,
)
from engine.games.schafkopf import messages, settle
from engine.games.schafkopf.called import called_card_verdicts
from engine.games.schafkopf.modes import (
    SUITS,
    card_points,
    family_card,
    family_suit,
    german_suit,
    mode,
)
from engine.games.schafkopf.options import OPTIONS, THEMES, house
from engine.games.schafkopf.options.prices import completed_tariff
from engine.games.schafkopf.teams import teams
from engine.games.tricks import gather
from engine.options import OptionSpec, Preset, Rules, Theme
from engine.record import Contract, DealRecord, Play
from engine.report import DealResult, Verdict
from engine.text import Text

_CALLABLE = (Suit.EICHEL, Suit.GRAS, Suit.SCHELLEN)
"""Hearts are trump and cannot be called (EN, normal game)."""
_OFFERED_DOUBLINGS = ("legen", "klopfen", "kontra", "re", "bock")
_DENIED = 2.0
"""Nats against a card that its player could only lay by breaking a duty."""


@dataclass(frozen=True, slots=True)
class SchafkopfGame:
    """One game of the family: its name, its presets, its suits."""

    name: str
    title: Text
    presets: tuple[Preset, ...]
    family: Family = Family.GERMAN
    player_counts: tuple[int, ...] = (4,)
    options: tuple[OptionSpec, ...] = OPTIONS
    themes: tuple[Theme, ...] = THEMES

    def completed(self, values: Mapping[str, object], preset: Preset) -> Mapping[str, object]:
        """Fill in what follows from other values: the tariff's gaps."""
        given, fallback = values["tariff"], preset.values["tariff"].value
        assert isinstance(given, Mapping)
        assert isinstance(fallback, Mapping)
        factors = {name: value for name, value in values.items() if isinstance(value, int)}
        return {**values, "tariff": completed_tariff(given, fallback, factors)}

    def deck(self, rules: Rules, players: int, family: Family = Family.GERMAN) -> tuple[Card, ...]:
        """Return the cards dealt to `players` people holding cards."""
        german = GERMAN_24 if house(rules).short else GERMAN_32
        return tuple(family_card(each, family) for each in german)

    def contract_kinds(self, rules: Rules, family: Family) -> Mapping[str, ContractShape]:
        """Return the kinds a deal file may name and what they need."""
        return _shapes(family)

    def doubling_words(self) -> Mapping[str, Text]:
        """Return the doublings by word of the deal file."""
        return messages.DOUBLINGS

    def setting(self, record: DealRecord) -> Setting:
        """Return what holds for the deal before its first card."""
        return setting_of(record)

    def leader(self, record: DealRecord, setting: Setting) -> int:
        """Return who leads to the first trick: the dealer's left neighbour (EN, dealing)."""
        seat = (record.dealer + 1) % record.players
        while seat not in setting.rotation:
            seat = (seat + 1) % record.players
        return seat

    def next_dealer(self, record: DealRecord) -> int:
        """Return the seat that deals after this deal, by the table's house rules."""
        rules = house(record.rules)
        return next_dealer(record, rules.redeal_dealer, rules.misdeal_dealer)

    def never_played(self, record: DealRecord) -> tuple[Card, ...]:
        """Return nothing: every card is dealt and played."""
        return ()

    def foreknown(self, record: DealRecord) -> Foreknown:
        """Return nothing: no contract says anything about hands."""
        return NOTHING_FOREKNOWN

    def duties(self, facts: Facts) -> tuple[Verdict, ...]:
        """Return the verdicts about the called card."""
        contract = facts.record.contract
        if contract is None or facts.setting.called is None:
            return ()
        return called_card_verdicts(facts, house(facts.record.rules), contract.seat)

    def teams(self, facts: Facts) -> Teams:
        """Return who plays with whom, judged by the cards that lie."""
        return teams(facts)

    def over(self, facts: Facts) -> bool:
        """Tell whether a Tout lost its first trick (RULES 0.3)."""
        contract = facts.record.contract
        if contract is None or not contract.tout:
            return False
        return any(
            trick.complete and trick.winner not in (None, contract.seat) for trick in facts.tricks
        )

    def settle(self, facts: Facts) -> DealResult | None:
        """Return the settlement as played."""
        return settle.settle(facts, house(facts.record.rules))

    def penalty(self, facts: Facts, offender: int) -> Penalty | None:
        """Return what an upheld error costs."""
        return settle.penalty(facts, house(facts.record.rules), offender)

    def suspicion(self, facts: Facts, seat: int) -> Mapping[Card, float]:
        """Return nats against the called card where `seat` has denied it or may not lay it."""
        called = facts.setting.called
        if called is None:
            return {}
        plays = (*facts.plays, Play(seat, called))
        would_show = self.duties(gather(replace(facts.record, plays=plays), self))
        return {called: _DENIED} if would_show else {}

    def call_menu(self, rules: Rules, players: int, family: Family = Family.GERMAN) -> CallMenu:
        """Return what the call screen offers."""
        shapes = _shapes(family)
        kinds = tuple(
            CallKind(
                kind,
                messages.KIND_TITLES[kind],
                shapes[kind].suits,
                shapes[kind].tout,
                shapes[kind].seat,
            )
            for kind in house(rules).games
        )
        return CallMenu(
            kinds, tuple((word, messages.DOUBLINGS[word]) for word in _OFFERED_DOUBLINGS)
        )

    def contract_text(self, contract: Contract, words: CardWords = PLAIN_WORDS) -> Text:
        """Return the contract in words, without the declarer's name."""
        return messages.contract_text(contract, words)

    def verdict_text(self, kind: str) -> Text:
        """Return a verdict's headline, at most 20 characters."""
        return messages.VERDICTS[kind].headline

    def verdict_words(self, kind: str) -> VerdictWords:
        """Return how a kind of verdict is said."""
        return messages.VERDICTS[kind]


@lru_cache(maxsize=4)
def _shapes(family: Family) -> Mapping[str, ContractShape]:
    suits = tuple(family_suit(suit, family) for suit in SUITS)
    callable_suits = tuple(family_suit(suit, family) for suit in _CALLABLE)
    return {
        "rufspiel": ContractShape(suits=callable_suits, calls=True),
        "solo": ContractShape(suits=suits, tout=True),
        "wenz": ContractShape(tout=True),
        "geier": ContractShape(tout=True),
        "farbwenz": ContractShape(suits=suits, tout=True),
        "farbgeier": ContractShape(suits=suits, tout=True),
        "ramsch": ContractShape(seat=False),
    }


_SETTINGS: dict[tuple[object, ...], Setting] = {}
_KEPT = 4096
"""Settings kept for reuse: one for each contract under each table's rules."""


def setting_of(record: DealRecord) -> Setting:
    """Return the record's setting; equal circumstances give one object."""
    contract = record.contract
    key: tuple[object, ...] = (record.rules.key, record.players, record.out, record.family)
    if contract is not None:
        key = (*key, contract.kind, contract.suit, contract.details.get("called"))
    known = _SETTINGS.get(key)
    if known is None:
        if len(_SETTINGS) >= _KEPT:
            _SETTINGS.clear()
        known = _SETTINGS[key] = _setting(record)
    return known


def _setting(record: DealRecord) -> Setting:
    seats = tuple(seat for seat in range(record.players) if seat not in record.out)
    german = GERMAN_24 if house(record.rules).short else GERMAN_32
    points = card_points(german, record.family)
    hand_size = len(german) // len(seats)
    plain = Setting(
        seats=seats,
        rotation={seat: seats[place:] + seats[:place] for place, seat in enumerate(seats)},
        players=record.players,
        deck=tuple(points),
        hand_size=hand_size,
        trick_count=hand_size,
        points=points,
        total=sum(points.values()),
        klass={},
        strength={},
    )
    if record.contract is None:
        return plain
    return _with_contract(plain, record.contract, german, record.family)


def _with_contract(
    plain: Setting, contract: Contract, german: tuple[Card, ...], family: Family
) -> Setting:
    suit = german_suit(contract.suit) if contract.suit is not None else None
    calls = contract.kind == "rufspiel"
    tables = mode(contract.kind, None if calls else suit, german, family)
    return replace(
        plain,
        klass=tables.klass,
        strength=tables.strength,
        trumps=tables.trumps,
        stamm=tables.stamm,
        called=_called_card(contract, suit, family) if calls and suit is not None else None,
    )


def _called_card(contract: Contract, suit: Suit, family: Family) -> Card:
    """Return the Ass of the called suit, or the card that was called in its place."""
    named = contract.details.get("called")
    if isinstance(named, str):
        return card(named, family)
    return family_card(card(suit.letter + Rank.ASS.letter), family)
