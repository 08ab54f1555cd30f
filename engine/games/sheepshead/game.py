"""Sheepshead's hooks, for two to seven (PG; RULES 0 and 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.cards import UNSEEN_CODE, Card, Family, card
from engine.games.auction.dealing import next_dealer
from engine.games.auction.first_taker import pick_auction
from engine.games.auction.view import LEASTER as PLAY_LEASTER
from engine.games.auction.view import REDEAL, AuctionView
from engine.games.base import (
    PLAIN_WORDS,
    CardWords,
    LookBack,
    Penalty,
    Teams,
    VerdictWords,
    one_too_many,
)
from engine.games.called_shown import called_card_verdicts
from engine.games.calling import Calling
from engine.games.facts import NOTHING_FOREKNOWN, Facts, Foreknown, Setting
from engine.games.hidden import Hidden
from engine.games.naming import CallMenu, ContractShape
from engine.games.rounds import Carry
from engine.games.shares import Ledger, ledger
from engine.games.sheepshead import menu, messages, partner, rounds, settle
from engine.games.sheepshead.calling import calling_of
from engine.games.sheepshead.contract import TWO, buried, count_of, picked, shapes
from engine.games.sheepshead.counts import COUNTS
from engine.games.sheepshead.doublings import doubling_verdicts
from engine.games.sheepshead.duties import duty_verdicts
from engine.games.sheepshead.hidden import hidden
from engine.games.sheepshead.options import OPTIONS, SHEEPSHEAD_PRESET, THEMES
from engine.games.sheepshead.setting import deck, setting_of
from engine.games.sheepshead.told import check_told, settle_told
from engine.games.tricks import gather
from engine.options import OptionSpec, Preset, Rules, Theme
from engine.record import Contract, DealRecord, Play
from engine.report import DealResult, Verdict
from engine.text import Text
from engine.told import Told

_TITLE = Text(de="Sheepshead", en="Sheepshead")
_DENIED = 2.0
"""Nats against a card that its player could only lay by breaking a duty."""
_AFTER_ALL_PASS = {"leaster": (PLAY_LEASTER,), "doubler": (REDEAL,), "forced_pick": (REDEAL,)}
"""What follows when nobody picks; a dealer who must pick leaves nothing to follow."""


@dataclass(frozen=True, slots=True)
class SheepsheadGame:
    """American Sheepshead."""

    name: str = "sheepshead"
    title: Text = _TITLE
    family: Family = Family.FRENCH
    player_counts: tuple[int, ...] = tuple(COUNTS)
    options: tuple[OptionSpec, ...] = OPTIONS
    themes: tuple[Theme, ...] = THEMES
    presets: tuple[Preset, ...] = (SHEEPSHEAD_PRESET,)

    def completed(self, values: Mapping[str, object], preset: Preset) -> Mapping[str, object]:
        """Return the values: none follows from another."""
        return dict(values)

    def deck(self, rules: Rules, players: int, family: Family = Family.FRENCH) -> tuple[Card, ...]:
        """Return the 32 cards."""
        return deck(family)

    def contract_kinds(
        self, rules: Rules, players: int, family: Family
    ) -> Mapping[str, ContractShape]:
        """Return the kinds a deal file may name and what they need."""
        return _shapes(players, family)

    def doubling_words(self) -> Mapping[str, Text]:
        """Return the doublings by word of the deal file."""
        return messages.DOUBLINGS

    def setting(self, record: DealRecord) -> Setting:
        """Return what holds for the deal before its first card."""
        return setting_of(record)

    def leader(self, record: DealRecord, setting: Setting) -> int:
        """Return who leads to the first trick: the dealer's left neighbour (PG, play)."""
        seat = (record.dealer + 1) % record.players
        while seat not in setting.rotation:
            seat = (seat + 1) % record.players
        return seat

    def auction(self, record: DealRecord) -> AuctionView | None:
        """Return who picks: asked from the dealer's left (PG); of two nobody does."""
        if not count_of(record).picked:
            return None
        rule = str(record.rules.options["all_pass"])
        return pick_auction(record, _AFTER_ALL_PASS[rule], last_must=rule == "forced_pick")

    def next_dealer(self, record: DealRecord) -> int:
        """Return the next seat clockwise: a dealt hand is played or thrown in alike (PG)."""
        return next_dealer(record)

    def carries(self, rules: Rules) -> bool:
        """Tell whether the house plays doublers."""
        return rounds.carries(rules)

    def carried(self, carry: Carry, record: DealRecord, result: DealResult | None) -> Carry:
        """Return how many doublers are still to play."""
        return rounds.carried(carry, record, result)

    def set_contract(self, carry: Carry) -> Contract | None:
        """Return the game of two, who hold no auction; other numbers cannot play it."""
        return Contract(TWO)

    def never_played(self, record: DealRecord) -> tuple[Card, ...]:
        """Return the bury of a picked deal, the blind of a leaster, where they are on record."""
        return buried(record)

    def hidden(self, record: DealRecord) -> tuple[Hidden, ...]:
        """Return what was buried."""
        return hidden(record, self.setting(record).deck)

    def foreknown(self, record: DealRecord) -> Foreknown:
        """Return the card face down: everybody sees whose it is."""
        call = picked(record)
        if call is None or call.under is None or call.under == UNSEEN_CODE:
            return NOTHING_FOREKNOWN
        return Foreknown(owners={card(call.under, record.family): call.picker})

    def calling(self, facts: Facts) -> Calling | None:
        """Return the called ace or ten; a jack puts no duty on its holder (RULES 7)."""
        return calling_of(facts)

    def duties(self, facts: Facts) -> tuple[Verdict, ...]:
        """Return what the picker did wrong, and doublings out of place."""
        return (*duty_verdicts(facts), *doubling_verdicts(facts))

    def teams(self, facts: Facts) -> Teams:
        """Return who plays with whom, judged by the cards that lie."""
        return partner.teams(facts)

    def over(self, facts: Facts) -> bool:
        """Return False: every deal is played to its end."""
        return False

    def settle(self, facts: Facts, upheld: Sequence[Verdict] = ()) -> DealResult | None:
        """Return the settlement as played."""
        return settle.settle(facts)

    def settle_told(self, facts: Facts, told: Told) -> DealResult:
        """Return the settlement of a result that people tell."""
        return settle_told(facts, told)

    def check_told(self, facts: Facts, told: Told, result: DealResult) -> None:
        """Check that nothing was told that counts for nothing."""
        check_told(facts, told, result)

    def unplayed(self, facts: Facts) -> Ledger:
        """Return nothing: cards thrown in cost nobody anything."""
        return ledger(facts.setting.players, ())

    def penalty(self, facts: Facts, verdict: Verdict) -> Penalty | None:
        """Return what an upheld error costs."""
        return settle.penalty(facts, verdict)

    def suspicion(self, facts: Facts, seat: int) -> Mapping[Card, float]:
        """Return nats against the called card where it may not lie yet."""
        calling = self.calling(facts)
        if calling is None:
            return {}
        called = calling.cards[0]
        plays = (*facts.plays, Play(seat, called))
        shown = gather(replace(facts.record, plays=plays), self.setting)
        return {called: _DENIED} if called_card_verdicts(shown, calling) else {}

    def call_menu(self, rules: Rules, players: int, family: Family = Family.FRENCH) -> CallMenu:
        """Return what the call screen offers."""
        return menu.call_menu(rules, players, family)

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
        return messages.contract_text(contract, words)

    def verdict_words(self, kind: str) -> VerdictWords:
        """Return how a kind of verdict is said."""
        return messages.VERDICTS[kind]


@lru_cache(maxsize=64)
def _shapes(players: int, family: Family) -> Mapping[str, ContractShape]:
    return shapes(players, family)
