"""Sheepshead's hooks, for two to seven (PG; RULES 0 and 9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import UNSEEN_CODE, Card, Family, card
from engine.deal.auction import LEASTER as PLAY_LEASTER
from engine.deal.auction import REDEAL, AuctionView
from engine.deal.ends import EnteredResult
from engine.deal.record import Contract, DealRecord, Play
from engine.deal.report import DealResult, Verdict
from engine.games.auction.one_round import pick_auction
from engine.games.base import (
    BlindTaken,
    Game,
    Penalty,
    Teams,
    VerdictWords,
)
from engine.games.called_cards import Calling, called_card_verdicts
from engine.games.carry import Carry
from engine.games.contract_fields import CallMenu, ContractShape, Misfit
from engine.games.facts import NOTHING_FOREKNOWN, Facts, Foreknown, Setting, gather
from engine.games.hidden import Hidden
from engine.games.sheepshead import doublings, messages, settlement
from engine.games.sheepshead.contract import COUNTS, TWO, buried, count_of, picked, shapes
from engine.games.sheepshead.duties import calling_of, duty_verdicts
from engine.games.sheepshead.entered import check_entered, settle_entered
from engine.games.sheepshead.misfits import misfits
from engine.games.sheepshead.options import SHEEPSHEAD_PRESET, THEMES
from engine.games.sheepshead.setting import deck, hidden, setting_of, teams
from engine.games.sheepshead.settlement import two_sides
from engine.games.two_sides import Holders, TwoSides
from engine.options import Preset, Rules, Theme
from engine.text import Text

_TITLE = Text(de="Sheepshead", en="Sheepshead")
_DENIED = 2.0
"""Nats against a card that its player could only lay by breaking a duty."""
_AFTER_ALL_PASS = {"leaster": (PLAY_LEASTER,), "doubler": (REDEAL,), "forced_pick": (REDEAL,)}
"""What follows when nobody picks; a dealer who must pick leaves nothing to follow."""


@dataclass(frozen=True, slots=True)
class SheepsheadGame(Game):
    """American Sheepshead."""

    name: str = "sheepshead"
    title: Text = _TITLE
    family: Family = Family.FRENCH
    player_counts: tuple[int, ...] = tuple(COUNTS)
    themes: tuple[Theme, ...] = THEMES
    presets: tuple[Preset, ...] = (SHEEPSHEAD_PRESET,)

    def deck(self, rules: Rules, players: int, family: Family = Family.FRENCH) -> tuple[Card, ...]:
        """Return the 32 cards."""
        return deck(family)

    def contract_kinds(
        self, rules: Rules, players: int, family: Family
    ) -> Mapping[str, ContractShape]:
        """Return the kinds a deal file may name and what they need."""
        return shapes(players, family)

    def doubling_words(self) -> Mapping[str, Text]:
        """Return the doublings by word of the deal file."""
        return messages.DOUBLINGS

    def setting(self, record: DealRecord) -> Setting:
        """Return what holds for the deal before its first card."""
        return setting_of(record)

    def auction(self, record: DealRecord) -> AuctionView | None:
        """Return who picks: asked from the dealer's left (PG); of two nobody does."""
        if not count_of(record).picked:
            return None
        rule = str(record.rules.options["all_pass"])
        return pick_auction(record, _AFTER_ALL_PASS[rule], last_must=rule == "forced_pick")

    def carries(self, rules: Rules) -> bool:
        """Tell whether the house plays doublers."""
        return doublings.carries(rules)

    def carried(self, carry: Carry, record: DealRecord, result: DealResult | None) -> Carry:
        """Return how many doublers are still to play."""
        return doublings.carried(carry, record, result)

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
        return (*duty_verdicts(facts), *doublings.doubling_verdicts(facts))

    def may_say(self, record: DealRecord, word: str) -> tuple[int, ...]:
        """Return who may say a doubling, by the call."""
        return doublings.may_say(record, word)

    def misfits(self, record: DealRecord) -> Iterable[Misfit]:
        """Yield what the house rules do not know."""
        return misfits(record)

    def blind_taken(self, facts: Facts) -> BlindTaken | None:
        """Return who got the blind of a leaster, and whether to look at it (PG; RULES 0.7)."""
        return settlement.blind_taken(facts)

    def dealings(self, setting: Setting) -> tuple[str, ...]:
        """Return two or three at a time (PG); two people's cards go into piles."""
        return ("2", "3") if len(setting.seats) > 2 else ()

    def usual_prices(self, rules: Rules) -> tuple[tuple[Text, int], ...]:
        """Return what a deal without Schneider costs each opponent (PG, keeping score)."""
        return ((messages.PLAIN_DEAL, 1),)

    def teams(self, facts: Facts) -> Teams:
        """Return who plays with whom, judged by the cards that lie."""
        return teams(facts)

    def two_sides(self, facts: Facts, had: Holders) -> TwoSides | Text:
        """Return the picker's side and the others, and what is owed for the called card."""
        return two_sides(facts, had)

    def settle(self, facts: Facts, upheld: Sequence[Verdict] = ()) -> DealResult | None:
        """Return the settlement as played."""
        return settlement.settle(facts)

    def settle_entered(self, facts: Facts, told: EnteredResult) -> DealResult:
        """Return the settlement of a result that people tell."""
        return settle_entered(facts, told)

    def check_entered(self, facts: Facts, told: EnteredResult, result: DealResult) -> None:
        """Check that nothing was told that counts for nothing."""
        check_entered(facts, told, result)

    def penalty(self, facts: Facts, verdict: Verdict) -> Penalty | None:
        """Return what an upheld error costs."""
        return settlement.penalty(facts, verdict)

    def suspicion(self, facts: Facts, seat: int) -> Mapping[Card, float]:
        """Return nats against the called card where it may not lie yet."""
        calling = self.calling(facts)
        if calling is None:
            return {}
        called = calling.cards[0]
        plays = (*facts.plays, Play(seat, called))
        shown = gather(facts.record.with_plays(plays), self.setting)
        return {called: _DENIED} if called_card_verdicts(shown, calling) else {}

    def call_menu(self, rules: Rules, players: int, family: Family = Family.FRENCH) -> CallMenu:
        """Return what the call screen offers."""
        return messages.call_menu(rules, players, family)

    def contract_text(self, contract: Contract) -> Text:
        """Return the contract in words, without the declarer's name."""
        return messages.contract_text(contract)

    def who_plays(self, name: str, contract: Text) -> Text:
        """Return who picks: in English a sentence without "plays" (PG)."""
        return messages.WHO_PICKS.format(name=name, contract=contract)

    def verdict_words(self, kind: str) -> VerdictWords:
        """Return how a kind of verdict is said."""
        return messages.VERDICTS[kind]
