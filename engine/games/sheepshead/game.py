"""Sheepshead's hooks: today for five, partner by the jack of diamonds or none, and the leaster.

Trumps are the queens, the jacks and the diamonds in the order of a Schafkopf solo in Schellen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.cards import GERMAN_32, Card, Family, Suit, card
from engine.games.auction.dealing import next_dealer
from engine.games.auction.first_taker import pick_auction
from engine.games.auction.view import AuctionView
from engine.games.base import (
    PLAIN_WORDS,
    CardWords,
    LookBack,
    Penalty,
    Teams,
    VerdictWords,
    one_too_many,
)
from engine.games.calling import Calling
from engine.games.facts import NOTHING_FOREKNOWN, Facts, Foreknown, Setting
from engine.games.naming import CallKind, CallMenu, ContractShape
from engine.games.rounds import Carry
from engine.games.schafkopf.modes import card_points, family_card, mode
from engine.games.shares import Ledger, ledger
from engine.games.sheepshead import settle
from engine.games.sheepshead.options import OPTIONS, SHEEPSHEAD_PRESET, THEMES
from engine.games.verdicts import COMMON_VERDICTS
from engine.options import OptionSpec, Preset, Rules, Theme
from engine.record import Contract, DealRecord
from engine.report import DealResult, Verdict
from engine.text import Text

_HAND_SIZE = 6
"""Cards of each of five players; two lie in the blind (PG, deal)."""

_SHAPES = {
    "pick": ContractShape(words={"partner": ("jd", "none")}, cards=("bury",)),
    "leaster": ContractShape(seat=False),
}
_TITLE = Text(de="Sheepshead", en="Sheepshead")
_TITLES = {"pick": Text(de="Aufnehmen", en="Pick"), "leaster": Text(de="Leaster", en="Leaster")}
_DOUBLINGS = {
    "crack": Text(de="Crack", en="Crack"),
    "recrack": Text(de="Recrack", en="Recrack"),
    "doubler": Text(de="Doubler", en="Doubler"),
}


@dataclass(frozen=True, slots=True)
class SheepsheadGame:
    """American Sheepshead."""

    name: str = "sheepshead"
    title: Text = _TITLE
    family: Family = Family.FRENCH
    player_counts: tuple[int, ...] = (5,)
    options: tuple[OptionSpec, ...] = OPTIONS
    themes: tuple[Theme, ...] = THEMES
    presets: tuple[Preset, ...] = (SHEEPSHEAD_PRESET,)

    def completed(self, values: Mapping[str, object], preset: Preset) -> Mapping[str, object]:
        """Return the values: none follows from another."""
        return dict(values)

    def deck(self, rules: Rules, players: int, family: Family = Family.FRENCH) -> tuple[Card, ...]:
        """Return the 32 cards."""
        return tuple(family_card(each, family) for each in GERMAN_32)

    def contract_kinds(
        self, rules: Rules, players: int, family: Family
    ) -> Mapping[str, ContractShape]:
        """Return the kinds a deal file may name and what they need."""
        return _SHAPES

    def doubling_words(self) -> Mapping[str, Text]:
        """Return the doublings by word of the deal file."""
        return _DOUBLINGS

    def setting(self, record: DealRecord) -> Setting:
        """Return what holds for the deal before its first card."""
        contract = record.contract
        jack = contract is not None and contract.seat is not None
        if contract is not None and _is_alone(contract):
            jack = False
        return _setting(record.players, record.out, record.family, jack)

    def leader(self, record: DealRecord, setting: Setting) -> int:
        """Return who leads to the first trick: the dealer's left neighbour (PG, play)."""
        seat = (record.dealer + 1) % record.players
        while seat not in setting.rotation:
            seat = (seat + 1) % record.players
        return seat

    def auction(self, record: DealRecord) -> AuctionView | None:
        """Return who picks: asked from the dealer's left; all pass: a leaster (PG)."""
        return pick_auction(record)

    def next_dealer(self, record: DealRecord) -> int:
        """Return the next seat clockwise: a dealt hand is played or thrown in alike (PG)."""
        return next_dealer(record)

    def carries(self, rules: Rules) -> bool:
        """Return False: a deal leaves nothing to the next."""
        return False

    def carried(self, carry: Carry, record: DealRecord, result: DealResult | None) -> Carry:
        """Return what was there before."""
        return carry

    def set_contract(self, carry: Carry) -> Contract | None:
        """Return None: every deal has its auction."""
        return None

    def never_played(self, record: DealRecord) -> tuple[Card, ...]:
        """Return the bury of a picked deal, the blind of a leaster, where they are on record."""
        contract = record.contract
        if contract is None:
            return ()
        if contract.seat is None:
            return tuple(each for each in record.blind or () if each is not None)
        bury = contract.details.get("bury")
        codes = bury if isinstance(bury, list | tuple) else ()
        return tuple(card(str(code), record.family) for code in codes if code != "??")

    def foreknown(self, record: DealRecord) -> Foreknown:
        """Return nothing: no contract says anything about hands."""
        return NOTHING_FOREKNOWN

    def calling(self, facts: Facts) -> Calling | None:
        """Return nothing: the jack of diamonds puts no duty on its holder (RULES 7)."""
        return None

    def duties(self, facts: Facts) -> tuple[Verdict, ...]:
        """Return nothing: there are no duties beyond following (PG)."""
        return ()

    def teams(self, facts: Facts) -> Teams:
        """Return who plays with whom, judged by the cards that lie."""
        return settle.teams(facts)

    def over(self, facts: Facts) -> bool:
        """Return False: every deal is played to its end."""
        return False

    def settle(self, facts: Facts, upheld: Sequence[Verdict] = ()) -> DealResult | None:
        """Return the settlement as played."""
        return settle.settle(facts)

    def unplayed(self, facts: Facts) -> Ledger:
        """Return nothing: cards thrown in cost nobody anything."""
        return ledger(facts.setting.players, ())

    def penalty(self, facts: Facts, verdict: Verdict) -> Penalty | None:
        """Return what an upheld error costs."""
        return settle.penalty(facts, verdict)

    def suspicion(self, facts: Facts, seat: int) -> Mapping[Card, float]:
        """Return nothing: there are no duties beyond following."""
        return {}

    def call_menu(self, rules: Rules, players: int, family: Family = Family.FRENCH) -> CallMenu:
        """Return what the call screen offers."""
        kinds = tuple(
            CallKind(kind, _TITLES[kind], declared=shape.seat) for kind, shape in _SHAPES.items()
        )
        return CallMenu(kinds, tuple(_DOUBLINGS.items()))

    def sitting_out(self, rules: Rules, players: int, dealer: int) -> tuple[int, ...]:
        """Return the dealer where one too many sits at the table."""
        return one_too_many(self.player_counts, players, dealer)

    def may_throw_in(self, rules: Rules, players: int, hand: Sequence[Card | None]) -> bool:
        """Return False: every hand is played."""
        return False

    def look_back(self, rules: Rules) -> LookBack:
        """Return the last trick (RULES 0.9)."""
        return LookBack.LAST_TRICK

    def contract_text(self, contract: Contract, words: CardWords = PLAIN_WORDS) -> Text:
        """Return the contract in words, without the declarer's name."""
        if contract.seat is None:
            return _TITLES["leaster"]
        if _is_alone(contract):
            return Text(de="Picker allein", en="picks alone")
        return Text(de="Picker", en="picks")

    def verdict_words(self, kind: str) -> VerdictWords:
        """Return how a kind of verdict is said."""
        return COMMON_VERDICTS[kind]


def _is_alone(contract: Contract) -> bool:
    return contract.details.get("partner") == "none" or contract.details.get("alone") is True


@lru_cache(maxsize=64)
def _setting(players: int, out: tuple[int, ...], family: Family, jack: bool) -> Setting:
    seats = tuple(seat for seat in range(players) if seat not in out)
    points = card_points(GERMAN_32, family)
    tables = mode("OU", Suit.SCHELLEN, GERMAN_32, family)
    return Setting(
        seats=seats,
        rotation={seat: seats[place:] + seats[:place] for place, seat in enumerate(seats)},
        players=players,
        deck=tuple(points),
        hand_size=_HAND_SIZE,
        trick_count=_HAND_SIZE,
        points=points,
        total=sum(points.values()),
        klass=tables.klass,
        strength=tables.strength,
        trumps=tables.trumps,
        stamm=tables.stamm,
        called=family_card(card("SU"), family) if jack else None,
    )
